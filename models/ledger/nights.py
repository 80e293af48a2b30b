"""A night: the evening on which a club plays."""

from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import LONGEST_NAME, At, Base, ClubId, Id, Moment, Name, Ref, new_ref, now
from models.store.database import db

LONGEST_NIGHT = timedelta(hours=10)


class Night(Base):
    """One evening. `date` is the day on which it began, wherever the clock stands when it ends."""

    __tablename__ = "nights"
    __table_args__ = (UniqueConstraint("club_id", "date"),)

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[ClubId]
    date: Mapped[date]
    started_at: Mapped[At]
    binned_at: Mapped[datetime | None] = mapped_column(Moment)
    binned_by: Mapped[str | None] = mapped_column(String(LONGEST_NAME))


class Note(Base):
    """Something that somebody wanted to remember of a night. `folded` is its text without capitals, to be searched."""

    __tablename__ = "notes"

    id: Mapped[Id]
    night_id: Mapped[int] = mapped_column(ForeignKey("nights.id"), index=True)
    text: Mapped[str] = mapped_column(Text)
    folded: Mapped[str] = mapped_column(Text)
    by: Mapped[Name]
    at: Mapped[At]


def is_still_on(night: date, started_at: datetime, today: date) -> bool:
    """A night of that date, begun at that moment, is this day's; after midnight it is still last night's."""
    yesterday = today - timedelta(days=1)
    return night == today or (night == yesterday and started_at > now() - LONGEST_NIGHT)


def begin_night(club_id: int, today: date) -> Night:
    """The locked club's night of that date, begun now if there is none; after midnight it is still last night's.

    One that was thrown away comes back, without its games.
    """
    lately = (Night.date == today - timedelta(days=1)) & (Night.started_at > now() - LONGEST_NIGHT)
    same = select(Night).where(Night.club_id == club_id, (Night.date == today) | lately)
    night = db.session.scalar(same.order_by(Night.date, Night.id).limit(1))
    if night is None:
        night = Night(club_id=club_id, date=today)
        db.session.add(night)
        db.session.flush()
    night.binned_at = None
    return night


def night_of(club_id: int, day: date, ref: str | None = None) -> Night:
    """The locked club's night of exactly this day, made now if there is none, with this name in its address: for what was
    played long ago.
    """
    night = db.session.scalar(select(Night).where(Night.club_id == club_id, Night.date == day))
    if night is None:
        night = Night(ref=ref or new_ref(), club_id=club_id, date=day, started_at=datetime.combine(day, time(12), UTC))
        db.session.add(night)
        db.session.flush()
    night.binned_at = None
    return night


def nights_of(club_id: int, most: int) -> list[Night]:
    """A club's latest nights, newest first."""
    newest = select(Night).filter_by(club_id=club_id, binned_at=None).order_by(Night.date.desc()).limit(most)
    return list(db.session.scalars(newest))


def add_note(night: Night, text: str, by: str) -> None:
    """Write something down for a night."""
    db.session.add(Note(night_id=night.id, text=text, folded=text.casefold(), by=by))


def notes_of(night_id: int) -> list[Note]:
    """What was written down for a night, in order."""
    return list(db.session.scalars(select(Note).filter_by(night_id=night_id).order_by(Note.id)))
