"""Receipts: the answer to each form, so that a form sent twice is processed only once."""

from datetime import timedelta

from sqlalchemy import String, bindparam, delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import REF_LENGTH, At, Base, BigId, now
from models.store.database import db

KEPT_FOR = timedelta(days=40)


class Receipt(Base):
    """A form that was processed: a digest of its fields, the address of the redirect, and the key handed out.

    `owner` is a digest that identifies the browser's session: the same form from another session does not get
    this answer. `club_id` is the club that the form changed, so that the receipt moves with the club. The receipt
    stays when the club is deleted.
    """

    __tablename__ = "receipts"

    once: Mapped[str] = mapped_column(String(64), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(64))
    location: Mapped[str] = mapped_column(String(300))
    key_ref: Mapped[str | None] = mapped_column(String(REF_LENGTH))
    at: Mapped[At] = mapped_column(index=True)
    club_id: Mapped[int | None] = mapped_column(BigId)


_FILL = update(Receipt).where(Receipt.once == bindparam("sent"))


def claim_receipt(once: str, owner: str, digest: str) -> bool:
    """Start a receipt for this idempotency key.

    Returns False if there is one already, even if another process made it just now. This transaction is then
    over, and the other receipt can be read.
    """
    started = {"once": once, "owner": owner, "digest": digest, "location": ""}
    try:
        db.session.connection().execute(insert(Receipt), started)
    except IntegrityError:
        db.session.rollback()
        return False
    return True


def fill_receipt(once: str, location: str, key_ref: str | None, club_id: int | None) -> None:
    """Record where the sender was redirected, and the key that came with the answer, in case the answer is lost.

    `club_id` is the club that the form was for; None if it founded one.
    """
    filled = {"sent": once, "location": location, "key_ref": key_ref, "club_id": club_id}
    db.session.connection().execute(_FILL, filled)


def load_receipt(once: str) -> Receipt:
    """The receipt for a form that was processed. Raises NoResultFound if there is none."""
    return db.session.get_one(Receipt, once)


def forget_receipts() -> None:
    """Delete receipts that are older than `KEPT_FOR`: a form may stay open for hours, but rarely for days."""
    db.session.execute(delete(Receipt).where(Receipt.at < now() - KEPT_FOR))
