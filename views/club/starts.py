"""Start a game: names, order, rules."""

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.house_rules import filled_in, house_rules_form
from forms.starts import StartForm
from models.access.grants import open_clubs
from models.ledger.clubs import Club
from models.ledger.games import Game, GameTerms, find_newest_game
from models.ledger.house_rules import house_rules_by_text, is_name_taken, newest_rules
from models.ledger.keys import Access
from models.ledger.players import player_names
from models.play.house_rules import HouseRulesError, check_name_is_free, make_house_rules
from models.play.start import start_game
from models.sheets.fold import load_sheet
from rules import RULE_BOOKS, BookError, RuleBook, full_set
from rules.books.deal_table import FEWEST_PLAYERS, sheet_deals
from rules.names import fold_name, look_alike, typed_name
from rules.table.deal import check_deal, read_engines, write_engines
from views.club.house_rules import chosen_rules, fields_of
from views.shared.in_play import games_in_play
from views.shared.keyring import club_to_play_in, fetch_club, fetch_game, key_refs, name_here, play_in
from views.shared.new_club import create_club_here, zone_here
from views.shared.once import once

pages = Blueprint("starts", __name__)

MOST_OTHERS = 12


class _GameForm(NamedTuple):
    """The form for a new game, its club, and the names of the club's house rules, keyed by rule text.

    `may_make` says whether this phone may add house rules.
    """

    form: StartForm
    club: Club | None
    house: dict[str, str]
    may_make: bool


@pages.get("/start")
def start() -> ResponseReturnValue:
    """The form to start a game, filled in from the game named by `like` in the address, or from the club's newest game."""
    if "like" in request.args:
        opened = fetch_game(request.args["like"], Access.SCORE)
        # A key to one night does not open its club. With only such a key, players may start a game in a new club.
        filled = _ask(_values_of(opened.it, opened.club.ref if opened.opens_club else ""))
        return _show(filled, begun=_just_begun(filled))
    ref = request.args.get("club")
    if ref is None and (clubs := open_clubs(key_refs(), Access.SCORE)):
        club = club_to_play_in(clubs)
        if club is None:
            return render_template("starts/which_club.html", clubs=clubs, page="starts.start")
        ref = club.ref
    return _show(_ask(_as_last_time(ref or "")))


@pages.post("/start")
@once
def begin() -> ResponseReturnValue:
    """Start the game, or only change the seating, or choose house rules for it."""
    filled = _ask(_first_values(""))
    if "house" in request.form:
        return _choose_house_rules(filled)
    if "move" in request.form:
        _move(filled, request.form["move"])
    elif "add" in request.form:
        _add(filled.form, typed_name(request.form["add"]))
    elif filled.form.validate_on_submit():
        asked = _look_alikes(filled), _too_many(filled.form), _just_begun(filled)
        if "asked" not in request.form and any(asked):
            return _show(filled, *asked)
        return redirect(url_for("games.sheet", ref=_start(filled).ref), 303)
    return _show(filled), 422 if filled.form.errors else 200


def _first_values(ref: str) -> dict[str, object]:
    """The form's values for a club's first game: a rule set and no players."""
    return {"rules": next(iter(RULE_BOOKS)), "club": ref}


def _as_last_time(ref: str) -> dict[str, object]:
    """The form's values for a club's next game: the newest game's players, seats and rules, but no archived players."""
    newest = find_newest_game(fetch_club(ref, Access.SCORE).it.id) if ref else None
    if newest is None:
        return _first_values(ref)
    return _values_of(newest, ref, player_names(newest.club_id))


def _values_of(game: Game, ref: str, known: Collection[str] | None = None) -> dict[str, object]:
    """The form's values to play a game again: players in seat order, current rules, and the doubles if not all are played.

    Players who left are not included, nor are those missing from `known`, if it is given.
    """
    sheet = load_sheet(game)
    names = [column.name for column in sheet.columns if column.left_in is None]
    is_whole = sheet.engines == sheet.book.options.engines
    return {
        "club": ref,
        "players": [name for name in names if known is None or name in known],
        "rules": newest_rules(game.club_id, str(sheet.book)),
        "engines": "" if is_whole else write_engines(sheet.engines),
    }


def _ask(guess: Mapping[str, object]) -> _GameForm:
    form = StartForm(data=guess)
    opened = fetch_club(form.club.data, Access.SCORE) if form.club.data else None
    house = house_rules_by_text(opened.it.id) if opened else {}
    form.offer({text: kept.rules for text, kept in house.items()})
    form.day.latest = (opened.it if opened else Club(zone=zone_here())).today
    return _with_made(
        _GameForm(
            form=form,
            club=opened.it if opened else None,
            house={text: kept.name for text, kept in house.items()},
            may_make=opened is None or opened.access >= Access.MANAGE,
        )
    )


def _with_made(filled: _GameForm) -> _GameForm:
    """The form with the house rules chosen for this game at the top of its list."""
    form, made = filled.form, filled.form.made_rules
    if made is None:
        return filled
    form.offer({str(made): made} | {text: form.books[text] for text in filled.house})
    return filled._replace(house={str(made): form.made_name.data or ""} | filled.house)


