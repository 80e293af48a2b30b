"""The pages of a game: the sheet, the view for followers, the log, and the name of the person using this phone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from charts.table_from_above import draw_table
from forms.base import NameForm
from models.access.grants import Opened, last_entries_of, last_line_of
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.moments import newest_moment
from models.ledger.players import player_refs
from models.ledger.seats import seats_of
from models.ledger.tournaments import find_tournament_table
from models.ledger.waits import waits_of
from models.play.undo import is_tonight
from models.sheets.board import closed_just_now, leader_board, went_out_in
from models.sheets.confirmed import unconfirmed_rounds
from models.sheets.fold import load_sheet
from models.sheets.log import line_in_words
from models.sheets.round import load_table
from models.sheets.sheet import Sheet
from models.sheets.striking import struck_lines
from models.sheets.tournament import load_clock, tournament_verdict
from rules import DealError, NotationError, read_tile
from rules.referee.in_words import ending_in_words, table_in_words, turn_in_words
from rules.table import deal
from rules.wording import say
from views.game.page import show
from views.game.shown_results import ShownResult, result_of
from views.shared.keyring import fetch_game, key_refs, name_here, remember_name, set_own_alone
from views.shared.log_parts import part_of
from views.shared.once import once
from views.shared.rhythm import is_seen, lively_seconds
from views.shared.undo import UndoRedo, offer_undo

pages = Blueprint("games", __name__)


@dataclass(frozen=True, kw_only=True)
class SheetPage:
    """What the part of a game's page shows that changes, on the sheet, for followers and on a TV.

    `names` is where a name is corrected, `opening` who begins the round. The last three are for followers: the table of
    the round, if its moves are entered.
    """

    opened: Opened[Game]
    game: Game
    sheet: Sheet
    unconfirmed: Sequence[int]
    names: str
    verdict: str
    seen: int | str | None
    lively: int
    undoing: UndoRedo | None
    result: ShownResult | None
    may_score: bool
    follows: bool
    opening: str
    picture: str = ""
    told: Sequence[str] = ()
    turn: str = ""


@pages.get("/games/<ref>")
def sheet(ref: str) -> ResponseReturnValue:
    """The sheet, with the next thing to do."""
    opened = fetch_game(ref)
    sheet, tournament_table = load_sheet(opened.it), find_tournament_table(opened.it)
    return render_template(
        "games/sheet.html",
        **vars(_page(opened, sheet)),
        is_tonight=is_tonight(opened.it, sheet, opened.club.today),
        me=name_here(opened.club),
        tournament_table=tournament_table,
        clock=load_clock(tournament_table.tournament.id) if tournament_table else None,
        has_forms=True,
    )


@pages.get("/games/<ref>/follow")
def follow(ref: str) -> ResponseReturnValue:
    """The view-only sheet, for other phones and for a TV."""
    return render_template("games/follow.html", **vars(_followed(fetch_game(ref))))


@pages.get("/games/<ref>/sheet")
def live(ref: str) -> ResponseReturnValue:
    """The part of the sheet that changes.

    Answers 204 after one query if no line is newer than `seen`, even if a player has been renamed since.
    """
    follows = "follow" in request.args
    newest = _written(last_entries_of(ref, key_refs())) if follows else last_line_of(ref, key_refs())
    if is_seen(newest):
        return "", 204
    opened = fetch_game(ref)
    page = _followed(opened) if follows else _page(opened, load_sheet(opened.it))
    return render_template("games/_sheet.html", **vars(page))


@pages.get("/games/<ref>/tv")
def tv(ref: str) -> ResponseReturnValue:
    """The leaderboard for a TV, with the next thing to do."""
    return _on_tv("games/tv.html", fetch_game(ref))


@pages.get("/games/<ref>/tv/live")
def tv_live(ref: str) -> ResponseReturnValue:
    """The part of the TV's page that changes. Answers 204 after one query if there is nothing newer than `seen`."""
    if is_seen(_written(last_entries_of(ref, key_refs()))):
        return "", 204
    return _on_tv("games/_tv.html", fetch_game(ref))


def _on_tv(template: str, opened: Opened[Game]) -> str:
    """The TV's page: what followers see, and the leaderboard."""
    page = _followed(opened)
    fresh = closed_just_now(page.sheet)
    # A page that shows the winner of the round is refreshed at every request, until half a minute has passed.
    shown = replace(page, seen=None) if fresh else page
    out = went_out_in(page.sheet, fresh) if fresh else ""
    return render_template(template, **vars(shown), board=leader_board(page.sheet), fresh=fresh, out=out)


def _written(entries: tuple[int, int] | None) -> str | None:
    return entries and f"{entries[0]}.{entries[1]}"


def _followed(opened: Opened[Game]) -> SheetPage:
    """The sheet as followers see it, with the table of the current round if its moves are entered."""
    # Read the newest line first. A line that comes in meanwhile is then fetched twice, but never missed.
    seen = _written(last_entries_of(opened.it.ref, key_refs()))
    sheet = load_sheet(opened.it)
    page = replace(_page(opened, sheet, Access.VIEW), seen=seen)
    table = load_table(opened.it, sheet, sheet.current.number) if sheet.current else None
    if table is None:
        return page
    in_words = ending_in_words if table.is_over else turn_in_words
    return replace(
        page,
        picture=draw_table(table.position, table.names, say("train.from-above"), table.by_letter(sheet.colours)),
        told=table_in_words(table.position, table.names),
        turn=in_words(table.position, table.names),
    )


