"""How every act works: a valid form is acted on and the browser redirected; otherwise the page gives the reason."""

from collections.abc import Callable

from flask import redirect
from flask.typing import ResponseReturnValue

from forms.base import Form
from models.play.days import DayError
from models.play.house_rules import HouseRulesError
from models.play.pen import SheetError
from models.play.players import PlayerError
from models.play.tournament_referee import TournamentError
from models.store.database import db
from rules import BookError, DealError

REFUSALS = (BookError, DayError, DealError, HouseRulesError, PlayerError, SheetError, TournamentError)


def carry_out(
    form: Form,
    verb: Callable[[], object],
    done: str,
    again: Callable[[str], str],
) -> ResponseReturnValue:
    """Do what a form asks for, and redirect to `done` with 303.

    If it is refused, nothing is written, and `again` renders the page again with the reason, which is empty if the
    form itself says why.
    """
    refused = ""
    if form.validate_on_submit():
        try:
            verb()
            return redirect(done, 303)
        except REFUSALS as error:
            refused = str(error)
    # The page must not show an act that was refused halfway through, nor keep the database locked while it is made.
    db.session.rollback()
    return again(refused), 422
