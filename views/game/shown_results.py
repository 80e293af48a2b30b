"""The result of a finished game as pages and pictures show it: the outcome in words, a line of text, and the drawn board."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from flask_babel import gettext, ngettext

from charts.result import ResultBoard, ResultRow, draw_names, draw_result, rows_shown
from models.ledger.games import Game, first_day_of
from models.results.milestones import milestones_of
from models.sheets.outcome import GameOutcome, outcome_of
from models.sheets.sheet import Column, Sheet
from models.sheets.tournament import tournament_verdict
from rules.wording import list_of
from views.shared.named import day_in_words, rules_namer

# The most milestones that a picture shows, because the places need the room.
_MOST_DRAWN = 2


@dataclass(frozen=True, slots=True)
class ShownResult:
    """A result in words. `milestones` is None if they have not been looked for yet."""

    game: Game
    sheet: Sheet
    outcome: GameOutcome
    milestones: list[str] | None

    @property
    def day(self) -> date:
        """The day on which the game was last played."""
        return self.sheet.sittings[-1].date if self.sheet.sittings else first_day_of(self.game)

    @property
    def rules(self) -> str:
        """The name of the game's rules."""
        book = self.sheet.book
        return rules_namer(self.game.club_id)(str(book)) if book.house_rules else book.name

    @property
    def title(self) -> str:
        """The result in a few words, as the title of a message."""
        names, total = list_of([winner.name for winner in self.outcome.winners]), self.outcome.total
        if len(self.outcome.winners) == 1:
            return gettext("%(name)s wins with %(total)s", name=names, total=total)
        if self.game.tournament_id:
            return gettext("%(names)s are tied at %(total)s", names=names, total=total)
        return gettext("%(names)s win with %(total)s", names=names, total=total)

    @property
    def heading(self) -> str:
        """The heading above the winners' names."""
        if len(self.outcome.winners) == 1:
            return gettext("The winner")
        return gettext("Tied on pips") if self.game.tournament_id else gettext("The winners")

    @property
    def lead(self) -> str:
        """The winners' total, and how far ahead they are."""
        return _lead(self.outcome, self.sheet.names)

    @property
    def verdict(self) -> str:
        """A sentence that explains a tie; empty if there is no tie."""
        finishers, total = self.outcome.finishers, self.outcome.total
        if len([finisher for finisher in finishers if finisher.place and finisher.total == total]) < 2:
            return ""
        return tournament_verdict(self.game, self.sheet) if self.game.tournament_id else self.sheet.verdict

    @property
    def length(self) -> str:
        """The number of rounds in words, and whether the game was stopped."""
        rounds = self.sheet.rounds_closed
        if self.sheet.is_stopped:
            return ngettext("Stopped after %(num)s round", "Stopped after %(num)s rounds", rounds)
        return ngettext("%(num)s round", "%(num)s rounds", rounds)

    @property
    def line(self) -> str:
        """The result as a line of text to send."""
        finishers = [finisher for finisher in self.outcome.finishers if finisher.place != 1]
        entries = [
            f"{finisher.name} {finisher.total}{'' if finisher.place else gettext(' (left early)')}"
            for finisher in finishers
        ]
        sentence = ", ".join([self.title, *entries])
        return gettext("Mexican Train, %(day)s: %(told)s.", day=day_in_words(self.day), told=sentence)

    @property
    def table(self) -> str:
        """The result as text, with a heading and a line for each player, for programs that do not accept a link."""
        head = gettext("Mexican Train (%(rules)s), %(day)s", rules=self.rules, day=self.day.isoformat())
        rows = [
            f"{f'{finisher.place}.' if finisher.place else gettext('left early:')} {finisher.name} {finisher.total}"
            for finisher in self.outcome.finishers
        ]
        return "\n".join([head, *rows])


def result_of(game: Game, sheet: Sheet, *, looks_back: bool = True) -> ShownResult | None:
    """The result of a game. None until the game is over, or if it was stopped before any round was closed.

    Looking for milestones costs as much as loading the sheet, so the sheet's page asks for them later.
    """
    outcome = outcome_of(sheet)
    if outcome is None:
        return None
    names = {finisher.player_id: finisher.name for finisher in outcome.finishers}
    return ShownResult(game, sheet, outcome, milestones_of(game.id, names) if looks_back else None)


def _lead(outcome: GameOutcome, names: Mapping[int, str]) -> str:
    pips = ngettext("%(num)s pip", "%(num)s pips", outcome.total)
    if len(outcome.winners) > 1:
        return gettext("%(pips)s each", pips=pips)
    if not outcome.runners_up:
        return pips
    rivals = list_of([names[runner_up.seat] for runner_up in outcome.runners_up])
    margin = outcome.margin(outcome.runners_up[0])
    if not margin:
        return gettext("%(pips)s, tied with %(names)s until the tiebreaker", pips=pips, names=rivals)
    return gettext("%(pips)s, %(margin)s ahead of %(names)s", pips=pips, margin=margin, names=rivals)


def result_svg(shown: ShownResult) -> str:
    """The picture of a result. Players whose names cannot be drawn are numbered by their seats."""
    seated, outcome, finishers = shown.sheet.names, shown.outcome, shown.outcome.finishers
    drawn = dict(zip(seated, draw_names([*seated.values()], gettext("Player")), strict=True))
    milestones = milestones_of(shown.game.id, {finisher.player_id: drawn[finisher.seat] for finisher in finishers})
    return draw_result(
        ResultBoard(
            occasion=f"{day_in_words(shown.day)} · {shown.rules}",
            heading=shown.heading,
            sentences=[_lead(outcome, drawn), *milestones[:_MOST_DRAWN]],
            length=shown.length,
            last=gettext("the last with the %(double)s", double=f"{outcome.last_engine}-{outcome.last_engine}"),
            engine=outcome.last_engine,
            more=ngettext("+ %(num)s more", "+ %(num)s more", len(finishers) - rows_shown(len(finishers))),
            rows=[_row(outcome, finisher, drawn[finisher.seat]) for finisher in finishers],
        )
    )


def _row(outcome: GameOutcome, finisher: Column, name: str) -> ResultRow:
    margin = outcome.margin(finisher)
    beside = f"+{margin}" if margin else "" if finisher.place else gettext("left early")
    return ResultRow(colour=finisher.colour, name=name, place=finisher.place, total=finisher.total, beside=beside)
