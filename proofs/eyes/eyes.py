"""The share of tiles that are read correctly from photos: `make eyes`. PROTOTYPE=folder adds the prototype's figures.

Reads N rendered hands under each condition and, with PHOTOS=folder, the photos in a folder that contains
labels.json and photos/. An error is silent if a wrong tile is marked as sure, or if a tile is missing and no
tile read from the photo is marked as doubtful.
"""

import argparse
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from eyes import HIGHEST, read_photo
from proofs.eyes.hostile_photos import hostile_photos
from proofs.eyes.rendered.hands import CONDITIONS, render_hand

Pair = tuple[int, int]
_SURE_OF_THE_PROTOTYPE = 0.5
# The process opens its status first, because it may open nothing later. Memory of its parent does not count there.
_SAYS_ITS_MEMORY = """
import sys
from eyes.__main__ import main
status = open("/proc/self/status")
main(sys.argv[1:])
print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


@dataclass(frozen=True)
class LabelledPhoto:
    """A photo's bytes, the tiles that are in it, and the highest double of its set."""

    name: str
    data: bytes
    tiles: Counter[Pair]
    highest: int


@dataclass(kw_only=True)
class EyesFigures:
    """How well the tiles in some photos were read, as counts. `seconds` has one value per photo."""

    photos: int = 0
    tiles: int = 0
    exact: int = 0
    whole: int = 0
    extra: int = 0
    doubtful: int = 0
    silent: int = 0
    seconds: list[float] = field(default_factory=list)

    def count(self, photo: LabelledPhoto, reading: list[tuple[Pair, bool]], seconds: float) -> None:
        """Counts one photo, given the tiles that were read from it, each with True if the reader is sure of the tile."""
        seen = Counter(tile for tile, _ in reading)
        sure = Counter(tile for tile, is_sure in reading if is_sure)
        exact = sum((seen & photo.tiles).values())
        is_marked = sure != seen
        missing = sum(photo.tiles.values()) - len(reading)
        self.photos += 1
        self.tiles += sum(photo.tiles.values())
        self.exact += exact
        self.whole += seen == photo.tiles
        self.extra += len(reading) - exact
        self.doubtful += len(reading) - sum(sure.values())
        self.silent += sum((sure - photo.tiles).values()) + (0 if is_marked else max(0, missing))
        self.seconds.append(seconds)

    def add(self, figures: "EyesFigures") -> None:
        """Adds the figures of other photos to these."""
        for name in ("photos", "tiles", "exact", "whole", "extra", "doubtful", "silent"):
            setattr(self, name, getattr(self, name) + getattr(figures, name))
        self.seconds += figures.seconds

    def __str__(self) -> str:
        tiles, photos = max(self.tiles, 1), max(self.photos, 1)
        p95 = float(np.quantile(self.seconds, 0.95))
        return (
            f"{self.tiles:5} tiles {self.exact:5} exact {self.exact / tiles:6.1%} {self.whole / photos:6.1%} whole "
            f"{self.extra:3} wrong {self.doubtful:4} doubtful {self.silent:3} silent "
            f"{median(self.seconds):5.2f} s, p95 {p95:.2f}"
        )


Found = list[tuple[Pair, bool]]
EyesReader = Callable[[LabelledPhoto], Found]


