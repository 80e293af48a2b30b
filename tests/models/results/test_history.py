"""Nights that are searched by the words of their notes."""

from datetime import timedelta

from models import db
from models.ledger.nights import add_note, begin_night
from models.results.history import NightSearch, find_nights
from tests.models.conftest import TONIGHT, Table


def test_signs_in_the_words_stand_for_themselves_alone(table: Table) -> None:
    for weeks, text in enumerate(("100% luck", "1000 tiles", "chip_cake", "chip cake"), 1):
        add_note(begin_night(table.club.id, TONIGHT + timedelta(days=7 * weeks)), text, "Ana")
    db.session.flush()

    for words, weeks in (("100%", 1), ("chip_cake", 3), ("LUCK", 1)):
        found = find_nights(table.club.id, NightSearch(words=words), 10)
        assert [night.date for night in found] == [TONIGHT + timedelta(days=7 * weeks)], words
