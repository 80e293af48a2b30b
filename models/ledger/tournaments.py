"""Tournaments as they were set up, with their entrants and their tables."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ForeignKey, String, UniqueConstraint, bindparam, func, select
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.clubs import lock_club
from models.ledger.games import Game, lock_games
from models.ledger.players import Player
from models.ledger.seats import seats_of
from models.ledger.tournament_lines import LONGEST_LOT
from models.store.columns import (
    LONGEST_NAME,
    At,
    Base,
    ClubId,
    Engines,
    Id,
    Name,
    Origin,
    Ref,
    Rules,
    UtcMoment,
    enum_column,
)
from models.store.database import db
from models.store.transactions import read_rows
from rules import RuleBook
from rules.names import fold_name
from rules.tournament.plan import Format, Plan, Stake


class Tournament(Base):
    """A tournament as it was set up.

    `engines` are the engines of its games, and `lot` is the draw code offered for its seatings.
    """

    __tablename__ = "tournaments"

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[ClubId]
    night_id: Mapped[int] = mapped_column(ForeignKey("nights.id"), index=True)
    name: Mapped[Name]
    format: Mapped[Format] = mapped_column(enum_column(Format))
    games: Mapped[int]
    largest: Mapped[int]
    movers: Mapped[int]
    rules: Mapped[RuleBook] = mapped_column(Rules)
    engines: Mapped[tuple[int, ...]] = mapped_column(Engines)
    lot: Mapped[str] = mapped_column(String(LONGEST_LOT))
    started_at: Mapped[At]
    started_by: Mapped[Name]
    binned_at: Mapped[datetime | None] = mapped_column(UtcMoment)
    binned_by: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    origin: Mapped[Origin]

    @property
    def plan(self) -> Plan:
        """The tournament as a `Plan`, which the tournament rules work with."""
        return Plan(
            format=self.format,
            games=self.games,
            largest=self.largest,
            movers=self.movers,
            playoff=self.rules.options.playoff,
        )


class Entrant(Base):
    """A player in a tournament, identified there by a number."""

    __tablename__ = "entrants"
    __table_args__ = (UniqueConstraint("tournament_id", "player_id"),)

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)


class TournamentTable(Base):
    """A game as a tournament table: its stage and number, what is at stake, and the table whose tie it breaks."""

    __tablename__ = "hall_tables"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    stage: Mapped[int]
    number: Mapped[int]
    stake: Mapped[Stake] = mapped_column(enum_column(Stake))
    ends_tie_of: Mapped[int] = mapped_column("settles")


class NamedEntrant(NamedTuple):
    """An entrant with the player's name."""

    number: int
    player_id: int
    name: str


_ENTRANTS = (
    select(Entrant.number, Entrant.player_id, Player.name)
    .join(Player, Player.id == Entrant.player_id)
    .where(Entrant.tournament_id == bindparam("tournament"))
    .order_by(Entrant.number)
)


_TABLES = (
    select(Game, TournamentTable)
    .join(TournamentTable, TournamentTable.game_id == Game.id)
    .where(Game.tournament_id == bindparam("tournament"))
    .order_by(TournamentTable.stage, TournamentTable.number)
)


def entrants_of(tournament_id: int) -> list[NamedEntrant]:
    """Everybody who is or was in a tournament, by number, that is, in the order in which they entered."""
    return [NamedEntrant._make(row) for row in read_rows(_ENTRANTS, {"tournament": tournament_id})]


def sits_elsewhere(game: Game, name: str) -> bool:
    """True if somebody with this name is in the game's tournament, but not at this table."""
    if game.tournament_id is None or not name:
        return False
    folded = fold_name(name)
    is_in = any(fold_name(entrant.name) == folded for entrant in entrants_of(game.tournament_id))
    return is_in and all(fold_name(seat.name) != folded for seat in seats_of(game.id))


def tables_of(tournament_id: int) -> list[tuple[Game, TournamentTable]]:
    """A tournament's games with their tables, by stage and number."""
    return [(game, table) for game, table in db.session.execute(_TABLES, {"tournament": tournament_id})]


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock a tournament and return it: no other referee can change it until this transaction ends.

    Lock a tournament before its games.
    """
    return db.session.scalars(select(Tournament).where(Tournament.id == tournament_id).with_for_update()).one()


def lock_whole_club(club_id: int) -> None:
    """Lock a whole club: nobody can add to it, or write in its tournaments and games, until this transaction ends."""
    tournaments = select(Tournament.id).where(Tournament.club_id == club_id).order_by(Tournament.id).with_for_update()
    db.session.execute(tournaments).all()
    lock_games(Game.club_id == club_id)
    lock_club(club_id)


def add_entrants(tournament: Tournament, players: Sequence[Player]) -> list[int]:
    """Enter players of the club into a locked tournament. Returns their numbers."""
    last = db.session.scalar(select(func.max(Entrant.number)).where(Entrant.tournament_id == tournament.id)) or 0
    numbers = list(range(last + 1, last + 1 + len(players)))
    for number, player in zip(numbers, players, strict=True):
        db.session.add(Entrant(tournament_id=tournament.id, number=number, player_id=player.id))
    db.session.flush()
    return numbers


def tournaments_of(club_id: int) -> list[Tournament]:
    """A club's tournaments, newest first."""
    newest = select(Tournament).filter_by(club_id=club_id, binned_at=None).order_by(Tournament.id.desc())
    return list(db.session.scalars(newest))


def tournaments_of_night(night_id: int) -> list[Tournament]:
    """The tournaments that started on a night."""
    return list(db.session.scalars(select(Tournament).filter_by(night_id=night_id, binned_at=None)))


class TableInTournament(NamedTuple):
    """A game's tournament, the game's table in it, and whether that table is in the newest stage."""

    tournament: Tournament
    table: TournamentTable
    is_newest: bool


def find_tournament_table(game: Game) -> TableInTournament | None:
    """A game's place in its tournament; None for a game that is not part of one."""
    if game.tournament_id is None:
        return None
    table = db.session.get_one(TournamentTable, game.id)
    newest = select(func.max(TournamentTable.stage)).join(Game, Game.id == TournamentTable.game_id)
    stage = db.session.scalar(newest.where(Game.tournament_id == game.tournament_id))
    return TableInTournament(db.session.get_one(Tournament, game.tournament_id), table, table.stage == stage)
