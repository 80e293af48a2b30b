"""Every change of state: one transaction, carried out once however often its form is sent.

A form that the page's script sends is answered at once where its page stays the same, instead of being led there.
"""

import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, abort, g, make_response, redirect, render_template, request, session
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from models.receipts import Receipt, claim_receipt, fill_receipt, find_receipt
from models.store import begin_writing, db
from views._keyring import hold_key, key_ids

_ONCE = re.compile(r"[A-Za-z0-9_-]{16,64}")


View = Callable[..., ResponseReturnValue]


def once(view: View) -> View:
    """Run a view's POST in one writing transaction, which is kept only if it leads on with 303.

    The same form sent again gets the first answer; the same form with something else in it is asked about.
    """
    return _carry_out(view, None)


def once_then(then: View) -> Callable[[View], View]:
    """As `once`; `then` answers with the part of the page that changed, for a script, where the form leads back to its page."""
    return lambda view: _carry_out(view, then)


def on_this_phone(view: View) -> View:
    """A view whose POST changes nothing but this browser's own session: sent again, it does the same again."""
    view.may_be_repeated = True
    return view


def _carry_out(view: View, then: View | None) -> View:
    @wraps(view)
    def carried_out(**arguments: Any) -> ResponseReturnValue:
        if request.method != "POST":
            return view(**arguments)
        key = request.form.get("once", "")
        if not _ONCE.fullmatch(key):
            abort(422)
        begin_writing()
        if not claim_receipt(key, _digest()):
            response = make_response(_answer_again(find_receipt(key)))
            return _lead_on(response, then, arguments) if response.status_code == 303 else response
        held = key_ids()
        try:
            response = make_response(view(**arguments))
        except HTTPException:
            _undo(held)
            raise
        if response.status_code == 303:
            fill_receipt(key, response.location, g.get("new_key_id"))
            db.session.commit()
            return _lead_on(response, then, arguments)
        _undo(held)
        return response

    carried_out.may_be_repeated = True
    return carried_out


def _undo(held: list[int]) -> None:
    """Nothing is kept, and no key either that this transaction has made: its number will be another's."""
    db.session.rollback()
    if key_ids() != held:
        session["keys"] = held


def _lead_on(response: Response, then: View | None, arguments: dict[str, Any]) -> ResponseReturnValue:
    """The redirect itself, or for a script what it needs instead: the part of its page, or the address to go to."""
    if then is None or "HX-Request" not in request.headers:
        return response
    if response.location == request.path:
        return then(**arguments)
    return "", 200, {"HX-Redirect": response.location}


def _digest() -> str:
    """What tells one sending from another: where it went and what it held, but for the token that changes with time."""
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    digest = hashlib.sha256(repr((request.full_path, sorted(fields))).encode())
    for name, file in request.files.items(multi=True):
        digest.update(repr((name, file.filename)).encode())
        digest.update(file.read())
        file.seek(0)
    return digest.hexdigest()


def _answer_again(receipt: Receipt) -> ResponseReturnValue:
    if receipt.digest == _digest():
        if receipt.key_id is not None:
            hold_key(receipt.key_id)
        return redirect(receipt.location, 303)
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in ("csrf_token", "once")]
    return render_template("errors/sent_before.html", fields=fields, back=receipt.location), 409
