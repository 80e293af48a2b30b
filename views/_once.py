"""Every change of state: one transaction, carried out once however often its form is sent."""

import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import abort, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from models.receipts import Receipt, claim_receipt, fill_receipt, find_receipt
from models.store import begin_writing, db
from views._keyring import hold_key

_ONCE = re.compile(r"[A-Za-z0-9_-]{16,64}")


def once(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """Run a view's POST in one writing transaction, which is kept only if it leads on with 303.

    The same form sent again gets the first answer; the same form with something else in it is asked about.
    """

    @wraps(view)
    def carried_out(**arguments: Any) -> ResponseReturnValue:
        if request.method != "POST":
            return view(**arguments)
        key = request.form.get("once", "")
        if not _ONCE.fullmatch(key):
            abort(422)
        begin_writing()
        if not claim_receipt(key, _digest()):
            return _answer_again(find_receipt(key))
        response = make_response(view(**arguments))
        if response.status_code == 303:
            fill_receipt(key, response.location, g.get("new_key_id"))
            db.session.commit()
        else:
            db.session.rollback()
        return response

    carried_out.is_carried_out_once = True
    return carried_out


def _digest() -> str:
    """What tells one sending from another: where it went and what it held, but for the token that changes with time."""
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    return hashlib.sha256(repr((request.path, sorted(fields))).encode()).hexdigest()


def _answer_again(receipt: Receipt) -> ResponseReturnValue:
    if receipt.digest == _digest():
        if receipt.key_id is not None:
            hold_key(receipt.key_id)
        return redirect(receipt.location, 303)
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in ("csrf_token", "once")]
    return render_template("errors/sent_before.html", fields=fields, back=receipt.location), 409
