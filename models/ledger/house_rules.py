"""House rules: a club's own rule sets, each a published rule set with some options changed, and their history.

Lines are only ever added. A game stores the text of its rules, so later changes to the set do not touch it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import String, bindparam, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import LONGEST_NAME, At, Base, ClubId, Id, Name, Rules
from models.store.database import db
from rules import RuleBook


class HouseRules(Base):
    """A line about a club's own rule set: its name and rules from then on, or that it was deleted.

    `was_called` is its name before this line, if it had another one.
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


# Lines from an imported file stand where they were entered.
_OF_CLUB = select(HouseRules).where(HouseRules.club_id == bindparam("club")).order_by(HouseRules.made_at, HouseRules.id)


class _Sets(NamedTuple):
    """Every rule set of a club as its lines, oldest first: `kept` has those in use, by name, and `gone` those deleted."""

    kept: dict[str, list[HouseRules]]
    gone: list[list[HouseRules]]


def house_rules_log(club_id: int) -> Sequence[HouseRules]:
    """Every line about a club's house rules, the oldest first."""
    return db.session.scalars(_OF_CLUB, {"club": club_id}).all()


def _sets_of(club_id: int) -> _Sets:
    sets = _Sets({}, [])
    for line in house_rules_log(club_id):
        own = sets.kept.pop(line.was_called or line.name, [])
        if line.is_gone:
            sets.gone.append([*own, line])
        else:
            sets.kept[line.name] = [*own, line]
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
    """The names of a club's own rules, keyed by their text, including rules that were changed or deleted later."""
    sets = _sets_of(club_id)
    return {str(line.rules): lines[-1].name for lines in (*sets.gone, *sets.kept.values()) for line in lines}


def find_house_rules(club_id: int, number: int) -> HouseRules | None:
    """The newest line of the rule set that has a line with this number; None if there is none, or if it was deleted."""
    kept = _sets_of(club_id).kept.values()
    return next((lines[-1] for lines in kept if number in {line.id for line in lines}), None)


def is_name_taken(club_id: int, name: str) -> bool:
    """True if one of a club's rule sets has this name now."""
    return name in _sets_of(club_id).kept


def newest_rules(club_id: int, text: str) -> str:
    """The rules that a club's rule set has now, if it once had this text; the same text if no set had it."""
    kept = reversed(_sets_of(club_id).kept.values())
    return next((str(lines[-1].rules) for lines in kept if text in {str(line.rules) for line in lines}), text)
