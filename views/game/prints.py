"""A game's sheet to print: as it is now, or empty to fill in by hand."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from models.access.grants import find_key_to_follow
from models.ledger.keys import Access
from models.sheets.fold import load_sheet
from views.game.page import show
from views.shared.keyring import fetch_game, key_link, key_refs
from views.shared.pictures import draw_qr

pages = Blueprint("prints", __name__)


@pages.get("/games/<ref>/print")
def sheet(ref: str) -> ResponseReturnValue:
    """The sheet on A4 or Letter paper. `empty` in the address leaves the scores blank."""
    opened = fetch_game(ref)
    # The QR code is for followers, and only phones that may enter scores print it.
    key = find_key_to_follow(opened, key_refs()) if opened.access >= Access.SCORE else None
    qr = draw_qr(key_link(key, ref)) if key else None
    return show("prints/sheet", opened, sheet=load_sheet(opened.it), is_empty="empty" in request.args, qr=qr)
