"""Reading a club's file: every field is checked before anything is done with it."""

import json
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from models.files.fields import Fields, FileError, read_ref
from models.files.lines import MOST_ROUNDS, Facts, read_line, read_move_line
from models.files.older_files import pin_file
from models.files.schema import VERSION, ClubFile, FileGame, FileNight, FileNote, FilePlayer, FileRules
from models.files.tournament import read_tournament
from models.ledger.games import Game
from models.ledger.lines import Kind, SheetLine
from models.ledger.moves import MOST_LINES
from models.ledger.seats import NamedSeat
from models.sheets.fold import fold
from models.sheets.round import check_lines
from models.store.columns import LONGEST_NAME
from models.texts import say
from rules import RuleBook, read_rules, read_tiles
from rules.books.deal_table import MOST_PLAYERS
from rules.names import fold_name
from rules.table.deal import tiles_each
from rules.table.notation import LONGEST

_LONGEST_NOTE = 2000


class Most(NamedTuple):
    """How much of everything a file may hold, so that what it costs to bring it in is known."""

    nights: int
    games: int
    players: int
    tournaments: int
    house_rules: int
    lines: int
    pairs: int


# `pairs` are those who sat at one table, counted again in every month, in every year and for all time: a tally is kept of each.
# How many games a club may have that grows by files from a page: its ratings are worked out while others wait.
MOST_GAMES_OF_A_CLUB = 3000
FROM_A_PAGE = Most(nights=1000, games=1000, players=1000, tournaments=50, house_rules=200, lines=3000, pairs=12_000)


def read_club(text: str, most: Most | None = None) -> ClubFile:
    """What a file holds, which may be bounded. Raises FileError, which says where it cannot be read or is too much."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(say("file.no-json")) from error
    file = Fields(facts, "")
    version = file.facts.get("roundhouse")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise FileError(say("file.other-version", version=VERSION))
    if version < VERSION:
        pin_file(file.facts)
    if most:
        _check_size(file, most)
    club = Fields(file.facts.get("club"), "club.")
    players = tuple(
        FilePlayer(read_ref(one), one.name("name"), one.moment("joined_at"), one.perhaps("archived_at", one.moment))
        for one in file.list("players")
    )
    made = tuple(
        FileRules(
            one.name("name"),
            _rules(one),
            one.moment("made_at"),
            one.text("made_by", LONGEST_NAME),
            one.perhaps("was_called", one.name),
            bool(one.facts.get("gone")),
        )
        for one in file.list("house_rules")
    )
    names = {fold_name(player.name) for player in players}
    nights = tuple(_night(one, names) for one in file.list("nights"))
    games = {game.ref: [name for name, _ in game.seats] for night in nights for game in night.games}
    held = {night.ref for night in nights}
    tournaments = tuple(read_tournament(one, names, held, games) for one in file.list("tournaments"))
    return ClubFile(read_ref(club), club.name("name"), club.moment("founded_at"), players, made, nights, tournaments)


def _check_size(file: Fields, most: Most) -> None:
    """Raise FileError where a file holds more of something than it may; at the terminal there is no such bound."""
    nights = file.list("nights")
    games = [game for night in nights for game in night.list("games")]
    went_on = sum(line.facts.get("kind") == Kind.GO_ON for game in games for line in game.list("lines"))
    counted = {name: len(file.list(name)) for name in ("players", "tournaments", "house_rules")}
    counted |= {"nights": len(nights) + went_on, "games": len(games), "pairs": _count_pairs(nights)}
    counted["lines"] = max((len(game.list("lines")) for game in games), default=0)
    for name, allowed in most._asdict().items():
        if counted[name] > allowed:
            raise FileError(say("file.too-much", what=say(f"file.what.{name}"), count=counted[name], most=allowed))


def _count_pairs(nights: Sequence[Fields]) -> int:
    """How many pairs of seats met in each month, each year and ever; whoever cannot be told apart here counts as one."""
    met: set[tuple[str, object]] = set()
    for night in nights:
        day = str(night.facts.get("date"))
        for game in night.list("games"):
            names = sorted({str(seat.facts.get("player")) for seat in game.list("seats")[:MOST_PLAYERS]})
            met |= {(span, pair) for pair in combinations(names, 2) for span in (day[:7], day[:4], "")}
    return len(met)


def _rules(one: Fields) -> RuleBook:
    return one.read("rules", read_rules, "file.a-text")


def _night(one: Fields, names: set[str]) -> FileNight:
    notes = tuple(
        FileNote(note.text("text", _LONGEST_NOTE), note.text("by", LONGEST_NAME), note.moment("at"))
        for note in one.list("notes")
    )
    games = tuple(_game(game, names) for game in one.list("games"))
    return FileNight(read_ref(one), one.day("date"), one.moment("started_at"), notes, games)


def _game(one: Fields, names: set[str]) -> FileGame:
    book = _rules(one)
    engines = one.engines(book)
    seats = tuple(_seat(seat) for seat in one.list("seats"))
    for number, (name, _) in enumerate(seats):
        if fold_name(name) not in names:
            raise one.wrong(f"seats[{number}].player", say("file.no-player", name=name))
    places = [place for _, place in seats if place is not None]
    if len({fold_name(name) for name, _ in seats}) < len(seats) or len(set(places)) < len(places) or len(seats) < 2:
        raise one.wrong("seats", say("file.seats"))
    lines = one.list("lines")
    kept = {round.number("round", 1, MOST_ROUNDS): round.list("lines") for round in one.list("kept")}
    if len(kept) < len(one.list("kept")):
        raise one.wrong("kept", say("file.a-round-twice"))
    if any(len(entered) > MOST_LINES for entered in kept.values()):
        raise one.wrong("kept", say("file.too-many-lines", most=MOST_LINES))
    game = FileGame(
        read_ref(one),
        book,
        engines,
        one.moment("started_at"),
        one.text("started_by", LONGEST_NAME),
        seats,
        tuple(read_line(line, number, len(seats)) for number, line in enumerate(lines, 1)),
        {
            round: tuple(read_move_line(line, number, len(seats)) for number, line in enumerate(entered, 1))
            for round, entered in kept.items()
        },
        tuple(_hand(hand, len(seats)) for hand in one.list("hands")),
        one.facts,
    )
    _check_game(game)
    return game


def _check_game(one: FileGame) -> None:
    """What is in the file makes a sheet, and its kept rounds make tables. Raises FileError."""
    try:
        seats = [NamedSeat(number, number, name, place) for number, (name, place) in enumerate(one.seats, 1)]
        lines = [SheetLine(line.number, line.entry, line.payload) for line in one.lines]
        sheet = fold(Game(rules=one.rules, engines=one.engines), seats, lines)
        for players in {len(round.here) for round in sheet.rounds}:
            tiles_each(sheet.book, players)
        for entered in one.moves.values():
            check_lines(entered, sheet.book)
    except (ValueError, LookupError) as error:
        names = ", ".join(name for name, _ in one.seats)
        raise FileError(say("file.no-game", names=names, why=error)) from error


def _seat(one: Fields) -> tuple[str, int | None]:
    return one.name("player"), one.perhaps("place", lambda name: one.number(name, 1, MOST_PLAYERS))


def _hand(one: Fields, seats: int) -> Facts:
    one.read("tiles", read_tiles, "file.a-text")
    return {
        "round": one.number("round", 1, MOST_ROUNDS),
        "seat_id": one.number("seat", 1, seats),
        "tiles": one.text("tiles", LONGEST),
        "by": one.text("by", LONGEST_NAME),
        "at": one.moment("at"),
    }
