"""A club's own rule sets: one of the published ones with some options changed. None is ever changed or taken away."""

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Mapped, mapped_column

from models.base import At, Base, ClubId, Id, Name, Rules
from models.store import db
from rules import RuleBook


class HouseRules(Base):
    """A rule set that a club has made. A game pins the rules that it is played with, whatever is made later."""

    __tablename__ = "house_rules"

    id: Mapped[Id]
    club_id: Mapped[ClubId]
    name: Mapped[Name]
    rules: Mapped[RuleBook] = mapped_column(Rules)
    made_at: Mapped[At]
    made_by: Mapped[Name]


_OF_CLUB = select(HouseRules).where(HouseRules.club_id == bindparam("club")).order_by(HouseRules.id.desc())


def house_rules_of(club_id: int) -> list[HouseRules]:
    """A club's own rule sets, the newest first; of those with one name only the newest.

    One whose only change has become the rule since is not among them: it is the published set.
    """
    newest: dict[str, HouseRules] = {}
    for made in db.session.scalars(_OF_CLUB, {"club": club_id}):
        newest.setdefault(made.name, made)
    return [made for made in newest.values() if made.rules.house_rules]


def make_house_rules(club_id: int, name: str, book: RuleBook, by: str) -> HouseRules:
    """Keep a rule set under a name; one that has the name already is history from now on."""
    made = HouseRules(club_id=club_id, name=name, rules=book, made_by=by)
    db.session.add(made)
    db.session.flush()
    return made
