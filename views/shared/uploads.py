"""Files that a phone sends, read before anything is locked: a big one takes seconds, and others are entering scores meanwhile."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import g, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from views.shared.once import View

# Some eight hundred nights, and what somebody may send who has no key yet.
MOST_BYTES = 4 * 1024 * 1024
MOST_BYTES_OF_STRANGERS = 1024 * 1024


class NothingSentError(ValueError):
    """A phone sent nothing, or no text; the message is a sentence."""


def takes_a_file(most: int, read: Callable[..., Any], check: Callable[..., object]) -> Callable[[View], View]:
    """A view whose form holds a file of so many bytes. `g.sent` has its text and what was read from it, `g.refused` why not.

    `check` is asked first, with the view's arguments, and aborts for those who may not send anything; `read` gets them too.
    """

    def take(view: View) -> View:
        @wraps(view)
        def taken(**arguments: Any) -> ResponseReturnValue:
            check(**arguments)
            g.sent, g.refused = None, ""
            try:
                text = sent_text()
                g.sent = text, read(text, **arguments)
            except ValueError as error:
                g.refused = str(error)
            return view(**arguments)

        vars(taken)["most_bytes"] = most
        return taken

    return take


def prepared_by(prepare: Callable[..., Any]) -> Callable[[View], View]:
    """A view that needs something that takes long to work out: `g.prepared`, made before anything is locked."""

    def wrap(view: View) -> View:
        @wraps(view)
        def prepared(**arguments: Any) -> ResponseReturnValue:
            g.prepared = prepare(**arguments)
            return view(**arguments)

        return prepared

    return wrap


def sent_text(pasted: str = "") -> str:
    """The text that was sent: the file's if there is one, else the pasted one. Raises NothingSentError where there is none."""
    file = request.files.get("file")
    try:
        text = (file.read().decode("utf-8-sig") if file else "") or pasted
    except UnicodeDecodeError as error:
        raise NothingSentError(gettext("This file is not a text.")) from error
    if file:
        file.seek(0)
    if not text.strip():
        raise NothingSentError(gettext("Choose a file, or paste its text."))
    return text
