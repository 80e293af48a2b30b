"""The sub-path at which the app is served: the path part of ROUNDHOUSE_ADDRESS, such as /roundhouse."""

import re
from collections.abc import Iterable
from urllib.parse import quote, urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from click import ClickException
from flask import request

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")


def sub_path_of(address: str) -> str:
    """The path part of an address, without a trailing slash; "" for the root.

    Raises ClickException for an invalid address.
    """
    parts = urlsplit(address)
    if address and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise ClickException(
            f"ROUNDHOUSE_ADDRESS is “{address}”. It has to look like https://scores.example/roundhouse."
        )
    path = parts.path.rstrip("/")
    if not _PATH.fullmatch(path):
        raise ClickException(
            f"ROUNDHOUSE_ADDRESS ends in “{path}”. Its path may contain only letters, digits and . _ ~ -"
        )
    return path


def origin_of(address: str) -> str:
    """An address without its path, because `url_for` itself puts the sub-path in front of every path."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if address else ""


def path_here() -> str:
    """The path of this page as the browser sees it, including the sub-path."""
    return request.script_root + request.path


class BelowSubPath:
    """The app at a sub-path, behind a proxy that passes the sub-path on or strips it."""

    def __init__(self, app: WSGIApplication, sub_path: str) -> None:
        self.app, self.sub_path = app, sub_path

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request. A page requested at the root, with no proxy in between, redirects to the sub-path."""
        path = environ["PATH_INFO"]
        if f"{path}/".startswith(f"{self.sub_path}/"):
            path = path.removeprefix(self.sub_path) or "/"
        elif "text/html" in environ.get("HTTP_ACCEPT", "") and "HTTP_X_FORWARDED_FOR" not in environ:
            return self._lead_on(environ, start_response)
        environ |= {"SCRIPT_NAME": self.sub_path, "PATH_INFO": path}
        return self.app(environ, start_response)

    def _lead_on(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        query = environ.get("QUERY_STRING", "")
        address = self.sub_path + quote(environ["PATH_INFO"].encode("latin-1")) + (query and f"?{query}")
        start_response("307 Temporary Redirect", [("Location", address), ("Cache-Control", "no-store")])
        return [b""]
