"""Notation: positions and moves as text, read leniently and written in one form."""

import re
from collections.abc import Sequence
from contextlib import suppress

from rules.books.book import RuleBook, read_rules
from rules.books.deal_table import FEWEST_PLAYERS, MOST_PLAYERS
from rules.errors import BookError, NotationError
from rules.table.check import check_count, check_drawn, check_turn
from rules.table.move import Caught, Done, Draw, Lay, Move, Pass
from rules.table.position import MEXICAN, SEATS, Position, Train, Turn, make_position, seat_index
from rules.tile import LARGEST_PIP, Tile, full_set, read_tile, read_tiles, tile
from rules.typed import plain_signs
from rules.wording import say

LONGEST = 2000
_LONGEST_CHAIN = len(full_set(LARGEST_PIP))

_TRAIN = re.compile(r"([A-HM])(\^?)(?:\(([0-9]{1,3})\)(~?))?(\*?)(?::([0-9-]+))?")
_TURN = re.compile(r"([A-H])([0-9]{1,4})(!?)(?:(\+)([0-9]{1,2}-[0-9]{1,2})?)?")
_PATH = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2})+")
_LAY = re.compile(r"([A-H]) ([0-9]{1,2}(?: ?- ?[0-9]{1,2})+) ?@ ?([A-Z])( TAP)?( ?!)?")
_MOVE = re.compile(r"([A-Z])(?: |(?=\+|--))(.+?) ?(!?)")
# A pass is two hyphens, which phones turn into one long dash.
_PASSED = re.compile(r"(?<![0-9 ]) ?[‒–—―−]+(?= ?!?$)")
_PLAIN: dict[str, type[Pass | Done | Caught]] = {"--": Pass, "DONE": Done, "CAUGHT": Caught}


def read_position(text: str) -> Position:
    """Read a position from one line of text. Raises NotationError (a ValueError), which names the faulty part."""
    parts = printable(text).split()
    if len(parts) != 5:
        raise NotationError(say("notation.five-parts", count=len(parts)))
    book = _read_book(parts[0])
    engine = _number(parts[1], "engine", book.options.highest)
    trains, first = _read_trains(parts[2].upper(), book, engine)
    turn = _read_turn(parts[3].upper(), trains, book)
    down = _down(trains, engine)
    check_drawn(turn, parts[3], down)
    boneyard = None if parts[4] == "?" else _number(parts[4], "boneyard", len(full_set(book.options.highest)))
    check_count(book, trains, boneyard, down)
    return make_position(book=book, engine=engine, trains=trains, first=first, turn=turn, boneyard=boneyard, down=down)


def write_position(position: Position) -> str:
    """The position as text that `read_position` reads."""
    trains = "/".join(_write_train(train, position.first) for train in position.trains)
    boneyard = "?" if position.boneyard is None else position.boneyard
    return f"{position.book} {position.engine} {trains} {write_turn(position.whole_turn)} {boneyard}"


def write_turn(turn: Turn) -> str:
    """The turn as written in a position: `B2`, `B2!` if an extra tile is owed, `B2+9-4` if a tile was drawn."""
    if not turn.seat:
        return "-"
    drawn = f"+{turn.drawn or ''}" if turn.has_drawn else ""
    return f"{turn.seat}{turn.number}{'!' if turn.owes else ''}{drawn}"


def read_hand(text: str, position: Position) -> tuple[Tile, ...]:
    """The tiles of a hand at this table.

    Raises NotationError for a tile that is not in the set or is already on the table.
    """
    hand = read_tiles(text)
    for domino in hand:
        if domino.high > position.book.options.highest:
            raise NotationError(say("reason.tile-not-in-set", tile=domino))
        if domino.bit & position.down:
            raise NotationError(say("reason.tile-already-down", tile=domino))
    return hand


def read_move(text: str) -> Move:
    """The move described by a string such as `A 9-4@M` or `B +`. Raises NotationError for any other string."""
    if len(text) > LONGEST:
        raise NotationError(say("notation.no-move", text=text[:40]))
    # Several spaces become one, so that no pattern takes quadratic time.
    words = " ".join(printable(_PASSED.sub(" --", " ".join(text.split()))).split()).upper()
    if lay := _LAY.fullmatch(words):
        return _read_lay(*lay.groups())
    found = _MOVE.fullmatch(words)
    if found is None or found[1] not in SEATS:
        raise NotationError(say("notation.no-move", text=text[:40]))
    seat, action, overruled = found[1], found[2], bool(found[3])
    if action.startswith("+"):
        drawn = action[1:].strip()
        return Draw(seat, read_tile(drawn) if drawn else None, overruled)
    plain = _PLAIN.get(action)
    if plain is None:
        raise NotationError(say("notation.no-deed", text=action[:40].lower()))
    return plain(seat, overruled)


def _read_lay(seat: str, path: str, train: str, tap: str | None, overruled: str | None) -> Lay:
    chain = tuple([read_pip(pip) for pip in path.split("-")])
    if len(chain) > _LONGEST_CHAIN:
        raise NotationError(say("notation.long-run", count=len(chain) - 1))
    if len(chain) == 2 and chain[0] < chain[1]:
        chain = chain[1], chain[0]
    return Lay(seat=seat, chain=chain, train=train, tap=bool(tap), is_overruled=bool(overruled))


