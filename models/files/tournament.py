"""A tournament in a club's file: written, read with every field checked, and brought in."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple, assert_never, cast

from sqlalchemy import CursorResult, select, update

from models.files.fields import Fields, FileError, read_ref
from models.ledger.games import Game
from models.ledger.nights import Night
from models.ledger.tournament_lines import (
    LONGEST_REASON,
    ClockOff,
    ClockSet,
    Decided,
    Deed,
    Entered,
    HallLine,
    OtherGames,
    Seated,
    Shortened,
    TournamentLine,
    TournamentPayload,
    Withdrew,
    lines_of_tournament,
    pack_tournament_line,
)
from models.ledger.tournaments import LONGEST_LOT, Entrant, HallTable, Tournament, entrants_of, tables_of
from models.store.columns import LONGEST_NAME, Base
from models.store.database import db, insert_many
from models.texts import say
from rules import RuleBook, read_rules
from rules.books.deal_table import MOST_PLAYERS
from rules.names import fold_name
from rules.tournament.plan import MOST_GAMES, Format, Groups, Stake, Way

Facts = dict[str, Any]

_MOST_STAGES, _MOST_TABLES, _MOST_MINUTES = 200, 500, 24 * 60


class FileTournament(NamedTuple):
    """A tournament as a file has it: its own facts, its players by name in the order of their numbers, tables, lines."""

    ref: str
    night: str
    name: str
    format: Format
    games: int
    largest: int
    movers: int
    rules: RuleBook
    engines: tuple[int, ...]
    lot: str
    started_at: datetime
    started_by: str
    players: tuple[str, ...]
    tables: tuple[Facts, ...]
    lines: tuple[TournamentLine, ...]


def tournament_facts(tournament: Tournament) -> Facts:
    """A tournament as it stands in the file."""
    night = db.session.get_one(Night, tournament.night_id)
    return {
        "ref": tournament.origin or tournament.ref,
        "night": night.ref,
        "name": tournament.name,
        "format": tournament.format.value,
        "games": tournament.games,
        "largest": tournament.largest,
        "movers": tournament.movers,
        "rules": str(tournament.rules),
        "engines": list(tournament.engines),
        "lot": tournament.lot,
        "started_at": tournament.started_at,
        "started_by": tournament.started_by,
        "players": [one.name for one in entrants_of(tournament.id)],
        "tables": [
            {
                "game": game.origin or game.ref,
                "stage": table.stage,
                "table": table.number,
                "stake": table.stake.value,
                "settles": table.settles,
            }
            for game, table in tables_of(tournament.id)
        ],
        "lines": [
            {
                "deed": line.payload.deed.value,
                "stage": line.stage,
                "table": line.table,
                "facts": line.payload.pack(),
                "reason": line.reason,
                "by": line.by,
                "at": line.at,
            }
            for line in lines_of_tournament(tournament.id)
        ],
    }


def read_tournament(
    one: Fields, names: set[str], nights: set[str], games: Mapping[str, Collection[str]]
) -> FileTournament:
    """A tournament of a file that has these players and nights, and games by their ref with who sat there. Raises FileError."""
    book = one.read("rules", read_rules, "file.a-text")
    players = one.facts.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) and fold_name(name) in names for name in players):
        raise one.wrong("players", say("file.players"))
    if len({fold_name(name) for name in players}) < len(players):
        raise one.wrong("players", say("file.players"))
    night = one.text("night", LONGEST_NAME)
    if night not in nights:
        raise one.wrong("night", say("file.not-in-file"))
    found = FileTournament(
        read_ref(one),
        night,
        one.name("name"),
        one.read("format", Format, "file.a-kind"),
        one.number("games", 1, MOST_GAMES),
        one.number("largest", 2, MOST_PLAYERS),
        one.number("movers", 1, MOST_PLAYERS),
        book,
        one.engines(book),
        one.text("lot", LONGEST_LOT),
        one.moment("started_at"),
        one.text("started_by", LONGEST_NAME),
        tuple(players),
        tuple(_table(table, games) for table in one.list("tables")),
        tuple(_line(line, number, book, len(players)) for number, line in enumerate(one.list("lines"), 1)),
    )
    _check_order(one, found)
    entered = {fold_name(name) for name in players}
    for table in found.tables:
        if not {fold_name(name) for name in games[table["game"]]} <= entered:
            raise one.wrong("players", say("file.players"))
    return found


def _check_order(one: Fields, found: FileTournament) -> None:
    """Stages follow one another, no table stands twice, every game is one table, and lines are about stages that there are."""
    stages = {table["stage"] for table in found.tables}
    places = {(table["stage"], table["number"]) for table in found.tables}
    games = {table["game"] for table in found.tables}
    if stages != set(range(1, len(stages) + 1)) or not len(places) == len(games) == len(found.tables):
        raise one.wrong("tables", say("file.tables"))
    about_tables = (line for line in found.lines if isinstance(line.payload, Seated | Decided))
    if not {line.stage for line in about_tables} <= stages:
        raise one.wrong("lines", say("file.not-in-file"))


def _table(one: Fields, games: Collection[str]) -> Facts:
    game = one.text("game", LONGEST_NAME)
    if game not in games:
        raise one.wrong("game", say("file.not-in-file"))
    return {
        "game": game,
        "stage": one.number("stage", 1, _MOST_STAGES),
        "number": one.number("table", 1, _MOST_TABLES),
        "stake": one.read("stake", Stake, "file.a-kind"),
        "settles": one.number("settles", 0, _MOST_TABLES),
    }


def _line(one: Fields, number: int, book: RuleBook, players: int) -> TournamentLine:
    deed = one.read("deed", Deed, "file.a-kind")
    facts = Fields(one.facts.get("facts"), f"{one.where}facts.")
    stage, table = one.number("stage", 0, _MOST_STAGES), one.number("table", 0, _MOST_TABLES)
    payload = _read_payload(deed, facts, book, players)
    reason, by = one.text("reason", LONGEST_REASON, ""), one.text("by", LONGEST_NAME)
    return TournamentLine(number, payload, stage, table, reason, by, one.moment("at"))


def _read_payload(deed: Deed, facts: Fields, book: RuleBook, players: int) -> TournamentPayload:
    """What a line of this deed says, with every part checked. Raises FileError."""
    match deed:
        case Deed.ENTER:
            return Entered(_numbers(facts, "entrants", players))
        case Deed.WITHDRAW:
            return Withdrew(_numbers(facts, "entrants", players))
        case Deed.SEAT:
            lot = facts.text("lot", LONGEST_LOT) if "lot" in facts.facts else None
            free = facts.number("free", 1, players) if "free" in facts.facts else None
            return Seated(lot, free, facts.number("repeats", 0, 99_999))
        case Deed.GAMES:
            return OtherGames(facts.number("games", 1, MOST_GAMES))
        case Deed.SCHEDULE:
            return Shortened(facts.engines(book))
        case Deed.CLOCK:
            return ClockSet(facts.number("minutes", 0, _MOST_MINUTES), facts.number("warn", 0, _MOST_MINUTES))
        case Deed.CLOCK_OFF:
            return ClockOff()
        case Deed.DECIDE:
            return _read_decision(facts, players)
    assert_never(deed)


def _read_decision(facts: Fields, players: int) -> Decided:
    how, tied = facts.read("how", Way, "file.a-kind"), _numbers(facts, "players", players)
    match how:
        case Way.PLAYOFF:
            return Decided(how, tied, table=facts.number("table", 1, _MOST_TABLES))
        case Way.LOT:
            lot = facts.text("lot", LONGEST_LOT)
            return Decided(how, tied, _order(facts, tied), lot)
        case Way.ROUNDS:
            return Decided(how, tied, _order(facts, tied))
    assert_never(how)


def _order(facts: Fields, tied: tuple[int, ...]) -> Groups:
    """Everybody who was level, in groups, once."""
    found = facts.facts.get("order")
    if not isinstance(found, list) or not all(isinstance(group, list) for group in found):
        raise facts.wrong("order", say("file.a-list"))
    groups = tuple(tuple(group) for group in found)
    everybody = [one for group in groups for one in group]
    if not all(type(one) is int for one in everybody) or sorted(everybody) != sorted(tied):
        raise facts.wrong("order", say("file.a-list"))
    return groups


def _numbers(facts: Fields, name: str, players: int) -> tuple[int, ...]:
    found = facts.facts.get(name)
    if not isinstance(found, list) or not all(type(one) is int and 1 <= one <= players for one in found):
        raise facts.wrong(name, say("file.a-list"))
    return tuple(found)


def goes_on_with(tournament: Tournament, one: FileTournament, players: Mapping[str, int]) -> bool:
    """Whether the file has more of a tournament that is here as far as it goes; one in the bin, or otherwise here, stays."""
    entrants, lines = entrants_of(tournament.id), lines_of_tournament(tournament.id)
    mine = [entrant.player_id for entrant in entrants]
    theirs = [players.get(fold_name(name)) for name in one.players]
    said = [(line.payload, line.at) for line in lines]
    told = [(line.payload, line.at) for line in one.lines]
    goes_on = theirs[: len(mine)] == mine and told[: len(said)] == said and len(told) > len(said)
    return goes_on and tournament.binned_at is None


class Ids(NamedTuple):
    """The ids of players by their folded names, and of games by the file's refs."""

    players: Mapping[str, int]
    games: Mapping[str, int]


