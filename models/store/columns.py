"""The named column types that all tables share."""

import secrets
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

from sqlalchemy import BigInteger, DateTime, Dialect, Enum, ForeignKey, Integer, MetaData, String, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, mapped_column

from rules import RuleBook, read_rules

LONGEST_NAME = 40
_REF_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
REF_LENGTH = 10


class Base(DeclarativeBase):
    """The base class of every table. Constraints are named by a convention, so that migrations can refer to them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def now() -> datetime:
    """The current moment, in UTC."""
    return datetime.now(UTC)


def new_ref() -> str:
    """A random name for a row, to be used in an address. Nobody can guess it, and no letter looks like a digit."""
    return "".join(secrets.choice(_REF_LETTERS) for _ in range(REF_LENGTH))


class UtcMoment(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the time zone, so it is added again when a value is read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


class Rules(TypeDecorator[RuleBook]):
    """A rule book, stored as the text that names the rule set and any house rules that a game is played with."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: RuleBook | None, dialect: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> RuleBook | None:
        return None if value is None else read_rules(value)


class Engines(TypeDecorator[tuple[int, ...]]):
    """The engines of a game's rounds, stored as `9-8-7`."""

    impl = String(80)
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        return None if value is None else "-".join(map(str, value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        return None if value is None else tuple(map(int, value.split("-")))


class Numbers(TypeDecorator[tuple[int, ...]]):
    """A sequence of numbers, stored as `2 1 3`."""

    impl = String(100)
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        return None if value is None else " ".join(map(str, value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        return None if value is None else tuple(map(int, value.split()))


def enum_column(kind: type[StrEnum], longest: int = 20) -> Enum:
    """The column type for an enum: its values are stored, each at most `longest` characters long."""
    return Enum(
        kind, native_enum=False, length=longest, values_callable=lambda members: [word.value for word in members]
    )


# SQLite numbers rows by itself only in a column of type INTEGER, which has 64 bits there.
BigId = BigInteger().with_variant(Integer(), "sqlite")
Id = Annotated[int, mapped_column(BigId, primary_key=True)]
Ref = Annotated[str, mapped_column(String(REF_LENGTH), unique=True, default=new_ref)]
# The `ref` that a row had in the file that it came from, if another row in this database already had it.
Origin = Annotated[str | None, mapped_column(String(REF_LENGTH), index=True)]
Name = Annotated[str, mapped_column(String(LONGEST_NAME))]
At = Annotated[datetime, mapped_column(UtcMoment, default=now)]
ClubId = Annotated[int, mapped_column(ForeignKey("clubs.id"), index=True)]
GameId = Annotated[int, mapped_column(ForeignKey("games.id"))]
