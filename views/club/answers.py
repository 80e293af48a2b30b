"""Answers to questions about a club's past games, in a sentence each."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import url_for
from flask_babel import format_date, gettext, ngettext

from models.ledger.clubs import Club
from models.ledger.players import Player
from models.ledger.tallies import TallyKind
from models.results.questions import Question
from models.results.records import records_of
from models.results.spans import Span
from models.results.statistics import club_figures, figures_by_kind, last_win, sort_figures
from views.shared.named import day_in_words
from views.shared.spans import write_span

_MOST_NAMED = 3


class Answer(NamedTuple):
    """An answer in a sentence, and the address of the page behind it."""

    text: str
    address: str


def answers_to(club: Club, question: Question) -> list[Answer]:
    """The answers to a question: about players whom it names, or else about everybody; none if it asks for no figure."""
    span, subjects = question.span, question.subjects
    match question.players:
        case [first, second]:
            return list(_head_to_head(club, first, second, span))
        case [_, *_] as players:
            return [answer for player in players for answer in _about(club, player, span)]
    figures = {"wins": _most_wins, "average": _averages}
    answers = [figures[subject](club, span) for subject in subjects if subject in figures]
    records = records_of(club.id, span) if subjects else []
    return answers + [
        Answer(f"{_when(span)}{record.text} ({day_in_words(record.day)})", url_for("games.sheet", ref=record.ref))
        for record in records
        if record.kind in subjects
    ]


def _most_wins(club: Club, span: Span) -> Answer:
    best = sort_figures(club_figures(club.id, span), "won")[:_MOST_NAMED]
    wins = [f"{row.player.name} {row.figures.wins}" for row in best if row.figures.wins]
    text = gettext("Most games won: %(names)s", names=", ".join(wins)) if wins else gettext("No games won.")
    return Answer(_when(span) + text, _address("statistics.club", club, span))


def _averages(club: Club, span: Span) -> Answer:
    table = sort_figures(club_figures(club.id, span), "average")
    best = [row for row in table if row.is_ranked][:_MOST_NAMED]
    averages = [f"{row.player.name} {row.figures.average_round:.1f}" for row in best]
    text = gettext("Lowest average per round: %(names)s", names=", ".join(averages))
    text = text if averages else gettext("Nobody has played enough games for an average.")
    return Answer(_when(span) + text, _address("statistics.club", club, span, by="average"))


def _about(club: Club, player: Player, span: Span) -> Iterator[Answer]:
    """A player's games won, and the last of them."""
    whole = figures_by_kind(player.id, span)[TallyKind.ALL].get("")
    wins = whole.wins if whole else 0
    text = ngettext(
        "%(name)s won %(wins)s of %(num)s game",
        "%(name)s won %(wins)s of %(num)s games",
        whole.games if whole else 0,
        name=player.name,
        wins=wins,
    )
    yield Answer(_when(span) + text, _address("statistics.player", club, span, player_ref=player.ref))
    won = last_win(player.id, span)
    if won:
        day, game = won
        text = gettext("%(name)s last won on %(day)s", name=player.name, day=day_in_words(day))
        yield Answer(_when(span) + text, url_for("games.sheet", ref=game))


def _head_to_head(club: Club, first: Player, second: Player, span: Span) -> Iterator[Answer]:
    """How often each of two players came before the other."""
    sums = figures_by_kind(first.id, span)[TallyKind.RIVAL].get(str(second.id))
    if not sums:
        text = gettext("%(first)s and %(second)s have finished no game together.", first=first.name, second=second.name)
        yield Answer(_when(span) + text, _address("statistics.club", club, span))
        return
    text = ngettext(
        "%(first)s and %(second)s, %(num)s game: %(first)s ahead %(wins)s, %(second)s ahead %(losses)s, tied %(tied)s",
        "%(first)s and %(second)s, %(num)s games: %(first)s ahead %(wins)s, %(second)s ahead %(losses)s, tied %(tied)s",
        sums.games,
        first=first.name,
        second=second.name,
        wins=sums.wins,
        losses=sums.losses,
        tied=sums.level,
    )
    games = {"player": first.ref, "placed": 1, "rival": second.ref}
    yield Answer(_when(span) + text, _address("history.games", club, span, **games))


def _address(page: str, club: Club, span: Span, **asked: Any) -> str:
    return url_for(page, ref=club.ref, **asked | write_span(span))


def _when(span: Span) -> str:
    """The span in words before an answer; nothing for all of time."""
    if span.is_open:
        return ""
    first, last = span.days
    time = format_date(first, "MMMM y" if first.month == last.month else "y", rebase=False)
    return gettext("%(time)s: ", time=time)
