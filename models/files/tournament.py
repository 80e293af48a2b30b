"""Tournaments in a club file: their types and checks, and how they are exported and imported."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, NamedTuple, cast

from msgspec import Meta, to_builtins
from msgspec.structs import asdict
from sqlalchemy import CursorResult, select, update

from models.files.fields import (
    FileError,
    Many,
    Moment,
    Name,
    Part,
    Ref,
    WithRules,
    check_doubles,
    check_text_field,
    field_refusal,
)
from models.files.lines import Facts
from models.files.rows import columns_of, write_part
from models.files.tournament_lines import DecideLine, LineOfTournament, SeatLine, check_facts
from models.ledger.contents import By, Engines
from models.ledger.games import Game
from models.ledger.nights import Night
from models.ledger.tournament_lines import (
    MOST_STAGES,
    Deed,
    HowMany,
    Lot,
    TableNumber,
    TableOrNone,
    TournamentLine,
    TournamentRow,
    lines_of_tournament,
    pack_tournament_line,
)
from models.ledger.tournaments import Entrant, Tournament, TournamentTable, entrants_of, tables_of
from models.store.database import db
from models.store.transactions import add_row, insert_many
from models.texts import say
from rules import read_rules
from rules.books.deal_table import MOST_PLAYERS
from rules.names import fold_name
from rules.tournament.plan import Format, Stake


class FileTable(Part):
    """A game of a tournament, and what is at stake in it."""

    game: Ref
    stage: Annotated[int, Meta(ge=1, le=MOST_STAGES)]
    table: TableNumber
    stake: Stake
    settles: TableOrNone


class FileTournament(WithRules):
    """A tournament: its players' names in the order of their numbers, its tables, and the lines of its referee."""

    ref: Ref
    night: Ref
    name: Name
    format: Format
    games: HowMany
    largest: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]
    movers: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    engines: Engines
    lot: Lot
    started_at: Moment
    started_by: By
    players: tuple[str, ...]
    tables: Many[FileTable] = ()
    lines: Many[LineOfTournament] = ()

    @property
    def deeds(self) -> list[TournamentLine]:
        """The lines of the tournament's referee, as `TournamentLine` objects."""
        return [
            TournamentLine(number=number, deed=Deed(str(line.__struct_config__.tag)), **asdict(line))
            for number, line in enumerate(self.lines, 1)
        ]


def check_tournament(
    one: FileTournament, where: str, names: set[str], nights: set[str], games: Mapping[str, Collection[str]]
) -> None:
    """Raise FileError unless a tournament is consistent with the rest of its file.

    `names` are the folded names of the file's players, and `nights` the refs of its nights; `games` has the players
    of each game, by the game's `ref`.
    """
    entered = {fold_name(name) for name in one.players}
    if not entered <= names or len(entered) < len(one.players):
        raise field_refusal(f"{where}.players", say("file.players"))
    if one.night not in nights:
        raise field_refusal(f"{where}.night", say("file.not-in-file"))
    check_text_field(one.rules, read_rules, f"{where}.rules")
    check_doubles(one.engines, one.book, f"{where}.engines")
    for number, table in enumerate(one.tables):
        if table.game not in games:
            raise field_refusal(f"{where}.tables[{number}].game", say("file.not-in-file"))
    for number, line in enumerate(one.lines):
        check_facts(line.facts, len(one.players), one.book, f"{where}.lines[{number}].facts")
    _check_order(one, where)
    for table in one.tables:
        if not {fold_name(name) for name in games[table.game]} <= entered:
            raise field_refusal(f"{where}.players", say("file.players"))


def _check_order(tournament: FileTournament, where: str) -> None:
    """Raise FileError if a stage is missing, a table or game appears twice, or a line is about a missing stage."""
    stages = {table.stage for table in tournament.tables}
    places = {(table.stage, table.table) for table in tournament.tables}
    games = {table.game for table in tournament.tables}
    if stages != set(range(1, len(stages) + 1)) or not len(places) == len(games) == len(tournament.tables):
        raise field_refusal(f"{where}.tables", say("file.tables"))
    if not {line.stage for line in tournament.lines if isinstance(line, SeatLine | DecideLine)} <= stages:
        raise field_refusal(f"{where}.lines", say("file.not-in-file"))


def tournament_facts(tournament: Tournament) -> Facts:
    """A tournament as it is written to a file."""
    return write_part(
        FileTournament,
        tournament,
        ref=tournament.origin or tournament.ref,
        night=db.session.get_one(Night, tournament.night_id).ref,
        players=[entrant.name for entrant in entrants_of(tournament.id)],
        tables=[
            write_part(FileTable, table, game=game.origin or game.ref, table=table.number, settles=table.ends_tie_of)
            for game, table in tables_of(tournament.id)
        ],
        lines=[
            {
                "deed": line.deed.value,
                "stage": line.stage,
                "table": line.table,
                "facts": to_builtins(line.facts),
                "reason": line.reason,
                "by": line.by,
                "at": line.at,
            }
            for line in lines_of_tournament(tournament.id)
        ],
    )


def goes_on_with(tournament: Tournament, one: FileTournament, players: Mapping[str, int]) -> bool:
    """True if the file continues this tournament: it has the same entrants and lines, and more lines after them.

    False if the tournament is in the bin.
    """
    ids = [entrant.player_id for entrant in entrants_of(tournament.id)]
    file_ids = [players.get(fold_name(name)) for name in one.players]
    deeds = [(line.deed, line.facts, line.at) for line in lines_of_tournament(tournament.id)]
    file_deeds = [(line.deed, line.facts, line.at) for line in one.deeds]
    goes_on = file_ids[: len(ids)] == ids and file_deeds[: len(deeds)] == deeds and len(file_deeds) > len(deeds)
    return goes_on and tournament.binned_at is None


class KnownIds(NamedTuple):
    """The ids of players by folded name, and of games by their `ref` in the file."""

    players: Mapping[str, int]
    games: Mapping[str, int]


def import_tournament(ref: str, one: FileTournament, club_id: int, night_id: int, ids: KnownIds) -> None:
    """Write a tournament from the file: a new one with this `ref`, or the part that the club lacks.

    Raises FileError if one of its games is a table of another tournament.
    """
    tournament = db.session.scalar(select(Tournament).where(Tournament.ref == ref))
    if tournament is None:
        own = {"ref": ref, "origin": None if ref == one.ref else one.ref, "club_id": club_id, "night_id": night_id}
        tournament = add_row(Tournament(**columns_of(one, Tournament) | own))
    entrants, lines = len(entrants_of(tournament.id)), len(lines_of_tournament(tournament.id))
    placed = {game.id for game, _ in tables_of(tournament.id)}
    tables = {ids.games[table.game]: table for table in one.tables if ids.games[table.game] not in placed}
    taken = update(Game).where(Game.id.in_(tables), Game.tournament_id.is_(None)).values(tournament_id=tournament.id)
    if tables and cast("CursorResult[Any]", db.session.execute(taken)).rowcount < len(tables):
        raise FileError(say("file.does-not-fit"))
    insert_many(
        Entrant,
        (
            {"tournament_id": tournament.id, "number": number, "player_id": ids.players[fold_name(name)]}
            for number, name in enumerate(one.players[entrants:], entrants + 1)
        ),
    )
    insert_many(TournamentRow, (pack_tournament_line(tournament.id, line) for line in one.deeds[lines:]))
    insert_many(
        TournamentTable,
        (
            columns_of(table, TournamentTable) | {"game_id": game_id, "number": table.table}
            for game_id, table in tables.items()
        ),
    )
