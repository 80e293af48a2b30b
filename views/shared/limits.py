"""Limits on how much one club or stranger may create in an hour, to protect the disk and the processor.

Uses are counted in this process. Anybody with a key to a club counts as that club, and everybody else is counted by
address.
"""

from enum import StrEnum
from typing import Any

from flask import Flask, abort, current_app, g, request
from limits import RateLimitItem, RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from models.access.grants import Opened
from models.ledger.clubs import house_of
from models.ledger.keys import Access

# The number of clubs at one address, such as those of a league, that may use up their limits on files.
FILES_OF_AN_ADDRESS = 4


class Limit(StrEnum):
    """The actions that are limited, each named after the setting that holds its hourly limit."""

    CLUBS = "ROUNDHOUSE_CLUBS_AN_HOUR"
    TOURNAMENTS = "ROUNDHOUSE_TOURNAMENTS_AN_HOUR"
    FILES = "ROUNDHOUSE_FILES_AN_HOUR"
    WRONG_LINKS = "ROUNDHOUSE_WRONG_LINKS"
    DRAWINGS = "ROUNDHOUSE_DRAWINGS_AN_HOUR"
    FORMS = "ROUNDHOUSE_FORMS_AN_HOUR"


def register(app: Flask) -> None:
    """Start counting uses of the limited actions."""
    app.extensions["limits"] = MovingWindowRateLimiter(MemoryStorage())


def counted_as(opened: Opened[Any]) -> str:
    """The name under which requests with a key to a club are counted.

    A club founded today counts as the address that founded it. View-only visitors are counted by their own
    address, and the guests of all its nights together, apart from the club's scorekeepers.
    """
    club = opened.club
    name = club.founded_from or f"club {club.ref}"
    if opened.night and not opened.opens_club:
        name = f"{name}, guests"
    return name if opened.access >= Access.SCORE else f"{name}, looked at from {address_here()}"


def count(limit: Limit) -> None:
    """Count one use against a limit, at most once per request. Aborts with 429 if the limit is exceeded."""
    if _is_counted(limit):
        return
    hits = [current_app.extensions["limits"].hit(*each) for each in _limits_of(limit)]
    if not all(hits):
        abort(429)


def count_on_commit(limit: Limit) -> None:
    """Like `count`, but the use is counted only when this request commits, so that failed attempts do not count."""
    if _is_counted(limit):
        return
    if not all(current_app.extensions["limits"].test(*each) for each in _limits_of(limit)):
        abort(429)
    g.setdefault("to_count", []).append(limit)


def _is_counted(limit: Limit) -> bool:
    """True if this request has already been counted against the limit. Otherwise marks it as counted."""
    counted: set[Limit] = g.setdefault("counted", set())
    is_counted = limit in counted
    counted.add(limit)
    return is_counted


def count_committed() -> None:
    """Count the uses that `count_on_commit` put off until after the commit."""
    for limit in g.pop("to_count", []):
        for each in _limits_of(limit):
            current_app.extensions["limits"].hit(*each)


def _limits_of(limit: Limit) -> list[tuple[RateLimitItem, str, str]]:
    """The limit for this request's club, or else its address. All clubs at an address also share a limit on files."""
    most, address = int(current_app.config[limit]), address_here()
    own = RateLimitItemPerHour(most), str(limit), g.get("counted_as") or address
    if limit is not Limit.FILES:
        return [own]
    return [own, (RateLimitItemPerHour(most * FILES_OF_AN_ADDRESS), f"{limit} of an address", address)]


def address_here() -> str:
    """The part of this request's address that counts as one visitor."""
    return house_of(request.remote_addr or "")
