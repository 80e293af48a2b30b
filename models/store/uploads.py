"""Uploaded files waiting for confirmation, after a page has shown what they would change."""

import zlib
from base64 import b64decode, b64encode
from datetime import timedelta

from sqlalchemy import Dialect, ForeignKey, Text, TypeDecorator, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import At, Base, Id, Name, Ref, now
from models.store.database import db
from models.store.transactions import add_row

KEPT_FOR = timedelta(days=1)
# The most uploads that may be waiting for one club, and the most that may be waiting without a club.
MOST_OF_A_CLUB, MOST_OF_STRANGERS = 5, 200

# An uncompressed file begins with a brace.
_PACKED = "zlib:"


class _Packed(TypeDecorator[str]):
    """A long text, compressed: a four-megabyte file would fill the database's log by itself."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else _PACKED + b64encode(zlib.compress(value.encode(), 1)).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        is_packed = value is not None and value.startswith(_PACKED)
        return zlib.decompress(b64decode(value.removeprefix(_PACKED))).decode() if value and is_packed else value


class Upload(Base):
    """An uploaded file as text, with a summary of what it would import.

    An upload without a club will found a new club, and only the phone that sent the file knows the upload's `ref`.
    """

    __tablename__ = "uploads"

    id: Mapped[Id]
    ref: Mapped[Ref]
    club_id: Mapped[int | None] = mapped_column(ForeignKey("clubs.id"), index=True)
    text: Mapped[str] = mapped_column(_Packed)
    brings: Mapped[str] = mapped_column(Text)
    by: Mapped[Name]
    at: Mapped[At]


def store_upload(text: str, brings: str, by: str, club_id: int | None) -> Upload:
    """Store a file until somebody confirms it, for at most a day.

    If too many are waiting for one club, the oldest are deleted.
    """
    forget_uploads()
    most = MOST_OF_STRANGERS if club_id is None else MOST_OF_A_CLUB
    same = Upload.club_id.is_not_distinct_from(club_id)
    newest = list(db.session.scalars(select(Upload.id).where(same).order_by(Upload.id.desc()).limit(most - 1)))
    if newest:
        db.session.execute(delete(Upload).where(same, Upload.id.not_in(newest)))
    return add_row(Upload(club_id=club_id, text=text, brings=brings, by=by))


def forget_uploads() -> None:
    """Delete files that nobody has confirmed within a day."""
    db.session.execute(delete(Upload).where(Upload.at < now() - KEPT_FOR))


def find_upload(ref: str, club_id: int | None) -> Upload | None:
    """The file with this `ref` that is waiting to be imported into this club, or as a new club if `club_id` is None."""
    waiting = select(Upload).where(Upload.at > now() - KEPT_FOR, Upload.club_id.is_not_distinct_from(club_id))
    return db.session.scalar(waiting.where(Upload.ref == ref))


def forget_upload(upload: Upload) -> None:
    """Delete a file that was imported."""
    db.session.delete(upload)
