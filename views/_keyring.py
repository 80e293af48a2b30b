"""What this browser has opened, who holds it, and finding something with that or answering 404."""

from typing import TypeVar

from flask import abort, current_app, g, make_response, redirect, render_template, request, session, url_for

from forms.base import AskedNameForm
from models import keys
from models.clubs import Club
from models.games import Game
from models.keys import Access, Opened
from models.nights import Night

MOST_KEYS = 50

T = TypeVar("T")


def key_ids() -> list[int]:
    """The keys that this browser has opened."""
    return session.get("keys", [])


def hold_key(key_id: int) -> None:
    """Keep a key in this browser's session; the oldest are let go when it holds too many."""
    session.permanent = True
    session["keys"] = [*(id for id in key_ids() if id != key_id), key_id][-MOST_KEYS:]
    g.new_key_id = key_id


def fetch_club(ref: str, needs: Access = Access.VIEW) -> Opened[Club]:
    """The club, or 404 without a key that allows what is needed."""
    return found(keys.open_club(ref, key_ids()), needs)


def fetch_night(ref: str, needs: Access = Access.VIEW) -> Opened[Night]:
    """The night, or 404 without a key that allows what is needed."""
    return found(keys.open_night(ref, key_ids()), needs)


def fetch_game(ref: str, needs: Access = Access.VIEW) -> Opened[Game]:
    """The game, or 404 without a key that allows what is needed."""
    return found(keys.open_game(ref, key_ids()), needs)


def found(opened: Opened[T] | None, needs: Access) -> Opened[T]:
    """What a key has opened, or 404 where it allows less than is needed."""
    if opened is None or opened.access < needs:
        abort(404)
    return opened


def name_here(club: Club) -> str:
    """Who holds this phone, as they said for this club; empty until they have."""
    return session.get("names", {}).get(club.ref, "")


def call_oneself(club: Club, name: str) -> None:
    """Remember who holds this phone: every entry from it carries that name."""
    session.permanent = True
    session["names"] = {**session.get("names", {}), club.ref: name}


def ask_name(opened: Opened[Game] | Opened[Night] | Opened[Club]) -> str:
    """Who holds this phone; whoever has not said yet is asked first, and nothing that was typed is lost."""
    form = AskedNameForm()
    if request.method == "POST" and form.me.data and form.me.validate(form):
        call_oneself(opened.club, form.me.data)
    name = name_here(opened.club)
    if not name and request.method == "POST":
        fields = [
            (field, value)
            for field, value in request.form.items(multi=True)
            if field not in ("csrf_token", "once", "me")
        ]
        abort(make_response(render_template("errors/who.html", fields=fields, form=form), 422))
    if not name:
        abort(redirect(url_for("games.me", ref=opened.it.ref, back=request.path), 303))
    return name


def phone_address() -> str:
    """The address that this page was opened with, unless only this machine knows it: then the one that phones use."""
    host = request.host.rpartition(":")[0] or request.host
    if host in ("localhost", "127.0.0.1", "[::1]") and current_app.config["ROUNDHOUSE_ADDRESS"]:
        return current_app.config["ROUNDHOUSE_ADDRESS"]
    return request.host_url.rstrip("/")
