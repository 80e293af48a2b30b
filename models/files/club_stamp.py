"""A club's stamp, which tells an import whether the club has changed since the import was planned."""

from sqlalchemy import func, select

from models.ledger.games import Game
from models.ledger.hands import Hand
from models.ledger.house_rules import HouseRules
from models.ledger.lines import SheetRow
from models.ledger.moves import RoundRow
from models.ledger.nights import Night, Note
from models.ledger.players import Player
from models.ledger.seats import Seat
from models.ledger.tournament_lines import TournamentRow
from models.ledger.tournaments import Entrant, Tournament
from models.store.columns import Base
from models.store.database import db


def club_stamp(club_id: int | None) -> tuple[object, ...]:
    """A stamp that changes whenever anything that a plan depends on changes."""

    def all_of(model: type[Base], *columns: str) -> tuple[object, ...]:
        table = Base.metadata.tables[model.__tablename__]
        rows = select(*(table.c[name] for name in ("id", *columns))).where(table.c.club_id == club_id)
        return tuple(tuple(row) for row in db.session.execute(rows.order_by(table.c.id)))

    def counted(model: type[Base], by: str, owner: type[Base]) -> tuple[object, ...]:
        table, owned = Base.metadata.tables[model.__tablename__], Base.metadata.tables[owner.__tablename__]
        rows = select(table.c[by], func.count()).join(owned, owned.c.id == table.c[by]).group_by(table.c[by])
        ours = rows.where(owned.c.club_id == club_id).order_by(table.c[by])
        return tuple(tuple(row) for row in db.session.execute(ours))

    return (
        all_of(Player, "ref", "folded_name"),
        all_of(Night, "ref", "date", "name", "binned_at"),
        all_of(Game, "ref", "origin", "binned_at", "tournament_id"),
        all_of(Tournament, "ref", "origin", "binned_at"),
        all_of(HouseRules),
        counted(Note, "night_id", Night),
        *(counted(model, "game_id", Game) for model in (Seat, SheetRow, RoundRow, Hand)),
        *(counted(model, "tournament_id", Tournament) for model in (Entrant, TournamentRow)),
    )
