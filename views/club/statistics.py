"""Statistics: a club's table and each player's page. Every figure links to its games."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date

from charts.scores import draw_lines, height_of
from models.ledger.players import Player
from models.ledger.tallies import TallyKind
from models.results.questions import Question
from models.results.records import records_of
from models.results.spoken_times import SpokenTime
from models.results.statistics import (
    FEWEST_GAMES,
    Figures,
    add_by_set,
    club_figures,
    figures_by_kind,
    figures_of_pairs,
    last_win,
    longest_streak,
    places_by_wins,
    rating_state,
    ratings_of,
    rivals_in,
    sort_figures,
)
from rules import RULE_BOOKS, RuleBook, read_rules
from views.club.answers import answers_to
from views.club.spans import asked_span, span_facts
from views.shared.keyring import fetch_club, fetch_player
from views.shared.named import rules_namer
from views.shared.pictures import picture

pages = Blueprint("statistics", __name__, url_prefix="/clubs/<ref>")

# The most columns that fit on a phone in the table of who beats whom.
MOST_RIVALS = 8
# The figures given below the records: who did something most often, where no table in the statistics shows it.
_ASIDE = ("outs", "nights", "lost", "second")


@pages.get("/statistics")
def club(ref: str) -> ResponseReturnValue:
    """A club's statistics for a time span.

    The page has the ranking by games won, who beats whom, the records, and averages for players with enough games.
    """
    opened, span = fetch_club(ref), asked_span()
    by = request.args.get("by", "")
    table = sort_figures(club_figures(opened.it.id, span), by)
    sets = [book for book in RULE_BOOKS.values() if any(book.key in figures.by_set for figures in table)]
    is_known = by in ("name", "games", "average", *(book.key for book in sets))
    ranked = [figures for figures in table if figures.is_ranked]
    others = [figures for figures in table if not figures.is_ranked]
    places = places_by_wins(table)
    rivals = [figures.player for figures in sort_figures(table, "games")[:MOST_RIVALS]]
    return render_template(
        "statistics/club.html",
        opened=opened,
        leaders=[figures for place, figures in places if place == 1 and figures.figures.wins],
        places=[(None, figures) for figures in ranked] if is_known else places,
        apart=others if is_known else [],
        rivals=rivals,
        pairs=figures_of_pairs([player.id for player in rivals], span),
        ranked=ranked,
        others=others,
        rated=sort_figures(ranked, "rating"),
        fewest=FEWEST_GAMES,
        sets=sets,
        by=by if is_known else "won",
        kept={"by": by} if is_known else {},
        **span_facts(span),
    )


@pages.get("/statistics/records")
def records(ref: str) -> ResponseReturnValue:
    """The records of a time span: a whole page, or only the list, which the statistics page requests after loading."""
    opened, span = fetch_club(ref), asked_span()
    question = Question(subjects=_ASIDE, time=SpokenTime(span=span))
    template = "statistics/_records.html" if "HX-Request" in request.headers else "statistics/records.html"
    return render_template(
        template, opened=opened, records=records_of(opened.it.id, span), most=answers_to(opened.it, question)
    )


@pages.get("/players/<player_ref>")
def player(ref: str, player_ref: str) -> ResponseReturnValue:
    """One player's figures over a period: by rules, number of players and starting double, and against each rival."""
    opened, player = fetch_player(ref, player_ref)
    span = asked_span()
    figures = figures_by_kind(player.id, span)
    met = rivals_in(figures[TallyKind.RIVAL])
    return render_template(
        "statistics/player.html",
        opened=opened,
        player=player,
        whole=figures[TallyKind.ALL].get(""),
        by_rules=_rules_by_set(figures[TallyKind.RULES]),
        by_players=sorted(figures[TallyKind.PLAYERS].items(), key=lambda item: int(item[0])),
        by_engine=sorted(figures[TallyKind.ENGINE].items(), key=lambda item: -int(item[0])),
        met=sorted(met, key=lambda pair: (-pair[1].games, pair[0].folded_name)),
        rivals=_rivals(met),
        called=rules_namer(opened.it.id),
        rating=rating_state(player.id, span),
        longest=longest_streak(player.id, span),
        last_win=last_win(player.id, span),
        records=records_of(opened.it.id, span, ("lowest", "highest"), player.id),
        **span_facts(span),
    )


@pages.get("/players/<player_ref>/rating")
def rating(ref: str, player_ref: str) -> ResponseReturnValue:
    """A player's rating over time, as a picture and as a table."""
    opened, player = fetch_player(ref, player_ref)
    span = asked_span()
    points = ratings_of(player.id, span)
    return render_template(
        "statistics/rating.html", opened=opened, player=player, points=points, height=height_of(1), **span_facts(span)
    )


@pages.get("/players/<player_ref>/rating.svg")
def rating_picture(ref: str, player_ref: str) -> ResponseReturnValue:
    """The picture of a player's rating and its spread."""
    _, player = fetch_player(ref, player_ref)
    points = ratings_of(player.id, asked_span())
    days = [format_date(point.day, "MMM y", rebase=False) for point in points]
    spread = [[point.mu + way * 2 * point.sigma for point in points] for way in (1, -1)]
    return picture(draw_lines(days, {player.name: [point.mu for point in points]}, around=spread))


def _rules_by_set(by_rules: Mapping[str, Figures]) -> list[tuple[RuleBook, Figures, dict[str, Figures]]]:
    """Each rule set with its figures and, if it was played with house rules, the figures of each variant."""
    return [
        (RULE_BOOKS[key], sums, variants if variants.keys() != {key} else {})
        for key, sums in add_by_set(by_rules).items()
        if (variants := {rules: figures for rules, figures in by_rules.items() if read_rules(rules).key == key})
    ]


def _rivals(met: Sequence[tuple[Player, Figures]]) -> tuple[tuple[Player, Figures] | None, ...]:
    """The opponent the player beats most often, and the one the player loses to most often, by share of games.

    Only opponents met at least twice count. None if no share is more than half.
    """
    often = [pair for pair in met if pair[1].games > 1]
    beaten = [pair for pair in often if pair[1].wins * 2 > pair[1].games]
    feared = [pair for pair in often if pair[1].losses * 2 > pair[1].games]
    return (
        max(beaten, key=lambda pair: (pair[1].wins / pair[1].games, pair[1].games), default=None),
        max(feared, key=lambda pair: (pair[1].losses / pair[1].games, pair[1].games), default=None),
    )
