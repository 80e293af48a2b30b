"""Code shared by all responses: headers, error pages, and the functions that templates may call."""

import gzip
import re
import secrets
from base64 import b64encode
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from flask import Flask, Response, abort, current_app, g, render_template, request, url_for
from flask_babel import format_time, get_locale, gettext, lazy_gettext
from flask_wtf.csrf import CSRFError, generate_csrf
from werkzeug.exceptions import BadHost, HTTPException, InternalServerError, SecurityError

from charts.markers import marker_shape
from models.store.troubles import Trouble, trouble_of
from rules.wording import list_of, speak
from views.shared.isolation import isolate_names
from views.shared.keyring import OPEN_AGAIN, has_old_keys
from views.shared.named import by_clock_here, day_in_words, night_in_words, rules_name
from views.shared.outbox import say_old_token
from views.shared.photos import too_large
from views.shared.sent_forms import ask_again, find_revoked_club, show_revoked
from views.shared.sub_path import path_here

# Whole lines of comments, and the white space before a line.
_REMARKS = re.compile(rb"^\s*(//.*\n|/\*[^*]*\*/\n)|^[ \t]+", re.MULTILINE)


def _inline(name: str) -> str:
    return _REMARKS.sub(b"", (Path(__file__).parents[2] / "static" / name).read_bytes()).decode()