def read_move_of(seat: str, text: str) -> Move:
    """The move described by `text`, made by `seat` if the text names no seat. Raises NotationError as `read_move` does."""
    try:
        return read_move(text)
    except NotationError:
        with suppress(NotationError):
            return read_move(f"{seat} {text}")
        raise


def write_path(path: Sequence[int]) -> str:
    """The pips of a train, from the engine outward: `9-7-3-3`."""
    return "-".join(map(str, path))


def write_move(move: Move) -> str:
    """The move as text that `read_move` reads."""
    agreed = " !" if move.is_overruled else ""
    if isinstance(move, Lay):
        return f"{move.seat} {write_path(move.chain)}@{move.train}{' tap' if move.tap else ''}{agreed}"
    if isinstance(move, Draw):
        return f"{move.seat} +{move.drawn or ''}{agreed}"
    word = {Pass: "--", Done: "done", Caught: "caught"}[type(move)]
    return f"{move.seat} {word}{agreed}"


def printable(text: str) -> str:
    """The text with plain digits and dashes.

    Raises NotationError if it is too long or has characters that the notation does not use.
    """
    if len(text) > LONGEST:
        raise NotationError(say("notation.too-long", count=len(text)))
    text = plain_signs(text)
    if text.isascii() and text.isprintable():
        return text
    if not text.isascii() or not all(letter.isprintable() or letter in "\t\r\n" for letter in text):
        strange = next(letter for letter in text if not letter.isascii() or not letter.isprintable())
        raise NotationError(say("notation.strange", letter=strange))
    return text


def _read_book(text: str) -> RuleBook:
    try:
        return read_rules(text.lower())
    except BookError as error:
        raise NotationError(say("notation.rules", text=text[:60], why=error)) from error


def _number(text: str, what: str, most: int) -> int:
    if not text.isdecimal() or len(text) > 4 or int(text) > most:
        raise NotationError(say("notation.no-number", part=what, text=text[:20], most=most))
    return int(text)


def read_pip(text: str) -> int:
    """Read a number on a tile. Raises NotationError for a number that no set has."""
    pip = int(text)
    if pip > LARGEST_PIP:
        raise NotationError(say("notation.pips", text=text.strip(), largest=LARGEST_PIP))
    return pip


def _read_trains(text: str, book: RuleBook, engine: int) -> tuple[tuple[Train, ...], str]:
    words = text.split("/")
    if not FEWEST_PLAYERS < len(words) <= MOST_PLAYERS + 1:
        raise NotationError(say("notation.trains", count=len(words)))
    trains, opened, names = [], "", [*SEATS[: len(words) - 1], MEXICAN]
    for word, name in zip(words, names, strict=True):
        match = _TRAIN.fullmatch(word)
        if match is None or match[1] != name:
            raise NotationError(say("notation.expected", text=word[:40], name=name, engine=engine))
        if name == MEXICAN and (match[2] or match[3] or match[5]):
            raise NotationError(say("notation.nobodys", text=word[:40]))
        if match[2] and opened:
            raise NotationError(say("notation.one-opener", text=word[:40]))
        opened = name if match[2] else opened
        path = _read_path(word, match[6], book, engine)
        trains.append(
            Train(
                name=name,
                path=path,
                has_marker=bool(match[5]),
                count=int(match[3]) if match[3] else None,
                is_untapped=bool(match[4]),
            )
        )
    return tuple(trains), opened or SEATS[0]


def _read_path(word: str, text: str | None, book: RuleBook, engine: int) -> tuple[int, ...]:
    if text is None:
        return ()
    if not _PATH.fullmatch(text):
        raise NotationError(say("notation.no-path", text=word[:40], engine=engine))
    path = tuple(map(int, text.split("-")))
    if path[0] != engine:
        raise NotationError(say("notation.path-begins", text=word[:40], engine=engine, pip=path[0]))
    if max(path) > book.options.highest:
        raise NotationError(say("notation.path-pip", text=word[:40], pip=max(path)))
    return path


def _read_turn(text: str, trains: tuple[Train, ...], book: RuleBook) -> Turn:
    if text == "-":
        return Turn()
    match = _TURN.fullmatch(text)
    if match is None or int(match[2]) < 1:
        raise NotationError(say("notation.turn", text=text[:20]))
    if seat_index(match[1]) >= len(trains) - 1:
        raise NotationError(say("notation.no-seat", text=text, seat=match[1]))
    drawn = read_tile(match[5]) if match[5] else None
    turn = Turn(seat=match[1], number=int(match[2]), owes=bool(match[3]), has_drawn=bool(match[4]), drawn=drawn)
    check_turn(turn, text, book)
    return turn


def _down(trains: tuple[Train, ...], engine: int) -> int:
    down = tile(engine, engine).bit
    for train in trains:
        for domino in train.tiles:
            if domino.bit & down:
                raise NotationError(say("notation.lies-twice", train=train.name, tile=domino))
            down |= domino.bit
    return down


def _write_train(train: Train, first: str) -> str:
    opened = "^" if train.name == first != SEATS[0] else ""
    count = "" if train.count is None else f"({train.count}){'~' if train.is_untapped else ''}"
    path = f":{write_path(train.path)}" if train.path else ""
    return f"{train.name}{opened}{count}{'*' if train.has_marker else ''}{path}"
