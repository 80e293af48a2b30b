"""House rules: a club's own rule sets and their history. Each set is a published rule set with some options changed.

Lines are only ever added. A game stores the text of its rules, so later changes to the set do not affect the game.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import String, func, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import LONGEST_NAME, At, Base, ClubId, Id, Name, Rules
from models.store.database import db
from rules import RuleBook


class HouseRules(Base):
    """A line about one of a club's own rule sets: its name and rules from then on, or its deletion.

    `was_called` is the name before this line, if it was different.
    """

    __tablename__ = "house_rules"

    id: Mapped[Id]
    club_id: Mapped[ClubId]
    name: Mapped[Name]
    rules: Mapped[RuleBook] = mapped_column(Rules)
    made_at: Mapped[At]
    made_by: Mapped[Name]
    was_called: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    is_gone: Mapped[bool] = mapped_column(default=False)


class _Sets(NamedTuple):
    """A club's rule sets, each as a list of its lines, oldest first.

    `kept` has the sets in use, by name, and `gone` the deleted ones.
    """

    kept: dict[str, list[HouseRules]]
    gone: list[list[HouseRules]]


def house_rules_log(club_id: int) -> Sequence[HouseRules]:
    """Every line about a club's house rules, oldest first."""
    # Lines from an imported file are sorted by when they were first entered.
    lines = select(HouseRules).filter_by(club_id=club_id).order_by(HouseRules.made_at, HouseRules.id)
    return db.session.scalars(lines).all()


def _sets_of(club_id: int) -> _Sets:
    sets = _Sets({}, [])
    for line in house_rules_log(club_id):
        own = sets.kept.pop(line.was_called or line.name, [])
        own.append(line)
        if line.is_gone:
            sets.gone.append(own)
        else:
            sets.kept[line.name] = own
    return sets


def house_rules_of(club_id: int) -> list[HouseRules]:
    """A club's current rule sets, newest first.

    A set is left out if its only change has become part of the published rule set.
    """
    newest = (lines[-1] for lines in reversed(_sets_of(club_id).kept.values()))
    return [made for made in newest if made.rules.house_rules]


def house_rules_by_text(club_id: int) -> dict[str, HouseRules]:
    """A club's current rule sets, keyed by the text of their rules."""
    return {str(made.rules): made for made in house_rules_of(club_id)}


def house_rules_names(club_id: int) -> dict[str, str]:
    """The names of a club's rule sets, keyed by the text of their rules, including rules later changed or deleted."""
    sets = _sets_of(club_id)
    return {str(line.rules): lines[-1].name for lines in (*sets.gone, *sets.kept.values()) for line in lines}


def find_house_rules(club_id: int, number: int) -> HouseRules | None:
    """The newest line of the rule set that line `number` is about; None if there is no such set or it was deleted."""
    kept = _sets_of(club_id).kept.values()
    return next((lines[-1] for lines in kept if number in {line.id for line in lines}), None)


def count_lines_of_house_rules(club_id: int) -> int:
    """The number of lines about a club's house rules."""
    return db.session.scalar(select(func.count(HouseRules.id)).where(HouseRules.club_id == club_id)) or 0


def is_name_taken(club_id: int, name: str) -> bool:
    """True if one of a club's rule sets has this name now."""
    return name in _sets_of(club_id).kept


def newest_rules(club_id: int, text: str) -> str:
    """The current rules of the club's rule set that once had this text; the same text if there is no such set."""
    kept = reversed(_sets_of(club_id).kept.values())
    return next((str(lines[-1].rules) for lines in kept if text in {str(line.rules) for line in lines}), text)
