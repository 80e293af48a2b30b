"""A club's history: search its nights, and list the games behind a figure."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from models.ledger.nights import Night
from models.ledger.players import Player, find_player, players_of
from models.ledger.tournaments import tournaments_of
from models.results.history import GameSearch, ListedGame, NightSearch, find_games, find_nights, games_on, years_of
from models.results.questions import Question, read_question, with_name
from rules import RULE_BOOKS, BookError, read_rules
from rules.table.notation import LONGEST
from views.club.answers import answers_to
from views.club.spans import asked_span, write_span
from views.shared.in_play import games_in_play
from views.shared.keyring import fetch_club, name_here
from views.shared.named import rules_namer

pages = Blueprint("history", __name__, url_prefix="/clubs/<ref>")

NIGHTS_ON_A_PAGE = 15
GAMES_ON_A_PAGE = 20
LONGEST_WORDS = 100
# At most this many names are offered to somebody who asks about “me”.
MOST_ASKERS = 24
_HIGHEST_ID = 2**63 - 1
# The query parameters that a search for games may use.
_ASKED = (
    "player",
    "rival",
    "standing",
    "placed",
    "won",
    "out",
    "rules",
    "set",
    "players",
    "engine",
    "score",
    "first",
    "last",
    "until",
)


@pages.get("/nights")
def nights(ref: str) -> ResponseReturnValue:
    """A club's nights, newest first, with the games played on each. A search narrows the list."""
    opened = fetch_club(ref)
    players = players_of(opened.it.id)
    asked = {
        name: request.args.get(name, "")[:LONGEST_WORDS] for name in ("player", "rules", "year", "words", "written")
    }
    cups = [tournament.name for tournament in tournaments_of(opened.it.id)]
    asked["words"] = asked["words"].replace("\x00", " ").strip()
    names, me = [player.name for player in players], name_here(opened.it)
    # A player may be called “Me”.
    askers = [] if any(with_name(name, "") != name for name in names) else names
    words = with_name(asked["words"], me) if me in askers else asked["words"]
    asked_as = {name: named for name in askers[:MOST_ASKERS] if (named := with_name(words, name)) != words}
    question = read_question(words, players, opened.it.today, cups)
    unknown = [word for word in question.unknown if word in words.casefold()]
    search = _asked_nights(players, asked, question)
    answers = answers_to(opened.it, question)
    # A list of nights would only hide the answer about a figure, and it cannot answer a question that was not understood.
    names_nights = question.words or question.time.words
    is_for_nights = not asked["words"] or (names_nights and not asked_as and not (answers and question.subjects))
    matching = find_nights(opened.it.id, search, NIGHTS_ON_A_PAGE + 1) if is_for_nights else []
    day, side = question.time.day if is_for_nights else None, question.time.side
    on_day = find_nights(opened.it.id, NightSearch(since=day, before=day + timedelta(days=1)), 1) if day else []
    missed = None if side or on_day else day
    if day and (side or missed):
        # A night's name may be what was asked for, such as "Christmas dinner".
        by_name = [night for night in matching if night.name and not side]
        matching = list(dict.fromkeys([*by_name, *_nights_beside(opened.it.id, day, side)]))
    elif not matching and not question.unknown:
        matching = on_day
    shown = matching[:NIGHTS_ON_A_PAGE]
    games = {night: _with_all(listed, question.players) for night, listed in games_on(shown).items()}
    about = [player.name for player in question.players] if day else []
    return render_template(
        "history/nights.html",
        opened=opened,
        answers=answers,
        is_playing=answers
        and "cup" not in question.subjects
        and question.time.span.holds(opened.it.today)
        and games_in_play(opened.it),
        unknown=list(dict.fromkeys(unknown)),
        # If the question says "I" and nobody has said whose phone this is: the question with each player's name instead.
        asked_as=asked_as,
        missed=missed,
        is_unsaved=question.is_unsaved,
        looked_for=question.words,
        nights=[night for night in shown if games[night.id] or not question.players[1:]],
        games=games,
        did_not_play={id: [name for name in about if not _sat_in(listed, name)] for id, listed in games.items()},
        earlier=shown[-1].date if len(matching) > len(shown) else None,
        asked={name: text for name, text in asked.items() if text},
        players=players,
        books=RULE_BOOKS.values(),
        years=years_of(opened.it.id),
    )


@pages.get("/games")
def games(ref: str) -> ResponseReturnValue:
    """The finished games of a club that match the search. Every figure in the statistics links to this page."""
    opened = fetch_club(ref)
    player, rival = (_asked_player(opened.it.id, name) for name in ("player", "rival"))
    search, args = _asked_games(player, rival), request.args
    most = _number(args.get("most", ""), GAMES_ON_A_PAGE)
    page = find_games(opened.it.id, search, most or GAMES_ON_A_PAGE)
    next_page = {"after": f"{page.after[0]}.{page.after[1]}"} if page.after and not most else None
    return render_template(
        "history/games.html",
        opened=opened,
        player=player,
        page=page,
        said=_said(opened.it.id, search, rival),
        later={name: args[name] for name in _ASKED if name in args} | next_page if next_page else None,
    )


