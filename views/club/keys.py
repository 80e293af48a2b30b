"""Keys: links and QR codes that open a club or one night. Make, show and revoke them."""

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.clubs import KeyForm
from models.access.grants import Opened, find_key_target, is_last_to_manage, open_game
from models.access.tokens import read_revoked, read_token
from models.ledger.clubs import Club, lock_club
from models.ledger.games import Game
from models.ledger.keys import Access, Key, keys_of, make_key, revoke_key
from models.ledger.nights import Night, nights_of
from models.ledger.shared_results import shared_results_of
from models.ledger.tournaments import Tournament
from views.shared.in_play import find_address_in_play, find_address_opened_by
from views.shared.keyring import fetch_club, hold_key, is_at_home_alone, key_link, key_refs, name_to_sign, require_room
from views.shared.limits import Limit, count
from views.shared.named import night_in_words
from views.shared.once import once
from views.shared.pictures import draw_qr
from views.shared.sent_forms import show_revoked

pages = Blueprint("keys", __name__)

MOST_NIGHTS = 20


@pages.get("/k/<token>")
def open(token: str) -> ResponseReturnValue:
    """Open a key's link and store the key in the browser.

    Then redirect to an address without the secret: a game's, if the link names one.
    """
    g.shows_secret = True
    key = read_token(token, current_app.config["SECRET_KEY"])
    if key is None and (club := read_revoked(token, current_app.config["SECRET_KEY"])):
        return show_revoked(club)
    if key is None:
        count(Limit.WRONG_LINKS)
        abort(404)
    if key.ref not in key_refs():
        require_room()
    hold_key(key.ref)
    game = request.args.get("game", "")
    if open_game(game, [key.ref]):
        return redirect(url_for("games.follow", ref=game), 303)
    return redirect(_opened_by(key), 303)


@pages.get("/clubs/<ref>/keys")
def keys(ref: str) -> ResponseReturnValue:
    """Every key of a club, and a form for a new one."""
    opened = fetch_club(ref, Access.MANAGE)
    return _show(opened, _key_form(opened.it.id))


@pages.post("/clubs/<ref>/keys")
@once
def make(ref: str) -> ResponseReturnValue:
    """Make a key to the club or to one of its nights."""
    opened = fetch_club(ref, Access.MANAGE)
    form = _key_form(opened.it.id)
    if form.validate_on_submit():
        night = next((night for night in nights_of(opened.it.id, MOST_NIGHTS) if night.ref == form.night.data), None)
        access, by = Access[form.access.data.upper()], name_to_sign(opened)
        key = make_key(opened.it.id, access, form.label.data or "", by, night.id if night else None)
        return redirect(url_for("keys.key", ref=ref, key_ref=key.ref), 303)
    return _show(opened, form)


def _show(opened: Opened[Club], form: KeyForm, refused: str = "") -> ResponseReturnValue:
    page = render_template(
        "keys/keys.html",
        opened=opened,
        form=form,
        keys=keys_of(opened.it.id),
        shared=shared_results_of(opened.it.id),
        refused=refused,
        in_play=find_address_in_play(opened.it),
    )
    return page, 422 if refused or form.errors else 200


@pages.get("/clubs/<ref>/keys/<key_ref>")
def key(ref: str, key_ref: str) -> ResponseReturnValue:
    """One key, with its link and its QR code."""
    opened = fetch_club(ref, Access.MANAGE)
    key = _find(opened.it.id, key_ref)
    link = key_link(key)
    return render_template(
        "keys/key.html",
        opened=opened,
        key=key,
        link=link,
        picture=draw_qr(link),
        in_play=find_address_in_play(opened.it),
    )


@pages.get("/clubs/<ref>/share")
def share(ref: str) -> ResponseReturnValue:
    """One QR code for the other phones at the table: to enter scores, or only to watch.

    Everything else is under "Manage".
    """
    opened = fetch_club(ref, Access.MANAGE)
    access = Access.VIEW if request.args.get("access") == Access.VIEW.code else Access.SCORE
    whole = [key for key, night, tournament in keys_of(opened.it.id) if not (night or tournament or key.revoked_at)]
    link = next((key_link(key) for key in reversed(whole) if key.access is access), "")
    return render_template(
        "keys/share.html",
        opened=opened,
        looks_on=access is Access.VIEW,
        link=link,
        picture=draw_qr(link) if link else "",
        at_home=is_at_home_alone(link),
        in_play=find_address_in_play(opened.it),
    )


@pages.post("/clubs/<ref>/keys/<key_ref>/revoke")
@once
def revoke(ref: str, key_ref: str) -> ResponseReturnValue:
    """Revoke a key, so that it no longer opens anything."""
    opened = fetch_club(ref, Access.MANAGE)
    lock_club(opened.it.id)
    key = _find(opened.it.id, key_ref)
    if is_last_to_manage(key):
        return _show(
            opened,
            _key_form(opened.it.id),
            gettext("This is the last link that can manage the club. Make another one first."),
        )
    revoke_key(key, name_to_sign(opened))
    return redirect(url_for("keys.keys", ref=ref), 303)


def _key_form(club_id: int) -> KeyForm:
    form, nights = KeyForm(), nights_of(club_id, MOST_NIGHTS)
    form.access.choices = [
        (Access.VIEW.code, gettext("watch")),
        (Access.SCORE.code, gettext("enter scores")),
        (Access.MANAGE.code, gettext("manage everything")),
    ]
    form.night.choices = [("", gettext("the whole club")), *((night.ref, night_in_words(night)) for night in nights)]
    return form


def _find(club_id: int, key_ref: str) -> Key:
    return next((key for key, _, _ in keys_of(club_id) if key.ref == key_ref), None) or abort(404)


def _opened_by(key: Key) -> str:
    """The address that a key opens.

    For a club or a night, that is the game in play, if there is one. Otherwise it is the night, the game or the
    tournament that the key is for, or the home page for a whole club.
    """
    target = find_key_target(key)
    if (target is None or isinstance(target, Night)) and (address := find_address_opened_by(key)):
        return address
    pages_of = {Game: "games.sheet", Tournament: "tournaments.tournament", Night: "nights.night"}
    return url_for(pages_of[type(target)], ref=target.ref) if target else url_for("home.home")
