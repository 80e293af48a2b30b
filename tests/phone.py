"""A phone in a test: it opens pages, reads the forms on them, and sends them as a browser would."""

import re

from flask import Flask
from werkzeug.test import TestResponse

from proofs.page import fields_of


def seat_fields(*names: str) -> dict[str, str]:
    """The fields for a new game with only these players. Empty fields clear the names filled in from the last game."""
    return {f"players-{place}": name for place, name in enumerate([*names, *[""] * (16 - len(names))])}


class Phone:
    """One browser with its own cookies."""

    # The last page. There is none before the first is opened.
    page: TestResponse

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def open(self, address: str) -> TestResponse:
        """Go to an address and follow its redirects."""
        self.page = self.client.get(address, follow_redirects=True)
        return self.page

    def read(self, address: str) -> str:
        """The text of the page at an address."""
        self.open(address)
        return self.text

    @property
    def path(self) -> str:
        """The path of the last page."""
        return self.page.request.path

    @property
    def text(self) -> str:
        """The words of the last page, without its markup."""
        words = re.sub(r"(?s)<style>.*?</style>|<[^>]+>", " ", self.page.text)
        return re.sub(r"\s+", " ", words).replace("&#39;", "'").strip()

    @property
    def fields(self) -> dict[str, str]:
        """The fields that the last page's forms would send as they stand."""
        return fields_of(self.page.text)

    def send(self, address: str = "", leave: tuple[str, ...] = (), /, **fields: str | list[str]) -> TestResponse:
        """Send the last page's form with some fields filled in, without following a redirect."""
        kept = {name: value for name, value in self.fields.items() if name not in leave}
        return self.client.post(address or self.page.request.full_path.rstrip("?"), data=kept | fields)

    def send_on(self, address: str = "", leave: tuple[str, ...] = (), /, **fields: str | list[str]) -> TestResponse:
        """Send the last page's form, and follow its redirect."""
        answer = self.send(address, leave, **fields)
        assert answer.status_code == 303, answer.text
        return self.open(answer.location)
