"""How much one address may make in an hour, counted in this process: strangers fill neither the disk nor the processor."""

from enum import StrEnum
from ipaddress import ip_address, ip_network

from flask import Flask, abort, current_app, request
from limits import RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

_IPV6_HOUSE = 64


class Limit(StrEnum):
    """What is counted, by the setting that says how many an hour."""

    CLUBS = "ROUNDHOUSE_CLUBS_AN_HOUR"
    TOURNAMENTS = "ROUNDHOUSE_TOURNAMENTS_AN_HOUR"
    FILES = "ROUNDHOUSE_FILES_AN_HOUR"
    WRONG_LINKS = "ROUNDHOUSE_WRONG_LINKS"


def register(app: Flask) -> None:
    """Begin to count."""
    app.extensions["limits"] = MovingWindowRateLimiter(MemoryStorage())


def count(limit: Limit) -> None:
    """Count one more from this request's address, or answer 429 where it has had all that it may."""
    allowed = RateLimitItemPerHour(int(current_app.config[limit]))
    if not current_app.extensions["limits"].hit(allowed, limit, _house(request.remote_addr or "")):
        abort(429)


def _house(address: str) -> str:
    """What counts as one address: of IPv6 the network, which one house has whole."""
    try:
        is_long = ip_address(address).version == 6
    except ValueError:
        return address
    return str(ip_network(f"{address}/{_IPV6_HOUSE}", strict=False)) if is_long else address