def bring_tournament(ref: str, one: FileTournament, club_id: int, night_id: int, ids: Ids) -> None:
    """Write what the file has of a tournament, new under this name or here as far as it goes.

    Raises FileError where a game of it is a table of another.
    """
    tournament = db.session.scalar(select(Tournament).where(Tournament.ref == ref))
    if tournament is None:
        facts = one._asdict()
        for name in ("ref", "night", "players", "tables", "lines"):
            del facts[name]
        origin = None if ref == one.ref else one.ref
        tournament = Tournament(ref=ref, origin=origin, club_id=club_id, night_id=night_id, **facts)
        db.session.add(tournament)
        db.session.flush()
    _write(tournament.id, one, ids)


def _write(tournament_id: int, one: FileTournament, ids: Ids) -> None:
    """Write what the file has behind the entrants, tables and lines that are here."""
    here = len(entrants_of(tournament_id)), len(lines_of_tournament(tournament_id))
    rows: dict[type[Base], list[Facts]] = {
        Entrant: [
            {"tournament_id": tournament_id, "number": number, "player_id": ids.players[fold_name(name)]}
            for number, name in enumerate(one.players[here[0] :], here[0] + 1)
        ],
        HallLine: [pack_tournament_line(tournament_id, line) for line in one.lines[here[1] :]],
    }
    placed = {game.id for game, _ in tables_of(tournament_id)}
    tables = {ids.games[table["game"]]: table for table in one.tables if ids.games[table["game"]] not in placed}
    rows[HallTable] = [
        {"game_id": game_id, **{name: table[name] for name in ("stage", "number", "stake", "settles")}}
        for game_id, table in tables.items()
    ]
    taken = update(Game).where(Game.id.in_(tables), Game.tournament_id.is_(None)).values(tournament_id=tournament_id)
    if tables and cast("CursorResult[Any]", db.session.execute(taken)).rowcount < len(tables):
        raise FileError(say("file.does-not-fit"))
    for model, new in rows.items():
        insert_many(model, new)
