"""The shards of the keys at hand. Nothing joins two shards: each is asked for itself."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy import bindparam, select

from models.ledger.keys import Key
from models.store.database import at, db
from models.store.moved import find_moved
from models.store.shards import Shard, shard_of
from models.store.troubles import trouble_of

T = TypeVar("T")

_HERE = select(Key.ref).where(Key.ref.in_(bindparam("keys", expanding=True)))


class Answers(NamedTuple, Generic[T]):
    """The answers of the shards that answered. `is_whole`: none of them failed to."""

    found: list[T]
    is_whole: bool


def ask_shards(key_refs: Sequence[str], ask: Callable[[Sequence[str]], T]) -> Answers[T]:
    """Ask each shard where some of these keys are, with the keys that are there. Without shards there is one answer."""
    if not db.shards:
        return Answers([ask(key_refs)], is_whole=True)
    found, is_whole = [], True
    keys, lost = _keys_by_shard(key_refs)
    for shard in keys:
        try:
            with at(shard):
                found.append(ask(keys[shard]))
        except Exception as error:
            if trouble_of(error) is None:
                raise
            is_whole = False
    return Answers(found, is_whole and not lost)


def _keys_by_shard(key_refs: Sequence[str]) -> tuple[dict[Shard, list[str]], bool]:
    """The keys by the shard where they are now; and whether a shard could not say where its own have gone."""
    keys: dict[Shard, list[str]] = {}
    lost = False
    waiting = [(ref, shard_of(ref, db.shards)) for ref in key_refs]
    for _ in db.shards:
        gone: list[tuple[str, Shard]] = []
        for shard in dict.fromkeys(shard for _, shard in waiting):
            mine = [ref for ref, its in waiting if its == shard]
            try:
                with at(shard):
                    here = set(db.session.scalars(_HERE, {"keys": mine}))
                    gone += find_moved([ref for ref in mine if ref not in here]).items()
            except Exception as error:
                if trouble_of(error) is None:
                    raise
                lost = True
                continue
            if here:
                keys.setdefault(shard, []).extend(ref for ref in mine if ref in here)
        waiting = gone
    return keys, lost
