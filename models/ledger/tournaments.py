"""A tournament over several tables as it was set up, its entrants and its tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ForeignKey, String, UniqueConstraint, bindparam, func, select
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.clubs import Player, lock_club
from models.ledger.games import Game, lock_games
from models.ledger.tournament_lines import backdate_tournament_lines
from models.store.columns import LONGEST_NAME, At, Base, ClubId, Engines, Id, Moment, Name, Origin, Ref, Rules, words_of
from models.store.database import db
from rules import RuleBook
from rules.tournament.plan import Format, Plan, Stake

LONGEST_LOT = 20


class Tournament(Base):
    """A tournament as it was set up. `engines` are those of its games' rounds, `lot` the seed of everything that is drawn."""

    __tablename__ = "tournaments"

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[ClubId]
    night_id: Mapped[int] = mapped_column(ForeignKey("nights.id"), index=True)
    name: Mapped[Name]
    format: Mapped[Format] = mapped_column(words_of(Format))
    games: Mapped[int]
    largest: Mapped[int]
    movers: Mapped[int]
    rules: Mapped[RuleBook] = mapped_column(Rules)
    engines: Mapped[tuple[int, ...]] = mapped_column(Engines)
    lot: Mapped[str] = mapped_column(String(LONGEST_LOT))
    started_at: Mapped[At]
    started_by: Mapped[Name]
    binned_at: Mapped[datetime | None] = mapped_column(Moment)
    binned_by: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    origin: Mapped[Origin]

    @property
    def plan(self) -> Plan:
        """What the rules of tournaments need to know of it."""
        return Plan(self.format, self.games, self.largest, self.movers, self.rules.options.playoff)


class Entrant(Base):
    """A player in a tournament, by the number under which the tournament knows him."""

    __tablename__ = "entrants"
    __table_args__ = (UniqueConstraint("tournament_id", "player_id"),)

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)


class HallTable(Base):
    """What a game is in its tournament: its stage, the number of its table, what is played for, and whose tie it settles."""

    __tablename__ = "hall_tables"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    stage: Mapped[int]
    number: Mapped[int]
    stake: Mapped[Stake] = mapped_column(words_of(Stake))
    settles: Mapped[int]


@dataclass(frozen=True, slots=True)
class NamedEntrant:
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
    select(Game, HallTable)
    .join(HallTable, HallTable.game_id == Game.id)
    .where(Game.tournament_id == bindparam("tournament"))
    .order_by(HallTable.stage, HallTable.number)
)


def entrants_of(tournament_id: int) -> list[NamedEntrant]:
    """Everybody who is or was in a tournament, in the order in which they came."""
    return [NamedEntrant(*row) for row in db.session.execute(_ENTRANTS, {"tournament": tournament_id})]


def tables_of(tournament_id: int) -> list[tuple[Game, HallTable]]:
    """A tournament's games, by stage and table."""
    return [(game, table) for game, table in db.session.execute(_TABLES, {"tournament": tournament_id})]


def backdate_tournament(tournament: Tournament, begun: datetime, apart: timedelta) -> None:
    """Give a tournament and its lines the times of another night, for one that is made up."""
    tournament.started_at = begun
    backdate_tournament_lines(tournament.id, begun, apart)


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament, with no other referee able to change it until this transaction ends. Locked before its games."""
    return db.session.scalars(select(Tournament).where(Tournament.id == tournament_id).with_for_update()).one()


def lock_tournaments(club_id: int) -> None:
    """Nobody else can change any tournament of a club until this transaction ends. They are locked before its games."""
    every = select(Tournament.id).where(Tournament.club_id == club_id).order_by(Tournament.id).with_for_update()
    db.session.execute(every).all()


def lock_whole_club(club_id: int) -> None:
    """Nobody else can write in any tournament or game of a club, nor add to it, until this transaction ends."""
    lock_tournaments(club_id)
    lock_games(club_id)
    lock_club(club_id)


def lock_tables(tournament_id: int) -> None:
    """Nobody else can write on the sheet of any of a locked tournament's tables until this transaction ends."""
    every = select(Game.id).where(Game.tournament_id == tournament_id).order_by(Game.id).with_for_update()
    db.session.execute(every).all()


def add_entrants(tournament: Tournament, players: Sequence[Player]) -> list[int]:
    """Players of the club as entrants of a locked tournament; their numbers."""
    last = db.session.scalar(select(func.max(Entrant.number)).where(Entrant.tournament_id == tournament.id)) or 0
    numbers = list(range(last + 1, last + 1 + len(players)))
    for number, player in zip(numbers, players, strict=True):
        db.session.add(Entrant(tournament_id=tournament.id, number=number, player_id=player.id))
    db.session.flush()
    return numbers


def tournaments_of(club_id: int) -> list[Tournament]:
    """A club's tournaments, the newest first."""
    newest = select(Tournament).filter_by(club_id=club_id, binned_at=None).order_by(Tournament.id.desc())
    return list(db.session.scalars(newest))


def tournaments_of_night(night_id: int) -> list[Tournament]:
    """The tournaments that began on a night."""
    return list(db.session.scalars(select(Tournament).filter_by(night_id=night_id, binned_at=None)))


class InHall(NamedTuple):
    """A game's tournament, which of its tables it is, and whether those are the newest."""

    tournament: Tournament
    table: HallTable
    is_newest: bool


def table_in_hall(game: Game) -> InHall | None:
    """Where a game belongs in its tournament; None for a game of its own."""
    if game.tournament_id is None:
        return None
    table = db.session.get_one(HallTable, game.id)
    newest = select(func.max(HallTable.stage)).join(Game, Game.id == HallTable.game_id)
    stage = db.session.scalar(newest.where(Game.tournament_id == game.tournament_id))
    return InHall(db.session.get_one(Tournament, game.tournament_id), table, table.stage == stage)
