"""Answers that are SVG pictures, and QR codes of links."""

import segno
from flask import Response, make_response, request
from markupsafe import Markup

# An SVG may style itself, but loads and runs nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def picture(svg: str) -> Response:
    """An SVG for an `<img>`, or 304 for a browser that has it already."""
    response = make_response(svg)
    response.mimetype = "image/svg+xml"
    response.headers["Content-Security-Policy"] = POLICY
    response.add_etag()
    response.make_conditional(request)
    return response


def draw_qr(link: str) -> Markup:
    """The QR code of an address of ours, as an SVG inside a page."""
    svg = segno.make(link, micro=False).svg_inline(border=3, light="#fff", dark="#000", omitsize=True)
    return Markup(svg)  # noqa: S704 (segno's own drawing)
