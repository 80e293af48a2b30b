"""Receipts: what a form was answered, so that the same form sent twice enters once."""

from sqlalchemy import ForeignKey, String, bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from models.base import At, Base
from models.store import db


class Receipt(Base):
    """One form that was carried out: a digest of what it held, where its sender was led, and the key that was handed over."""

    __tablename__ = "receipts"

    once: Mapped[str] = mapped_column(String(64), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    location: Mapped[str] = mapped_column(String(300))
    key_id: Mapped[int | None] = mapped_column(ForeignKey("keys.id"))
    at: Mapped[At]


_table = Base.metadata.tables[Receipt.__tablename__]
_CLAIM = insert(_table)
_FILL = update(_table).where(_table.c.once == bindparam("form"))


def claim_receipt(once: str, digest: str) -> bool:
    """Begin a receipt for this idempotency key; False if there is one already, or another process has just made it.

    Then this transaction is over, and the receipt of the other can be read.
    """
    try:
        db.session.execute(_CLAIM, {"once": once, "digest": digest, "location": ""})
    except IntegrityError:
        db.session.rollback()
        return False
    return True


def fill_receipt(once: str, location: str, key_id: int | None) -> None:
    """Keep where the sender was led, and the key that came with the answer, should it be lost on the way."""
    db.session.execute(_FILL, {"form": once, "location": location, "key_id": key_id})


def find_receipt(once: str) -> Receipt:
    """The receipt of a form that was carried out."""
    return db.session.get_one(Receipt, once)
