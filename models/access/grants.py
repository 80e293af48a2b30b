"""Grants: the clubs, nights, games and tournaments that a person's keys open, and the access that the keys give.

Without a key, nothing is found.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from sqlalchemy import Select, SQLColumnExpression, bindparam, case, func, or_, select

from models.ledger.clubs import Club
from models.ledger.games import Game, GameNight
from models.ledger.keys import Access, Key
from models.ledger.lines import SheetRow
from models.ledger.moves import RoundRow
from models.ledger.nights import Night
from models.ledger.tournaments import Tournament
from models.store.database import db
from models.store.transactions import read_rows

T = TypeVar("T")
_Query = Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Generic[T]):
    """A club, night, game or tournament that a key opens, with its club and night, and the highest access given.

    `opens_club` says whether one of the keys opens the whole club.
    """

    it: T
    club: Club
    access: Access
    night: Night | None = None
    opens_club: bool = True

    @property
    def day(self) -> date:
        """The date of the night. Raises LookupError for a club, because a club has many nights."""
        if self.night is None:
            raise LookupError("a club has no night of its own")
        return self.night.date


G = TypeVar("G", Game, Tournament)


def open_at_server(it: G, access: Access = Access.MANAGE) -> Opened[G]:
    """A game or a tournament opened on the server, without any key."""
    return Opened(it=it, club=db.session.get_one(Club, it.club_id), access=access)


def is_last_to_manage(key: Key) -> bool:
    """True if nobody could manage the club without this key."""
    managing = (Key.club_id == key.club_id) & (Key.access == Access.MANAGE) & OPENS_CLUB & Key.revoked_at.is_(None)
    return db.session.scalars(select(Key.id).where(managing)).all() == [key.id]


def find_key_target(key: Key) -> Game | Tournament | Night | None:
    """The game, tournament or night that a key is for; None for a key to a whole club."""
    if key.game_id is not None:
        return db.session.get_one(Game, key.game_id)
    if key.tournament_id is not None:
        return db.session.get_one(Tournament, key.tournament_id)
    return None if key.night_id is None else db.session.get_one(Night, key.night_id)


def held_keys(key_refs: Sequence[str]) -> list[tuple[Key, Club]]:
    """The keys with these refs that are not revoked, each with its club, in the given order."""
    if not key_refs:
        return []
    rows = select(Key, Club).join(Club, Club.id == Key.club_id).where(Key.ref.in_(key_refs), Key.revoked_at.is_(None))
    found = {key.ref: (key, club) for key, club in db.session.execute(rows)}
    return [found[ref] for ref in key_refs if ref in found]


VALID = Key.ref.in_(bindparam("keys", expanding=True)) & Key.revoked_at.is_(None)
OPENS_CLUB = Key.night_id.is_(None) & Key.tournament_id.is_(None)
OPENS_NIGHT = or_(OPENS_CLUB, Key.night_id == Night.id)
_CONTINUED = select(GameNight.game_id).where(GameNight.game_id == Game.id, GameNight.night_id == Key.night_id).exists()
OPENS_GAME = or_(OPENS_CLUB, Key.night_id == Game.night_id, Key.tournament_id == Game.tournament_id, _CONTINUED)
OPENS_TOURNAMENT = or_(OPENS_CLUB, Key.tournament_id == Tournament.id, Key.night_id == Tournament.night_id)
# At a tournament table, only its own key, the referee's and the managers' keys allow scoring; others are view-only.
_OWN_TABLE = Key.tournament_id.is_not(None) & (Key.game_id.is_(None) | (Key.game_id == Game.id))
_MANAGES_CLUB = OPENS_CLUB & (Key.access == Access.MANAGE)
_AT_GAME = case((Game.tournament_id.is_(None) | _OWN_TABLE | _MANAGES_CLUB, Key.access), else_=Access.VIEW)
_IS_REFEREE = (Key.access == Access.MANAGE) & Key.night_id.is_(None) & Key.game_id.is_(None)
_AT_TOURNAMENT = case((_IS_REFEREE, Access.MANAGE.value), else_=Access.VIEW.value)


def _select_opened(
    thing: type[Night] | type[Game] | type[Tournament],
    opens: SQLColumnExpression[bool],
    access: SQLColumnExpression[Access],
) -> _Query:
    """The query for the night, game or tournament with this `ref`, for its club, and for the highest access given."""
    return (
        select(
            thing,
            Club,
            func.max(access).label("access"),
            func.count().filter(OPENS_CLUB).label("opens_club"),
        )
        .join(Club, Club.id == thing.club_id)
        .join(Key, Key.club_id == Club.id)
        .where(thing.ref == bindparam("ref"), thing.binned_at.is_(None), opens, VALID)
        .group_by(thing.id, Club.id)
    )


def _with_night(thing: type[Game] | type[Tournament], opened: _Query) -> _Query:
    """The given query, with the night on which the game or the tournament started."""
    return opened.add_columns(Night).join(Night, Night.id == thing.night_id).group_by(Night.id)


def _select_newest(*numbers: SQLColumnExpression[int]) -> _Query:
    """The query for the numbers of a game's newest lines."""
    opens = (Game.ref == bindparam("ref"), Game.binned_at.is_(None), OPENS_GAME, VALID)
    return select(*numbers).select_from(Game).join(Key, Key.club_id == Game.club_id).where(*opens).limit(1)


