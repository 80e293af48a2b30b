"""Ports for servers of our own."""

import socket
from random import SystemRandom

# Below those that the system gives to whoever connects: another process could get one of them before our server starts.
_PORTS = range(20_000, 32_000)


def free_port() -> int:
    """A port on which nobody listens."""
    while True:
        port = SystemRandom().choice(_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
