"""Clubs that a revoked key used to open. They are shown only to phones that had the key and to people with its link."""

from collections.abc import Sequence

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import aliased

from models.access.grants import OPENS_CLUB, OPENS_GAME, OPENS_NIGHT, OPENS_TOURNAMENT
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Key
from models.ledger.nights import Night
from models.ledger.tournaments import Tournament
from models.store.database import db


def find_revoked(ref: str, key_refs: Sequence[str]) -> Club | None:
    """The club that has this `ref`, or a night, game or tournament with it, if one of these keys once opened the club.

    None if another of these keys still gives at least the same access.
    """
    if not key_refs:
        return None
    spare = aliased(Key)
    is_as_wide = or_(
        and_(spare.night_id.is_(None), spare.tournament_id.is_(None)),
        spare.night_id == Key.night_id,
        and_(spare.tournament_id == Key.tournament_id, or_(spare.game_id.is_(None), spare.game_id == Key.game_id)),
    )
    replaced = select(spare.id).where(
        spare.ref.in_(key_refs),
        spare.revoked_at.is_(None),
        spare.club_id == Key.club_id,
        spare.access >= Key.access,
        is_as_wide,
    )
    opened = or_(
        and_(Club.ref == ref, OPENS_CLUB),
        select(Game.id).where(Game.club_id == Club.id, Game.ref == ref, OPENS_GAME).exists(),
        select(Night.id).where(Night.club_id == Club.id, Night.ref == ref, OPENS_NIGHT).exists(),
        select(Tournament.id).where(Tournament.club_id == Club.id, Tournament.ref == ref, OPENS_TOURNAMENT).exists(),
    )
    revoked = (Key.ref.in_(key_refs), Key.revoked_at.is_not(None), ~replaced.correlate(Key).exists())
    return db.session.scalar(select(Club).join(Key, Key.club_id == Club.id).where(*revoked, opened).limit(1))
