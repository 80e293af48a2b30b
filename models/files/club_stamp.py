"""A club's stamp, which tells an import whether the club has changed since the import was planned."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute

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
from models.store.database import db

Column = InstrumentedAttribute[Any]


def club_stamp(club_id: int | None) -> tuple[object, ...]:
    """A stamp that changes whenever anything that a plan depends on changes."""

    def all_of(model: type[Player | Night | Game | Tournament | HouseRules], *columns: Column) -> object:
        rows = select(model.id, *columns).where(model.club_id == club_id).order_by(model.id)
        return db.session.execute(rows).all()

    def counted(by: Column, owner: type[Night | Game | Tournament]) -> object:
        rows = select(by, func.count()).join(owner).where(owner.club_id == club_id).group_by(by).order_by(by)
        return db.session.execute(rows).all()

    return (
        all_of(Player, Player.ref, Player.folded_name),
        all_of(Night, Night.ref, Night.date, Night.name, Night.binned_at),
        all_of(Game, Game.ref, Game.origin, Game.binned_at, Game.tournament_id),
        all_of(Tournament, Tournament.ref, Tournament.origin, Tournament.binned_at),
        all_of(HouseRules),
        counted(Note.night_id, Night),
        *(counted(model.game_id, Game) for model in (Seat, SheetRow, RoundRow, Hand)),
        *(counted(model.tournament_id, Tournament) for model in (Entrant, TournamentRow)),
    )
