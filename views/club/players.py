"""A club's players: rename, shorten, merge, archive or anonymize them. Only for people who manage the club."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.base import Form, NameForm
from forms.players import MergeForm, ShortNameForm
from models.access.grants import Opened
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.players import Player, find_player, players_of
from models.ledger.seats import count_games
from models.play.players import (
    anonymise_player,
    archive_player,
    mentions_of,
    merge_players,
    rename_player,
    set_short_name,
)
from views.shared.acts import carry_out
from views.shared.keyring import fetch_game, fetch_player
from views.shared.limits import Limit, count_on_commit
from views.shared.once import once

pages = Blueprint("players", __name__, url_prefix="/clubs/<ref>/players/<player_ref>/manage")


def _tapped_on() -> Game | None:
    """The game on whose sheet the name was tapped, if any. Aborts with 404 if no key of this browser opens it."""
    return fetch_game(request.args["game"]).it if "game" in request.args else None


def _merge_form(opened: Opened[Club], player: Player) -> MergeForm:
    form = MergeForm()
    form.other.choices = [(other.ref, other.name) for other in players_of(opened.it.id) if other.id != player.id]
    return form


def _show(opened: Opened[Club], player: Player, refused: str = "", other: Player | None = None, **sent: Form) -> str:
    """The player's page. With `other`, it asks which of the two names stays."""
    forms = {
        "rename": NameForm(obj=player, formdata=None),
        "short_name": ShortNameForm(obj=player, formdata=None),
        "merge": _merge_form(opened, player),
        **sent,
    }
    return render_template(
        "players/player.html",
        opened=opened,
        game=_tapped_on(),
        player=player,
        forms=forms,
        refused=refused,
        mentions=mentions_of(player),
        pair=[(candidate, count_games(candidate.id)) for candidate in (player, other)] if other else [],
    )


@pages.get("")
def player(ref: str, player_ref: str) -> ResponseReturnValue:
    """One player, and everything that can be done with that player."""
    opened, player = fetch_player(ref, player_ref, Access.MANAGE)
    return _show(opened, player, other=find_player(opened.it.id, request.args.get("same", "")))


@pages.post("/rename")
@once
def rename(ref: str, player_ref: str) -> ResponseReturnValue:
    """Rename a player in all games."""
    opened, player = fetch_player(ref, player_ref, Access.MANAGE)
    form = NameForm()
    return carry_out(
        form,
        lambda: rename_player(player, form.name.data or ""),
        _after(ref, player_ref),
        lambda why: _show(opened, player, why, rename=form),
    )


@pages.post("/short-name")
@once
def short_name(ref: str, player_ref: str) -> ResponseReturnValue:
    """Set the player's short name, which heads narrow columns."""
    opened, player = fetch_player(ref, player_ref, Access.MANAGE)
    form = ShortNameForm()
    return carry_out(
        form,
        lambda: set_short_name(player, form.short_name.data or ""),
        _after(ref, player_ref),
        lambda why: _show(opened, player, why, short_name=form),
    )


@pages.post("/merge")
@once
def merge(ref: str, player_ref: str) -> ResponseReturnValue:
    """Merge two players who are the same person, once somebody has chosen whose name stays."""
    opened, player = fetch_player(ref, player_ref, Access.MANAGE)
    form = _merge_form(opened, player)
    if not form.validate_on_submit():
        return _show(opened, player, merge=form), 422
    other = find_player(opened.it.id, form.other.data) or abort(404)
    stays = next((candidate for candidate in (player, other) if candidate.ref == request.form.get("stays")), None)
    if stays is None:
        return _show(opened, player, other=other, merge=form)
    return carry_out(
        form,
        lambda: merge_players(other if stays is player else player, stays),
        _after(ref, stays.ref),
        lambda why: _show(opened, player, why, merge=form),
    )


@pages.post("/archive")
@once
def archive(ref: str, player_ref: str) -> ResponseReturnValue:
    """Archive a player, or restore an archived one. Archived players are no longer suggested."""
    _, player = fetch_player(ref, player_ref, Access.MANAGE)
    archive_player(player, player.archived_at is None)
    return redirect(url_for("players.player", ref=ref, player_ref=player_ref), 303)


@pages.post("/anonymise")
@once
def anonymise(ref: str, player_ref: str) -> ResponseReturnValue:
    """Remove a player's name everywhere. Of a club with half a million moves, that holds the database for a second or more."""
    _, player = fetch_player(ref, player_ref, Access.MANAGE)
    count_on_commit(Limit.FILES)
    flash(
        gettext("The name is gone. The games are now under %(name)s.", name=anonymise_player(player, gettext("Player")))
    )
    return redirect(url_for("players.player", ref=ref, player_ref=player_ref), 303)


def _after(ref: str, player_ref: str) -> str:
    """The address of the sheet on which the name was tapped, or else of the player's page."""
    if game := _tapped_on():
        return url_for("games.sheet", ref=game.ref)
    return url_for("statistics.player", ref=ref, player_ref=player_ref)
