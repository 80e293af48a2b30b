"""The keys to a tournament and to its tables: show them on cards with QR codes, make new ones, revoke them."""

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from models.ledger.keys import Access, Key, keys_of_tournament, revoke_key
from models.ledger.tournaments import tables_of
from models.play import tournament_referee as verbs
from models.sheets.fold import load_sheets
from models.sheets.tournament import Hall, HallTable, load_hall
from models.sheets.tournament_log import stage_title
from views.shared.keyring import key_link, name_to_sign
from views.shared.once import once
from views.shared.pictures import draw_qr
from views.tournament.page import open_as_referee, show

pages = Blueprint("hall_keys", __name__, url_prefix="/tournaments/<ref>")


@pages.get("/cards")
def cards(ref: str) -> ResponseReturnValue:
    """The cards of the newest stage's tables: the players, the sheet, and the QR code of the scorekeeper's key."""
    opened = open_as_referee(ref)
    hall = load_hall(opened.it)
    wanted = request.args.get("table", 0, type=int)
    tables = [table for table in hall.stage if wanted in (0, table.number)] or abort(404)
    games = {game.id: game for game, _ in tables_of(opened.it.id)}
    links = {key.game_id: key_link(key) for key in keys_of_tournament(opened.it.id) if key.game_id}
    made = []
    for table, sheet in zip(tables, load_sheets([games[table.game_id] for table in tables]), strict=True):
        link = links.get(table.game_id, "")
        made.append((table, sheet, link, draw_qr(link) if link else None))
    return show("referee/cards", opened, hall, cards=made)


@pages.get("/keys")
def keys(ref: str) -> ResponseReturnValue:
    """The keys to the tournament, and to the tables of its newest stage."""
    opened = open_as_referee(ref)
    hall = load_hall(opened.it)
    table_of: dict[int | None, HallTable] = {table.game_id: table for table in hall.stage}
    now = [key for key in keys_of_tournament(opened.it.id) if key.game_id is None or key.game_id in table_of]
    labelled = [(key, _label(hall, table_of.get(key.game_id), key)) for key in now]
    links = {key.id: key_link(key) for key in now if key.game_id is None}
    shown_links = {number: (link, draw_qr(link)) for number, link in links.items()}
    return show("referee/keys", opened, hall, keys=labelled, links=shown_links)


def _label(hall: Hall, table: HallTable | None, key: Key) -> str:
    return key.label if table is None else f"{stage_title(hall, table.stage)}, {key.label}"


@pages.post("/keys/<key_ref>/revoke")
@once
def revoke(ref: str, key_ref: str) -> ResponseReturnValue:
    """Revoke a key to the tournament, so that it no longer opens anything."""
    opened = open_as_referee(ref)
    key = next((key for key in keys_of_tournament(opened.it.id) if key.ref == key_ref), None) or abort(404)
    revoke_key(key, name_to_sign(opened))
    return redirect(url_for("hall_keys.keys", ref=ref), 303)


@pages.post("/keys/<any(view, manage):access>")
@once
def new_key(ref: str, access: str) -> ResponseReturnValue:
    """Make another key, view-only or for another referee."""
    opened = open_as_referee(ref)
    verbs.give_key(opened.it, Access[access.upper()], name_to_sign(opened))
    return redirect(url_for("hall_keys.keys", ref=ref), 303)


@pages.post("/tables/<int:number>/key")
@once
def table_key(ref: str, number: int) -> ResponseReturnValue:
    """Make a new key for a table, in place of its old one."""
    opened = open_as_referee(ref)
    table = next((table for table in load_hall(opened.it).stage if table.number == number), None) or abort(404)
    verbs.renew_table_key(opened.it, table, name_to_sign(opened))
    return redirect(url_for("hall_keys.cards", ref=ref, table=number), 303)
