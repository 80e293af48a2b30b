"""Limits on how much one address may make in an hour, counted in this process, so that strangers cannot fill disk or processor."""

import time
from enum import StrEnum
from functools import cache, lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from flask import Flask, abort, current_app, g, request
from limits import RateLimitItem, RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

_IPV6_HOUSE = 64
_FORGET_SECONDS = 60


class Limit(StrEnum):
    """The things that are limited, each by the setting that gives its number an hour."""

    CLUBS = "ROUNDHOUSE_CLUBS_AN_HOUR"
    TOURNAMENTS = "ROUNDHOUSE_TOURNAMENTS_AN_HOUR"
    FILES = "ROUNDHOUSE_FILES_AN_HOUR"
    WRONG_LINKS = "ROUNDHOUSE_WRONG_LINKS"
    DRAWINGS = "ROUNDHOUSE_DRAWINGS_AN_HOUR"
    FORMS = "ROUNDHOUSE_FORMS_AN_HOUR"


class MinuteStorage(MemoryStorage):
    """Memory that forgets what is over once a minute. The library starts a thread for it with every hit, an eighth of an entry."""

    _forgot = 0.0

    def _MemoryStorage__schedule_expiry(self) -> None:  # noqa: N802 (the library's own name)
        if time.monotonic() - self._forgot > _FORGET_SECONDS:
            self._forgot = time.monotonic()
            super()._MemoryStorage__schedule_expiry()  # type: ignore[misc] # the library calls it private


def register(app: Flask) -> None:
    """Start counting."""
    app.extensions["limits"] = MovingWindowRateLimiter(MinuteStorage())


def count(limit: Limit) -> None:
    """Count one more for this request's address, once for the request. Aborts with 429 if that is too many."""
    counted = g.setdefault("counted", set())
    if limit in counted:
        return
    counted.add(limit)
    if not current_app.extensions["limits"].hit(*_limit_of(limit)):
        abort(429)


def count_on_commit(limit: Limit) -> None:
    """Count one more when this request commits, so that failed attempts do not count. Aborts as `count` does."""
    if not current_app.extensions["limits"].test(*_limit_of(limit)):
        abort(429)
    g.setdefault("to_count", []).append(limit)


def count_committed() -> None:
    """Count what this request has made, after its commit."""
    for limit in g.pop("to_count", []):
        current_app.extensions["limits"].hit(*_limit_of(limit))


def _limit_of(limit: Limit) -> tuple[RateLimitItem, str, str]:
    return _an_hour(int(current_app.config[limit])), limit, _house(request.remote_addr or "")


@cache
def _an_hour(most: int) -> RateLimitItem:
    return RateLimitItemPerHour(most)


@lru_cache(maxsize=1000)
def _house(address: str) -> str:
    """The part of an address that counts as one visitor: for IPv6 the network, because one house has all of it."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network(f"{found}/{_IPV6_HOUSE}", strict=False))
