"""A page for a phone whose key was revoked: what happened, whom to ask, and what it had typed. Strangers get 404 without it."""

from flask import Response, make_response, render_template, request

from models.access.revoked import find_revoked
from models.ledger.clubs import Club
from views.shared.keyring import key_refs


def find_taken_back() -> Club | None:
    """The club of a revoked key of this phone that opened what the address names."""
    ref = (request.view_args or {}).get("ref", "")
    # No name that is kept has other letters, and a database may stumble over them.
    return find_revoked(ref, key_refs()) if ref.isascii() and ref.isalnum() else None


def say_taken_back(club: Club) -> Response:
    """The page, with what was sent, to be copied. A page that follows by itself is loaded again, and says it too."""
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    response = make_response(render_template("errors/taken_back.html", club=club, fields=fields), 404)
    if request.method == "GET":
        response.headers["HX-Refresh"] = "true"
    return response
