"""Long logs come in parts, newest first: a round of thousands of lines would delay a page by a third of a second."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from flask import request

LINES_AT_ONCE = 200

T = TypeVar("T")


def part_of(lines: Sequence[T], number_of: Callable[[T], int]) -> tuple[Sequence[T], int | None]:
    """The part of a log that ends just before this request's `before`, or else the newest part. Newest line first.

    The number returned with it is the `before` of the next part; None for the last part.
    """
    before = request.args.get("before", type=int)
    shown = [line for line in lines if before is None or number_of(line) < before]
    part = shown[-LINES_AT_ONCE:]
    return part[::-1], number_of(part[0]) if len(shown) > len(part) else None
