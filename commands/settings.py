"""Settings read from environment variables: numbers and addresses."""

import os
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TypeVar

Number = TypeVar("Number", int, float)


def read_number(name: str, default: Number) -> Number:
    """The number in an environment variable, of the same type as the default, which applies if the variable is not set.

    A value that is not such a number ends the process with an error message.
    """
    text = os.environ.get(name, "").strip()
    try:
        number = type(default)(text or default)
        if not 0 <= number < float("inf"):
            raise ValueError
    except ValueError:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise SystemExit(f"{name} is “{text}”, but it has to be {kind}, such as {default:g}.") from None
    return number


def read_networks(name: str, default: str) -> list[IPv4Network | IPv6Network]:
    """The addresses and networks in an environment variable, separated by spaces.

    Any other value ends the process with an error message.
    """
    try:
        return [ip_network(word) for word in os.environ.get(name, default).split()]
    except ValueError as error:
        raise SystemExit(
            f"{name} has to be a list of addresses or networks, such as 127.0.0.1 172.18.0.0/16: {error}."
        ) from None
