"""History: searching the nights and games of a club, a page at a time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, extract, false, func, or_, select, tuple_

from models.ledger.games import Game, GameNight, played_on
from models.ledger.nights import Night, Note
from models.ledger.players import Player
from models.ledger.results import RESULTS, ROUND_RESULTS
from models.ledger.seats import Seat
from models.results.spans import Span
from models.results.spoken_times import latest_holiday, month_of
from models.store.database import db
from models.store.transactions import read_rows
from rules import RuleBook
from rules.names import fold_name, without_accents

# The nights around a holiday are those from this many days before it to the end of its month.
_AROUND_DAYS = 6


class ListedPlayer(NamedTuple):
    """A player in a listed game: the name, and the place and total once the game is over."""

    name: str
    place: int | None
    total: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame:
    """A game in a list. Its `players` are in order of place if the game is over, otherwise clockwise."""

    ref: str
    night_id: int
    day: date
    book: RuleBook
    players: tuple[ListedPlayer, ...]
    is_at_tournament: bool
    counts: bool

    @property
    def finishers(self) -> list[ListedPlayer]:
        """The players of a finished game who played at least one of its rounds; empty if it is not over."""
        return [player for player in self.players if player.total is not None]

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return any(player.place for player in self.players)

    @property
    def winners(self) -> list[str]:
        """The names of the players in first place."""
        return [player.name for player in self.players if player.place == 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSearch:
    """A search for nights; empty fields are ignored. `rules` is the key of a rule set.

    Each word of `words` has to be in a note or the name of the night, in the name of somebody who played, or else
    say when the night was: a day, a month, a year, or a holiday such as Christmas. `written` as a whole has to be in
    a note or in the name of the night, no matter who played.
    """

    player_id: int | None = None
    rules: str = ""
    year: int | None = None
    words: str = ""
    written: str = ""
    since: date | None = None
    before: date | None = None


def find_nights(club_id: int, search: NightSearch, most: int) -> list[Night]:
    """The club's matching nights, newest first, at most `most` of them."""
    fits: list[ColumnElement[bool]] = [Night.club_id == club_id, Night.binned_at.is_(None)]
    of_night = and_(Game.night_id == Night.id, Game.binned_at.is_(None))
    if search.player_id:
        sat = select(Seat.id).join(Game, Game.id == Seat.game_id).where(of_night, Seat.player_id == search.player_id)
        fits.append(sat.exists())
    if search.rules:
        fits.append(select(Game.id).where(of_night, _is_of_set(Game.__table__.c.rules, search.rules)).exists())
    if search.year:
        fits.append(Night.date.between(date(search.year, 1, 1), date(search.year, 12, 31)))
    if search.since:
        fits.append(Night.date >= search.since)
    if search.before:
        fits.append(Night.date < search.before)
    words, written = search.words.casefold().split(), search.written.casefold()
    if words or written:
        called = select(Night.id, Night.name).where(Night.club_id == club_id, Night.name.is_not(None))
        nights = [(id, without_accents(name.casefold())) for id, name in read_rows(called, {})]
        folded = select(Player.id, Player.folded_name).where(Player.club_id == club_id)
        players = [(id, without_accents(name)) for id, name in read_rows(folded, {})]
        fits += [or_(_is_written(word, nights), _played(word, players), _was_in(word)) for word in words]
        fits += [_is_written(written, nights)] if written else []
    return list(db.session.scalars(select(Night).where(*fits).order_by(Night.date.desc()).limit(most)))


def _was_in(word: str) -> ColumnElement[bool]:
    """A condition: the night's date matches this day, month, year or holiday; false if the word is none of these."""
    month, day = extract("month", Night.date), extract("day", Night.date)
    if word.isdecimal() and len(word) == 4:
        return extract("year", Night.date) == int(word)
    if holiday := latest_holiday(word, date.today()):
        return and_(month == holiday.month, day >= holiday.day - _AROUND_DAYS)
    if word.isdecimal() and len(word) <= 2:
        return day == int(word)
    number = month_of(word)
    return month == number if number else false()


