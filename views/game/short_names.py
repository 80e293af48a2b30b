"""The short name of the player who holds this phone. Managers can change everybody's short name on the club's pages."""

from flask import Blueprint, abort, url_for
from flask.typing import ResponseReturnValue

from forms.players import ShortNameForm
from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.players import Player, find_player_called
from models.ledger.seats import seats_of
from models.play.players import set_short_name
from views.game.page import show
from views.shared.acts import carry_out
from views.shared.keyring import fetch_game, name_here
from views.shared.once import once

pages = Blueprint("short_names", __name__, url_prefix="/games/<ref>/short-name")


@pages.get("")
def short_name(ref: str) -> ResponseReturnValue:
    """The form for the short name of the player who holds this phone."""
    opened, player = _fetch(ref)
    return _show(opened, player, ShortNameForm(obj=player))


@pages.post("")
@once
def choose(ref: str) -> ResponseReturnValue:
    """Set the short name of the player who holds this phone."""
    opened, player = _fetch(ref)
    form = ShortNameForm()
    return carry_out(
        form,
        lambda: set_short_name(player, form.short_name.data or ""),
        url_for("games.sheet", ref=ref),
        lambda _: _show(opened, player, form),
    )


def _fetch(ref: str) -> tuple[Opened[Game], Player]:
    """The game and the player who holds this phone. Aborts with 404 if that player has no seat in the game."""
    opened = fetch_game(ref, Access.SCORE)
    player = find_player_called(opened.club.id, name_here(opened.club))
    if player is None or player.id not in {seat.player_id for seat in seats_of(opened.it.id)}:
        abort(404)
    return opened, player


def _show(opened: Opened[Game], player: Player, form: ShortNameForm) -> str:
    return show("short_names/short_name", opened, player=player, form=form)
