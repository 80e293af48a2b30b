"""Settings that are numbers, read from the environment."""

import os
from typing import TypeVar

Number = TypeVar("Number", int, float)


def read_number(name: str, default: Number) -> Number:
    """The number in a variable, of the same kind as the default, which it is if not set. Anything else ends with a sentence."""
    text = os.environ.get(name, "").strip()
    try:
        number = type(default)(text or default)
        if not 0 <= number < float("inf"):
            raise ValueError
    except ValueError:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise SystemExit(f"{name} is “{text}”, and has to be {kind}, such as {default:g}.") from None
    return number
