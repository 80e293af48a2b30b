"""Every change runs in one transaction, and only once even if its form is sent again.

If the page's script sends the form, it gets the changed part of the page at once, instead of a redirect.
"""

import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import (
    Flask,
    Response,
    abort,
    before_render_template,
    g,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from models.store.database import db
from models.store.receipts import Receipt, claim_receipt, fill_receipt, load_receipt
from models.store.transactions import begin_writing, is_writing
from views.shared.keyring import hold_key, key_refs
from views.shared.limits import Limit, count_committed, count_on_commit
from views.shared.outbox import is_from_outbox, kept
from views.shared.sent_forms import sent_fields
from views.shared.sub_path import path_here

_ONCE = re.compile(r"[A-Za-z0-9_-]{16,64}")

View = Callable[..., ResponseReturnValue]


def register(app: Flask) -> None:
    """Release the database lock before a page is rendered. A view that writes renders a page only after a refusal."""
    before_render_template.connect(_let_go, app, weak=False)


def _let_go(_app: Flask, **_facts: object) -> None:
    if db.session.registry.has() and db.session().in_transaction() and is_writing():
        db.session.rollback()


def once(view: View) -> View:
    """Run a POST view in one writing transaction. It is committed only if the view answers 303.

    Sending the same form again gives the first answer. If its fields have changed, a page asks whether to send the
    changed form too.
    """
    return _carry_out(view, None)


def once_then(then: View) -> Callable[[View], View]:
    """Like `once`, but a script whose form leads back to its own page gets just the changed part, from `then`."""
    return lambda view: _carry_out(view, then)


def on_this_phone(view: View) -> View:
    """Mark a POST view that changes only this browser's session, so that sending it again is harmless."""
    vars(view)["may_be_repeated"] = True
    return view


def _carry_out(view: View, then: View | None) -> View:
    @wraps(view)
    def carried_out(**arguments: Any) -> ResponseReturnValue:
        key = request.form.get("once", "")
        if not _ONCE.fullmatch(key):
            abort(422)
        # A phone with keys is counted only when it opens something.
        if not key_refs():
            count_on_commit(Limit.FORMS)
        begin_writing()
        is_first = claim_receipt(key, _owner(), _digest())
        response = _keep(key, view, arguments) if is_first else make_response(_answer_again(load_receipt(key)))
        return _lead_on(response, then, arguments)

    vars(carried_out)["may_be_repeated"] = True
    return carried_out


def _keep(key: str, view: View, arguments: dict[str, Any]) -> Response:
    """The view's answer. A 303 is committed, and only then does the phone get the key that the view made."""
    try:
        response = make_response(view(**arguments))
        if response.status_code != 303:
            db.session.rollback()
            return response
        count_on_commit(Limit.FORMS)
        handed_over = g.get("handed_over")
        fill_receipt(key, response.location, handed_over, g.get("club_id"))
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    count_committed()
    if handed_over:
        hold_key(handed_over)
    return response


def _lead_on(response: Response, then: View | None, arguments: dict[str, Any]) -> ResponseReturnValue:
    """The view's response or, for the outbox script, a replacement.

    The script gets the changed part of its page, or the address of the next page in place of a redirect.
    """
    if response.status_code != 303 or not is_from_outbox():
        return response
    if then and "HX-Request" in request.headers and response.location == path_here():
        return kept(make_response(then(**arguments)))
    return kept(make_response(""), response.location)


def _digest() -> str:
    """A digest of the address and of everything sent to it except the CSRF token. It tells one submission from another."""
    digest = hashlib.sha256(repr((request.full_path, sorted(sent_fields()))).encode())
    for name, file in request.files.items(multi=True):
        digest.update(repr((name, file.filename)).encode())
        digest.update(file.read())
        file.seek(0)
    return digest.hexdigest()


def _owner() -> str:
    """A digest that identifies this browser's session without revealing its CSRF secret."""
    return hashlib.sha256(str(session.get("csrf_token", "")).encode()).hexdigest()


def _answer_again(receipt: Receipt) -> ResponseReturnValue:
    is_own = receipt.owner == _owner()
    if is_own and receipt.digest == _digest():
        if receipt.key_ref is not None:
            hold_key(receipt.key_ref)
        return redirect(receipt.location, 303)
    fields = [(name, value) for name, value in sent_fields() if name != "once"]
    back = receipt.location if is_own else url_for("home.home")
    return render_template("errors/sent_before.html", fields=fields, back=back), 409
