"""Questions about past games in somebody's own words, such as "who won most in March" or "our longest game"."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from models.ledger.players import Player
from models.results.spans import Span, read_month
from models.texts import say
from rules.names import fold_name, look_alike

# `wins`, `average`, or the kind of a record.
_SUBJECTS = ("wins", "average", "longest", "closest", "biggest", "worst", "streak")

_WITHOUT_SIGNS = str.maketrans(dict.fromkeys('?!.,;:“”"()', " "))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What somebody asks: about whom, about what time, and for which figures.

    `words` are the rest: what a night may have in its notes, its name or its date.
    """

    players: Sequence[Player]
    span: Span
    subjects: Sequence[str]
    words: str


def read_question(text: str, players: Sequence[Player], today: date) -> Question:
    """The question in a text. A month without a year is the latest that has begun."""
    plain = _with_dates(fold_name(text).translate(_WITHOUT_SIGNS), today)
    words = [word.removesuffix("'s").removesuffix("’s") for word in plain.split()]
    asked = {subject: say(f"asked.{subject}").split() for subject in _SUBJECTS}
    subjects = [subject for subject in _SUBJECTS if any(word in asked[subject] for word in words)]
    named = _players_in(words, players)
    idle = {*say("asked.nothing").split(), *(word for subject in subjects for word in asked[subject])}
    idle -= {word for player in named for word in look_alike(player.name).split()}
    return Question(
        players=named,
        span=_span_in(words, today),
        subjects=subjects,
        words=" ".join(word for word in words if word not in idle),
    )


def month_of(word: str) -> int:
    """The month that a word names, by three letters or more in lower case; 0 for any other word."""
    return next((month for month in range(1, 13) if say(f"month.{month}").casefold().startswith(word) and word[2:]), 0)


def _with_dates(text: str, today: date) -> str:
    """The text with `last year` and the like as numbers and names of months."""
    month_ago = today.replace(day=1) - timedelta(days=1)
    dates = {
        "last-year": f"{today.year - 1}",
        "this-year": f"{today.year}",
        "last-month": say(f"month.{month_ago.month}").casefold() + f" {month_ago.year}",
        "this-month": say(f"month.{today.month}").casefold() + f" {today.year}",
    }
    for code, written in dates.items():
        text = text.replace(say(f"asked.{code}"), written)
    return text


def _span_in(words: Sequence[str], today: date) -> Span:
    year = next((pair[0] for word in words if (pair := read_month(f"{word}-1"))), 0)
    month = next(filter(None, map(month_of, words)), 0)
    if month:
        year = year or today.year - (month > today.month)
        return Span((year, month), (year, month))
    return Span((year, 1), (year, 12)) if year else Span()


def _players_in(words: Sequence[str], players: Sequence[Player]) -> list[Player]:
    """The players who are named in full, or else by a word that no two share, in the order in which they are named."""
    spoken = [look_alike(word) for word in words]
    names = {player: look_alike(player.name).split() for player in players}
    named = [player for player, name in names.items() if all(word in spoken for word in name)]
    if not named:
        by_word = {word: [player for player, name in names.items() if word in name] for word in spoken}
        named = list(dict.fromkeys(sharing[0] for sharing in by_word.values() if len(sharing) == 1))
    return sorted(named, key=lambda player: spoken.index(next(word for word in names[player] if word in spoken)))
