"""Responses that a browser saves as a file."""

from flask import Response


def as_file(content: str, mimetype: str, name: str) -> Response:
    """The content as a file with this name."""
    return Response(content, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})
