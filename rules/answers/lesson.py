"""The first lesson: the game taught step by step at a table, under that table's rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.answers.answer import customs_among, facts
from rules.answers.conditions import hold, read_texts
from rules.books.book import RuleBook
from rules.referee.judge import after, rule
from rules.referee.question import Question
from rules.referee.replay import hands_after
from rules.referee.ruling import Ruling
from rules.table.move import Lay, Move
from rules.table.notation import read_move, read_position
from rules.table.position import Position
from rules.tile import Tile, read_tiles

LEARNER = "A"


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep:
    """One step of the lesson: a sentence, a table, and the learner's moves there, each with a task before it.

    `replies` are the other players' moves, by seat. `tries` is a move that the referee refuses, offered once the
    learner has made `tries_at` moves. `left` are the tiles that the others still hold when the round is over.
    `has_mexican` is true once the Mexican train has been introduced, and `has_boneyard` once drawing has been.
    `customs` are the texts of the customs that the step relies on where the rules are silent.
    """

    id: str
    title: str
    reads: str
    notes: tuple[str, ...]
    table: Position
    hand: tuple[Tile, ...]
    tasks: tuple[str, ...]
    plays: tuple[Move, ...]
    replies: Mapping[str, Move]
    says: str
    tries: Move
    tries_at: int
    asks: str
    left: Mapping[str, tuple[Tile, ...]]
    has_mexican: bool
    has_boneyard: bool
    customs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The state of a step: the table, the hand, the others' latest moves, and the learner's next move.

    `wanted` is the learner's next move, or None once the step is done.
    """

    position: Position
    hand: tuple[Tile, ...]
    replies: tuple[Move, ...]
    wanted: Move | None

    def ruling(self, move: Move, names: Mapping[str, str]) -> Ruling:
        """The referee's ruling on one of the learner's moves. `names` are the players' names by seat."""
        return rule(Question(self.position, self.hand), move, names)

    def is_wanted(self, move: Move) -> bool:
        """True if this is the move that the step expects. A draw need not name its tile, as the step determines it."""
        wanted = self.wanted
        if isinstance(move, Lay) and isinstance(wanted, Lay):
            return (move.tiles, move.train, move.tap) == (wanted.tiles, wanted.train, wanted.tap)
        return wanted is not None and move.deed == wanted.deed and not isinstance(move, Lay)

    def lacks_tap(self, move: Move) -> bool:
        """True if this is the move that the step expects, except that the tap is missing."""
        return isinstance(move, Lay) and not move.tap and self.is_wanted(move._replace(tap=True))


def opening(book: RuleBook) -> list[str]:
    """The paragraphs for a newcomer to read before the first step."""
    text, book_facts = read_texts("lesson"), facts(book)
    paragraphs = [entry["is"] for entry in text["opening"]]
    paragraphs += [_chosen(text["deal"], book), f"{_chosen(text['turns'], book)} {_chosen(text['starts'], book)}"]
    return [paragraph.format(**book_facts) for paragraph in paragraphs]


def opening_customs(book: RuleBook) -> tuple[str, ...]:
    """The texts of the customs that the opening paragraphs rely on where the rules are silent."""
    return _customs(read_texts("lesson")["rests"], book)


def _customs(rests: Sequence[str], book: RuleBook) -> tuple[str, ...]:
    decided = customs_among([rest for rest in rests if rest.rstrip("+") not in book.house_rules], book)
    return tuple(book.customs[option].text for option in decided)


def lesson(book: RuleBook, names: Mapping[str, str]) -> list[LessonStep]:
    """Every step in order under these rules. `names` are the players' names by seat."""
    steps = read_texts("lesson")["step"]
    chosen = ({key: _chosen(value, book) for key, value in entry.items()} for entry in steps)
    return [_step(entry, book, facts(book) | dict(names)) for entry in chosen]


def _step(entry: Mapping[str, Any], book: RuleBook, all_facts: Mapping[str, object]) -> LessonStep:
    return LessonStep(
        id=entry["id"],
        title=entry["title"],
        reads=entry["reads"].format(**all_facts),
        notes=tuple(note.format(**all_facts) for value in entry.get("notes", ()) if (note := _chosen(value, book))),
        table=read_position(f"{book} {entry['table']}"),
        hand=read_tiles(entry["hand"]),
        tasks=tuple(task.format(**all_facts) for task in entry["tasks"]),
        plays=tuple(map(read_move, entry["plays"])),
        replies={seat: read_move(text) for seat, text in entry.get("replies", {}).items()},
        says=entry["says"].format(**all_facts),
        tries=read_move(entry["tries"]),
        tries_at=entry.get("tries_at", 0),
        asks=entry["asks"].format(**all_facts),
        left={seat: read_tiles(text) for seat, text in entry.get("left", {}).items()},
        has_mexican=entry.get("has_mexican", False),
        has_boneyard=entry.get("has_boneyard", False),
        customs=_customs(entry["rests"], book),
    )


def stage(step: LessonStep, played: int) -> Stage:
    """The step after this many of the learner's moves.

    The other players have replied to each of these moves, except for the last move of the step.
    """
    position, replies = step.table, list[Move]()
    for at, move in enumerate(step.plays[:played], 1):
        position, replies = after(position, move), []
        while at < len(step.plays) and position.turn != LEARNER:
            replies.append(step.replies[position.turn])
            position = after(position, replies[-1])
    hand = hands_after({LEARNER: step.hand}, step.plays[:played], step.table)[LEARNER]
    wanted = step.plays[played] if played < len(step.plays) else None
    return Stage(position=position, hand=hand, replies=tuple(replies), wanted=wanted)


def moves_of(step: LessonStep) -> list[Move]:
    """Every move of a step in order, the learner's and the others'."""
    moves = list[Move]()
    for played, move in enumerate(step.plays, 1):
        moves += [move, *stage(step, played).replies]
    return moves


def _chosen(value: Any, book: RuleBook) -> Any:
    """The value itself or, from a list with conditions, the first item whose conditions hold under these rules."""
    if not (isinstance(value, list) and isinstance(value[0], dict)):
        return value
    return next(variant["is"] for variant in value if hold(variant.get("when", ""), book))
