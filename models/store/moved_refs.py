"""Names of things that have moved to another shard: whoever asks here is led on."""

from collections.abc import Collection

from sqlalchemy import String, bindparam, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import REF_LENGTH, Base
from models.store.database import db, in_parts
from models.store.patience import ShardLockedError
from models.store.shards import Shard


class MovedRef(Base):
    """The `ref` of a club, or of something of it, that was here; and the place in the setting of the shard where it went."""

    __tablename__ = "moved_refs"

    ref: Mapped[str] = mapped_column(String(REF_LENGTH), primary_key=True)
    shard: Mapped[int]


_MOVED = select(MovedRef.ref, MovedRef.shard).where(MovedRef.ref.in_(bindparam("refs", expanding=True)))


def find_moved(refs: Collection[str]) -> dict[str, Shard]:
    """The shards to which these have moved from here. A ref that never was here, or that came back, is left out.

    Raises ShardLockedError if this process does not know the shard yet.
    """
    if not refs or not db.shards:
        return {}
    shards, found = db.shards, {}
    for part in in_parts(refs):
        for ref, number in db.session.execute(_MOVED, {"refs": part}):
            if number >= len(shards):
                raise ShardLockedError(number)
            found[ref] = shards[number]
    return found
