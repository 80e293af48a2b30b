"""The newest of something that this process has made, to go on from: most pages differ from the last one by one line."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Newest(Generic[T]):
    """A place for the newest of one thing. `made` is None before the first."""

    __slots__ = ("made",)

    def __init__(self) -> None:
        self.made: T | None = None
