"""Files that were sent in and wait for a yes: what they would change is shown first."""

from datetime import timedelta

from sqlalchemy import ForeignKey, Text, and_, delete, or_, select
from sqlalchemy.orm import Mapped, mapped_column

from models.base import At, Base, Id, Name, Ref, now
from models.store import db

KEPT_FOR = timedelta(days=1)
MOST_OF_STRANGERS = 20


class Upload(Base):
    """A file as text, and what it would bring. Without a club it will found one, and only the phone that sent it knows its name."""

    __tablename__ = "uploads"

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[int | None] = mapped_column(ForeignKey("clubs.id"), index=True)
    text: Mapped[str] = mapped_column(Text)
    brings: Mapped[str] = mapped_column(Text)
    by: Mapped[Name]
    at: Mapped[At]


def keep_upload(text: str, brings: str, by: str, club_id: int | None) -> Upload:
    """Keep a file until somebody has said yes to it, at most a day; older ones are forgotten, and too many strangers' files."""
    newest = select(Upload.id).where(Upload.club_id.is_(None)).order_by(Upload.id.desc()).limit(MOST_OF_STRANGERS)
    of_strangers = and_(Upload.club_id.is_(None), Upload.id.not_in(list(db.session.scalars(newest))))
    db.session.execute(delete(Upload).where(or_(Upload.at < now() - KEPT_FOR, of_strangers)))
    upload = Upload(club_id=club_id, text=text, brings=brings, by=by)
    db.session.add(upload)
    db.session.flush()
    return upload


def find_upload(ref: str, club_id: int | None) -> Upload | None:
    """The file of this name that waits for this club, or to found one."""
    waits = and_(Upload.at > now() - KEPT_FOR, Upload.club_id.is_not_distinct_from(club_id))
    return db.session.scalar(select(Upload).where(Upload.ref == ref, waits))


def forget_upload(upload: Upload) -> None:
    """The file was brought in."""
    db.session.delete(upload)
