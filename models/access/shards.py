"""The shards of the keys at hand. Nothing joins two shards: each is asked for itself."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy import bindparam, select

from models.ledger.keys import Key
from models.store.database import at, db, is_writing_now
from models.store.moved_refs import find_moved
from models.store.patience import ShardLockedError
from models.store.shards import Shard, shard_of
from models.store.troubles import trouble_of

T = TypeVar("T")

_HERE = select(Key.ref).where(Key.ref.in_(bindparam("keys", expanding=True)))


class ShardAnswers(NamedTuple, Generic[T]):
    """The answers of the shards that answered. `is_whole`: none of them failed to."""

    found: list[T]
    is_whole: bool


def ask_all(key_refs: Sequence[str], ask: Callable[[Sequence[str]], T]) -> list[T]:
    """As `ask_shards`. Raises ShardLockedError if a shard does not answer."""
    found, is_whole = ask_shards(key_refs, ask)
    if not is_whole:
        raise ShardLockedError
    return found


def ask_shards(key_refs: Sequence[str], ask: Callable[[Sequence[str]], T]) -> ShardAnswers[T]:
    """Ask each shard where some of these keys are, with the keys that are there. Without shards there is one answer.

    In a transaction that writes, only this shard is asked.
    """
    if not db.shards or is_writing_now():
        return ShardAnswers([ask(key_refs)], is_whole=True)
    keys, is_whole = _keys_by_shard([ref for ref in key_refs if ref])
    found: list[T] = []
    for shard in keys:
        try:
            with at(shard):
                found.append(ask(keys[shard]))
                # A club may have moved since.
                is_whole &= len(_here(keys[shard])) == len(keys[shard])
        except Exception as error:
            if trouble_of(error) is None:
                raise
            is_whole = False
    return ShardAnswers(found, is_whole)


def _keys_by_shard(key_refs: Sequence[str]) -> tuple[dict[Shard, list[str]], bool]:
    """The keys by the shard where they are now; and whether every shard could say where its own have gone."""
    keys: dict[Shard, list[str]] = {}
    is_whole = True
    waiting = [(ref, shard_of(ref, db.shards)) for ref in key_refs]
    for _ in db.shards:
        gone: list[tuple[str, Shard]] = []
        for shard in dict.fromkeys(shard for _, shard in waiting):
            mine = [ref for ref, its in waiting if its == shard]
            try:
                with at(shard):
                    here = _here(mine)
                    gone += find_moved([ref for ref in mine if ref not in here]).items()
            except Exception as error:
                if trouble_of(error) is None:
                    raise
                is_whole = False
                continue
            if here:
                keys.setdefault(shard, []).extend(ref for ref in mine if ref in here)
        waiting = gone
    return keys, is_whole


def _here(key_refs: Sequence[str]) -> set[str]:
    return set(db.session.scalars(_HERE, {"keys": key_refs}))
