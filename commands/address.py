"""The addresses at which this server can be reached, as commands print them."""

import os
import socket
from contextlib import suppress
from ipaddress import ip_address

import click
from flask import current_app

from models.access.tokens import write_token
from models.ledger.keys import Key


def link_of(key: Key) -> str:
    """The link for a key, to be opened on a phone.

    It starts with the configured address, or else with this machine's network address and the server's port.
    """
    scheme = "https" if os.environ.get("ROUNDHOUSE_CERTIFICATE") else "http"
    nearby = f"{scheme}://{address_in_the_house() or '127.0.0.1'}:{os.environ.get('PORT') or 8000}"
    return f"{current_app.config['ROUNDHOUSE_ADDRESS'] or nearby}/k/{write_token(key, str(current_app.secret_key))}"


def address_in_the_house() -> str:
    """This machine's address on its network, from the routing table; "" if it has none. No packet is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""


def require_address(listen: str) -> None:
    """Raise ClickException if `listen` is not an IP address of this machine."""
    try:
        ip_address(listen)
        socket.create_server((listen, 0), family=socket.AF_INET6 if ":" in listen else socket.AF_INET).close()
    except (ValueError, OSError):
        raise click.ClickException(
            f"“{listen}” is not an address of this machine. It has to look like 0.0.0.0 or 192.168.1.20."
        ) from None


def require_free(port: int) -> None:
    """Raise ClickException if the port is already in use or needs root.

    Without this check, the server would start anyway and share the port. Half of all requests would then reach
    another program or another database.
    """
    error = _try_to_serve(port)
    if error is None:
        return
    why = f"Port {port} is taken: something is already using it, perhaps another Roundhouse."
    if isinstance(error, PermissionError):
        why = f"Only root can serve on port {port}."
    free = next(other for other in range(8000, 65536) if not _try_to_serve(other))
    command = click.get_current_context().command_path
    again = f"make run PORT={free}" if "flask" in command else f"{command} --port {free}"
    raise click.ClickException(f"{why} Port {free} is free: run “{again}”.")


def _try_to_serve(port: int) -> OSError | None:
    """Try to listen on a port. Return the error if the port is in use or needs root, and None if it is free."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return OSError()
    try:
        socket.create_server(("", port)).close()
    except OSError as error:
        return error
    return None
