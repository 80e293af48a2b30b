"""Pages that give back a sent form if nothing was entered: after a temporary failure, or with a revoked key."""

from flask import Response, g, make_response, render_template, request

from models.access.revoked_keys import find_revoked
from models.ledger.clubs import Club
from views.shared.keyring import key_refs

AGAIN_SECONDS = 5


def sent_fields() -> list[tuple[str, str]]:
    """The fields that were sent, without the CSRF token."""
    return [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]


def ask_again(title: str, advice: str, status: int) -> Response:
    """The page for a temporary failure. It never queries the database.

    Its form can send the same fields again, with the same `once`, so a change that did go through happens only
    once. After a 503 the page's script sends the form again by itself.
    """
    page = render_template(
        "errors/again.html",
        title=title,
        advice=advice,
        fields=sent_fields(),
        is_form=request.method == "POST",
        has_file=any(file.filename for file in request.files.values()),
        by_itself=status == 503,
        address=request.script_root + request.full_path.rstrip("?"),
    )
    return Response(page, status, headers={"Retry-After": str(AGAIN_SECONDS)})


def find_revoked_club() -> Club | None:
    """The club of this phone's revoked key, if that key used to open the page at this address."""
    ref = (request.view_args or {}).get("ref", "")
    # Stored refs have only ASCII letters and digits, and a database may reject other characters.
    return find_revoked(ref, key_refs()) if ref.isascii() and ref.isalnum() else None


def show_revoked(club: Club) -> Response:
    """The page for a phone whose key was revoked: what happened, whom to ask, and what was sent, to copy.

    Strangers get a plain 404. A page that follows a game reloads itself, so it shows this too.
    """
    # This header tells the phone's service worker to delete the club's pages.
    g.club = club.ref
    response = make_response(render_template("errors/taken_back.html", club=club, fields=sent_fields()), 404)
    if request.method == "GET":
        response.headers["HX-Refresh"] = "true"
    return response
