"""An answer that is a picture."""

from flask import Response, make_response, request

# A picture styles itself, loads nothing and runs nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def picture(svg: str) -> Response:
    """An SVG for an `<img>`; a browser that has it already is told so."""
    response = make_response(svg)
    response.mimetype = "image/svg+xml"
    response.headers["Content-Security-Policy"] = POLICY
    response.add_etag()
    return response.make_conditional(request)
