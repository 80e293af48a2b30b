"""Limits on how much one club or stranger may make in an hour, counted in this process, so that nobody can fill disk or processor.

Whoever has a key to a club is counted as that club, and anybody else by address.
"""

from enum import StrEnum

from flask import Flask, abort, current_app, g, request
from limits import RateLimitItem, RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from models.ledger.clubs import Club, house_of


class Limit(StrEnum):
    """The things that are limited, each by the setting that gives its number an hour."""

    CLUBS = "ROUNDHOUSE_CLUBS_AN_HOUR"
    TOURNAMENTS = "ROUNDHOUSE_TOURNAMENTS_AN_HOUR"
    FILES = "ROUNDHOUSE_FILES_AN_HOUR"
    WRONG_LINKS = "ROUNDHOUSE_WRONG_LINKS"
    DRAWINGS = "ROUNDHOUSE_DRAWINGS_AN_HOUR"
    FORMS = "ROUNDHOUSE_FORMS_AN_HOUR"


def register(app: Flask) -> None:
    """Start counting."""
    app.extensions["limits"] = MovingWindowRateLimiter(MemoryStorage())


def counted_as(club: Club) -> str:
    """The name under which requests with a key to a club are counted. A club of today counts as the address that founded it."""
    return club.founded_from or f"club {club.ref}"


def count(limit: Limit) -> None:
    """Count one more, once for the request. Aborts with 429 if that is too many."""
    if _is_counted(limit):
        return
    if not current_app.extensions["limits"].hit(*_limit_of(limit)):
        abort(429)


def count_on_commit(limit: Limit) -> None:
    """Count one more when this request commits, so that failed attempts do not count. Aborts as `count` does."""
    if _is_counted(limit):
        return
    if not current_app.extensions["limits"].test(*_limit_of(limit)):
        abort(429)
    g.setdefault("to_count", []).append(limit)


def _is_counted(limit: Limit) -> bool:
    """True from the second time on that a request asks."""
    counted: set[Limit] = g.setdefault("counted", set())
    is_counted = limit in counted
    counted.add(limit)
    return is_counted


def count_committed() -> None:
    """Count what this request has made, after its commit."""
    for limit in g.pop("to_count", []):
        current_app.extensions["limits"].hit(*_limit_of(limit))


def _limit_of(limit: Limit) -> tuple[RateLimitItem, str, str]:
    return RateLimitItemPerHour(int(current_app.config[limit])), limit, g.get("counted_as") or address_here()


def address_here() -> str:
    """The address of this request, as far as it counts as one visitor."""
    return house_of(request.remote_addr or "")
