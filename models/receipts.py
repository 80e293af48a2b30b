"""Receipts: what a form was answered, so that the same form sent twice enters once."""

from sqlalchemy import String
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from models.base import At, Base
from models.store import db


class Receipt(Base):
    """One form that was carried out: a digest of what it held, and where its sender was led."""

    __tablename__ = "receipts"

    once: Mapped[str] = mapped_column(String(64), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    location: Mapped[str] = mapped_column(String(300), default="")
    at: Mapped[At]


def find_receipt(once: str) -> Receipt | None:
    """The receipt for this idempotency key."""
    return db.session.get(Receipt, once)


def claim_receipt(once: str, digest: str) -> Receipt | None:
    """A receipt of one's own, to be filled in, or None if the same form was carried out a moment ago."""
    receipt = Receipt(once=once, digest=digest)
    try:
        with db.session.begin_nested():
            db.session.add(receipt)
    except IntegrityError:
        return None
    return receipt
