"""Files that a phone sends."""

import contextlib
import io

from flask import request
from flask_babel import gettext

# A club with thirty years; and what somebody may send who has no key yet.
MOST_BYTES = 32 * 1024 * 1024
MOST_BYTES_OF_STRANGERS = 4 * 1024 * 1024


def takes_files(most: int):
    """A view whose form may hold a file of so many bytes."""

    def take(view):
        view.most_bytes = most
        return view

    return take


class NothingSentError(ValueError):
    """What was sent is no text; its message is a sentence."""


def sent_text(pasted: str = "") -> str:
    """What was sent, from the file if there is one, else what was pasted. Raises NothingSentError where that is nothing."""
    try:
        with contextlib.closing(request.files["file"]) if "file" in request.files else io.BytesIO() as file:
            text = file.read().decode("utf-8-sig") or pasted
    except UnicodeDecodeError as error:
        raise NothingSentError(gettext("This file is not a text.")) from error
    if not text.strip():
        raise NothingSentError(gettext("Choose a file, or paste its text."))
    return text