def _page(opened: Opened[Game], sheet: Sheet, most: Access = Access.MANAGE) -> SheetPage:
    """The sheet as it is now. `most` caps the access, which hides links from followers."""
    now, access = sheet.current, min(opened.access, most)
    may_mend = access >= Access.MANAGE and opened.opens_club
    return SheetPage(
        opened=opened,
        game=opened.it,
        sheet=sheet,
        unconfirmed=unconfirmed_rounds(sheet) if opened.it.tournament_id else (),
        names=url_for("games.mend_name", ref=opened.it.ref, seat=0)[:-1] if may_mend else "",
        verdict=tournament_verdict(opened.it, sheet) if opened.it.tournament_id else sheet.verdict,
        seen=sheet.revision,
        lively=lively_seconds(newest_moment(opened.it.id)),
        undoing=offer_undo(opened.it, sheet),
        result=result_of(opened.it, sheet, looks_back=False),
        may_score=access >= Access.SCORE,
        follows=most is Access.VIEW,
        opening=deal.opening(sheet.book, now.number, now.engine, len(now.seats)) if now else "",
    )


@pages.get("/games/<ref>/names/<int:seat>")
def mend_name(ref: str, seat: int) -> ResponseReturnValue:
    """Redirect to the page for correcting a player's name, which leads back to this sheet."""
    opened = fetch_game(ref, Access.MANAGE)
    players = {sat.id: sat.player_id for sat in seats_of(opened.it.id)}
    if seat not in players or not opened.opens_club:
        abort(404)
    player = players[seat]
    page = url_for("players.player", ref=opened.club.ref, player_ref=player_refs([player])[player], game=ref)
    return redirect(page)


@pages.get("/games/<ref>/start")
def who_starts(ref: str) -> ResponseReturnValue:
    """Compare the highest tiles that the players name, and say who opens the round. Nothing is stored."""
    opened = fetch_game(ref)
    sheet = load_sheet(opened.it)
    round = sheet.current or abort(404)
    named = {seat: request.args.get(f"seat-{seat}", "")[:10] for seat in round.seats}
    answer = refused = ""
    if request.args:
        try:
            tiles = {sheet.names[seat]: read_tile(text) for seat, text in named.items() if text.strip()}
            answer = deal.who_starts(sheet.book, tiles, round.engine).reason
        except (NotationError, DealError) as error:
            refused = str(error)
    page = show("games/who_starts", opened, sheet=sheet, round=round, named=named, answer=answer, refused=refused)
    return page, 422 if refused else 200


@pages.get("/games/<ref>/log")
def log(ref: str) -> ResponseReturnValue:
    """The lines of the game, including struck ones, newest first, a part at a time.

    Lines entered together stay together.
    """
    opened = fetch_game(ref)
    sheet = load_sheet(opened.it)
    entries = [list(together) for _, together in groupby(sheet.lines, key=lambda line: line.entry)]
    shown, earlier = part_of(entries, lambda together: together[0].entry)
    return show(
        "games/log",
        opened,
        entries=[[(line, line_in_words(sheet, line.payload)) for line in together] for together in shown],
        earlier=earlier,
        struck=struck_lines(sheet.lines),
        strikes={line.number for line in sheet.lines if line.strikes},
        waits=waits_of(opened.it.id),
        may_score=opened.access >= Access.SCORE,
    )


@pages.get("/games/<ref>/me")
def me(ref: str) -> ResponseReturnValue:
    """Ask once for the name of the person using this phone."""
    return _ask_me(fetch_game(ref, Access.SCORE), NameForm())


@pages.post("/games/<ref>/me")
@once
def say_me(ref: str) -> ResponseReturnValue:
    """Store the name of the person using this phone, then return to the page that asked for it."""
    opened, form = fetch_game(ref, Access.SCORE), NameForm()
    if not form.validate_on_submit():
        return _ask_me(opened, form)
    remember_name(opened.club, form.name.data or "")
    return redirect(_back(opened.it), 303)


@pages.post("/games/<ref>/own")
@once
def show_own(ref: str) -> ResponseReturnValue:
    """Show only the row of this phone's holder on the page for scores, or all rows again."""
    opened = fetch_game(ref, Access.SCORE)
    set_own_alone(opened.club, request.form.get("own") == "y")
    return redirect(_back(opened.it), 303)


def _ask_me(opened: Opened[Game], form: NameForm) -> ResponseReturnValue:
    names = [seat.name for seat in seats_of(opened.it.id)]
    page = show("games/me", opened, form=form, names=names, me=name_here(opened.club))
    return page, 422 if form.errors else 200


def _back(game: Game) -> str:
    """The page of this game that asked for the name, or the sheet."""
    home = url_for("games.sheet", ref=game.ref)
    back = request.args.get("back", "")
    return back if re.fullmatch(re.escape(home) + r"/[\w/.-]*", back, re.ASCII) else home
