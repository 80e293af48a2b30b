"""Tokens: the secret part of a link, for a key or for a shared result."""

import base64
import hashlib
import hmac
import re

from sqlalchemy import select

from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Key
from models.ledger.shared_results import SharedResult
from models.store.database import db

_SECRET_BYTES = 18
_TOKEN = re.compile(r"[A-Za-z0-9_-]*")


def write_token(key: Key, server_secret: str) -> str:
    """The secret part of a key's link. It is computed and never stored, so a copy of the database gives no access."""
    return _sign("key", key.ref, server_secret)


def _sign(kind: str, ref: str, server_secret: str) -> str:
    """A ref with its signature. The token's kind is signed, too, so a token of one kind is not valid as another."""
    mac = hmac.new(server_secret.encode(), f"{kind} {ref}".encode(), hashlib.sha256).digest()
    return f"{ref}-{base64.urlsafe_b64encode(mac[:_SECRET_BYTES]).decode()}"


def read_token(token: str, server_secret: str) -> Key | None:
    """The key to which a link's secret part belongs; None if that part is wrong or the key was revoked."""
    key = _find_key(token, server_secret)
    return key if key and key.revoked_at is None else None


def has_token(key: Key, token: str, server_secret: str) -> bool:
    """True if this is the secret part of the key's link."""
    return _is_same(write_token(key, server_secret), token)


def _is_same(right: str, token: str) -> bool:
    """True if this is the right token.

    Messaging apps may cut off a `-` or `_` at the end of a token, or add the characters that follow the link.
    """
    sent = _TOKEN.match(token)
    return hmac.compare_digest(right.rstrip("-_").encode(), sent[0].rstrip("-_").encode() if sent else b"")


def read_revoked(token: str, server_secret: str) -> Club | None:
    """The club of the revoked key whose link has this secret part; None if there is no such key."""
    key = _find_key(token, server_secret)
    return db.session.get_one(Club, key.club_id) if key and key.revoked_at else None


def _find_key(token: str, server_secret: str) -> Key | None:
    key = db.session.scalar(select(Key).filter_by(ref=token.partition("-")[0]))
    return key if key and has_token(key, token, server_secret) else None


def write_result_token(shared: SharedResult, server_secret: str) -> str:
    """The secret part of a shared result's link, computed in the same way as for a key."""
    return _sign("result", shared.ref, server_secret)


def read_result_token(token: str, server_secret: str) -> Game | None:
    """The game whose result a link shows; None if the link is wrong or revoked, or if the game is in the bin."""
    found = db.session.execute(
        select(SharedResult, Game)
        .join(Game, Game.id == SharedResult.game_id)
        .where(SharedResult.ref == token.partition("-")[0], SharedResult.revoked_at.is_(None), Game.binned_at.is_(None))
    ).first()
    return found[1] if found and _is_same(write_result_token(found[0], server_secret), token) else None
