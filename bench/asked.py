"""The ways in which people asked, and the part that each line plays: most are learnt from, and a fifth only measures."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

from rules.answers.topics import known_questions

LEARNT = Path("rules/answers/asked")
# Writers of whom nothing is learnt.
LEFT_OUT = Path("tests/rules/asked")
NOTHING = "-"


class LinePart(StrEnum):
    """The parts of the lines."""

    LEARN = "learn"
    CHOOSE = "choose"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedLine:
    """A question as somebody asked it, with the answers that are right; none if it is about something else."""

    answers: tuple[str, ...]
    text: str
    writer: str

    @property
    def part(self) -> LinePart:
        """The part that a hash of the text gives it: three fifths to learn, a fifth each to choose and to measure."""
        at = int(sha256(self.text.encode()).hexdigest(), 16) % 10
        return LinePart.LEARN if at < 6 else LinePart.CHOOSE if at < 8 else LinePart.MEASURE


def read_asked(folder: Path) -> list[AskedLine]:
    """Every line of a folder. A file is a writer; an empty first field means the answers of the line above."""
    return [line for path in sorted(folder.glob("*.tsv")) for line in _read(path)]


def _read(path: Path) -> Iterator[AskedLine]:
    answers: tuple[str, ...] = ()
    for line in path.read_text(encoding="utf-8").splitlines():
        ids, _, text = line.partition("\t")
        if ids:
            answers = () if ids == NOTHING else tuple(ids.split(" "))
        yield AskedLine(answers=answers, text=text, writer=path.stem)


def titles() -> list[AskedLine]:
    """Every known question in its own words, which finds itself."""
    return [AskedLine(answers=(one.id,), text=one.asks, writer="title") for one in known_questions().values()]