_CLUB = (
    select(Club, func.max(Key.access))
    .join(Key, Key.club_id == Club.id)
    .where(Club.ref == bindparam("ref"), OPENS_CLUB, VALID)
    .group_by(Club.id)
)
_NIGHT = _select_opened(Night, OPENS_NIGHT, Key.access)
_GAME = _with_night(Game, _select_opened(Game, OPENS_GAME, _AT_GAME))
_TOURNAMENT = _with_night(Tournament, _select_opened(Tournament, OPENS_TOURNAMENT, _AT_TOURNAMENT))
_LINE_NUMBER = select(func.coalesce(func.max(SheetRow.number), 0)).where(SheetRow.game_id == Game.id).scalar_subquery()
_MOVE_NUMBER = (
    select(func.coalesce(func.max(RoundRow.number), 0))
    .where(RoundRow.game_id == Game.id, RoundRow.round == bindparam("round"))
    .scalar_subquery()
)
_MOVE_ID = select(func.coalesce(func.max(RoundRow.id), 0)).where(RoundRow.game_id == Game.id).scalar_subquery()
_LAST_LINE = _select_newest(_LINE_NUMBER)
_LAST_MOVE = _select_newest(_MOVE_NUMBER)
_LAST_ENTRIES = _select_newest(_LINE_NUMBER, _MOVE_ID)
# A tournament game counts as a phone's own only if the phone has the key to its table.
KEYS_TO_OWN_GAME = select(Key.id).where(
    Key.club_id == Game.club_id, OPENS_GAME, VALID, Game.tournament_id.is_(None) | (Key.game_id == Game.id)
)


def open_club(ref: str, key_refs: Sequence[str]) -> Opened[Club] | None:
    """The club with this `ref`, if one of the keys opens all of it; otherwise None."""
    found = db.session.execute(_CLUB, {"ref": ref, "keys": key_refs}).first() if key_refs else None
    return Opened(it=found[0], club=found[0], access=Access(found[1])) if found else None


def open_night(ref: str, key_refs: Sequence[str]) -> Opened[Night] | None:
    """The night with this `ref`, if one of the keys opens it or its whole club; None if no key does, or if it is in the bin."""
    return _open(_NIGHT, ref, key_refs)


def open_game(ref: str, key_refs: Sequence[str]) -> Opened[Game] | None:
    """The game with this `ref`, if one of the keys opens its tournament, its club or a night on which it was played.

    None if no key opens it, or if it is in the bin.
    """
    return _open(_GAME, ref, key_refs)


def open_tournament(ref: str, key_refs: Sequence[str]) -> Opened[Tournament] | None:
    """The tournament with this `ref`, if any key opens it; None if no key does, or if it is in the bin.

    Only the referee's key and the keys of the club's managers allow changes. All other keys only allow watching.
    """
    return _open(_TOURNAMENT, ref, key_refs)


