"""Links as they arrive: with a period, bracket or space added by a messaging app, or with the server's local name."""

import re
from urllib.parse import quote

from flask import Flask, current_app, g, redirect, request
from werkzeug.wrappers import Response

# None of our addresses ends in one of these characters; addresses of house rules end in a square bracket.
_ADDED = "/.,;:!?…'\"’”»«“„)}>*~ \u00a0\u200b\u200e\u200f\u2069\ufeff"

# Messaging apps break up long words with these characters.
_UNSEEN = re.compile("[\u200b\u2060\ufeff]")


def register(app: Flask) -> None:
    """If something was appended to a link, redirect to the link without it before it is counted as wrong.

    Visitors who use the server's local name are redirected to its address, before anything is opened or stored,
    because browsers store cookies and pages by address.
    """
    app.before_request(_lead_to_address)
    app.before_request(_lead_to_link)


def _lead_to_address() -> Response | None:
    name, nearby = current_app.config["ROUNDHOUSE_NAME"], current_app.config["ROUNDHOUSE_NEARBY"]
    is_by_name = name and request.host.lower().partition(":")[0].rstrip(".") == name
    if not is_by_name or request.method not in ("GET", "HEAD"):
        return None
    query = request.query_string.decode("latin-1")
    return redirect(f"{nearby}{quote(request.path)}{f'?{query}' if query else ''}", 302)


def _is_there(path: str) -> bool:
    addresses = current_app.create_url_adapter(request)
    return addresses is not None and addresses.test(path, "GET")


def _lead_to_link() -> Response | None:
    path = _UNSEEN.sub("", request.path).split(" ")[0].rstrip(_ADDED)
    if request.method not in ("GET", "HEAD") or path in ("", request.path) or not _is_there(path):
        return None
    # With two slashes in front, the address would name another server.
    query = request.query_string.decode("latin-1")
    address = f"{request.script_root}/{quote(path.lstrip('/'))}"
    g.shows_secret = True
    return redirect(f"{address}?{query}" if query else address, 302)
