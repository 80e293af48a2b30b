"""The shard of a request: its address names something, and the first letter of that name says where it is.

A club that has moved keeps its addresses. A request for it finds nothing at the old shard, which knows the new one.
"""

import time
from collections import OrderedDict
from contextlib import ExitStack
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Flask, g, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlalchemy.exc import IntegrityError, NoResultFound
from sqlalchemy.orm.exc import StaleDataError
from werkzeug.exceptions import NotFound

from models.ledger.clubs import find_emptiest_shard
from models.store.columns import REF_LENGTH
from models.store.database import at, db
from models.store.moved_refs import find_moved
from models.store.shards import Shard, shard_here, shard_of

# The moved addresses that a process remembers, and how long it takes a shard for the emptiest one.
_MOST_MOVED, _EMPTIEST_SECONDS = 20_000, 60
# The field of a form that founds a club, and its value for the first shard, which has no letter.
_FIELD, _FIRST = "shard", "0"


# A view fails in these ways when a club moves away while it waits for a lock.
_GONE = (NoResultFound, StaleDataError, IntegrityError)


class _Outcome(NamedTuple):
    """The outcome of a view: an answer, or the exception that it raised."""

    answer: Any = None
    error: Exception | None = None

    @property
    def is_nothing(self) -> bool:
        """True if the thing in the address was not there."""
        return isinstance(self.error, NotFound) or (
            self.error is None and getattr(self.answer, "status_code", 200) == 404
        )

    @property
    def may_have_moved(self) -> bool:
        """True if the thing was not there, or may have gone away while the view was at work."""
        return self.is_nothing or isinstance(self.error, _GONE)

    def give(self) -> Any:
        """The answer. Raises what the view raised."""
        if self.error is not None:
            raise self.error
        return self.answer


class PagesOfShards(Flask):
    """The app over many shards. A request is answered by the shard where its club lives now."""

    def dispatch_request(self) -> ResponseReturnValue:
        """The answer of the view, at the shard of the address, or at the one to which its club has moved."""
        outcome = self._attempt()
        for _ in db.shards:
            if not (outcome.may_have_moved and g.named and _follow()):
                break
            outcome = self._attempt()
        # A file may have given something a name with a letter before there were shards. It is at the first shard then.
        home, first = shard_here.get(), db.shards[0]
        if outcome.is_nothing and g.named and home is not None and home != first:
            _go_to(first)
            older = self._attempt()
            if older.is_nothing:
                _go_to(home)
            else:
                outcome = older
        answer: ResponseReturnValue = outcome.give()
        return answer

    def _attempt(self) -> _Outcome:
        g.pop("to_count", None)
        try:
            return _Outcome(super().dispatch_request())
        except Exception as error:
            db.session.rollback()
            return _Outcome(error=error)


def register(app: Flask) -> None:
    """Lead every request to its shard, if there are shards."""
    app.jinja_env.globals.update(shard_to_found=_shard_field)
    if isinstance(app, PagesOfShards):
        app.before_request(_enter)
        app.teardown_request(_leave)


def _enter() -> None:
    g.stay, g.named = ExitStack(), ""
    # An address that names nothing waits for no shard.
    if ref := _named_in_address():
        go_to_shard_of(ref)
    elif request.method == "POST" and _FIELD in request.form:
        _go_to(shard_of(request.form[_FIELD], db.shards))


def go_to_shard_of(ref: str) -> None:
    """Answer this request at the shard of this thing. A view that has found out which club it is for calls this."""
    if "stay" not in g:
        return
    g.named = ref
    moved = _moved.get(ref) if request.method == "GET" else None
    _go_to(moved or shard_of(ref, db.shards))


def _leave(_error: BaseException | None) -> None:
    if "stay" in g:
        g.stay.close()


def _go_to(shard: Shard) -> None:
    g.stay.close()
    g.stay.enter_context(at(shard))


def _follow() -> bool:
    """Go on to the shard where the thing in the address has moved, if it has moved from this one."""
    shard = find_moved([g.named]).get(g.named)
    if shard is None:
        _moved.pop(g.named, None)
        return False
    _moved[g.named] = shard
    while len(_moved) > _MOST_MOVED:
        _moved.popitem(last=False)
    _go_to(shard)
    return True


_moved: OrderedDict[str, Shard] = OrderedDict()


def _shard_field() -> Markup:
    """A hidden field with the shard where a new club will be, so that its form, sent twice, finds its receipt there.

    Nothing without shards.
    """
    if not db.shards:
        return Markup()
    if request.method == "POST":
        letter = request.form.get(_FIELD, _FIRST)
    else:
        emptiest = _emptiest(int(time.monotonic() / _EMPTIEST_SECONDS))
        letter = emptiest.letter or _FIRST
    return Markup('<input type="hidden" name="{}" value="{}">').format(_FIELD, letter)


@lru_cache(maxsize=1)
def _emptiest(_period: int) -> Shard:
    """The shard with the fewest clubs, counted once in a while."""
    return find_emptiest_shard() or db.shards[0]


def _named_in_address() -> str:
    """The ref that an address or its form names, without the secret part of a link; "" if there is none, or none that can be."""
    named = request.view_args or {}
    ref = str(named.get("ref") or named.get("token") or named.get("upload") or "")
    if not ref and request.method == "POST":
        ref = request.form.get("club", "")
    if not ref and _FIELD not in (request.form if request.method == "POST" else ()):
        ref = request.args.get("club") or request.args.get("like") or ""
    ref = ref.partition("-")[0]
    return ref if ref.isascii() and ref.isalnum() and len(ref) <= REF_LENGTH else ""
