"""A form as a phone sends it, without its page."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, TypeVar

import pytest
from flask import Flask

from forms.base import Form

F = TypeVar("F", bound=Form)


class Sent(Protocol):
    """Makes a form of the given class from its fields; a list stands for a field that is sent several times."""

    def __call__(self, kind: type[F], /, **fields: Any) -> AbstractContextManager[F]: ...


@pytest.fixture
def sent(sqlite_app: Flask) -> Sent:
    """A function that makes a form in its own request, without the token that its page would add."""

    @contextmanager
    def send(kind: type[F], /, **fields: Any) -> Iterator[F]:
        with sqlite_app.test_request_context(method="POST", data=fields):
            yield kind(meta={"csrf": False})

    return send


def wrong_in(form: Form) -> list[str]:
    """The names of the fields that are wrong when the form is checked."""
    assert form.validate() is not bool(form.errors)
    return [*form.errors]
