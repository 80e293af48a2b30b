"""Reads a club file. Every field is checked before anything is done with it."""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from models.files.fields import (
    FileError,
    Part,
    Ref,
    check_doubles,
    check_number,
    check_text_field,
    field_refusal,
    read_day,
    read_part,
)
from models.files.lines import LINES_OF_ROUND, LINES_OF_SHEET, Facts, SignedLine
from models.files.older_files import objects_in, pin_file
from models.files.schema import VERSION, ClubFile, FileGame
from models.files.tournament import check_tournament
from models.ledger.games import Game
from models.ledger.lines import NewRules, Payload, Score, Seating, WentOn
from models.ledger.moves import MOST_LINES, MoveMade, RoundPayload, TableLaid
from models.sheets.fold import fold, read_left
from models.sheets.round import check_lines
from models.texts import say
from rules import read_move, read_position, read_rules, read_tiles
from rules.books.deal_table import MOST_ON_A_SHEET
from rules.names import fold_name, is_visible, typed_name
from rules.table.deal import read_engines


class FileLimits(NamedTuple):
    """The largest number of each thing that a file may contain, to limit the cost of an import."""

    nights: int
    games: int
    players: int
    tournaments: int
    house_rules: int
    lines: int
    pairs: int


# The most games that a club may have after an import on a page: others have to wait while its ratings are computed.
MOST_GAMES_OF_A_CLUB = 3000
_LONGEST_TO_CLEAN = 200
# `pairs` counts the pairs of players who met, once for each month, each year and all time: each of these gets a tally.
FROM_A_PAGE = FileLimits(
    nights=1000, games=600, players=1000, tournaments=50, house_rules=200, lines=3000, pairs=12_000
)


def read_club(text: str, most: FileLimits | None = None) -> ClubFile:
    """Read a club file, within the limits of `most` if it is given.

    Raises FileError, which says where something cannot be read or is too big.
    """
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(say("file.no-json")) from error
    if not isinstance(facts, dict):
        raise FileError(say("file.no-object", where="file"))
    version = facts.get("roundhouse")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise FileError(say("file.other-version", version=VERSION))
    if version == 1:
        pin_file(facts)
    if most:
        _check_lengths(facts, most)
    _clean_names(facts)
    file = read_part(facts, ClubFile)
    if most:
        _check_size(file, most)
    _check(file, facts)
    return file


def _clean_names(facts: Facts) -> None:
    """Remove invisible characters from the players' names, as forms do, unless two names would become the same."""
    # Names that are far too long would take a long time to clean; they are refused below.
    names = (player.get("name") for player in objects_in(facts, "players"))
    named = [name for name in names if isinstance(name, str) and len(name) <= _LONGEST_TO_CLEAN]
    cleaned = {fold_name(name): typed_name(name) for name in named}
    alike = Counter(map(fold_name, cleaned.values()))
    clean = {folded: name for folded, name in cleaned.items() if is_visible(name) and alike[fold_name(name)] == 1}

    def cleaned_name(name: Any) -> Any:
        return clean.get(fold_name(name), name) if isinstance(name, str) and len(name) <= _LONGEST_TO_CLEAN else name

    for player in objects_in(facts, "players"):
        player["name"] = cleaned_name(player.get("name"))
    games = (game for night in objects_in(facts, "nights") for game in objects_in(night, "games"))
    for seat in (seat for game in games for seat in objects_in(game, "seats")):
        seat["player"] = cleaned_name(seat.get("player"))
    for tournament in objects_in(facts, "tournaments"):
        if isinstance(tournament.get("players"), list):
            tournament["players"] = [*map(cleaned_name, tournament["players"])]


def _check_lengths(facts: Facts, most: FileLimits) -> None:
    """Raise FileError if a list in the file is too long, before anything in it is read."""
    for name in ("nights", "players", "tournaments", "house_rules"):
        if isinstance(facts.get(name), list):
            _check_most(name, len(facts[name]), most)