def _nights_beside(club_id: int, day: date, side: int) -> list[Night]:
    """The first night within two weeks after a day, and the last night before that day.

    A positive `side` leaves out the night before, and a negative one leaves out the night after.
    """
    tomorrow = day + timedelta(days=1)
    after = find_nights(club_id, NightSearch(since=tomorrow, before=day + timedelta(days=14)), NIGHTS_ON_A_PAGE)
    before = find_nights(club_id, NightSearch(before=day), 1)
    return (after[-1:] if side >= 0 else []) + (before if side <= 0 else [])


def _with_all(games: list[ListedGame], players: Sequence[Player]) -> list[ListedGame]:
    """The games of a night in which all of these players took part.

    If only one player is given, and that player took part in none but is named in a note, all games of the night
    are returned.
    """
    names = {player.name for player in players}
    return [game for game in games if names <= {player.name for player in game.players}] or (
        [] if len(names) > 1 else games
    )


def _sat_in(games: Sequence[ListedGame], name: str) -> bool:
    return any(name == player.name for game in games for player in game.players)


def _asked_nights(players: Sequence[Player], asked: Mapping[str, str], question: Question) -> NightSearch:
    """The search for nights, as given in the address."""
    first, last = question.time.days
    return NightSearch(
        player_id=next((player.id for player in players if player.ref == asked["player"]), None),
        rules=asked["rules"] if asked["rules"] in RULE_BOOKS else "",
        year=_number(asked["year"], 9999),
        words=question.words,
        written=asked["written"].replace("\x00", " ").strip(),
        since=first,
        before=request.args.get("before", type=date.fromisoformat) or (last and last + timedelta(days=1)),
    )


def _asked_games(player: Player | None, rival: Player | None) -> GameSearch:
    """The search for games, as given in the address."""
    args = request.args
    return GameSearch(
        player_id=player.id if player else None,
        is_placed="placed" in args,
        is_won="won" in args,
        is_out="out" in args,
        rules=_asked_rules(),
        rule_set=_asked_set(),
        players=_number(args.get("players", ""), 99),
        engine=_number(args.get("engine", ""), 99),
        score=_number(args.get("score", ""), 99999),
        rival_id=rival.id if rival else None,
        standing=args.get("standing", ""),
        span=asked_span(),
        after=args.get("after", type=_day_and_id),
        until=args.get("until", type=_day_and_id),
    )


def _asked_player(club_id: int, name: str) -> Player | None:
    ref = request.args.get(name)
    return (find_player(club_id, ref[:10]) or abort(404)) if ref else None


def _asked_rules() -> str:
    text = request.args.get("rules", "")[:LONGEST]
    try:
        return str(read_rules(text)) if text else ""
    except BookError:
        abort(404)


def _asked_set() -> str:
    key = request.args.get("set", "")
    return key if not key or key in RULE_BOOKS else abort(404)


def _said(club_id: int, search: GameSearch, rival: Player | None) -> list[str]:
    """The search in words: the features that the games have in common."""
    standings = {
        "before": gettext("finished ahead of %(name)s", name=rival.name if rival else ""),
        "behind": gettext("finished behind %(name)s", name=rival.name if rival else ""),
        "level": gettext("tied with %(name)s", name=rival.name if rival else ""),
    }
    parts = [
        (search.is_won, gettext("won")),
        (search.until, gettext("won in a row")),
        (search.is_placed and not search.is_won and not rival and not search.until, gettext("played to the end")),
        (search.is_out and search.engine is None, gettext("went out in a round")),
        (search.is_out and search.engine is not None, gettext("went out in the round with this double")),
        (search.rules, rules_namer(club_id)(search.rules) if search.rules else ""),
        (search.rule_set, RULE_BOOKS[search.rule_set].name if search.rule_set else ""),
        (search.players, gettext("%(count)s players", count=search.players)),
        (search.engine is not None, f"{search.engine}-{search.engine}"),
        (search.score is not None, gettext("a round of %(score)s", score=search.score)),
        (rival, standings.get(search.standing, gettext("with %(name)s", name=rival.name if rival else ""))),
        (not search.span.is_open, " – ".join(write_span(search.span).values())),
    ]
    return [words for holds, words in parts if holds]


def _number(text: str, most: int) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    return int(text) if is_number and int(text) <= most else None


def _day_and_id(text: str) -> tuple[date, int]:
    """The day and id of a game, as in `2026-03-05.17`. Raises ValueError."""
    day, _, number = text.partition(".")
    if (game := _number(number, _HIGHEST_ID)) is None:
        raise ValueError(number)
    return date.fromisoformat(day), game
