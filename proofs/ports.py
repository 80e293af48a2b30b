"""Ports for our own servers."""

import socket
from random import SystemRandom

# Below those that the system gives to whoever connects: another process could get one of them before our server starts.
_PORTS = range(20_000, 32_000)


def free_port() -> int:
    """A free port."""
    while True:
        port = SystemRandom().choice(_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