def _hash_of(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


# The only inline script of every page: it has to be there before the page is painted, even if the other scripts never arrive.
GUARD = _inline("guard.js")
# On a first visit, the home page has its styles inside, which saves a trip to the server: 400 ms on slow 3G.
STYLES = _inline("roundhouse.css").replace('url("', 'url("static/')

# The permissions that no page asks for.
PERMISSIONS = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' 'sha256-{_hash_of(GUARD)}'",
        f"style-src 'self' 'sha256-{_hash_of(STYLES)}'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

_SEND_AGAIN = lazy_gettext("Go back, open the page again and send the form once more.")
# For each status: what happened, and what to do about it.
ERRORS = {
    400: (lazy_gettext("That could not be read"), _SEND_AGAIN),
    404: (
        lazy_gettext("Page not found"),
        lazy_gettext("There is no such page, or this phone has no link to it. Scan the table’s QR code again."),
    ),
    405: (lazy_gettext("That does not work"), lazy_gettext("Go back and use the buttons on the page.")),
    409: (lazy_gettext("Somebody got there first"), lazy_gettext("Open the sheet again and look at what was entered.")),
    413: (lazy_gettext("Too much at once"), lazy_gettext("Go back and send less.")),
    422: (lazy_gettext("That does not fit"), _SEND_AGAIN),
    429: (
        lazy_gettext("Too many requests in one hour"),
        lazy_gettext("Too much was sent from your network address in the last hour. Wait a while, then try again."),
    ),
    500: (
        lazy_gettext("Something went wrong"),
        lazy_gettext(
            "Everything entered before this is safe. Go back and try again; if it happens again, "
            "tell the person who runs this server."
        ),
    ),
}

TROUBLES = {
    Trouble.AWAY: (
        lazy_gettext("The database is not answering"),
        lazy_gettext("This page will try again in a few seconds. Everything entered before this is safe."),
    ),
    Trouble.FULL: (
        lazy_gettext("Nothing can be saved at the moment"),
        lazy_gettext(
            "The disk is full or read-only: tell the person who runs this server. "
            "Everything entered before this is safe."
        ),
    ),
    Trouble.BUSY: (
        lazy_gettext("Too much at once"),
        lazy_gettext("Somebody is entering a lot at once. This page will try again in a few seconds."),
    ),
}
# The fields that take lists, tables and notes, and the most characters that any other field may have.
_LONGEST_NAME = 60
_LISTS, _LONGEST = {"players", "read", "tables", "text"}, 4000
# The fields of an address or a form that name something in the database.
_NAMES_IN_ADDRESSES = ("club", "like", "game", "player", "rival")


def register(app: Flask) -> None:
    """Put headers on every response, give every error a page, and give templates the functions that they call."""
    # Sets the language of rules and models to the page's, because this thread may just have served somebody else.
    app.before_request(lambda: speak(str(get_locale())))
    app.before_request(_check_request)
    app.after_request(_add_headers)
    app.register_error_handler(HTTPException, _show_error)
    app.register_error_handler(Exception, _show_fault)
    app.jinja_env.globals.update(guard=GUARD, styles=STYLES, once=_new_once, asset=_asset_urls(app))
    app.jinja_env.globals.update(marker_shape=marker_shape, path_here=path_here, rules_name=rules_name)
    app.jinja_env.globals.update(form_token=generate_csrf)
    app.jinja_env.filters.update(listed=list_of, day=day_in_words, night=night_in_words, clock=_clock)
    isolate_names(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def _check_request() -> None:
    """Refuse an impossible host, warn about a proxy and limit the size of the form, all before reading the form."""
    if isinstance(request.routing_exception, SecurityError | BadHost):
        raise request.routing_exception
    try:
        _ = request.host_url
    except UnicodeError:
        abort(400)
    _warn_of_proxies()
    # Pages that take files have their own limit. All other forms are small.
    request.max_content_length = getattr(_view(), "most_bytes", request.max_content_length)
    _refuse_unreadable()


def _refuse_unreadable() -> None:
    """Abort with 404 if an address has a NUL character, which PostgreSQL rejects. Forms have their own message for it.

    Aborts with 400 for a field without a name or with a name that no form uses, and with 413 for a field longer
    than any page accepts, even in the address: reading it could take quadratic time.
    """
    fields = list(request.args.items(multi=True))
    named = [request.args.get(name, "") for name in _NAMES_IN_ADDRESSES] if b"%00" in request.query_string else []
    if request.method == "POST":
        if not all(name is not None and name.isascii() and len(name) <= _LONGEST_NAME for name in request.form):
            abort(400)
        fields += request.form.items(multi=True)
        named.append(request.form.get("club", ""))
    if any(len(text) > _LONGEST for name, text in fields if name not in _LISTS):
        abort(413)
    if any("\x00" in text for text in (request.path, *named)):
        abort(404)


def _warn_of_proxies() -> None:
    """Warn once about a proxy that is not configured: behind it, all phones share one address and its limits."""
    is_known = current_app.config["ROUNDHOUSE_PROXIES"] or "warned of proxies" in current_app.extensions
    if "HTTP_X_FORWARDED_FOR" in request.environ and not is_known:
        current_app.extensions["warned of proxies"] = True
        current_app.logger.warning(
            "A proxy passes requests on, but ROUNDHOUSE_PROXIES does not say so: see docs/operating.md."
        )


def _view() -> Callable[..., object] | None:
    """The view that answers this request."""
    return current_app.view_functions.get(request.endpoint or "")


def _add_headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    if _is_shared():
        # Keep the page out of search engines, and its address out of other servers' logs.
        response.headers.update({"X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"})
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Permissions-Policy"] = PERMISSIONS
    # These headers tell a phone's service worker which clubs' pages to store. A club that this phone opens is not lost to it
    # because a page in it does not exist.
    if "club" in g and (response.status_code < HTTPStatus.BAD_REQUEST or "counted_as" not in g):
        response.headers["X-Club"] = g.club
    if "clubs" in g:
        response.headers["X-Clubs"] = " ".join(g.clubs) or "none"
    if current_app.config["SESSION_COOKIE_SECURE"]:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    if request.endpoint in ("static", "phones.worker"):
        # Static files are small, so read them whole: compressing a streamed one would leave the file open.
        response.direct_passthrough = False
        response.make_sequence()
        _pack(response)
    else:
        # A permanent redirect repeats the address that was asked for, and a browser would keep it with its secret.
        is_secret = g.get("shows_secret") or response.status_code == HTTPStatus.PERMANENT_REDIRECT
        response.headers.setdefault("Cache-Control", f"private, {'no-store' if is_secret else 'no-cache'}")
    return response


def _is_shared() -> bool:
    """True for addresses of shared results. Their responses, even error pages, depend on no session."""
    return request.path.startswith("/r/")


def _pack(response: Response) -> None:
    """Compress a text file as far as gzip can. Flask-Compress would compress it less, and again for every phone.

    Comments and indentation in scripts and styles are for people who read the code, so phones do not get them.
    """
    is_text = (response.mimetype or "").startswith("text/")
    if response.status_code == 200 and is_text and request.accept_encodings["gzip"]:
        response.set_data(_packed(response.get_data()))
        response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
        response.set_etag(response.get_etag()[0] or "", weak=True)


# Cached, because all phones ask for the same files.
@lru_cache(maxsize=16)
def _packed(content: bytes) -> bytes:
    return gzip.compress(_REMARKS.sub(b"", content), mtime=0)


def _show_error(error: HTTPException) -> tuple[str, int] | Response | HTTPException:
    # A raised answer, such as a redirect, is not an error. A request for a foreign host gets none of our pages.
    if error.response is not None or error.code is None or isinstance(error, SecurityError | BadHost):
        return error
    title, advice = ERRORS.get(error.code, ERRORS[400 if error.code < 500 else 500])
    if isinstance(error, CSRFError):
        say_old_token()
        advice = gettext("This browser has lost its link to the club. Scan the table’s QR code, then send this again.")
    if error.code == 404 and not _is_shared() and (club := find_revoked_club()):
        return show_revoked(club)
    if error.code == 404 and not _is_shared() and has_old_keys():
        advice = OPEN_AGAIN
    if error.code == 413 and hasattr(_view(), "takes_photo"):
        advice = too_large()
    if error.code == 429 and request.method == "POST":
        return ask_again(title, advice, 429)
    return render_template("errors/error.html", title=title, advice=advice), error.code


def _show_fault(error: Exception) -> tuple[str, int] | Response | HTTPException:
    trouble = trouble_of(error)
    if trouble:
        current_app.logger.warning("The database cannot be used at the moment: %s", error)
        return ask_again(*TROUBLES[trouble], 503)
    current_app.logger.exception("A request failed", exc_info=error)
    return _show_error(InternalServerError())


def _clock(moment: datetime) -> str:
    """The time of day in the time zone of this page."""
    return format_time(by_clock_here(moment), "short", rebase=False)


def _new_once() -> str:
    """An idempotency key for one form on one page."""
    return secrets.token_urlsafe(18)


def _asset_urls(app: Flask) -> Callable[[str], str]:
    """A function that gives a static file's address.

    The address changes with the file, so browsers may cache the file for a year.
    """
    urls: dict[tuple[str, str], str] = {}

    def asset(name: str) -> str:
        # Cached, because a page has five such addresses, and they depend only on where the app is mounted.
        at = name, request.script_root
        if at not in urls or app.debug:
            stat = (Path(app.static_folder or "") / name).stat()
            urls[at] = url_for("static", filename=name, v=f"{stat.st_mtime_ns:x}-{stat.st_size:x}")
        return urls[at]

    return asset
