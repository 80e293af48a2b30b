"""The page for a phone whose key was revoked: what happened, whom to ask, and what it had typed. Strangers get a plain 404."""

from flask import Response, g, make_response, render_template, request

from models.access.revoked_keys import find_revoked
from models.ledger.clubs import Club
from views.shared.keyring import key_refs


def find_revoked_club() -> Club | None:
    """The club of this phone's revoked key, if that key opened what the address names."""
    ref = (request.view_args or {}).get("ref", "")
    # No stored name has other characters, and a database may reject them.
    return find_revoked(ref, key_refs()) if ref.isascii() and ref.isalnum() else None


def show_revoked(club: Club) -> Response:
    """The page, with what was sent, to copy. A following page reloads itself and shows this too."""
    # By this the phone's worker drops the club's pages.
    g.club = club.ref
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    response = make_response(render_template("errors/taken_back.html", club=club, fields=fields), 404)
    if request.method == "GET":
        response.headers["HX-Refresh"] = "true"
    return response
