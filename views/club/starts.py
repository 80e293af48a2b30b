"""Start a game: names, order, rules."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple, TypedDict

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.starts import StartForm
from models.access.grants import Opened
from models.ledger.clubs import Club
from models.ledger.games import Game, GameTerms, find_newest_game
from models.ledger.house_rules import HouseRules, house_rules_by_text, newest_rules
from models.ledger.keys import Access
from models.ledger.players import player_names
from models.play.start import start_game
from models.sheets.fold import load_sheet
from rules import RULE_BOOKS, RuleBook, full_set
from rules.books.deal_table import FEWEST_PLAYERS
from rules.names import fold_name, tidy_name
from rules.table.deal import most_players, read_engines
from views.shared.keyring import club_to_play_in, fetch_club, fetch_game, name_here, open_clubs_everywhere, play_in
from views.shared.new_club import create_club_here
from views.shared.once import once
from views.shared.shards import go_to_shard_of

pages = Blueprint("starts", __name__)

MOST_OTHERS = 12


class _GameForm(NamedTuple):
    """The form of a new game, its club, and that club's own rules by their text."""

    form: StartForm
    club: Club | None
    house: dict[str, HouseRules]


@pages.get("/start")
def start() -> ResponseReturnValue:
    """The form to start a game, filled in from the game that the address names in `like`, or from the club's newest."""
    if "like" in request.args:
        return _show(_ask(_like_again(fetch_game(request.args["like"], Access.SCORE))))
    ref = request.args.get("club")
    if ref is None and (clubs := open_clubs_everywhere(Access.SCORE)):
        club = club_to_play_in(clubs)
        if club is None:
            return render_template("starts/which_club.html", clubs=clubs, page="starts.start")
        ref = club.ref
        go_to_shard_of(ref)
    return _show(_ask(_as_last_time(ref or "")))


@pages.post("/start")
@once
def begin() -> ResponseReturnValue:
    """Start the game, or only change who sits where."""
    filled = _ask(_first_values(""))
    if "move" in request.form:
        _move(filled.form, request.form["move"])
    elif "add" in request.form:
        _add(filled.form, tidy_name(request.form["add"]))
    elif filled.form.validate_on_submit():
        return redirect(url_for("games.sheet", ref=_start(filled).ref), 303)
    return _show(filled), 422 if filled.form.errors else 200


def _first_values(ref: str) -> dict[str, object]:
    """The form's values for the first game of a club: a rule set."""
    return {"rules": next(iter(RULE_BOOKS)), "club": ref}


def _as_last_time(ref: str) -> dict[str, object]:
    """The form's values for the next game of a club: the players, seats and rules of its newest game. Archived players rest."""
    club = fetch_club(ref, Access.SCORE).it if ref else None
    newest = find_newest_game(club.id) if club else None
    if club is None or newest is None:
        return _first_values(ref)
    values, known = _values_of(newest), set(player_names(club.id))
    return values | {"club": ref, "players": [name for name in values["players"] if name in known]}


def _like_again(opened: Opened[Game]) -> dict[str, object]:
    """The form's values for the same game again.

    A key to one night does not open its club. These players may start a game in a club of their own.
    """
    return {**_values_of(opened.it), "club": opened.club.ref if opened.opens_club else ""}


class _Values(TypedDict):
    """The form's values that come from a game."""

    players: list[str]
    rules: str
    engines: str


def _values_of(game: Game) -> _Values:
    """The players of a game as they sit, without those who left; its rules as they are now; its doubles if not all of them."""
    sheet = load_sheet(game)
    is_whole = sheet.engines == sheet.book.options.engines
    return _Values(
        players=[column.name for column in sheet.columns if column.left_in is None],
        rules=newest_rules(game.club_id, str(sheet.book)),
        engines="" if is_whole else " ".join(map(str, sheet.engines)),
    )


def _ask(guess: Mapping[str, object]) -> _GameForm:
    form = StartForm(data=guess)
    club = fetch_club(form.club.data, Access.SCORE).it if form.club.data else None
    house = house_rules_by_text(club.id) if club else {}
    form.offer({text: made.rules for text, made in house.items()})
    return _GameForm(form, club, house)


def _show(filled: _GameForm) -> str:
    form = filled.form
    known = player_names(filled.club.id) if filled.club else []
    seated = {fold_name(name) for name in form.names}
    return render_template(
        "starts/start.html",
        form=form,
        club=filled.club,
        known=known,
        others=[name for name in known if fold_name(name) not in seated][:MOST_OTHERS],
        house=filled.house,
        facts={text: _size(book) for text, book in form.books.items()},
    )


def _size(book: RuleBook) -> str:
    """The number of tiles in the set, and how many people can play."""
    tiles, most = len(full_set(book.options.highest)), most_players(book)
    return gettext("%(tiles)s tiles, %(fewest)s to %(most)s players", tiles=tiles, fewest=FEWEST_PLAYERS, most=most)


def _move(form: StartForm, move: str) -> None:
    """Swap a name with the one before or after it; `none` empties all seats, `all` plays all rounds. This starts no game."""
    direction, _, place = move.partition("-")
    if direction == "all":
        form.engines.data = ""
    if direction == "none":
        for seat in form.players:
            seat.data = ""
    here = int(place) if place.isdecimal() and len(place) < 3 else -1
    there = here - 1 if direction == "up" else here + 1
    if 0 <= here < len(form.players) and 0 <= there < len(form.players):
        one, other = form.players[here], form.players[there]
        one.data, other.data = other.data, one.data


def _add(form: StartForm, name: str) -> None:
    """Put a name into the first empty seat, if there is one. This starts no game."""
    empty = next((seat for seat in form.players if not seat.data), None)
    if empty is not None and fold_name(name) not in {fold_name(other) for other in form.names}:
        empty.data = name


def _start(filled: _GameForm) -> Game:
    form, club = filled.form, filled.club
    if club is None:
        club = create_club_here(gettext("%(name)s’s table", name=form.names[0])[:40], form.names[0])
    play_in(club)
    book = form.books[form.rules.data]
    terms = GameTerms(book, read_engines(form.engines.data or "", book))
    return start_game(club, form.names, terms, date.today(), name_here(club) or gettext("this phone"))
