"""The server side of the outbox: entries that waited on a phone say so, and get an answer that the script can trust.

The script holds an entry until an answer says what became of it. An answer from elsewhere, such as the login
page of a hotel's Wi-Fi, says nothing about that, and neither does a temporary failure.

The answer's X-Outbox header is `kept`, `asked` (show the question), `refused` (the text can be copied), or
`token` (get a new CSRF token and send the same `once` again). A form may wait if it has `data-waits`. With
`data-each`, every submission is a new entry, as for moves; without it, a later submission replaces the waiting
one, as for scores. With `data-part`, the answer is part of a page. A game's entries are sent in order.
"""

from datetime import UTC, datetime, timedelta

from flask import Flask, Response, g, request

from models.ledger.waits import Wait

ASKS = "X-Outbox"
# Entries that are sent within a minute did not wait.
_SHORTEST_WAIT = timedelta(minutes=1)
_MOST_DIGITS = 14


def register(app: Flask) -> None:
    """Let every answer to an entry from the outbox say what became of it."""
    app.after_request(_say_outcome)


def is_from_outbox() -> bool:
    """True if the request comes from the outbox script, which cannot read redirects."""
    # Every response calls this, and `request.headers` would raise and catch an error for each missing header.
    return "HTTP_X_OUTBOX" in request.environ


def kept(response: Response, onward: str = "") -> Response:
    """The response to an entry that has been saved, with the address of the next page."""
    response.headers[ASKS] = "kept"
    if onward:
        response.headers["X-Location"] = onward
    if seen := g.get("outbox_seen"):
        response.headers["X-Seen"] = str(seen)
    return response


def say_seen(line: int) -> None:
    """Tell the phone the number of the newest line after its entry, so that the next waiting entry counts it as seen."""
    g.outbox_seen = line


def no_store(response: Response) -> Response:
    """The same response, marked so that no cache and no service worker keeps it."""
    response.headers["Cache-Control"] = "private, no-store"
    return response


def say_old_token() -> None:
    """Tell the phone that only its page was too old: with a new token the same entry may be sent again."""
    g.outbox_outcome = "token"


def wait_of_phone() -> Wait | None:
    """The time that this entry waited, by the phone's clock. None if under a minute, or if the phone's times are unusable."""
    entered_at, sent_at = (_moment(request.headers.get(name, "")) for name in ("X-Entered", "X-Phone-Clock"))
    if entered_at is None or sent_at is None or sent_at - entered_at < _SHORTEST_WAIT:
        return None
    return Wait(entered_at, sent_at)


def _moment(milliseconds: str) -> datetime | None:
    """A moment that a phone sent in milliseconds since 1970. None if it cannot be read."""
    if not milliseconds.isascii() or not milliseconds.isdecimal() or len(milliseconds) > _MOST_DIGITS:
        return None
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=int(milliseconds))


def _say_outcome(response: Response) -> Response:
    status = response.status_code
    if is_from_outbox() and ASKS not in response.headers and status < 500 and status not in (408, 429):
        refused = "refused" if status in (403, 404, 413) else "asked"
        response.headers[ASKS] = g.get("outbox_outcome", refused)
    return response