def _is_written(words: str, nights: Iterable[tuple[int, str]]) -> ColumnElement[bool]:
    """A condition: these words are in one of the night's notes, or in its name. `nights` are the named nights by id."""
    text = Note.folded.contains(words, autoescape=True)
    noted = select(Note.id).where(Note.night_id == Night.id, text).correlate(Night).exists()
    ids = _with_text(without_accents(words), nights)
    return noted | Night.id.in_(_written_out(ids)) if ids else noted


def _played(word: str, players: Iterable[tuple[int, str]]) -> ColumnElement[bool]:
    """A condition: a player with this word in the name sat in a game that started or continued on the night."""
    ids = _with_text(without_accents(fold_name(word)), players)
    if not ids:
        return false()
    sat = select(Seat.id).where(Seat.game_id == Game.id, Seat.player_id.in_(_written_out(ids))).exists()
    games = select(Game.id).where(Game.binned_at.is_(None), sat)
    went_on = games.join(GameNight, GameNight.game_id == Game.id).where(GameNight.night_id == Night.id)
    return games.where(Game.night_id == Night.id).exists() | went_on.exists()


def _with_text(bare: str, names: Iterable[tuple[int, str]]) -> list[int]:
    """The ids of the names that contain this text. Not left to the database, which ignores case only in English letters."""
    return [id for id, name in names if bare and bare in name]


def _written_out(ids: list[int]) -> BindParameter[int]:
    """Numbers written into the statement itself, because a statement takes a limited number of parameters."""
    return bindparam(None, ids, expanding=True, literal_execute=True)


def _is_of_set(named: ColumnElement[str], key: str) -> ColumnElement[bool]:
    """A condition: the rules are those of this rule set, with or without house rules."""
    return or_(func.substr(named, 1, len(key) + 1) == f"{key}[", func.substr(named, 1, 100) == key)


def years_of(club_id: int) -> list[int]:
    """The years from a club's newest night back to its first."""
    # Separate queries, each of which reads one end of an index; a single query would read all nights.
    oldest, newest = (
        select(end(Night.date)).where(Night.club_id == club_id).scalar_subquery() for end in (func.min, func.max)
    )
    first, last = db.session.execute(select(oldest, newest)).one()
    return list(range(last.year, first.year - 1, -1)) if first else []


def games_on(nights: Sequence[Night]) -> dict[int, list[ListedGame]]:
    """The games played on each of these nights, by the night's id, in the order in which they started."""
    if not nights:
        return {}
    ids = [night.id for night in nights]
    rows = db.session.execute(select(GameNight.night_id, GameNight.game_id).where(GameNight.night_id.in_(ids)))
    continued = {(night_id, game_id) for night_id, game_id in rows}
    listed = _listed(played_on(ids))
    played: dict[int, list[ListedGame]] = {night_id: [] for night_id in ids}
    for night_id, game_id in sorted(continued | {(game.night_id, game_id) for game_id, game in listed.items()}):
        if night_id in played and game_id in listed:
            played[night_id].append(listed[game_id])
    return played


