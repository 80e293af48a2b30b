"""The page for something that failed only for now: it holds what was sent and can send it again."""

from flask import Response, make_response, render_template, request

AGAIN_SECONDS = 5


def ask_again(title: str, advice: str, status: int) -> Response:
    """The page; it never asks the database. Its form keeps the same `once`, so a change that did go through happens only once.

    After a 503 the page's script sends the form again by itself.
    """
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    page = render_template(
        "errors/again.html",
        title=title,
        advice=advice,
        fields=fields,
        is_form=request.method == "POST",
        has_file=any(file.filename for file in request.files.values()),
        by_itself=status == 503,
        address=request.script_root + request.full_path.rstrip("?"),
    )
    response = make_response(page, status)
    response.headers["Retry-After"] = str(AGAIN_SECONDS)
    return response
