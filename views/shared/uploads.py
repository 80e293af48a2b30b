"""Files that a phone uploads. They are read before any lock: a big file takes seconds, and others can enter scores meanwhile."""

import re
from collections.abc import Callable
from functools import wraps
from io import BytesIO
from typing import IO, Any

from flask import Request, g, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from views.shared.once import View

# Room for about eight hundred nights; less for people who have no key yet.
MOST_BYTES = 4 * 1024 * 1024
MOST_BYTES_OF_STRANGERS = 1024 * 1024
# The first bytes of a zip file, such as an xlsx or ods, and of an xls.
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# No text contains these control characters.
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1f]")
# Within a word, bytes that are `Ž`, `‡` or a dash in Windows-1252 are an `é`, `á` or `ñ` from an old Mac.
_ON_OLD_MACS = re.compile(rb"[a-z](?:[\x87-\x8c\x8e\x9f]|[\x96\x97][a-z])")
# Within a word, bytes that are an `é` or `ö` in Windows-1252 would be symbols on an old Mac.
_IN_WINDOWS = re.compile(rb"[a-z][\xe0-\xf6\xf8-\xff]")


class MemoryRequest(Request):
    """A request whose files stay in memory. Otherwise a photo of more than 500 KB would be on disk while it is read."""

    def _get_file_stream(self, *_facts: object, **_more: object) -> IO[bytes]:
        return BytesIO()


class NothingSentError(ValueError):
    """A phone sent nothing, or something that is not text. The message is a sentence."""


def prepared_by(prepare: Callable[..., Any], most_bytes: int | None = None) -> Callable[[View], View]:
    """Decorate a view that needs a slow computation. `g.prepared` holds its result, computed before any lock.

    `most_bytes` is the most that the view's form may send, if that is more than other forms may send.
    """

    def wrap(view: View) -> View:
        @wraps(view)
        def prepared(**arguments: Any) -> ResponseReturnValue:
            g.prepared = prepare(**arguments)
            return view(**arguments)

        vars(prepared)["most_bytes"] = most_bytes
        return prepared

    return wrap


def _decoded(data: bytes) -> str:
    """A file as text: Unicode, or else Windows-1252 or Mac Roman, as older spreadsheet programs write it.

    Raises NothingSentError for a workbook, and UnicodeDecodeError if the file is not text.
    """
    if data.startswith(_WORKBOOKS):
        raise NothingSentError(
            gettext("This is a spreadsheet file, such as .xlsx. Open it, save it as CSV, and then choose that file.")
        )
    if data.startswith(_UTF_16_MARKS):
        return data.decode("utf-16")
    if b"\0" in data[:2]:
        return data.decode("utf-16-be" if data[0] == 0 else "utf-16-le")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if _CONTROLS.search(data):
            raise
    # Old Mac programs end lines this way.
    has_mac_lines = b"\r" in data and b"\n" not in data
    is_mac = (has_mac_lines or _ON_OLD_MACS.search(data)) and not _IN_WINDOWS.search(data)
    try:
        return data.decode("mac_roman" if is_mac else "cp1252")
    except UnicodeDecodeError:
        return data.decode("mac_roman")


def sent_text(pasted: str = "") -> str:
    """The text that was sent: the file's, or else the pasted one. Raises NothingSentError if there is none."""
    file = request.files.get("file")
    try:
        text = (_decoded(file.read()) if file else "") or pasted
    except UnicodeDecodeError as error:
        raise NothingSentError(gettext("This is not a text file.")) from error
    if file:
        file.seek(0)
    if not text.strip():
        raise NothingSentError(gettext("Choose a file, or paste its text."))
    return text
