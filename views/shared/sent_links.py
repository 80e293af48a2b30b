"""Links as they come out of messages: with the full stop, bracket or space that a messenger took for a part of them."""

import re
from urllib.parse import quote

from flask import Flask, current_app, redirect, request
from werkzeug.wrappers import Response

# No address of ours ends in one of these; that of house rules ends in a square bracket.
_ADDED = "/.,;:!?…'\"’”»«“„)}>*~ \u00a0\u200b\u200e\u200f\u2069\ufeff"

# A messenger breaks a long word with these.
_UNSEEN = re.compile("[\u200b\u2060\ufeff]")


def register(app: Flask) -> None:
    """Lead whoever opens a link with something behind it to the link itself, before anything counts it as wrong."""
    app.before_request(_lead_to_link)


def _is_there(path: str) -> bool:
    addresses = current_app.create_url_adapter(request)
    return addresses is not None and addresses.test(path, "GET")


def _lead_to_link() -> Response | None:
    path = _UNSEEN.sub("", request.path).split(" ")[0].rstrip(_ADDED)
    if request.method not in ("GET", "HEAD") or path in ("", request.path) or not _is_there(path):
        return None
    # With two slashes in front the address would name another server.
    query = request.query_string.decode("latin-1")
    address = f"{request.script_root}/{quote(path.lstrip('/'))}"
    return redirect(f"{address}?{query}" if query else address, 302)
