"""Questions about past games in somebody's own words, such as "who won most in March" or "our longest game"."""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from models.ledger.players import Player
from models.results.records import EVERY_KIND
from models.results.spans import Span, is_year
from models.texts import MODELS, say
from rules.names import fold_name, look_alike

# What a question can ask for besides the records.
_FIGURES = (
    *("games", "wins", "newest", "played", "lost", "outs", "average", "worst-average"),
    *("total", "present", "nights", "absent", "winless", "tied", "cup", "second", "there", "missed"),
)
# Where a question names both, it means the first: "lowest score that ever won".
_RATHER = {
    "lost": ("wins", "newest", "streak", "average"),
    "newest": ("wins", "lost", "played"),
    "played": ("lost", "games", "total"),
    "present": ("games",),
    "nights": ("games", "present"),
    "missed": ("games", "wins", "nights"),
    "winless": ("wins",),
    "there": ("newest", "played", "lost", "wins", "games"),
    "cup": ("wins", "newest", "lost", "second", "highest", "lowest", "games"),
    "wins": ("games", "outs", "nights"),
    "tied": ("games", "wins", "newest"),
    **dict.fromkeys(EVERY_KIND, ("games", "wins", "total")),
    "closest": ("games", "wins", "biggest", "total"),
    "highest": ("games", "wins"),
    "second": ("games", "wins", "present", "lost"),
    "streak": ("games", "wins", "longest"),
    "drought": ("games", "wins", "lost", "streak", "longest", "winless"),
    "crowd": ("games", "wins", "present"),
    "worst": ("games", "wins", "average", "highest"),
}
_WITHOUT_SIGNS = str.maketrans(dict.fromkeys('?!.,;:“”"()/', " "))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What somebody asks: about whom, about which period, and for which figures.

    `words` are the words left over, to be looked for in the notes, names and dates of nights. `day` is the date that
    they name, if they name one. `weekday` is 1 to 7 if they name all dates of a weekday, such as `Saturdays`, or 0;
    only missed dates are asked for so. `unknown` are those that were not understood; without them,
    the figures answer the question, unless it names a day or one of them asks for something else (`is_twisted`).
    """

    players: Sequence[Player]
    span: Span
    subjects: Sequence[str]
    words: str
    day: date | None
    weekday: int
    unknown: Sequence[str]
    is_twisted: bool


def with_name(text: str, name: str) -> str:
    """A question with this name in place of `I`, `me` and the like."""
    return re.sub(rf"\b(?:{say('asked.me')})\b", lambda _: name, text, flags=re.IGNORECASE)


def read_question(text: str, players: Sequence[Player], today: date, cups: Sequence[str] = ()) -> Question:
    """Read a question from text. A month without a year means the latest one that has started.

    `cups` are the names of the club's tournaments. To name one is to ask about tournaments.
    """
    names = {word for player in players for word in look_alike(player.name).split()}
    plain = _with_dates(fold_name(text).translate(_WITHOUT_SIGNS), today)
    words = [_bare(word, names) for word in plain.split()]
    asking = {subject: set(_asking_for(subject, words)) for subject in (*_FIGURES, *EVERY_KIND)}
    for cup in (fold_name(cup).split() for cup in cups):
        asking["cup"] |= set(cup) - names if all(word in words for word in cup) else set()
    found = [subject for subject in asking if asking[subject]]
    # What is named by more words is meant: "worst round", not "worst".
    beaten = {
        subject
        for subject in found
        for other in found
        if asking[subject] < asking[other] or subject in _RATHER.get(other, ())
    }
    subjects = [subject for subject in found if subject not in beaten]
    twisted = set(_asking_for("unknown", words)) - names
    idle = set(say("asked.nothing").split()).union(twisted, *asking.values()) - names
    left = [word for word in words if word not in idle]
    day, of_day = _day_in(words, today)
    weekday = next((number for number in range(1, 8) if f"{say(f'weekday.{number}')}s" in words), 0)
    if weekday and "missed" in subjects:
        of_day = {*of_day, f"{say(f'weekday.{weekday}')}s"}
    timed = {word for word in left if month_of(word) or _year_of(word)} | of_day
    fillers = say("asked.fillers").split()
    rest = {word for word in left if look_alike(word) not in names}.difference(timed, fillers)
    # Of several months or years the first is answered.
    for named in (list(filter(month_of, words)), list(filter(_year_of, words))):
        rest |= {word for word in named if word != named[0]}
    if day:
        left = [word for word in left if word not in fillers]
    span = _span_in(words, today)
    # A span without an end is no name of a month, nor of a day.
    is_since = not (span.last or span.is_open)
    return Question(
        players=_players_in(words, players),
        span=span,
        subjects=subjects,
        words=" ".join(word for word in left if not (is_since and word in timed)),
        day=None if is_since else day,
        weekday=weekday,
        unknown=[word for word in words if word in rest | twisted],
        is_twisted=bool(twisted),
    )


def _asking_for(subject: str, words: Sequence[str]) -> Iterator[str]:
    """The words of a question that ask about this subject."""
    for asking in say(f"asked.{subject}").split():
        both = asking.split("+")
        if all(word in words for word in both):
            yield from both


def _bare(word: str, names: Collection[str]) -> str:
    """A word without its ordinal or possessive ending, as in `31st`, `Eli's`, or `elis` if Eli is a player."""
    if re.fullmatch("[0-9]{1,2}(st|nd|rd|th)", word):
        return word[:-2]
    bare = re.sub("['’](s|ve|re|d|ll|m)$", "", word)
    is_owner = look_alike(bare) not in names and look_alike(bare.removesuffix("s")) in names
    return bare.removesuffix("s") if is_owner else bare


def month_of(word: str) -> int:
    """The month that a lowercase word names, in full or by at least its first three letters; 0 for any other word."""
    return next((month for month in range(1, 13) if say(f"month.{month}").casefold().startswith(word) and word[2:]), 0)


def _year_of(word: str) -> int:
    """The year that a word stands for; 0 for any other word."""
    return int(word) if re.fullmatch("[0-9]{4}", word) and is_year(int(word)) else 0


def _with_dates(text: str, today: date) -> str:
    """The text with `last year`, `last Saturday` and the like replaced by the years, months and days they stand for."""
    month_ago = today.replace(day=1) - timedelta(days=1)
    days = [today - timedelta(days=back) for back in range(1, 8)]
    dates = {
        say("asked.last-year"): f"{today.year - 1}",
        say("asked.this-year"): f"{today.year}",
        say("asked.last-month"): _month_in_words(month_ago),
        say("asked.this-month"): _month_in_words(today),
        say("asked.yesterday"): f"{days[0].day} {_month_in_words(days[0])}",
    } | {say(f"weekday.{day.isoweekday()}"): f"{day.day} {_month_in_words(day)}" for day in days}
    text = re.sub(rf"\b(\w+) {say('asked.before')} (\w+)\b", lambda match: _weekday_before(match, today), text)
    for phrase, written in dates.items():
        text = re.sub(rf"\b{phrase}\b", written, text)
    return text


def _weekday_before(phrase: re.Match[str], today: date) -> str:
    """The date of a phrase such as `thursday before halloween`; any other phrase as it is."""
    weekday = next((number for number in range(1, 8) if say(f"weekday.{number}") == phrase[1]), 0)
    holiday = latest_holiday(phrase[2], today)
    if not weekday or not holiday:
        return phrase[0]
    day = holiday - timedelta(days=(holiday.isoweekday() - weekday - 1) % 7 + 1)
    return f"{day.day} {_month_in_words(day)}"


def latest_holiday(word: str, until: date) -> date | None:
    """The last date up to `until` of the holiday that a lowercase word names; None for any other word."""
    if not MODELS.has(f"holiday.{word}"):
        return None
    month, first, *weekday = map(int, say(f"holiday.{word}").split("-"))
    days = [date(year, month, first) for year in (until.year, until.year - 1)]
    if weekday:
        days = [day + timedelta(days=(weekday[0] - day.isoweekday()) % 7) for day in days]
    return next(day for day in days if day <= until)


def _day_in(words: Sequence[str], today: date) -> tuple[date | None, set[str]]:
    """The latest day that the words name, up to today or in the year that they name, and the words that say it."""
    year = next(filter(None, map(_year_of, words)), 0)
    spoken = [word for word in words if word not in say("asked.between").split()]
    for pair in pairwise(spoken):
        for number, month in (pair, pair[::-1]):
            if re.fullmatch("[0-9]{1,2}", number) and month_of(month):
                with suppress(ValueError):
                    day = date(year or today.year, month_of(month), int(number))
                    return day if year or day <= today else day.replace(year=day.year - 1), set(pair)
    for word in words:
        if holiday := latest_holiday(word, date(year, 12, 31) if year else today):
            return holiday, {word}
    return None, set()


def _month_in_words(day: date) -> str:
    return f"{say(f'month.{day.month}').casefold()} {day.year}"


def _span_in(words: Sequence[str], today: date) -> Span:
    year = next(filter(None, map(_year_of, words)), 0)
    month = next(filter(None, map(month_of, words)), 0)
    last = None if say("asked.since") in words else (year, 12)
    if month:
        year = year or today.year - (month > today.month)
        return Span((year, month), last and (year, month))
    return Span((year, 1), last) if year else Span()


def _players_in(words: Sequence[str], players: Sequence[Player]) -> list[Player]:
    """The players named in full, or else by a word that is in only one player's name, in order of mention."""
    spoken = [look_alike(word) for word in words]
    names = {player: look_alike(player.name).split() for player in players}
    named = [player for player, name in names.items() if all(word in spoken for word in name)]
    if not named:
        by_word = {word: [player for player, name in names.items() if word in name] for word in spoken}
        named = list(dict.fromkeys(sharing[0] for sharing in by_word.values() if len(sharing) == 1))
    return sorted(named, key=lambda player: spoken.index(next(word for word in names[player] if word in spoken)))
