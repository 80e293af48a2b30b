"""A page for what could not be done now, though nothing is wrong with it: it holds what was sent, and sends it again."""

from flask import Response, make_response, render_template, request

AGAIN_SECONDS = 5


def ask_again(title: str, advice: str, status: int) -> Response:
    """The page, without asking the database for anything. The form keeps its `once`: if it was kept after all, it happens once.

    After a 503 the page's script sends it by itself.
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
        address=request.full_path.rstrip("?"),
    )
    response = make_response(page, status)
    response.headers["Retry-After"] = str(AGAIN_SECONDS)
    return response
