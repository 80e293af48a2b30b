"""Receipts: what a form was answered, so that the same form sent twice enters once."""

from sqlalchemy import String, bindparam, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from models.base import At, Base
from models.store import db


class Receipt(Base):
    """One form that was carried out: a digest of what it held, and where its sender was led."""

    __tablename__ = "receipts"

    once: Mapped[str] = mapped_column(String(64), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    location: Mapped[str] = mapped_column(String(300))
    at: Mapped[At]


_FIND = select(Receipt.digest, Receipt.location).where(Receipt.once == bindparam("once"))
_WRITE = insert(Receipt)


def find_receipt(once: str) -> tuple[str, str] | None:
    """The digest and the location that a form with this idempotency key left, if it was carried out."""
    found = db.session.execute(_FIND, {"once": once}).first()
    return (found.digest, found.location) if found else None


def write_receipt(once: str, digest: str, location: str) -> None:
    """Keep what a form was answered. Raises IntegrityError if the same form was carried out meanwhile."""
    db.session.execute(_WRITE, {"once": once, "digest": digest, "location": location})
