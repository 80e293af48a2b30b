"""What a person typed and was shown, recorded separately from the phone, to find out afterward what is wrong with the sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from models.ledger.lines import Payload, Penalty, Score, SheetLine

OUT = 0
# A round and a seat; penalties have round 0.
Place = tuple[int, int]


@dataclass(kw_only=True, eq=False)
class TypedEntry:
    """An entry that somebody typed and sent, with its pips by seat (0 for out).

    No two entries have the same pips, unless one was typed again. `shown` holds other people's pips that the form
    or a question showed. `fate` is accepted, unsaid, asked, replaced or thrown. `answers` counts the questions
    that the person answered yes to. `open_round` is the unfinished round that caused a refusal.
    """

    number: int
    round: int
    pips: dict[int, int]
    words: tuple[str, ...]
    shown: set[tuple[int, int]] = field(default_factory=set)
    fate: str = "unsaid"
    is_asked: bool = False
    is_again: bool = False
    answers: int = 0
    open_round: int = 0

    @property
    def is_full(self) -> bool:
        """True if the entry includes somebody who went out, as whole rounds do."""
        return OUT in self.pips.values()

    def is_on(self, cards: Sequence[str]) -> bool:
        """True if one of these cards shows the entry."""
        return any(all(word in card for word in self.words) for card in cards)


@dataclass(kw_only=True)
class Paper:
    """Everything that one person typed, in order, and the pips that another phone entered."""

    entries: list[TypedEntry] = field(default_factory=list)
    others: set[int] = field(default_factory=set)

    def add(self, round: int, pips: dict[int, int], words: tuple[str, ...]) -> TypedEntry:
        """Record an entry as it is sent."""
        entry = TypedEntry(number=len(self.entries) + 1, round=round, pips=pips, words=words)
        self.entries.append(entry)
        return entry

    def with_pips(self, round: int, seat: int, pips: int) -> list[TypedEntry]:
        """The entries with these pips for this round and seat."""
        return [entry for entry in self.entries if entry.round == round and entry.pips.get(seat) == pips]


@dataclass(kw_only=True)
class PaperVerdict:
    """Descriptions of what went wrong in one schedule, by kind."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    overwritten: list[str] = field(default_factory=list)
    disordered: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)

    @property
    def wrongs(self) -> list[str]:
        """Everything that went wrong, each with its kind in front."""
        return [f"{kind}: {wrong}" for kind, wrongs in vars(self).items() for wrong in wrongs]


def judge_sheet(
    paper: Paper, lines: Sequence[SheetLine[Payload]], mine: set[int], cards: Sequence[str]
) -> PaperVerdict:
    """Compare the sheet's lines with the paper.

    `mine` holds the numbers of this phone's lines, and `cards` the texts of the cards that the phone shows.
    """
    written = list(_written(lines))
    return PaperVerdict(
        lost=list(_lost(paper, written, cards)),
        doubled=list(_doubled(paper, written, mine)),
        overwritten=list(_overwritten(paper, written, mine)),
        disordered=list(_disordered(paper, written, mine)),
    )


def is_kept(entry: TypedEntry, lines: Sequence[SheetLine[Payload]]) -> bool:
    """True if all of an entry is on the sheet."""
    written = {(place, pips) for _, place, pips in _written(lines)}
    return all(((entry.round, seat), pips) in written for seat, pips in entry.pips.items())


def _written(lines: Sequence[SheetLine[Payload]]) -> Iterator[tuple[int, Place, int]]:
    for line in lines:
        match line.payload:
            case Score(round=round, seat=seat, pips=pips):
                yield line.number, (round, seat), pips
            case Penalty(seat=seat, pips=pips):
                yield line.number, (0, seat), pips


def _lost(paper: Paper, written: Sequence[tuple[int, Place, int]], cards: Sequence[str]) -> Iterator[str]:
    sheet_scores = {(place, pips) for _, place, pips in written}
    for entry in paper.entries:
        missing = [pips for seat, pips in entry.pips.items() if ((entry.round, seat), pips) not in sheet_scores]
        if entry.fate == "accepted" and missing and not entry.is_on(cards):
            yield f"{missing} of {entry}"


def _doubled(paper: Paper, written: Sequence[tuple[int, Place, int]], own_numbers: set[int]) -> Iterator[str]:
    count: dict[tuple[Place, int], int] = {}
    for number, place, pips in written:
        if number in own_numbers and pips:
            count[place, pips] = count.get((place, pips), 0) + 1
    for (place, pips), times in count.items():
        entries = paper.with_pips(*place, pips)
        if times > sum(1 + entry.answers for entry in entries):
            yield f"{times} times {pips} of {entries}"


def _overwritten(paper: Paper, written: Sequence[tuple[int, Place, int]], own_numbers: set[int]) -> Iterator[str]:
    standing: dict[Place, tuple[int, int]] = {}
    for number, place, pips in written:
        if number in own_numbers and place in standing and standing[place][0] not in own_numbers:
            entries = paper.with_pips(*place, pips)
            if not any((place[1], standing[place][1]) in entry.shown for entry in entries):
                yield f"line {standing[place]} at {place} by {number} with {pips} of {entries}"
        if place[0]:
            standing[place] = (number, pips)


def _disordered(paper: Paper, written: Sequence[tuple[int, Place, int]], own_numbers: set[int]) -> Iterator[str]:
    # Entries may go past one that needs somebody.
    if any(entry.is_asked for entry in paper.entries):
        return
    plain_entries = [entry for entry in paper.entries if entry.fate == "accepted" and not entry.is_again]
    last: tuple[int, TypedEntry | None] = (0, None)
    for entry in plain_entries:
        numbers = [
            number
            for number, (round, seat), pips in written
            if number in own_numbers and pips and (round, pips) == (entry.round, entry.pips.get(seat))
        ]
        if numbers and min(numbers) < last[0]:
            yield f"{entry} stands before {last[1]}"
        last = max(last, (min(numbers, default=0), entry), key=lambda pair: pair[0])
    for entry in paper.entries:
        entries_before = [
            earlier
            for earlier in plain_entries
            if earlier.number < entry.number and earlier.is_full and earlier.round == entry.open_round
        ]
        if entry.open_round and entries_before:
            yield f"{entry} was sent before {entries_before[0]}"