def _check_most(name: str, count: int, most: FileLimits) -> None:
    allowed: int = getattr(most, name)
    if count > allowed:
        raise FileError(say("file.too-much", what=say(f"file.what.{name}"), count=count, most=allowed))


def _check_size(file: ClubFile, most: FileLimits) -> None:
    """Raise FileError if a file holds more nights, games, lines or pairs than is allowed.

    Command line imports have no such limits. `_check_lengths` has counted the other things already.
    """
    games = [game for night in file.nights for game in night.games]
    went_on = sum(line.content is WentOn for game in games for line in game.lines)
    counted = {
        "nights": len(file.nights) + went_on,
        "games": len(games),
        "lines": max((len(game.lines) for game in games), default=0),
        "pairs": _count_pairs(file),
    }
    for name, count in counted.items():
        _check_most(name, count, most)


def _count_pairs(file: ClubFile) -> int:
    """The number of pairs of players who met, counted for each month, each year and all time. Players are told apart by name."""
    met: set[tuple[str, object]] = set()
    for night in file.nights:
        day = str(night.date)
        for game in night.games:
            names = sorted({seat.player for seat in game.seats[:MOST_ON_A_SHEET]})
            met |= {(span, pair) for pair in combinations(names, 2) for span in (day[:7], day[:4], "")}
    return len(met)


def _check(file: ClubFile, facts: Facts) -> None:
    """Raise FileError if players, nights, seats or lines contradict each other, or if a game does not add up."""
    names = {fold_name(player.name) for player in file.players}
    for number, made in enumerate(file.house_rules):
        check_text_field(made.rules, read_rules, f"house_rules[{number}].rules")
    seated: dict[str, list[str]] = {}
    for night, file_night in enumerate(file.nights):
        for number, game in enumerate(file_night.games):
            where = f"nights[{night}].games[{number}]"
            _check_seats(game, where, names)
            check_text_field(game.rules, read_rules, f"{where}.rules")
            check_doubles(game.engines, game.book, f"{where}.engines")
            _check_lines(game, facts["nights"][night]["games"][number], where)
            _check_game(game)
            seated[game.ref] = [seat.player for seat in game.seats]
    nights = {night.ref for night in file.nights}
    for number, tournament in enumerate(file.tournaments):
        check_tournament(tournament, f"tournaments[{number}]", names, nights, seated)


def _check_seats(game: FileGame, where: str, names: set[str]) -> None:
    for number, seat in enumerate(game.seats):
        if fold_name(seat.player) not in names:
            raise field_refusal(f"{where}.seats[{number}].player", say("file.no-player", name=seat.player))
    players = {fold_name(seat.player) for seat in game.seats}
    places = [seat.place for seat in game.seats if seat.place is not None]
    if len(players) < len(game.seats) or len(set(places)) < len(places) or len(players) < 2:
        raise field_refusal(f"{where}.seats", say("file.seats"))
    colours = [seat.colour for seat in game.seats if seat.colour is not None]
    if len(set(colours)) < len(colours):
        raise field_refusal(f"{where}.seats", say("file.colours"))


def _check_lines(game: FileGame, facts: Facts, where: str) -> None:
    """Raise FileError for an invalid line on a game's sheet or in its tracked rounds, or for an invalid hand."""
    for number, (line, fields) in enumerate(zip(game.lines, facts.get("lines", ()), strict=True), 1):
        place = f"{where}.lines[{number - 1}]"
        _check_line(line, fields, (number, len(game.seats)), place)
        _check_sense(line.payload, len(game.seats), place)
    if len({kept.round for kept in game.kept}) < len(game.kept):
        raise field_refusal(f"{where}.kept", say("file.a-round-twice"))
    if any(len(kept.lines) > MOST_LINES for kept in game.kept):
        raise field_refusal(f"{where}.kept", say("file.too-many-lines", most=MOST_LINES))
    for round, kept in enumerate(game.kept):
        for number, (move, fields) in enumerate(zip(kept.lines, facts["kept"][round].get("lines", ()), strict=True), 1):
            place = f"{where}.kept[{round}].lines[{number - 1}]"
            _check_line(move, fields, (number, len(game.seats)), place)
            _check_move(move.payload, len(game.seats), place)
    for number, hand in enumerate(game.hands):
        check_number(hand.seat, len(game.seats), f"{where}.hands[{number}].seat")
        check_text_field(hand.tiles, read_tiles, f"{where}.hands[{number}].tiles")


