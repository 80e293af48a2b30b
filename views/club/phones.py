"""Things that phones need besides pages: the service worker, the home screen's manifest, and fresh CSRF tokens."""

from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf.csrf import generate_csrf

from models.access.grants import held_keys
from models.access.tokens import write_token
from models.ledger.keys import Access
from views.shared.keyring import key_refs
from views.shared.outbox import no_store

pages = Blueprint("phones", __name__)

ICONS = {"icon-192.png": "192x192", "icon-512.png": "512x512"}


@pages.get("/token")
def token() -> ResponseReturnValue:
    """This session's CSRF token as plain text, for entries that waited until their page's token had expired."""
    return no_store(Response(generate_csrf(), mimetype="text/plain", headers={"X-Outbox": "token"}))


@pages.get("/worker.js")
def worker() -> ResponseReturnValue:
    """The service worker's script, served beside the home page. A worker can store only pages below its own address."""
    script = Path(current_app.static_folder or "", "worker.js").read_bytes()
    answer = Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
    answer.add_etag()
    return answer


@pages.get("/offline")
def offline() -> ResponseReturnValue:
    """The page that the service worker shows in place of one that this phone has not stored."""
    return render_template("phones/offline.html")


@pages.get("/https")
def https() -> ResponseReturnValue:
    """The things that phones cannot do over plain HTTP, their replacements, and how to get HTTPS."""
    return render_template("phones/https.html")


@pages.get("/manifest")
def manifest() -> ResponseReturnValue:
    """The manifest for a home screen. The app starts with a key link to the club that the page names.

    An installed app may have its own cookies, so only a link with a key opens the club there. Managers' keys are
    left out.
    """
    club = request.args.get("club", "")
    facts = {
        "id": url_for("home.home", club=club or None),
        "name": "Roundhouse",
        "short_name": "Roundhouse",
        "description": gettext("Mexican Train: scores, rulings and past game nights"),
        "start_url": _start(club),
        "scope": url_for("home.home"),
        "display": "standalone",
        "background_color": "#f6f4ee",
        "theme_color": "#f6f4ee",
        "icons": [
            {"src": url_for("static", filename=name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes in ICONS.items()
            for purpose in ("any", "maskable")
        ],
    }
    answer = jsonify(facts)
    answer.mimetype = "application/manifest+json"
    return no_store(answer)


def _start(club: str) -> str:
    """The address of the app's first page: the link of this browser's key to the club, or else the home page."""
    held = [key for key, of in held_keys(key_refs()) if of.ref == club and key.access < Access.MANAGE]
    if not held:
        return url_for("home.home")
    opens_most = max(held, key=lambda key: (key.access, key.night_id is None and key.tournament_id is None, key.id))
    secret = write_token(opens_most, current_app.config["SECRET_KEY"])
    return url_for("keys.open", token=secret, club=club)
