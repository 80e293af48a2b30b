"""Phones in two languages: nothing that is cached for all phones contains words of any one language."""

import html
import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask_babel import get_babel

from models import texts
from rules import wording
from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import begin, keep, move, seat_hall
from tests.views.game.conftest import enter

SKIPPED = re.compile(r"\.(csv|json|toml|svg)|/static/|/keys|/me$|^/k/")
NAMES = ("Quirina", "Ben", "Cai", "Dee")
MOST_PAGES = 60
BRACKETS = {"de": "«»", "fr": "‹›", "it": "⟦⟧"}


class Bracketed(dict[str, str]):
    """The English sentences in brackets."""

    def __init__(self, english: dict[str, str], brackets: str) -> None:
        super().__init__({code: f"{brackets[0]}{sentence}{brackets[1]}" for code, sentence in english.items()})


@pytest.fixture
def speak(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A function that makes every phone ask for a language. Each language is English in its own brackets."""
    for room in (wording.RULES, texts.MODELS):
        for language, brackets in BRACKETS.items():
            monkeypatch.setitem(room.by_language, language, Bracketed(room.sentences("en"), brackets))
    languages = ["en"]
    monkeypatch.setattr(get_babel(app), "locale_selector", lambda: languages[0])
    return lambda language: languages.__setitem__(0, language)


@pytest.fixture
def addresses(app: Flask, speak: Callable[[str], None]) -> tuple[Phone, list[str]]:
    """A phone that manages a club, and addresses of the club's pages: a tracked round, scores, house rules, a hall.

    Everything there was entered in Italian.
    """
    speak("it")
    phone = begin(app, names=NAMES)
    game, club = phone.path, pick(r"/clubs/\w+", phone.open("/").text)
    enter(phone, game, 1, "12", "out", "7", "31")
    table = keep(phone, game, number=2, first=NAMES[0])
    move(phone, table, "A 8-4@A", "A done", "B --", "C 8-7@C")
    hall, _ = seat_hall(phone, club)
    phone.open(hall)
    rules = f"{club}/house-rules?like=double-nine"
    return phone, [game, table, f"{table}/review/3", f"{table}/hand", f"{hall}/log", rules, "/rulings"]


def crawl(phone: Phone, *starts: str) -> dict[str, str]:
    """One page of each kind that can be reached by links from these addresses."""
    pages: dict[str, str] = {}
    addresses, kinds = list(starts), set()
    while addresses and len(pages) < MOST_PAGES:
        address = addresses.pop(0)
        kind = re.sub(r"\d+|(?<=s/)[a-z0-9]{8,}|(?<=^/rulings/)[a-z-]+", "#", address.partition("?")[0])
        if kind not in kinds and not SKIPPED.search(address):
            kinds.add(kind)
            pages[address] = html.unescape(phone.open(address).text)
            addresses += map(html.unescape, re.findall(r'href="(/[^"#]*)"', pages[address]))
    return pages


def brackets_in(page: str) -> set[str]:
    """The languages on a page."""
    return {language for language, brackets in BRACKETS.items() if brackets[0] in page}


def test_a_page_says_nothing_in_the_language_of_the_phone_before(
    speak: Callable[[str], None], addresses: tuple[Phone, list[str]]
) -> None:
    phone, starts = addresses
    italian_pages = crawl(phone, *starts)
    assert len(italian_pages) > 40
    assert sum("⟦" in page for page in italian_pages.values()) > 20

    for language in ("de", "fr", "it"):
        speak(language)
        for address, italian_page in italian_pages.items():
            page = html.unescape(phone.open(address).text)
            assert brackets_in(page) == ({language} if "⟦" in italian_page else set()), address


def test_a_part_of_a_page_speaks_the_language_of_the_phone(
    speak: Callable[[str], None], addresses: tuple[Phone, list[str]]
) -> None:
    phone, (_, table, *_) = addresses
    for language in ("de", "fr"):
        speak(language)
        assert brackets_in(phone.open(f"{table}/live").text) == {language}
