"""`python -m eyes FILE HIGHEST` reads one photo in this process, with limits that hold even against hostile files.

It writes one line of JSON: {"tiles": [...]} with the fields of SeenTile, or {"error": "a sentence"}. It exits
with 0 in both cases. A process that takes longer than 5 seconds is killed by its own alarm and writes
nothing.
"""

import json
import os
import resource
import signal
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from eyes.seen import HIGHEST, MOST_BYTES, PhotoError

DEADLINE = 5  # seconds
_MOST_MEMORY = 400 << 20
_MOST_WRITTEN = 1 << 16


def main(words: list[str]) -> int:
    if len(words) != 2 or not words[1].isdecimal() or int(words[1]) > HIGHEST:
        print(f"usage: python -m eyes FILE HIGHEST (0 to {HIGHEST})", file=sys.stderr)
        return 2
    limit_this_process()
    # If a file is damaged, the libraries write warnings to stderr, which nobody reads.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    print(json.dumps(answer(Path(words[0]), int(words[1]))), flush=True)
    return 0


def answer(path: Path, highest: int) -> dict[str, object]:
    """The object to print for the photo at this path."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError:
        return {"error": "The photo is not there any more. Take it again."}
    import numpy.ma  # noqa: F401 (numpy would load it while computing a median)

    from eyes.network import load_weights
    from eyes.reading import read_tiles

    load_weights()
    # Everything is loaded: from here on, no file or socket can be opened.
    _limit(resource.RLIMIT_NOFILE, 3)
    try:
        return {"tiles": [asdict(tile) for tile in read_tiles(data, highest)]}
    except PhotoError as error:
        return {"error": str(error)}
    except Exception:
        return {"error": "This photo cannot be read. Take another one."}


def limit_this_process() -> None:
    """Limit the resources of this process for good. The limits also apply to libraries loaded later."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
        os.environ[name] = "1"
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, DEADLINE)
    # At the first limit, the signal that ends the process tells why it ended; at the second limit, it does not.
    resource.setrlimit(resource.RLIMIT_CPU, (DEADLINE, DEADLINE + 1))
    _limit(resource.RLIMIT_DATA, _MOST_MEMORY)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, _MOST_WRITTEN)
    _limit(resource.RLIMIT_NPROC, 0)


def _limit(what: int, most: int) -> None:
    with suppress(ValueError, OSError):
        resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
