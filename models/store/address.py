"""The address of the database, as people write it in DATABASE_URL."""

import re
from importlib.util import find_spec

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from models.texts import say

# An address with several hosts, without its scheme, as PostgreSQL's own tools write it: user, hosts, database, query.
_SEVERAL_HOSTS = re.compile(r"((?:[^:/]*(?::[^@]*)?@)?+)([^/?@]*,[^/?@]*)((?:/[^?]*)?)(?:\?(.*))?")


class AddressError(ValueError):
    """A database address that cannot be used; the message says what an address should look like."""


def read_address(url: str, instance_path: str) -> str:
    """The address as SQLAlchemy wants it: PostgreSQL through psycopg, or SQLite in the instance folder by default.

    SQLAlchemy accepts several hosts only in the query string. Raises AddressError, whose message leaves out the address
    because it may hold a password.
    """
    if not url:
        return f"sqlite:///{instance_path}/roundhouse.db"
    scheme, _, rest = url.partition("://")
    if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        if several := _SEVERAL_HOSTS.fullmatch(rest):
            user, hosts, name, query = several.groups()
            named = [*(f"host={host}" for host in hosts.split(",")), *([query] if query else [])]
            rest = f"{user}{name}?{'&'.join(named)}"
        url = f"postgresql+psycopg://{rest}"
    try:
        kind = make_url(url).get_backend_name()
    except (ValueError, SQLAlchemyError):
        kind = ""
    if kind not in ("sqlite", "postgresql"):
        raise AddressError(say("address.unknown"))
    if kind == "postgresql" and not find_spec("psycopg"):
        raise AddressError(say("address.no-psycopg"))
    return url
