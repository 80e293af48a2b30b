"""Nights: the evenings on which a club plays, and their notes."""

from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, select, text
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import LONGEST_NAME, At, Base, ClubId, Id, Name, Ref, UtcMoment, now
from models.store.database import db
from models.store.transactions import add_row

LONGEST_NIGHT = timedelta(hours=10)


_IS_NAMED = text("name IS NOT NULL")


class Night(Base):
    """An evening on which a club plays. `date` is the day on which it started, even if it ends after midnight.

    `name` is what its players call it, such as "Christmas"; None if it has no name.
    """

    __tablename__ = "nights"
    __table_args__ = (
        UniqueConstraint("club_id", "date"),
        # Few nights have a name, and every search by words looks at all that do.
        Index("ix_nights_named", "club_id", "name", sqlite_where=_IS_NAMED, postgresql_where=_IS_NAMED),
    )

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[ClubId]
    date: Mapped[date]
    name: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    started_at: Mapped[At]
    binned_at: Mapped[datetime | None] = mapped_column(UtcMoment)
    binned_by: Mapped[str | None] = mapped_column(String(LONGEST_NAME))


class Note(Base):
    """A note about a night. `folded` is its text in lower case, for searching."""

    __tablename__ = "notes"

    id: Mapped[Id]
    night_id: Mapped[int] = mapped_column(ForeignKey("nights.id"), index=True)
    text: Mapped[str] = mapped_column(Text)
    folded: Mapped[str] = mapped_column(Text)
    by: Mapped[Name]
    at: Mapped[At]


def is_still_on(night: date, started_at: datetime, today: date) -> bool:
    """True if a night is still on: it is dated today, or dated yesterday and started less than ten hours ago."""
    yesterday = today - timedelta(days=1)
    return night == today or (night == yesterday and started_at > now() - LONGEST_NIGHT)


def begin_night(club_id: int, today: date) -> Night:
    """The locked club's night for today, or a new one.

    After midnight, the previous day's night continues, for up to ten hours in all. A night in the bin is put back,
    without its games.
    """
    lately = (Night.date == today - timedelta(days=1)) & (Night.started_at > now() - LONGEST_NIGHT)
    same = select(Night).where(Night.club_id == club_id, (Night.date == today) | lately)
    night = db.session.scalar(same.order_by(Night.date, Night.id)) or add_row(Night(club_id=club_id, date=today))
    night.binned_at = None
    return night


def find_or_add_night(club_id: int, day: date) -> Night:
    """The locked club's night on exactly this day, for games played long ago.

    If there is none, a new one is added. A night in the bin is put back.
    """
    night = db.session.scalar(select(Night).where(Night.club_id == club_id, Night.date == day))
    if night is None:
        noon = datetime.combine(day, time(12), UTC)
        night = add_row(Night(club_id=club_id, date=day, started_at=noon))
    night.binned_at = None
    return night


def nights_of(club_id: int, most: int) -> list[Night]:
    """A club's latest nights, at most `most` of them, newest first."""
    newest = select(Night).filter_by(club_id=club_id, binned_at=None).order_by(Night.date.desc()).limit(most)
    return list(db.session.scalars(newest))


def name_night(night: Night, name: str) -> None:
    """Name a night; an empty name leaves only its date."""
    night.name = name or None


def add_note(night: Night, text: str, by: str) -> None:
    """Add a note to a night."""
    db.session.add(Note(night_id=night.id, text=text, folded=text.casefold(), by=by))


def notes_of(night_id: int) -> list[Note]:
    """The notes of a night, in order."""
    return list(db.session.scalars(select(Note).filter_by(night_id=night_id).order_by(Note.id)))