def _not_of(kinds: Sequence[type[Part]]) -> dict[type[Part], tuple[str, ...]]:
    """The fields, except for `out`, that these kinds of lines must not have because only other kinds have them."""
    names = dict.fromkeys(name for kind in kinds for name in kind.__struct_encode_fields__ if name != "out")
    return {kind: tuple(name for name in names if name not in kind.__struct_encode_fields__) for kind in kinds}


_NOT_OF = _not_of(LINES_OF_SHEET) | _not_of(LINES_OF_ROUND)
# The values that mean that a field is empty; in all other fields, null means that.
_EMPTY: Facts = {"text": "", "seats": []}


def _check_line(line: SignedLine, fields: Facts, bounds: tuple[int, int], where: str) -> None:
    """Raise FileError if a line has fields of another kind of line, or refers to a missing seat or earlier line.

    `bounds` are the line's own number and the number of seats.
    """
    for name in _NOT_OF[type(line)]:
        if name in fields and fields[name] != _EMPTY.get(name):
            says = "file.seats" if name == "seats" else "file.not-of-this"
            raise field_refusal(f"{where}.{name}", say(says, kind=line.__struct_config__.tag))
    number, seats = bounds
    for name, most in (("entry", number), ("seat", seats), ("strikes", number - 1), ("after", number - 1)):
        check_number(getattr(line, name, None), most, f"{where}.{name}")


def _check_sense(payload: Payload, seats: int, where: str) -> None:
    """Raise FileError unless a line of a sheet makes sense."""
    if isinstance(payload, Score) and payload.is_out and payload.pips:
        raise field_refusal(f"{where}.pips", say("file.out-has-none"))
    try:
        match payload:
            case Score():
                read_left(payload.text, payload.pips, payload.is_out)
            case Seating():
                if not set(payload.seats) <= set(range(1, seats + 1)) or len(set(payload.seats)) < len(payload.seats):
                    raise ValueError(payload.text)
            case NewRules():
                rules, engines = payload.text.split(" ")
                read_engines(engines.replace("-", " "), read_rules(rules))
            case WentOn(text) if text:
                day, ref = text.split(" ")
                read_day(day), read_part(ref, Ref)
    except (ValueError, IndexError) as error:
        raise field_refusal(f"{where}.text", say("file.no-sense", text=getattr(payload, "text", "")[:40])) from error


def _check_move(payload: RoundPayload, seats: int, where: str) -> None:
    """Raise FileError unless a line of a tracked round makes sense."""
    if isinstance(payload, MoveMade):
        check_text_field(payload.move, read_move, f"{where}.text")
    elif isinstance(payload, TableLaid):
        check_text_field(payload.position, read_position, f"{where}.text")
        fits = max(payload.seats, default=0) <= seats and len(set(payload.seats)) == len(payload.seats)
        if not fits or len(payload.seats) != len(read_position(payload.position).seats):
            raise field_refusal(f"{where}.seats", say("file.seats"))


def _check_game(game: FileGame) -> None:
    """Raise FileError unless a game's lines make up a sheet, and those of its tracked rounds make up tables."""
    try:
        sheet = fold(Game(rules=game.book, engines=game.engines), game.named_seats, game.sheet)
        for entered in game.moves.values():
            check_lines(entered, sheet.book)
    except (ValueError, LookupError) as error:
        names = ", ".join(seat.player for seat in game.seats)
        raise FileError(say("file.no-game", names=names, why=error)) from error
