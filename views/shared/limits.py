"""How much one address may make in an hour, counted in this process: strangers fill neither the disk nor the processor."""

from enum import StrEnum
from ipaddress import IPv6Address, ip_address, ip_network

from flask import Flask, abort, current_app, g, request
from limits import RateLimitItem, RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

_IPV6_HOUSE = 64


class Limit(StrEnum):
    """The things that are counted, by the setting that says how many an hour."""

    CLUBS = "ROUNDHOUSE_CLUBS_AN_HOUR"
    TOURNAMENTS = "ROUNDHOUSE_TOURNAMENTS_AN_HOUR"
    FILES = "ROUNDHOUSE_FILES_AN_HOUR"
    WRONG_LINKS = "ROUNDHOUSE_WRONG_LINKS"
    FORMS = "ROUNDHOUSE_FORMS_AN_HOUR"


def register(app: Flask) -> None:
    """Begin to count."""
    app.extensions["limits"] = MovingWindowRateLimiter(MemoryStorage())


def count(limit: Limit) -> None:
    """Count one more from this request's address. Aborts with 429 where it has had all that it may."""
    if not current_app.extensions["limits"].hit(*_asked(limit)):
        abort(429)


def count_when_kept(limit: Limit) -> None:
    """Count one more once this request's transaction is kept: what fails and is sent again counts once. Aborts as `count` does."""
    if not current_app.extensions["limits"].test(*_asked(limit)):
        abort(429)
    g.setdefault("to_count", []).append(limit)


def count_kept() -> None:
    """Count what this request has made, now that it is kept."""
    for limit in g.pop("to_count", []):
        current_app.extensions["limits"].hit(*_asked(limit))


def _asked(limit: Limit) -> tuple[RateLimitItem, str, str]:
    return RateLimitItemPerHour(int(current_app.config[limit])), limit, _house(request.remote_addr or "")


def _house(address: str) -> str:
    """The part that counts as one address: of IPv6 the network, which one house has whole."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network(f"{found}/{_IPV6_HOUSE}", strict=False))
