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
from werkzeug.exceptions import HTTPException, NotFound

from models.ledger.clubs import find_emptiest_shard
from models.store.database import at, db
from models.store.moved import find_moved
from models.store.shards import Shard, here, shard_of
from models.store.troubles import trouble_of

# The moved addresses that a process remembers, and how long it takes a shard for the emptiest one.
_MOST_MOVED, _EMPTIEST_SECONDS = 20_000, 60
# The field of a form that founds a club, and its value for the first shard, which has no letter.
_FIELD, _FIRST = "shard", "0"


class _Outcome(NamedTuple):
    """What a view gave: an answer, or the exception that it raised."""

    answer: Any = None
    error: Exception | None = None

    def is_nothing(self) -> bool:
        """True if the thing in the address was not there. A row that moves away under a view makes it fail."""
        if isinstance(self.error, HTTPException) or self.error is None:
            return isinstance(self.error, NotFound) or getattr(self.answer, "status_code", 200) == 404
        return trouble_of(self.error) is None

    def give(self) -> Any:
        """The answer. Raises what the view raised."""
        if self.error is not None:
            raise self.error
        return self.answer


class PagesOfShards(Flask):
    """The app over many shards. A request is answered by the shard where its club lives now."""

    def dispatch_request(self) -> ResponseReturnValue:
        """The answer of the view, at the shard of the address, or at the one to which its club has moved."""
        if not g.get("named"):
            return super().dispatch_request()
        outcome = self._attempt()
        while outcome.is_nothing() and _follow():
            outcome = self._attempt()
        # A file may have given something a name with a letter before there were shards. It is at the first shard then.
        home, first = here.get(), db.shards[0]
        if outcome.is_nothing() and home is not None and home != first:
            _go_to(first)
            older = self._attempt()
            if not older.is_nothing():
                outcome = older
            else:
                _go_to(home)
        answer: ResponseReturnValue = outcome.give()
        return answer

    def _attempt(self) -> _Outcome:
        try:
            return _Outcome(super().dispatch_request())
        except Exception as error:
            db.session.rollback()
            return _Outcome(error=error)


def register(app: Flask) -> None:
    """Lead every request to its shard."""
    app.before_request(_enter)
    app.teardown_request(_leave)
    app.jinja_env.globals.update(shard_to_found=_shard_field)


def _enter() -> None:
    if not db.shards:
        return
    g.stay = ExitStack()
    go_to_shard_of(_named_in_address())


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
    """The ref that an address or its form names, without the secret part of a link; "" if there is none."""
    named = request.view_args or {}
    ref = str(named.get("ref") or named.get("token") or named.get("upload") or "")
    if not ref and request.method == "POST":
        ref = request.form.get("club") or request.form.get(_FIELD, "")
    return (ref or request.args.get("club") or request.args.get("like") or "").partition("-")[0]
