"""Pictures: an answer that is one, and the QR code of a link."""

import segno
from flask import Response, make_response, request
from markupsafe import Markup

# A picture styles itself, loads nothing and runs nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def picture(svg: str) -> Response:
    """An SVG for an `<img>`; a browser that has it already is told so."""
    response = make_response(svg)
    response.mimetype = "image/svg+xml"
    response.headers["Content-Security-Policy"] = POLICY
    response.add_etag()
    response.make_conditional(request)
    return response


def draw_qr(link: str) -> Markup:
    """The QR code of an address that is made here, as an SVG for a page."""
    svg = segno.make(link, micro=False).svg_inline(border=3, light="#fff", dark="#000", omitsize=True)
    return Markup(svg)  # noqa: S704 (segno's own drawing)
