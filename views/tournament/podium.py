"""The end of a tournament: its champion and the top three places, on pages and as a picture to share."""

from collections.abc import Sequence
from typing import NamedTuple

from flask_babel import gettext, ngettext

from charts.result import ResultBoard, ResultRow, draw_names, draw_result, rows_shown
from models.ledger.seats import colours_of
from models.ledger.tournaments import Tournament
from models.sheets.tournament import Hall
from models.sheets.tournament_log import rests_in_words
from rules.tournament.ranking import Placing
from rules.wording import list_of
from views.shared.named import day_in_words

_PLACES = 3


class PodiumPlace(NamedTuple):
    """One of the top three places: the player's name, and the points, the pips or the game that decided it."""

    place: int
    name: str
    grounds: str


class Podium(NamedTuple):
    """The champions and the top three places. `line` names them in a line of text."""

    champions: list[str]
    places: list[PodiumPlace]
    heading: str
    title: str
    line: str


def find_podium(tournament: Tournament, hall: Hall) -> Podium | None:
    """The podium. None until the places are final, or if there is no champion."""
    placed = [placing for placing in hall.placings if placing.place and placing.place <= _PLACES]
    champions = [hall.names[placing.player] for placing in placed if placing.place == 1]
    if not hall.is_over or not champions:
        return None
    places = [
        PodiumPlace(placing.place or 0, hall.names[placing.player], _grounds(hall, placing)) for placing in placed
    ]
    names = list_of(champions)
    title = ngettext(
        "%(names)s wins %(cup)s", "%(names)s win %(cup)s", len(champions), names=names, cup=tournament.name
    )
    runners_up = [player.name for player in places if player.place != 1]
    outcome = gettext("%(title)s, ahead of %(names)s", title=title, names=list_of(runners_up)) if runners_up else title
    line = gettext("Mexican Train, %(day)s: %(outcome)s.", day=day_in_words(tournament.started_at), outcome=outcome)
    return Podium(champions=champions, places=places, heading=_heading(champions), title=title, line=line)


def _heading(champions: Sequence[str]) -> str:
    return ngettext("The champion", "The champions", len(champions))


def _grounds(hall: Hall, placing: Placing) -> str:
    """The figure that decided a place or, where totals cannot be compared, the game that did."""
    if hall.has_points:
        return ngettext("%(num)s point", "%(num)s points", placing.points)
    if hall.has_pips:
        return ngettext("%(num)s pip", "%(num)s pips", placing.pips)
    return rests_in_words(hall, placing)


def draw_podium(tournament: Tournament, hall: Hall) -> str:
    """The picture of a tournament that is over, as an SVG."""
    placed = [placing for placing in hall.placings if placing.place]
    names = draw_names([hall.names[placing.player] for placing in placed], gettext("Player"))
    colours = colours_of([None] * len(placed))
    rows = [
        ResultRow(colour=colour, name=name, place=placing.place, total=_total(hall, placing), beside="")
        for placing, name, colour in zip(placed, names, colours, strict=True)
    ]
    champions = [row.name for row in rows if row.place == 1]
    games = len(hall.course.stages)
    return draw_result(
        ResultBoard(
            occasion=f"{tournament.name} · {day_in_words(tournament.started_at)}",
            heading=_heading(champions),
            sentences=[_grounds(hall, placed[0])],
            length=ngettext("%(num)s player", "%(num)s players", len(placed)),
            last=ngettext("%(num)s game", "%(num)s games", games),
            engine=hall.engines[0],
            more=ngettext("+ %(num)s more", "+ %(num)s more", len(rows) - rows_shown(len(rows))),
            rows=rows,
        )
    )


def _total(hall: Hall, placing: Placing) -> int | None:
    """The figure at the end of a row. None where totals cannot be compared."""
    if hall.has_points:
        return placing.points
    return placing.pips if hall.has_pips else None
