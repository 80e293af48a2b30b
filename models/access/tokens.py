"""Tokens: the secret part of a key's link."""

import base64
import hashlib
import hmac

from sqlalchemy import select

from models.ledger.clubs import Club
from models.ledger.keys import Key
from models.store.database import db

_SECRET_BYTES = 18


def write_token(key: Key, server_secret: str) -> str:
    """The secret part of a key's link. It is computed, never stored, so a copy of the database opens nothing."""
    mac = hmac.new(server_secret.encode(), f"key {key.ref}".encode(), hashlib.sha256).digest()
    return f"{key.ref}-{base64.urlsafe_b64encode(mac[:_SECRET_BYTES]).decode()}"


def read_token(token: str, server_secret: str) -> Key | None:
    """The key that a link's secret part opens; None if it is wrong or the key was revoked."""
    ref = token.partition("-")[0]
    key = db.session.scalar(select(Key).filter_by(ref=ref, revoked_at=None))
    return key if key and has_token(key, token, server_secret) else None


def has_token(key: Key, token: str, server_secret: str) -> bool:
    """True if this is the secret part of the key's link."""
    return hmac.compare_digest(write_token(key, server_secret).encode(), token.encode())


def read_revoked(token: str, server_secret: str) -> Club | None:
    """The club of the revoked key whose link has this secret part; None if there is no such key."""
    found = db.session.execute(
        select(Key, Club)
        .join(Club, Club.id == Key.club_id)
        .where(Key.ref == token.partition("-")[0], Key.revoked_at.is_not(None))
    ).first()
    return found[1] if found and has_token(found[0], token, server_secret) else None
