"""Questions about past games in somebody's own words, such as "who won most in March" or "our longest game"."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from models.ledger.players import Player
from models.results.records import EVERY_KIND
from models.results.spoken_times import SpokenTime, month_of, read_time, with_dates, year_of
from models.texts import say
from rules.names import fold_name, look_alike

# The figures that a question can ask for besides the records.
_FIGURES = (
    *("games", "wins", "newest", "played", "lost", "outs", "average", "worst-average"),
    *("total", "present", "nights", "absent", "winless", "tied", "cup", "second", "there", "missed", "gathering"),
    *("longest-date", "rival", "share", "trend"),
)
# A question that names a figure and one of those listed after it means the first: "lowest score that ever won".
_RATHER = {
    "share": ("wins", "average"),
    "trend": ("average",),
    "outs": ("games",),
    "rival": ("lost", "games", "wins"),
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
    "closest": ("games", "wins", "biggest", "total", "lost"),
    "biggest": ("games", "wins", "total", "lost"),
    "highest": ("games", "wins"),
    "second": ("games", "wins", "present", "lost"),
    "streak": ("games", "wins", "longest"),
    "drought": ("games", "wins", "lost", "streak", "longest", "winless"),
    "longest-date": ("longest", "games", "nights"),
    "gathering": ("crowd", "nights", "present", "games"),
    "crowd": ("games", "wins", "present"),
    "worst": ("games", "wins", "average", "highest"),
}
_WITHOUT_SIGNS = str.maketrans(dict.fromkeys('?!.,;:“”"()/', " "))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as it was read: the players, the time and the figures that it asks about.

    `words` are the words left over, to be looked for in the notes, names and dates of nights. `unknown` are the words
    that were not understood. The figures can still answer the question, unless it names a day or one of these words
    asks for something else (`is_twisted`) or for something that the scores do not show (`is_unsaved`).
    """

    subjects: Sequence[str]
    time: SpokenTime
    players: Sequence[Player] = ()
    words: str = ""
    unknown: Sequence[str] = ()
    is_twisted: bool = False
    is_unsaved: bool = False


def with_name(text: str, name: str) -> str:
    """A question with this name in place of `I`, `me` and the like."""
    return re.sub(rf"\b(?:{say('asked.me')})\b", lambda _: name, text, flags=re.IGNORECASE)


def read_question(text: str, players: Sequence[Player], today: date, cups: Sequence[str] = ()) -> Question:
    """Read a question from text.

    `cups` are the names of the club's tournaments. A text that names one is a question about tournaments.
    """
    names = {word for player in players for word in look_alike(player.name).split()}
    plain = with_dates(fold_name(text).translate(_WITHOUT_SIGNS), today)
    words = [_bare(word, names) for word in plain.split()]
    asking = {subject: set(_asking_for(subject, words)) for subject in (*_FIGURES, *EVERY_KIND)}
    for cup in (fold_name(cup).split() for cup in cups):
        asking["cup"] |= set(cup) - names if all(word in words for word in cup) else set()
    found = [subject for subject in asking if asking[subject]]
    # The subject named by more words is meant: "worst round", not "worst".
    found = [subject for subject in found if not any(asking[subject] < asking[other] for other in found)]
    beaten = {weaker for subject in found for weaker in _RATHER.get(subject, ())}
    unsaved = set(_asking_for("unsaved", words)) - names
    twisted = unsaved.union(_asking_for("unknown", words)) - names - asking["drought"]
    idle = set(say("asked.nothing").split()).union(twisted, *asking.values()) - names
    # Somebody may be called April, and a tournament the Spring Cup.
    time = read_time([word for word in words if look_alike(word) not in names | asking["cup"]], today)
    if time.weekday and "missed" in found:
        idle.add(f"{say(f'weekday.{time.weekday}')}s")
    left = [word for word in words if word not in idle]
    fillers = say("asked.fillers").split()
    rest = {word for word in left if look_alike(word) not in names}.difference(time.words, fillers)
    # If several months or years are named, the answer is about the first.
    rest |= {word for word in left if (month_of(word) or year_of(word)) and word not in {*time.words, *names}}
    # A night of one day, month or year is found by the words that name it.
    looked_for = [word for word in left if word not in time.words or not (time.side or any(time.days))]
    return Question(
        players=_players_in(words, players),
        time=time,
        subjects=[subject for subject in found if subject not in beaten],
        words=" ".join(word for word in looked_for if word in time.words or not (time.day and word in fillers)),
        unknown=[word for word in words if word in rest | twisted],
        is_twisted=bool(twisted),
        is_unsaved=bool(unsaved),
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


def _players_in(words: Sequence[str], players: Sequence[Player]) -> list[Player]:
    """The players named in full, or else by a word that is in only one player's name, in order of mention."""
    spoken = [look_alike(word) for word in words]
    names = {player: look_alike(player.name).split() for player in players}
    named = [player for player, name in names.items() if all(word in spoken for word in name)]
    if not named:
        by_word = {word: [player for player, name in names.items() if word in name] for word in spoken}
        named = list(dict.fromkeys(sharing[0] for sharing in by_word.values() if len(sharing) == 1))
    return sorted(named, key=lambda player: spoken.index(next(word for word in names[player] if word in spoken)))
