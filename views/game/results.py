"""The result of a finished game, for people with a key: share it, hand it on, and end its link again."""

from flask import Blueprint, abort, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from models.access.grants import Opened
from models.access.tokens import write_result_token
from models.ledger.games import Game, lock_game
from models.ledger.keys import Access
from models.ledger.players import player_refs
from models.ledger.shared_results import SharedResult, find_shared_result, revoke_shared_result, share_result
from models.sheets.fold import load_sheet
from models.sheets.outcome import outcome_of
from models.sheets.sheet import Sheet
from views.shared.bg_stats import bg_stats_link
from views.shared.keyring import fetch_game, is_at_home_alone, name_to_sign, phone_address
from views.shared.once import once
from views.shared.result_pictures import version_of
from views.shared.results import ShownResult, milestones_in, result_of, result_svg

pages = Blueprint("results", __name__, url_prefix="/games/<ref>/result")


@pages.get("")
def result(ref: str) -> ResponseReturnValue:
    """The result; for phones that may enter scores, its link and its picture, too.

    While a game goes on there is no result, but a link from before can be ended.
    """
    opened = fetch_game(ref)
    sheet = load_sheet(opened.it)
    shown = result_of(opened.it, sheet)
    shared = find_shared_result(opened.it.id) if opened.access >= Access.SCORE else None
    if shown is None and shared:
        return render_template("results/reopened.html", opened=opened, game=opened.it, sheet=sheet, shared=shared)
    if shown is None:
        return redirect(url_for("games.sheet", ref=ref), 303)
    facts = _handed_on(opened, sheet, shown, shared) if opened.access >= Access.SCORE else {"may_score": False}
    return render_template("results/result.html", opened=opened, game=opened.it, sheet=sheet, result=shown, **facts)


@pages.get("/milestones")
def milestones(ref: str) -> ResponseReturnValue:
    """The milestones alone, for a sheet that shows the result already. Without a result there are none."""
    game = fetch_game(ref).it
    outcome = outcome_of(load_sheet(game))
    return render_template("results/_milestones.html", milestones=milestones_in(game, outcome) if outcome else [])


def _handed_on(
    opened: Opened[Game], sheet: Sheet, shown: ShownResult, shared: SharedResult | None
) -> dict[str, object]:
    """The link to the result, if it is shared, and the result for other programs."""
    token = write_result_token(shared, current_app.config["SECRET_KEY"]) if shared else ""
    version = version_of(result_svg(shown, sheet)) if shared else ""
    players = player_refs([one.player_id for one in shown.outcome.finishers])
    return {
        "may_score": True,
        "shared": shared,
        "address": phone_address() + url_for("shared_results.page", token=token) if shared else "",
        "at_home": is_at_home_alone(phone_address()),
        "picture": url_for("shared_results.picture", token=token, version=version) if shared else "",
        "bg_stats": bg_stats_link(opened.it, sheet, shown.outcome, players),
    }


@pages.post("")
@once
def share(ref: str) -> ResponseReturnValue:
    """Make a link to the result, or find the one that is there. While the game goes on there is nothing to share."""
    opened = fetch_game(ref, Access.SCORE)
    lock_game(opened.it.id)
    if result_of(opened.it, load_sheet(opened.it)):
        share_result(opened.it.id, name_to_sign(opened))
    return redirect(url_for("results.result", ref=ref), 303)


@pages.post("/revoke")
@once
def revoke(ref: str) -> ResponseReturnValue:
    """End the link: from now on it shows nothing to anybody."""
    opened = fetch_game(ref, Access.SCORE)
    lock_game(opened.it.id)
    shared = find_shared_result(opened.it.id) or abort(404)
    revoke_shared_result(shared, name_to_sign(opened))
    return redirect(url_for("results.result", ref=ref), 303)
