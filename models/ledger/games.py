"""Games as they were started, and the later nights on which they continue."""

import secrets
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, ForeignKey, String, select, true
from sqlalchemy.orm import Mapped, mapped_column

from models.ledger.nights import Night
from models.ledger.players import Player
from models.ledger.seats import Colour, Seat
from models.store.columns import LONGEST_NAME, At, Base, ClubId, Engines, Id, Name, Origin, Ref, Rules, UtcMoment
from models.store.database import db
from models.store.transactions import add_row, has_all_to_itself
from rules import RuleBook


def new_stamp() -> int:
    """A stamp for a game, drawn at random."""
    return secrets.randbits(30)


class Game(Base):
    """A game as it was started: its rules and the engines of its rounds. Its lines say what has happened since then.

    `counts` is false for a stopped game that does not count in statistics. `binned_at` is the moment at which the game
    was thrown away; a game in the bin cannot be found. The sheet is cached under its newest line, its seats and
    `stamp`, a random number. After any other change to the sheet, such as renaming the author of older lines, a new
    stamp is drawn.
    """

    __tablename__ = "games"

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[ClubId]
    night_id: Mapped[int] = mapped_column(ForeignKey("nights.id"), index=True)
    tournament_id: Mapped[int | None] = mapped_column(ForeignKey("tournaments.id"), index=True)
    rules: Mapped[RuleBook] = mapped_column(Rules)
    engines: Mapped[tuple[int, ...]] = mapped_column(Engines)
    started_at: Mapped[At]
    started_by: Mapped[Name]
    binned_at: Mapped[datetime | None] = mapped_column(UtcMoment)
    binned_by: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    origin: Mapped[Origin]
    counts: Mapped[bool] = mapped_column(default=True, server_default=true())
    stamp: Mapped[int] = mapped_column(default=new_stamp, server_default="0")


class GameNight(Base):
    """A later night on which a game continues."""

    __tablename__ = "sittings"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey("nights.id"), primary_key=True, index=True)
    at: Mapped[At]


class GameTerms(NamedTuple):
    """The rules and engines with which a game starts, and the day on which it was played, or None for tonight."""

    book: RuleBook
    engines: tuple[int, ...]
    played_on: date | None = None


def begin_game(
    night: Night, players: Sequence[Player], terms: GameTerms, by: str, tournament_id: int | None = None
) -> Game:
    """A new game on this night, perhaps as a table of a tournament. The players sit clockwise in the order given."""
    game = add_row(
        Game(
            club_id=night.club_id,
            night_id=night.id,
            tournament_id=tournament_id,
            rules=terms.book,
            engines=terms.engines,
            started_by=by,
        )
    )
    for place, player in enumerate(players, 1):
        db.session.add(Seat(game_id=game.id, player_id=player.id, place=place))
    db.session.flush()
    return game


def lock_game(game_id: int) -> None:
    """Lock a game: nobody else can write on its sheet until this transaction ends.

    A game that has been loaded already is loaded again.
    """
    if not has_all_to_itself():
        db.session.get(Game, game_id, populate_existing=True, with_for_update=True)


def lock_games(which: ColumnElement[bool]) -> None:
    """Lock these games: nobody else can write on their sheets until this transaction ends.

    Games are always locked after their tournament and before their club. Two transactions that lock in different orders
    would wait for each other forever.
    """
    db.session.execute(select(Game.id).where(which).order_by(Game.id).with_for_update()).all()


def find_game(ref: str) -> Game | None:
    """The game with this `ref`, for commands run on the server; None if there is none or it is in the bin."""
    return db.session.scalar(select(Game).where(Game.ref == ref, Game.binned_at.is_(None)))


def first_day_of(game: Game) -> date:
    """The date of the night on which a game started."""
    return db.session.get_one(Night, game.night_id).date


def find_newest_game(club_id: int) -> Game | None:
    """The club's newest game outside tournaments, to fill in the form for the next one; None if there is none."""
    games = select(Game).where(Game.club_id == club_id, Game.binned_at.is_(None), Game.tournament_id.is_(None))
    return db.session.scalar(games.order_by(Game.id.desc()).limit(1))


def played_on(nights: Sequence[int]) -> ColumnElement[bool]:
    """A condition: a game is not in the bin, and started or continued on one of these nights."""
    continued = select(GameNight.game_id).where(GameNight.night_id.in_(nights))
    return Game.binned_at.is_(None) & (Game.night_id.in_(nights) | Game.id.in_(continued))


def games_of_night(night_id: int) -> list[tuple[Game, str]]:
    """The games played on a night, in the order in which they started, each with the `ref` of its first night."""
    games = select(Game, Night.ref).join(Night, Night.id == Game.night_id).where(played_on([night_id]))
    return [(game, began) for game, began in db.session.execute(games.order_by(Game.id))]


def usual_colours(player_ids: Sequence[int]) -> dict[int, Colour]:
    """The color that each of these players had last, by player; players who never had one are left out.

    Games in the bin do not count. Games from a file are ordered by when they were played, not by when they were
    imported.
    """
    taken = select(Seat.player_id, Seat.colour).join(Game, Game.id == Seat.game_id)
    seats = taken.where(Seat.player_id.in_(player_ids), Seat.colour.is_not(None), Game.binned_at.is_(None))
    return {player: colour for player, colour in db.session.execute(seats.order_by(Game.started_at, Seat.id)) if colour}
