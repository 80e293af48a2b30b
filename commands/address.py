"""The addresses at which this server is found, as commands print them."""

import os
import socket

from flask import current_app


def sub_path() -> str:
    """The path part of ROUNDHOUSE_ADDRESS, or "" at the root."""
    return current_app.config["SESSION_COOKIE_PATH"] or ""


def link_to(token: str) -> str:
    """The link that opens a key, at the configured address or else at this machine's own, on the port that is served."""
    scheme = "https" if os.environ.get("ROUNDHOUSE_CERTIFICATE") else "http"
    here = f"{scheme}://127.0.0.1:{os.environ.get('PORT') or 8000}"
    return f"{current_app.config['ROUNDHOUSE_ADDRESS'] or here}/k/{token}"


def address_in_the_house() -> str:
    """This machine's address on its network, from the routing table. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