def _listed(which: ColumnElement[bool]) -> dict[int, ListedGame]:
    ended = select(func.max(RESULTS.c.played_on)).where(RESULTS.c.game_id == Game.id).scalar_subquery()
    day = func.coalesce(ended, Night.date)
    games = db.session.execute(
        select(Game.id, Game.ref, Game.night_id, Game.rules, Game.tournament_id, Game.counts, day.label("day"))
        .join(Night, Night.id == Game.night_id)
        .where(which, Game.binned_at.is_(None))
    ).all()
    if not games:
        return {}
    played: dict[int, list[ListedPlayer]] = {game.id: [] for game in games}
    seats = (
        select(Seat.game_id, Player.name, RESULTS.c.place, RESULTS.c.total)
        .join(Player, Player.id == Seat.player_id)
        .outerjoin(RESULTS, and_(RESULTS.c.game_id == Seat.game_id, RESULTS.c.player_id == Seat.player_id))
        .where(Seat.game_id.in_(list(played)))
        .order_by(RESULTS.c.place.is_(None), RESULTS.c.place, Seat.place.is_(None), Seat.place, Seat.id)
    )
    for game_id, *player in db.session.execute(seats):
        played[game_id].append(ListedPlayer._make(player))
    return {
        game.id: ListedGame(
            ref=game.ref,
            night_id=game.night_id,
            day=game.day,
            book=game.rules,
            players=tuple(played[game.id]),
            is_at_tournament=game.tournament_id is not None,
            counts=game.counts,
        )
        for game in games
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSearch:
    """A search for the games behind a figure; empty fields are ignored.

    `rules` are the exact rules of the game; `rule_set` is the key of a rule set, with any house rules. `standing`
    is how the player finished against the rival: `before`, `behind` or `level`. `score`, `engine` and `is_out` must all
    match the same round. `after` is the day and id of the last game on the previous page, and `until` the day and
    id of the newest game to be listed.
    """

    player_id: int | None = None
    is_placed: bool = False
    is_won: bool = False
    is_out: bool = False
    rules: str = ""
    rule_set: str = ""
    players: int | None = None
    engine: int | None = None
    score: int | None = None
    rival_id: int | None = None
    standing: str = ""
    span: Span = field(default_factory=Span)
    after: tuple[date, int] | None = None
    until: tuple[date, int] | None = None


class GameShare(NamedTuple):
    """A player's figures in a game: pips, rounds played, how often the player went out, and the best and worst round."""

    pips: int
    rounds: int
    outs: int
    best: int
    worst: int


class GamesPage(NamedTuple):
    """A page of games, each with the figures of the player searched for, or None if the search names no player.

    `after` is the `GameSearch.after` for the next page; None on the last page.
    """

    games: list[tuple[ListedGame, GameShare | None]]
    after: tuple[date, int] | None


def find_games(club_id: int, search: GameSearch, most: int) -> GamesPage:
    """The matching finished games, newest first, at most `most` on a page."""
    result = RESULTS.c
    at = tuple_(result.played_on, result.game_id)
    fits = [result.club_id == club_id, search.span.results]
    fits += [result.player_id == search.player_id] if search.player_id else []
    fits += [result.place.is_not(None)] if search.is_placed else []
    fits += [result.place == 1] if search.is_won else []
    fits += [result.rules == search.rules] if search.rules else []
    fits += [_is_of_set(result.rules, search.rule_set)] if search.rule_set else []
    fits += [result.players == search.players] if search.players else []
    fits += [search.after > at] if search.after else []
    fits += [search.until >= at] if search.until else []
    fits += [_had_round(search)] if search.is_out or search.engine is not None or search.score is not None else []
    fits += [_met(search)] if search.rival_id else []
    shares = [result[name] for name in GameShare._fields] if search.player_id else []
    chosen = select(result.played_on, result.game_id, *shares).where(*fits)
    # A game has one row for each player.
    chosen = chosen if search.player_id else chosen.distinct()
    newest = chosen.order_by(result.played_on.desc(), result.game_id.desc()).limit(most + 1)
    rows = db.session.execute(newest).all()
    shown = rows[:most]
    listed = _listed(Game.id.in_([row.game_id for row in shown])) if shown else {}
    after = (shown[-1].played_on, shown[-1].game_id) if len(rows) > most else None
    games = [
        (listed[row.game_id], GameShare._make(row[2:]) if shares else None) for row in shown if row.game_id in listed
    ]
    return GamesPage(games, after)


def _had_round(search: GameSearch) -> ColumnElement[bool]:
    round_result = ROUND_RESULTS.c
    fits = [round_result.game_id == RESULTS.c.game_id, round_result.player_id == RESULTS.c.player_id]
    fits += [round_result.is_out] if search.is_out else []
    fits += [round_result.engine == search.engine] if search.engine is not None else []
    fits += [round_result.score == search.score] if search.score is not None else []
    return select(round_result.game_id).where(*fits).exists()


def _met(search: GameSearch) -> ColumnElement[bool]:
    result, rival = RESULTS.c, RESULTS.alias()
    fits = [rival.c.game_id == result.game_id, rival.c.player_id == search.rival_id, rival.c.place.is_not(None)]
    compared = {
        "before": result.place < rival.c.place,
        "behind": result.place > rival.c.place,
        "level": result.place == rival.c.place,
    }
    fits.append(compared.get(search.standing, result.place.is_not(None)))
    return select(rival.c.game_id).where(*fits).exists()
