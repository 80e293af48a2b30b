"""A shared result: one game's result for everybody who has its link. This module neither reads nor writes a session."""

from flask import Blueprint, Response, abort, current_app, make_response, render_template, url_for
from flask_babel import gettext

from models.access.tokens import read_result_token
from models.ledger.games import Game
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet
from views.game.shown_results import result_of, result_svg
from views.shared.keyring import phone_address
from views.shared.limits import Limit, count
from views.shared.pictures import picture_response, version_of

pages = Blueprint("shared_results", __name__)


@pages.get("/r/<token>")
def page(token: str) -> Response:
    """The result from the current sheet. If the game has been continued, the page says only that."""
    game, sheet = _find(token)
    result = result_of(game, sheet)
    facts: dict[str, str] = {}
    if result is not None:
        version = version_of(result_svg(result))
        facts["picture"] = phone_address() + url_for("shared_results.picture", token=token, version=version)
        facts["address"] = phone_address() + url_for("shared_results.page", token=token)
    return make_response(render_template("results/shared.html", sheet=sheet, result=result, **facts))


@pages.get("/r/<token>/<version>.png")
def picture(token: str, version: str) -> Response:
    """The picture of the result, always drawn from the current sheet, even at the address of an older version."""
    result = result_of(*_find(token))
    return picture_response(result_svg(result)) if result else _nothing()


def _find(token: str) -> tuple[Game, Sheet]:
    """The shared game and its sheet. A wrong link is counted, so that nobody can try many, and answered with 404."""
    game = read_result_token(token, current_app.config["SECRET_KEY"])
    if game is None:
        count(Limit.WRONG_LINKS)
        abort(_nothing())
    return game, load_sheet(game)


def _nothing() -> Response:
    """The answer, always the same, to a link that is wrong or revoked, or that leads to a game in the trash."""
    advice = gettext("There is no such page, or it is no longer shared.")
    page = render_template("errors/error.html", title=gettext("Page not found"), advice=advice)
    return make_response(page, 404)
