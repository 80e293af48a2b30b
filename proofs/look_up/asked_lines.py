"""Questions as people asked them, and the part that each belongs to: most are for learning, and a fifth are kept for measuring."""

from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from rules.answers.learned import NOTHING
from rules.answers.topics import known_questions

LEARNT = Path(__file__).with_name("asked")


class LinePart(StrEnum):
    """What a line is used for: learning, choosing settings, or measuring."""

    LEARN = "learn"
    CHOOSE = "choose"
    MEASURE = "measure"


class AskedLine(NamedTuple):
    """A question as somebody asked it, with its right answers. There are none if it is about something else."""

    answers: tuple[str, ...]
    text: str
    writer: str

    @property
    def part(self) -> LinePart:
        """The part that a hash of the text assigns: three fifths to learn, a fifth each to choose and to measure."""
        at = int.from_bytes(sha256(self.text.encode()).digest()) % 10
        return LinePart.LEARN if at < 6 else LinePart.CHOOSE if at < 8 else LinePart.MEASURE


def read_asked(folder: Path) -> list[AskedLine]:
    """Every line in a folder. Each file has one writer, and an empty first field repeats the answers of the line above."""
    return [line for path in sorted(folder.glob("*.tsv")) for line in _read(path)]


def _read(path: Path) -> Iterator[AskedLine]:
    answers: tuple[str, ...] = ()
    for line in path.read_text(encoding="utf-8").splitlines():
        ids, _, text = line.partition("\t")
        if ids:
            answers = () if ids == NOTHING else tuple(ids.split(" "))
        yield AskedLine(answers, text, path.stem)


def titles() -> list[AskedLine]:
    """A line for every known question in its own words, with the question itself as the right answer."""
    return [AskedLine((question.id,), question.asks, "title") for question in known_questions().values()]


def learnt_from() -> list[AskedLine]:
    """The lines that the shipped look-up has learned from: all but those for measuring."""
    return [line for line in read_asked(LEARNT) if line.part is not LinePart.MEASURE]
