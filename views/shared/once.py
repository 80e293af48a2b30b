"""Every change of state: one transaction, carried out once however often its form is sent.

A form that the page's script sends is answered at once where its page stays the same, instead of being led there.
"""

import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, abort, g, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from models.store.database import begin_writing, db
from models.store.receipts import Receipt, claim_receipt, fill_receipt, find_receipt
from views.shared.keyring import hold_key
from views.shared.limits import Limit, count_kept, count_when_kept

_ONCE = re.compile(r"[A-Za-z0-9_-]{16,64}")

View = Callable[..., ResponseReturnValue]


def once(view: View) -> View:
    """Run a view of POST in one writing transaction, which is kept only if it leads on with 303.

    The same form sent again gets the first answer; the same form with something else in it is asked about.
    """
    return _carry_out(view, None)


def once_then(then: View) -> Callable[[View], View]:
    """As `once`; `then` answers with the part of the page that changed, for a script, where the form leads back to its page."""
    return lambda view: _carry_out(view, then)


def on_this_phone(view: View) -> View:
    """A view of POST that changes nothing but this browser's own session: sent again, it does the same again."""
    vars(view)["may_be_repeated"] = True
    return view


def _carry_out(view: View, then: View | None) -> View:
    @wraps(view)
    def carried_out(**arguments: Any) -> ResponseReturnValue:
        key = request.form.get("once", "")
        if not _ONCE.fullmatch(key):
            abort(422)
        count_when_kept(Limit.FORMS)
        begin_writing()
        is_first = claim_receipt(key, _owner(), _digest())
        response = _keep(key, view, arguments) if is_first else make_response(_answer_again(find_receipt(key)))
        return _lead_on(response, then, arguments)

    vars(carried_out)["may_be_repeated"] = True
    return carried_out


def _keep(key: str, view: View, arguments: dict[str, Any]) -> Response:
    """The view's answer; what it wrote is kept if it leads on, and only then the phone holds the key that it made."""
    try:
        response = make_response(view(**arguments))
        if response.status_code != 303:
            db.session.rollback()
            return response
        handed_over = g.get("handed_over")
        fill_receipt(key, response.location, handed_over)
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    count_kept()
    if handed_over:
        hold_key(handed_over)
    return response


def _lead_on(response: Response, then: View | None, arguments: dict[str, Any]) -> ResponseReturnValue:
    """The answer itself, or for a script what it needs instead of a redirect: the part of its page, or the address to go to."""
    if response.status_code != 303 or then is None or "HX-Request" not in request.headers:
        return response
    if response.location == request.path:
        return then(**arguments)
    return "", 200, {"HX-Redirect": response.location}


def _digest() -> str:
    """A digest that tells one sending from another: where it went and what it held, without the token that changes with time."""
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    digest = hashlib.sha256(repr((request.full_path, sorted(fields))).encode())
    for name, file in request.files.items(multi=True):
        digest.update(repr((name, file.filename)).encode())
        digest.update(file.read())
        file.seek(0)
    return digest.hexdigest()


def _owner() -> str:
    """A digest that tells this browser's session from all others: the secret of its forms, unreadable."""
    return hashlib.sha256(str(session.get("csrf_token", "")).encode()).hexdigest()


def _answer_again(receipt: Receipt) -> ResponseReturnValue:
    is_own = receipt.owner == _owner()
    if is_own and receipt.digest == _digest():
        if receipt.key_ref is not None:
            hold_key(receipt.key_ref)
        return redirect(receipt.location, 303)
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in ("csrf_token", "once")]
    back = receipt.location if is_own else url_for("home.home")
    return render_template("errors/sent_before.html", fields=fields, back=back), 409