def main(words: Sequence[str]) -> bool:
    """Prints the figures. False if a hostile file was answered with anything but one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m proofs.eyes.eyes", description=__doc__)
    parser.add_argument("--number", type=int, default=45, help="rendered hands of each condition")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--photos", type=Path, help="a folder with labels.json and photos/")
    parser.add_argument("--prototype", type=Path, help="the folder of the prototype")
    parser.add_argument("--hostile", type=int, default=0, help="so many damaged and hostile files")
    parser.add_argument("--list", action="store_true", help="name the photos that are not read whole")
    options = parser.parse_args(words)
    readers: dict[str, EyesReader] = {"": _read}
    if options.prototype:
        readers["prototype"] = _prototype(options.prototype)
    if options.photos:
        _print("photos", labelled(options.photos), readers, options.list)
        print(f"the memory of one process is at most {max(_megabytes(options.photos)):.0f} MB")
    if options.hostile:
        return _print_hostile(options.hostile, options.seed)
    total = {name: EyesFigures() for name in readers}
    for condition in CONDITIONS:
        figures = _print(condition, rendered(condition, options.number, options.seed), readers, options.list)
        for name, reader_figures in figures.items():
            total[name].add(reader_figures)
    for name, reader_figures in total.items():
        if reader_figures.photos:
            print(f"{'all rendered':14}{name:10}{reader_figures}")
    return True


def rendered(condition: str, number: int, seed: int) -> Iterator[LabelledPhoto]:
    """This many hands, drawn under a condition."""
    for at in range(number):
        hand = render_hand(10_000 * seed + 1_000 * list(CONDITIONS).index(condition) + at, CONDITIONS[condition])
        yield LabelledPhoto(str(at), hand.as_jpeg(), _counted(hand.tiles), hand.highest)


def labelled(folder: Path) -> Iterator[LabelledPhoto]:
    """The photos in a folder. `labels.json` lists the tiles of each: {"name.jpg": [[9, 4], [3, 3]]}."""
    for name, tiles in json.loads((folder / "labels.json").read_text()).items():
        yield LabelledPhoto(name, (folder / "photos" / name).read_bytes(), _counted(tiles), HIGHEST)


def _counted(tiles: Sequence[Sequence[int]]) -> Counter[Pair]:
    return Counter((max(tile), min(tile)) for tile in tiles)


def _print(
    title: str, photos: Iterator[LabelledPhoto], readers: dict[str, EyesReader], is_listing: bool
) -> dict[str, EyesFigures]:
    figures = {name: EyesFigures() for name in readers}
    for photo in photos:
        for name, reader in readers.items():
            began = time.perf_counter()
            reading = reader(photo)
            figures[name].count(photo, reading, time.perf_counter() - began)
            seen = Counter(tile for tile, _ in reading)
            if is_listing and seen != photo.tiles:
                missing, wrong = list((photo.tiles - seen).elements()), list((seen - photo.tiles).elements())
                print(f"  {title} {photo.name} {name}: missing {missing}, wrong {wrong}")
    for name, reader_figures in figures.items():
        print(f"{title:14}{name:10}{reader_figures}", flush=True)
    return figures


def _read(photo: LabelledPhoto) -> Found:
    return [((tile.high, tile.low), tile.is_sure) for tile in read_photo(photo.data, photo.highest)]


def _prototype(folder: Path) -> EyesReader:
    """The prototype's reader, loaded from the prototype's folder, because it looks for its weights there."""
    sys.path.insert(0, str(folder))
    old, network = importlib.import_module("domino"), importlib.import_module("cnn")
    own_folder = Path.cwd()
    os.chdir(folder)
    network.net()
    os.chdir(own_folder)

    def read(photo: LabelledPhoto) -> Found:
        _, tiles = old.read_photo(photo.data, network.read_half_fused)
        return [
            ((max(tile["tile"]), min(tile["tile"])), bool(tile["conf"] >= _SURE_OF_THE_PROTOTYPE)) for tile in tiles
        ]

    return read


def _megabytes(folder: Path) -> Iterator[float]:
    """For each photo in a folder, the peak memory, in megabytes, of a separate process that reads it."""
    for path in sorted((folder / "photos").iterdir()):
        command = [sys.executable, "-c", _SAYS_ITS_MEMORY, str(path), str(HIGHEST)]
        process = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 (our own words)
        if process.stdout:
            yield int(process.stdout.split()[-1]) / 1024


def _print_hostile(number: int, seed: int) -> bool:
    """Gives hostile files to `python -m eyes`, each in its own process.

    Prints the number and the longest time for each kind and outcome.
    """
    counts: Counter[tuple[str, str]] = Counter()
    longest: dict[tuple[str, str], float] = defaultdict(float)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "photo"
        for kind, data in hostile_photos(number, seed):
            path.write_bytes(data)
            began = time.perf_counter()
            command = [sys.executable, "-m", "eyes", str(path), str(HIGHEST)]
            process = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603 (our own words)
            ending = kind, _ending(process)
            counts[ending] += 1
            longest[ending] = max(longest[ending], time.perf_counter() - began)
    for kind, how in sorted(counts):
        print(f"{kind:16}{how:12}{counts[kind, how]:5}   {longest[kind, how]:5.2f} s")
    return not any(how == "WRONG" for _, how in counts)


def _ending(process: subprocess.CompletedProcess[str]) -> str:
    if process.returncode in (-signal.SIGALRM, -signal.SIGXCPU, -signal.SIGKILL):
        return "stopped"
    if (process.returncode, process.stderr, process.stdout.count("\n")) != (0, "", 1):
        return "WRONG"
    return str(next(iter(json.loads(process.stdout))))


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:]))