def _open(statement: _Query, ref: str, key_refs: Sequence[str]) -> Opened[Any] | None:
    """The result of one of the queries above for these keys. Without a key, the database is not queried."""
    row = db.session.execute(statement, {"ref": ref, "keys": key_refs}).first() if key_refs else None
    if row is None:
        return None
    return Opened(
        it=row[0],
        club=row.Club,
        access=Access(row.access),
        night=row.Night,
        opens_club=bool(row.opens_club),
    )


def last_line_of(ref: str, key_refs: Sequence[str]) -> int | None:
    """The number of the newest line on a game's sheet, 0 if it has no lines; None if no key opens the game.

    The sheet's page asks for this every few seconds. Phones that follow the game ask for `last_entries_of`.
    """
    return read_rows(_LAST_LINE, {"ref": ref, "keys": key_refs}).scalar() if key_refs else None


def last_move_of(ref: str, round: int, key_refs: Sequence[str]) -> int | None:
    """The number of the newest line of a tracked round, 0 if it has no lines; None if no key opens the game."""
    return read_rows(_LAST_MOVE, {"ref": ref, "round": round, "keys": key_refs}).scalar() if key_refs else None


def last_entries_of(ref: str, key_refs: Sequence[str]) -> tuple[int, int] | None:
    """The number of the newest line on a game's sheet, and a number that grows with every line of its tracked rounds.

    Each is 0 if there are no lines. None if no key opens the game.
    """
    row = read_rows(_LAST_ENTRIES, {"ref": ref, "keys": key_refs}).first() if key_refs else None
    return (row[0], row[1]) if row else None


def open_tournaments(key_refs: Sequence[str], most: int) -> list[Tournament]:
    """The tournaments that these keys open, newest first, at most `most` of them."""
    held = select(Key.id).where(Key.club_id == Tournament.club_id, OPENS_TOURNAMENT, VALID).exists()
    newest = select(Tournament).where(Tournament.binned_at.is_(None), held).order_by(Tournament.id.desc()).limit(most)
    return list(db.session.scalars(newest, {"keys": key_refs})) if key_refs else []


def open_clubs(key_refs: Sequence[str], needs: Access = Access.VIEW) -> list[Club]:
    """The clubs that these keys open as a whole, with at least this access, newest first."""
    held = select(Key.club_id).where(VALID, OPENS_CLUB, Key.access >= needs)
    newest = select(Club).where(Club.id.in_(held)).order_by(Club.id.desc())
    return list(db.session.scalars(newest, {"keys": key_refs})) if key_refs else []


def open_games(key_refs: Sequence[str], most: int) -> list[tuple[Game, Night]]:
    """The games that these keys open, at most `most` of them, each with the night on which it started.

    The game played last comes first. The query names the keys' clubs, because otherwise a database would
    read every game there is.
    """
    games = select(Game, Night).join(Night, Night.id == Game.night_id).where(Game.binned_at.is_(None))
    of_clubs = games.where(Game.club_id.in_(select(Key.club_id).where(VALID)), KEYS_TO_OWN_GAME.exists())
    newest = of_clubs.order_by(Night.date.desc(), Game.id.desc()).limit(most)
    rows = db.session.execute(newest, {"keys": key_refs}) if key_refs else ()
    return [(game, night) for game, night in rows]


def find_key_to_follow(opened: Opened[Game], key_refs: Sequence[str]) -> Key | None:
    """The newest view-only key that opens this game; None if there is none.

    A key to the game's tournament is preferred, then one to a night that the given keys open. A key to the club
    comes last, and only if the given keys open the club.
    """
    held = select(Key.night_id).where(VALID, Key.club_id == opened.club.id)
    played = or_(
        Key.night_id == opened.it.night_id,
        Key.night_id.in_(select(GameNight.night_id).where(GameNight.game_id == opened.it.id)),
    )
    wanted = played | OPENS_CLUB if opened.opens_club else played & Key.night_id.in_(held)
    if opened.it.tournament_id is not None:
        wanted |= Key.tournament_id == opened.it.tournament_id
    looks_on = (Key.club_id == opened.club.id) & (Key.access == Access.VIEW) & Key.revoked_at.is_(None)
    newest = select(Key).where(looks_on, wanted)
    by_scope = newest.order_by(Key.tournament_id.is_(None), Key.night_id.is_(None), Key.id.desc())
    return db.session.scalar(by_scope.limit(1), {"keys": key_refs})
