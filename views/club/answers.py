"""Answers to questions about a club's past games, in a sentence each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import url_for
from flask_babel import format_date, gettext, ngettext

from models.ledger.clubs import Club
from models.ledger.players import Player
from models.ledger.tallies import TallyKind
from models.results.history import GameSearch, find_games
from models.results.questions import Question
from models.results.records import records_of
from models.results.spans import Span
from models.results.statistics import (
    Figures,
    PlayerFigures,
    club_figures,
    figures_by_kind,
    last_places,
    last_win,
    longest_streak,
    number_of_games,
    sort_figures,
)
from rules.wording import list_of
from views.club.spans import write_span
from views.shared.named import day_in_words

_MOST_NAMED = 3


class Answer(NamedTuple):
    """An answer in a sentence, and the address of the page behind it."""

    text: str
    address: str


def answers_to(club: Club, question: Question) -> list[Answer]:
    """The answers to a question: about players whom it names, or else about everybody.

    None if it asks for no figure, or for something that the figures leave out, such as a day.
    """
    if not question.is_understood:
        return []
    asked = _Asked(club, question.span)
    match question.players:
        case [first, second]:
            return [asked.head_to_head(first, second)]
        case [_, *_] as players:
            return [answer for player in players for answer in asked.about(player, question.subjects)]
    return list(asked.about_everybody(question.subjects))


@dataclass(frozen=True, slots=True)
class _Asked:
    """Somebody's question about a club and a span."""

    club: Club
    span: Span

    def about_everybody(self, subjects: Sequence[str]) -> Iterator[Answer]:
        """Who is first in each figure, and the records."""
        table = club_figures(self.club.id, self.span) if subjects else []
        for subject in subjects:
            match subject:
                case "games":
                    games = number_of_games(self.club.id, self.span)
                    yield self._statistics(ngettext("%(num)s game was finished", "%(num)s games were finished", games))
                case "newest":
                    yield from self._newest()
                case "wins":
                    wins = [(row.player.name, row.figures.wins) for row in sort_figures(table, "won")]
                    yield self._most(gettext("Most games won"), wins)
                case "lost":
                    came_last = last_places(self.club.id, self.span)
                    yield self._most(
                        gettext("Most last places"),
                        [(row.player.name, came_last.get(row.player.id, 0)) for row in table],
                    )
                case "outs":
                    outs = [(row.player.name, row.figures.outs) for row in table]
                    yield self._most(gettext("Went out most often"), outs)
                case "average":
                    yield self._averages(table)
        for record in records_of(self.club.id, self.span, subjects):
            yield self._answer(f"{record.text} ({day_in_words(record.day)})", "games.sheet", ref=record.ref)

    def about(self, player: Player, subjects: Sequence[str]) -> Iterator[Answer]:
        """A player's figure that was asked for, or else the games won, and the last of them."""
        whole = figures_by_kind(player.id, self.span)[TallyKind.ALL].get("")
        if not whole:
            yield self._player(player, gettext("%(name)s finished no game", name=player.name))
            return
        figures = {
            "average": lambda: gettext(
                "%(name)s: %(round)s pips per round, %(game)s per game",
                name=player.name,
                round=f"{whole.average_round or 0:.1f}",
                game=f"{whole.average_game or 0:.1f}",
            ),
            "worst": lambda: gettext("%(name)s’s worst round: %(pips)s pips", name=player.name, pips=whole.worst),
            "outs": lambda: ngettext(
                "%(name)s went out in %(num)s round",
                "%(name)s went out in %(num)s rounds",
                whole.outs,
                name=player.name,
            ),
            "streak": lambda: gettext(
                "%(name)s’s most wins in a row: %(games)s",
                name=player.name,
                games=longest_streak(player.id, self.span).games,
            ),
            "lost": lambda: ngettext(
                "%(name)s came last in %(last)s of %(num)s game",
                "%(name)s came last in %(last)s of %(num)s games",
                whole.games,
                name=player.name,
                last=last_places(self.club.id, self.span).get(player.id, 0),
            ),
        }
        asked = [figures[subject]() for subject in subjects if subject in figures]
        for text in asked:
            yield self._player(player, text)
        if not asked:
            yield from self._wins(player, whole)

    def _wins(self, player: Player, whole: Figures) -> Iterator[Answer]:
        text = ngettext(
            "%(name)s won %(wins)s of %(num)s game",
            "%(name)s won %(wins)s of %(num)s games",
            whole.games,
            name=player.name,
            wins=whole.wins,
        )
        yield self._player(player, text)
        won = last_win(player.id, self.span)
        if won:
            day, game = won
            text = gettext("%(name)s last won on %(day)s", name=player.name, day=day_in_words(day))
            yield self._answer(text, "games.sheet", ref=game)

    def head_to_head(self, first: Player, second: Player) -> Answer:
        """How often each of two players finished ahead of the other."""
        sums = figures_by_kind(first.id, self.span)[TallyKind.RIVAL].get(str(second.id))
        if not sums:
            return self._statistics(
                gettext("%(first)s and %(second)s have finished no game together", first=first.name, second=second.name)
            )
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
        return self._answer(text, "history.games", player=first.ref, placed=1, rival=second.ref)

    def _newest(self) -> Iterator[Answer]:
        for game, _ in find_games(self.club.id, GameSearch(span=self.span), 1).games:
            winners = list_of(game.winners)
            text = gettext("The last game, %(day)s: %(names)s won", day=day_in_words(game.day), names=winners)
            yield self._answer(text, "games.sheet", ref=game.ref)

    def _most(self, heading: str, counts: Sequence[tuple[str, int]]) -> Answer:
        best = sorted((pair for pair in counts if pair[1]), key=lambda pair: -pair[1])[:_MOST_NAMED]
        names = ", ".join(f"{name} {number}" for name, number in best) or gettext("nobody")
        return self._statistics(f"{heading}: {names}")

    def _averages(self, table: Sequence[PlayerFigures]) -> Answer:
        best = [row for row in sort_figures(table, "average") if row.is_ranked][:_MOST_NAMED]
        averages = [f"{row.player.name} {row.figures.average_round:.1f}" for row in best]
        text = gettext("Lowest average per round: %(names)s", names=", ".join(averages))
        return self._statistics(
            text if averages else gettext("Nobody has played enough games for an average"), by="average"
        )

    def _statistics(self, text: str, **asked: Any) -> Answer:
        return self._answer(text, "statistics.club", ref=self.club.ref, **asked | write_span(self.span))

    def _player(self, player: Player, text: str) -> Answer:
        return self._answer(
            text, "statistics.player", ref=self.club.ref, player_ref=player.ref, **write_span(self.span)
        )

    def _answer(self, text: str, page: str, **asked: Any) -> Answer:
        """An answer with the span in words before it."""
        if page == "history.games":
            asked |= {"ref": self.club.ref, **write_span(self.span)}
        return Answer(_when(self.span) + text, url_for(page, **asked))


def _when(span: Span) -> str:
    """The span in words before an answer; nothing for all of time."""
    if span.is_open:
        return ""
    first, _ = span.days
    time = format_date(first, "y" if span.year else "MMMM y", rebase=False)
    return gettext("Since %(time)s: ", time=time) if span.last is None else gettext("%(time)s: ", time=time)