def _choose_house_rules(filled: _GameForm) -> ResponseReturnValue:
    """Ask which options the house rules for this game should change.

    Once they are chosen, show the start form again, with everything that was typed.
    """
    start, refused = filled.form, ""
    now = start.books.get(start.rules.data) or next(iter(RULE_BOOKS.values()))
    kind = house_rules_form(now.key)
    if request.form["house"] != "use":
        names = filled.house.get(str(now)) or gettext("Our rules")
        form = kind(formdata=None, data={"name": names} | filled_in(now))
    elif (form := kind()).validate():
        try:
            book = chosen_rules(form, RULE_BOOKS[now.key])
            check_deal(book)
            check_name_is_free(filled.club.id if filled.club else None, form.name.data or "")
        except (BookError, HouseRulesError) as error:
            refused = str(error)
        else:
            start.made.data, start.made_name.data, start.rules.data = str(book), form.name.data, str(book)
            return _show(_with_made(filled))
    fields = fields_of(form, now)
    page = render_template("starts/house_rules.html", **fields, start=start, refused=refused, who=None)
    return page, 422 if refused or form.errors else 200


def _look_alikes(filled: _GameForm) -> dict[int, str]:
    """The names in the club that look like a new one, as Zoë looks like Zoe, keyed by the new name's position."""
    names_by_look = {look_alike(name): name for name in (player_names(filled.club.id) if filled.club else [])}
    alike = {at: names_by_look.get(look_alike(seat.data or "")) for at, seat in enumerate(filled.form.players)}
    taken = {fold_name(name) for name in filled.form.names}
    return {at: name for at, name in alike.items() if name and fold_name(name) not in taken}


def _too_many(form: StartForm) -> str:
    """The question to ask if there are more players than the rules are meant for; otherwise empty."""
    players, most = len(form.names), _most_players(form.books[form.rules.data])
    if players <= most:
        return ""
    facts = {"fewest": FEWEST_PLAYERS, "most": most, "players": players}
    return gettext("These rules are for %(fewest)s to %(most)s players. Use the sheet for %(players)s anyway?", **facts)


def _just_begun(filled: _GameForm) -> str:
    """The address of a game that these players have started tonight, perhaps on another phone; empty if there is none."""
    names = {fold_name(name) for name in filled.form.names}
    for game in games_in_play(filled.club) if filled.club else ():
        if not game.sheet.rounds_closed and {fold_name(column.name) for column in game.sheet.columns} == names:
            return game.address
    return ""


def _show(filled: _GameForm, alike: Mapping[int, str] | None = None, crowd: str = "", begun: str = "") -> str:
    """The form, with questions about names in `alike`, the question `crowd`, and an offer to open the game `begun`."""
    form = filled.form
    club_names = player_names(filled.club.id) if filled.club else []
    seated = {fold_name(name) for name in form.names}
    return render_template(
        "starts/start.html",
        form=form,
        club=filled.club,
        known=club_names,
        others=[name for name in club_names if fold_name(name) not in seated][:MOST_OTHERS],
        house=filled.house,
        may_make=filled.may_make,
        alike=alike or {},
        crowd=crowd,
        begun=begun,
        facts={text: _size(book) for text, book in form.books.items()},
    )


def _size(book: RuleBook) -> str:
    """The number of tiles in the set, and how many people can play."""
    tiles, most = len(full_set(book.options.highest)), _most_players(book)
    return gettext("%(tiles)s tiles, %(fewest)s to %(most)s players", tiles=tiles, fewest=FEWEST_PLAYERS, most=most)


def _most_players(book: RuleBook) -> int:
    return max(sheet_deals(book.options), default=0)


def _move(filled: _GameForm, move: str) -> None:
    """Swap a name with the one before or after it, without starting a game.

    `same` puts in the known player whose name looks like this one, `none` empties all seats, and `all` plays all
    rounds.
    """
    form = filled.form
    if move == "all":
        form.engines.data = ""
    if move == "none":
        for seat in form.players:
            seat.data = ""
    for at, name in _look_alikes(filled).items():
        if move == f"same-{at}":
            form.players[at].data = name
    for at, (first, second) in enumerate(pairwise(form.players)):
        if move in (f"down-{at}", f"up-{at + 1}"):
            first.data, second.data = second.data, first.data


def _add(form: StartForm, name: str) -> None:
    """Put a name into the first empty seat, if there is one and the name is not seated yet. This does not start a game."""
    empty = next((seat for seat in form.players if not seat.data), None)
    if empty is not None and fold_name(name) not in {fold_name(other) for other in form.names}:
        empty.data = name


def _start(filled: _GameForm) -> Game:
    form, club = filled.form, filled.club
    if club is None:
        club = create_club_here(typed_name(gettext("%(name)s’s table", name=form.names[0]))[:40], form.names[0])
    play_in(club)
    book, by = form.books[form.rules.data], name_here(club) or gettext("the scorekeeper")
    if book == form.made_rules and filled.may_make and not is_name_taken(club.id, form.made_name.data or ""):
        make_house_rules(club.id, form.made_name.data or "", book, by)
    terms = GameTerms(book, read_engines(form.engines.data or "", book), form.day.data)
    return start_game(club, form.names, terms, club.today, by)
