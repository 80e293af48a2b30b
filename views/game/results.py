"""The result of a finished game, for people with a key: share it, pass it on to BG Stats, revoke its link."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from models.ledger.games import lock_game
from models.ledger.keys import Access
from models.ledger.shared_results import find_shared_result, revoke_shared_result, share_result
from models.sheets.fold import load_sheet
from views.game.bg_stats import bg_stats_link
from views.game.page import show
from views.game.shown_results import result_of, result_svg
from views.shared.keyring import fetch_game, is_at_home_alone, name_to_sign, phone_address, result_token
from views.shared.once import once
from views.shared.pictures import version_of

pages = Blueprint("results", __name__, url_prefix="/games/<ref>/result")


@pages.get("")
def result(ref: str) -> ResponseReturnValue:
    """The result; for phones that may enter scores, also its link and its picture.

    A game in progress has no result, but a link that was made earlier can still be revoked.
    """
    opened = fetch_game(ref)
    sheet = load_sheet(opened.it)
    shown = result_of(opened.it, sheet)
    may_score = opened.access >= Access.SCORE
    if shown is None and may_score and (shared := find_shared_result(opened.it.id)):
        return show("results/reopened", opened, sheet=sheet, shared=shared)
    if shown is None:
        return redirect(url_for("games.sheet", ref=ref), 303)
    return show(
        "results/result",
        opened,
        result=shown,
        may_score=may_score,
        bg_stats=bg_stats_link(shown) if may_score else "",
    )


@pages.get("/link")
def link(ref: str) -> ResponseReturnValue:
    """The link to a shared result, with its picture.

    The link has its own page, because a page that shows it is never cached.
    """
    opened = fetch_game(ref, Access.SCORE)
    sheet = load_sheet(opened.it)
    shown, shared = result_of(opened.it, sheet, looks_back=False), find_shared_result(opened.it.id)
    if shown is None or shared is None:
        return redirect(url_for("results.result", ref=ref), 303)
    token = result_token(shared)
    version = version_of(result_svg(shown))
    return show(
        "results/link",
        opened,
        result=shown,
        shared=shared,
        address=phone_address() + url_for("shared_results.page", token=token),
        at_home=is_at_home_alone(phone_address()),
        picture=url_for("shared_results.picture", token=token, version=version),
    )


@pages.get("/milestones")
def milestones(ref: str) -> ResponseReturnValue:
    """Only the milestones, for a sheet that already shows the result. Without a result there are none."""
    game = fetch_game(ref).it
    shown = result_of(game, load_sheet(game))
    return render_template("results/_milestones.html", milestones=shown.milestones if shown else [])


@pages.post("")
@once
def share(ref: str) -> ResponseReturnValue:
    """Make a link to the result, or find the existing one. While the game is in progress there is nothing to share."""
    opened = fetch_game(ref, Access.SCORE)
    lock_game(opened.it.id)
    if load_sheet(opened.it).is_over:
        share_result(opened.it.id, name_to_sign(opened))
    return redirect(url_for("results.link", ref=ref), 303)


@pages.post("/revoke")
@once
def revoke(ref: str) -> ResponseReturnValue:
    """Revoke the link, so that it no longer shows the result to anybody."""
    opened = fetch_game(ref, Access.SCORE)
    lock_game(opened.it.id)
    shared = find_shared_result(opened.it.id) or abort(404)
    revoke_shared_result(shared, name_to_sign(opened))
    return redirect(url_for("results.result", ref=ref), 303)
