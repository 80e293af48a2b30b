"""Responses that are pictures: drawings as SVG, results as PNG, and QR codes of links.

PNGs are drawn one at a time, once for each version, and cached while there is room.
"""

import hashlib
from collections import OrderedDict
from threading import Lock

import segno
from flask import Response, request
from markupsafe import Markup
from resvg_py import svg_to_bytes

from charts.lettering import FONT_FILES
from models.store.database import db
from views.shared.limits import Limit, count

# An SVG may style itself, but loads and runs nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
MOST_DRAWN = 24
_VERSION_LETTERS = 16

_drawing = Lock()
_drawn: OrderedDict[str, bytes] = OrderedDict()


def picture(svg: str) -> Response:
    """An SVG for an `<img>`, or 304 for a browser that has it already."""
    response = Response(svg, mimetype="image/svg+xml", headers={"Content-Security-Policy": POLICY})
    response.add_etag()
    response.make_conditional(request)
    return response


def draw_qr(link: str) -> Markup:
    """The QR code for one of our links, as an inline SVG."""
    svg = segno.make(link, micro=False).svg_inline(border=3, light="#fff", dark="#000", omitsize=True)
    return Markup(svg)  # noqa: S704 (segno's own drawing)


def version_of(svg: str) -> str:
    """The version of a picture. It changes whenever anything visible in the picture changes."""
    return hashlib.sha256(svg.encode()).hexdigest()[:_VERSION_LETTERS]


def draw_png(svg: str) -> bytes:
    """The picture as a PNG. Phones that ask for it while it is being drawn wait, so that it is drawn only once."""
    version = version_of(svg)
    with _drawing:
        if version not in _drawn:
            _drawn[version] = svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(FONT_FILES))
            while len(_drawn) > MOST_DRAWN:
                _drawn.popitem(last=False)
        _drawn.move_to_end(version)
        return _drawn[version]


def picture_response(svg: str) -> Response:
    """The response with the current picture as a PNG, or a 304 for a browser that already has it."""
    newest = version_of(svg)
    # Phones may wait here for each other, so no database connection is held meanwhile.
    db.session.rollback()
    if request.if_none_match.contains_weak(newest):
        response = Response("", 304)
    else:
        if newest not in _drawn:
            count(Limit.DRAWINGS)
        response = Response(draw_png(svg), mimetype="image/png")
    response.set_etag(newest)
    return response
