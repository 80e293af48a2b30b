"""A checkout of this repository, old or new, used only from outside: through `flask` and `rules` commands and its server."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from proofs.ports import free_port

HERE = Path(__file__).parents[1]
# The address that both versions print on pages, keys' links and QR codes, whatever port serves them.
HOST = "table.example"
# A scripted season and a walk need more than one address may make in an hour.
MANY = {
    f"ROUNDHOUSE_{limit}": "1000000"
    for limit in (
        "CLUBS_AN_HOUR",
        "TOURNAMENTS_AN_HOUR",
        "FILES_AN_HOUR",
        "WRONG_LINKS",
        "DRAWINGS_AN_HOUR",
        "FORMS_AN_HOUR",
    )
}
# Records each template that is read, through Jinja's one reading function, so that it fits any version of the app.
SPY = """
import os
import jinja2
read = jinja2.FileSystemLoader.get_source
def get_source(self, environment, template):
    with open(os.environ["TEMPLATES_READ"], "a") as file:
        file.write(template + "\\n")
    return read(self, environment, template)
jinja2.FileSystemLoader.get_source = get_source
"""
# Runs many commands in one process, each as if at a terminal. Answers are [exit code, output, errors].
RUNNER = """
import contextlib, io, json, sys
which = sys.argv[1]
if which == "rules":
    from rules.__main__ import main
else:
    from flask.cli import cli
    def main(words):
        return cli.main(args=words, prog_name="flask")
def answer(words):
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    sys.argv = ["python -m rules" if which == "rules" else "flask", *words]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code
        except Exception as error:
            code = repr(error)
    return [code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()]
print(json.dumps([answer(words) for words in json.load(sys.stdin)]))
"""
# The answer of a command: its exit code, its output, its errors.
Answer = tuple[object, str, str]


class Checkout:
    """A version of the code, with a folder for its database and secret. It runs in the time zone `zone`."""

    def __init__(self, code: Path, folder: Path, zone: str = "UTC") -> None:
        self.code, self.folder = code.resolve(), folder
        python = self.code / ".venv" / "bin" / "python"
        self.python = str(python) if python.exists() else sys.executable
        spy = folder.with_name(f"{folder.name}-spy")
        spy.mkdir(exist_ok=True)
        (spy / "sitecustomize.py").write_text(SPY)
        self._read = spy / "templates"
        self._read.touch()
        paths = os.pathsep.join((str(spy), str(self.code)))
        settings = {"PYTHONPATH": paths, "FLASK_APP": "app", "ROUNDHOUSE_INSTANCE": str(folder), "DATABASE_URL": ""}
        settings |= {"ROUNDHOUSE_ADDRESS": f"http://{HOST}", "TZ": zone, "TEMPLATES_READ": str(self._read)}
        # Sets and hashes have the same order in every run.
        settings |= {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "100", "TERM": "dumb"}
        self._environment = os.environ | MANY | settings
        self.port = 0

    @property
    def templates_read(self) -> set[str]:
        """The templates that have been read so far."""
        return set(self._read.read_text().split())

    def flask(self, *words: str) -> str:
        """The output of a `flask` command, run in its own process. Raises RuntimeError if it fails."""
        return self._run([self.python, "-m", "flask", *words])

    def answers(self, program: str, commands: Sequence[Sequence[str]]) -> list[Answer]:
        """The answers to `flask` or `rules` commands, run one after the other in one process."""
        output = self._run([self.python, "-c", RUNNER, program], json.dumps(commands))
        return [tuple(answer) for answer in json.loads(output.splitlines()[-1])]

    def _run(self, command: Sequence[str], text: str = "") -> str:
        process = subprocess.run(  # noqa: S603 (our own words)
            command, cwd=self.code, env=self._environment, input=text, capture_output=True, text=True, check=False
        )
        if process.returncode:
            raise RuntimeError(f"{self.code}: {' '.join(command[2:4])}: {process.stderr[-3000:]}")
        return process.stdout

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Serve the checkout as people would, on a free `port`, until the block ends.

        Raises RuntimeError if it does not answer.
        """
        self.port = free_port()
        command = [self.python, "-m", "flask", "serve", "--port", str(self.port)]
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 (our own words)
                command, cwd=self.code, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )
        try:
            self._wait()
            yield
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()

    def _wait(self) -> None:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError((self.folder / "log").read_text())
