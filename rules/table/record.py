"""The record of a round as a file: the seats, the deal, and every move."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.books.book import RuleBook, read_rules
from rules.errors import BookError, DealError, NotationError
from rules.table.deal import comes_from_a_hand, tiles_each
from rules.table.move import Move
from rules.table.notation import read_move, read_position, write_move, write_position
from rules.table.position import MEXICAN, SEATS, Position, Train, Turn, make_position
from rules.tile import Tile, full_set, read_tiles, tile, write_tiles
from rules.wording import say

LONGEST = 200_000
_MOST_PIPS = 99_999
_MOST_DOTS = 640
_KEYS = ("rules", "engine", "first", "seats", "dealt", "start", "hands", "moves", "scores")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A recorded round. `seats` are the players' names by seat, and `hands` the hands known before the first move.

    `dealt` is the number of tiles per player, or None for the rule set's own number. `start` is the table if the
    record starts mid-round. `scores` are the pips left at the end.
    """

    book: RuleBook
    engine: int
    first: str
    seats: Mapping[str, str]
    moves: tuple[Move, ...] = ()
    dealt: int | None = None
    start: Position | None = None
    hands: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    scores: Mapping[str, int] = field(default_factory=dict)

    @property
    def begins(self) -> Position:
        """The table before the first move.

        After a deal, the player who laid the engine has one tile fewer (D12-2.2, D12-2.3).
        """
        if self.start:
            return self.start
        each = self.dealt if self.dealt is not None else tiles_each(self.book, len(self.seats))
        counts = dict.fromkeys(self.seats, each)
        if comes_from_a_hand(self.book):
            counts[self.first] -= 1
        counts |= {seat: len(hand) for seat, hand in self.hands.items()}
        trains = tuple(Train(name=seat, count=counts[seat]) for seat in self.seats)
        boneyard = len(full_set(self.book.options.highest)) - 1 - sum(counts.values())
        return make_position(
            book=self.book,
            engine=self.engine,
            trains=(*trains, Train(name=MEXICAN)),
            first=self.first,
            turn=Turn(seat=self.first, number=1),
            boneyard=boneyard,
            down=tile(self.engine, self.engine).bit,
        )


def read_record(text: str) -> Record:
    """The record in a TOML string. Raises a NotationError that names the faulty key."""
    import tomllib

    if len(text) > LONGEST:
        raise NotationError(say("record.too-long", count=len(text)))
    # Parsing a key with many dots takes quadratic time; the names of sixteen players have at most this many dots in a line.
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        raise NotationError(say("record.dots", most=_MOST_DOTS))
    try:
        fields = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(say("record.no-toml", why=str(error)[:200])) from error
    unknown = sorted(fields.keys() - set(_KEYS))
    if unknown:
        raise NotationError(say("record.no-key", key=unknown[0][:40]))
    book = _book(_typed(fields, "rules", str))
    engine = _typed(fields, "engine", int)
    if not 0 <= engine <= book.options.highest:
        raise NotationError(say("record.engine" if abs(engine) < 100 else "record.engine-far", engine=engine))
    seats = _seats(_typed(fields, "seats", dict))
    first = _typed(fields, "first", str).upper()
    if first not in seats:
        raise NotationError(say("record.first", seat=first[:10]))
    record = Record(
        book=book,
        engine=engine,
        first=first,
        seats=seats,
        dealt=_typed(fields, "dealt", int) if "dealt" in fields else None,
        start=_start(_typed(fields, "start", str), book, engine, len(seats)) if "start" in fields else None,
        hands={seat: _hand(seat, tiles, seats, book) for seat, tiles in _typed(fields, "hands", dict, {}).items()},
        moves=tuple(_move(at, move) for at, move in enumerate(_typed(fields, "moves", list, []))),
        scores=_scores(_typed(fields, "scores", dict, {}), seats),
    )
    _check_deal(record)
    return record


def write_record(record: Record) -> str:
    """The record as text that `read_record` reads."""
    lines = [f"rules = {_quoted(str(record.book))}", f"engine = {record.engine}", f"first = {_quoted(record.first)}"]
    lines.append(f"seats = {{ {', '.join(f'{seat} = {_quoted(name)}' for seat, name in record.seats.items())} }}")
    if record.dealt is not None:
        lines.append(f"dealt = {record.dealt}")
    if record.start is not None:
        lines.append(f"start = {_quoted(write_position(record.start))}")
    if record.hands:
        hands = (f"{seat} = {_quoted(write_tiles(tiles))}" for seat, tiles in record.hands.items())
        lines.append(f"hands = {{ {', '.join(hands)} }}")
    lines += ["moves = [", *(f"    {_quoted(write_move(move))}," for move in record.moves), "]"]
    if record.scores:
        lines.append(f"scores = {{ {', '.join(f'{seat} = {pips}' for seat, pips in record.scores.items())} }}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """The text as a TOML string, with escapes where TOML requires them."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}" for sign in escaped) + '"'


def _typed(fields: Mapping[str, Any], key: str, kind: type, otherwise: Any = None) -> Any:
    value = fields.get(key, otherwise)
    if type(value) is not kind:
        raise NotationError(say("record.missing" if value is None else f"record.takes-{kind.__name__}", key=key))
    return value


def _book(text: str) -> RuleBook:
    try:
        return read_rules(text)
    except BookError as error:
        raise NotationError(say("record.rules", why=error)) from error


def _seats(names: dict[str, Any]) -> dict[str, str]:
    if not 2 <= len(names) <= len(SEATS) or sorted(names) != list(SEATS[: len(names)]):
        raise NotationError(say("record.seats"))
    if not all(isinstance(name, str) for name in names.values()):
        raise NotationError(say("record.names"))
    return {seat: names[seat] for seat in sorted(names)}


def _start(text: str, book: RuleBook, engine: int, players: int) -> Position:
    start = read_position(text)
    if str(start.book) != str(book) or start.engine != engine or len(start.seats) != players:
        raise NotationError(say("record.start"))
    return start


def _hand(seat: str, tiles: object, seats: Mapping[str, str], book: RuleBook) -> tuple[Tile, ...]:
    if seat not in seats or not isinstance(tiles, str):
        raise NotationError(say("record.hand", seat=seat[:10]))
    hand = read_tiles(tiles)
    if any(domino.high > book.options.highest for domino in hand) or len(set(hand)) < len(hand):
        raise NotationError(say("record.hand-tiles", seat=seat))
    return hand


def _move(at: int, text: object) -> Move:
    if not isinstance(text, str):
        raise NotationError(say("record.no-text", number=at + 1))
    try:
        return read_move(text)
    except NotationError as error:
        raise NotationError(say("record.move", number=at + 1, why=error)) from error


def _scores(scores: dict[str, Any], seats: Mapping[str, str]) -> dict[str, int]:
    if not all(seat in seats and type(pips) is int and 0 <= pips <= _MOST_PIPS for seat, pips in scores.items()):
        raise NotationError(say("record.scores"))
    return scores


def _check_deal(record: Record) -> None:
    held = [domino for hand in record.hands.values() for domino in hand]
    if len(set(held)) < len(held):
        raise NotationError(say("record.two-hands"))
    if record.dealt is not None and not 1 <= record.dealt <= len(full_set(record.book.options.highest)):
        raise NotationError(say("record.dealt"))
    try:
        begins = record.begins
    except DealError as error:
        raise NotationError(say("record.seats-wrong", why=error)) from error
    if (begins.boneyard or 0) < 0:
        raise NotationError(say("record.dealt-too-many"))
    if any(domino.bit & begins.down for domino in held):
        raise NotationError(say("record.hand-lies"))
