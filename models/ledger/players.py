"""The players of a club."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import String, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import At, Base, ClubId, Id, Name, Ref, UtcMoment
from models.store.database import db
from models.store.transactions import add_row
from rules.names import LONGEST_SHORT_NAME, fold_name, look_alike


class Player(Base):
    """Somebody who has played in a club. No two names in a club differ only in case.

    Archived players are no longer suggested. `short_name` heads narrow columns; None if the player chose none.
    """

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("club_id", "folded_name"),)

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[ClubId]
    name: Mapped[Name]
    folded_name: Mapped[str]
    short_name: Mapped[str | None] = mapped_column(String(LONGEST_SHORT_NAME))
    joined_at: Mapped[At]
    archived_at: Mapped[datetime | None] = mapped_column(UtcMoment)


def find_player_called(club_id: int, name: str) -> Player | None:
    """The club's player with this name, ignoring case; None if there is none."""
    return db.session.scalar(select(Player).filter_by(club_id=club_id, folded_name=fold_name(name)))


def find_or_add_player(club_id: int, name: str) -> Player:
    """The locked club's player with this name; a new player if nobody has the name yet."""
    player = find_player_called(club_id, name)
    return player or add_row(Player(club_id=club_id, name=name, folded_name=fold_name(name)))


def players_of(club_id: int) -> list[Player]:
    """A club's players in alphabetical order, archived ones last."""
    order = (Player.archived_at.is_not(None), Player.folded_name)
    return list(db.session.scalars(select(Player).filter_by(club_id=club_id).order_by(*order)))


def look_alikes_of(players: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Pairs of players whose names look alike, such as Zoë and Zoe: in each pair, the first player and a later one."""
    first: dict[str, Player] = {}
    pairs = ((first.setdefault(look_alike(player.name), player), player) for player in players)
    return [(earlier, later) for earlier, later in pairs if earlier is not later]


def find_player(club_id: int, ref: str) -> Player | None:
    """The club's player with this `ref`; None if there is none."""
    return db.session.scalar(select(Player).filter_by(club_id=club_id, ref=ref))


def player_names(club_id: int) -> list[str]:
    """The names of a club's players who are not archived, in alphabetical order."""
    players = select(Player.name).filter_by(club_id=club_id, archived_at=None)
    return list(db.session.scalars(players.order_by(Player.folded_name)))


def player_refs(ids: Sequence[int]) -> dict[int, str]:
    """The `ref` of each of these players, by id."""
    rows = db.session.execute(select(Player.id, Player.ref).where(Player.id.in_(ids)))
    return {row.id: row.ref for row in rows}
