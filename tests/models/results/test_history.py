"""Searching for nights by the words of their notes, by their names, and by the names of their players."""

from datetime import timedelta

import pytest

from models import db
from models.ledger.nights import Night, add_note, begin_night, name_night, nights_of
from models.ledger.players import players_of
from models.play.bin import throw_game
from models.play.players import rename_player
from models.results.history import NightSearch, find_nights
from rules import RULE_BOOKS
from samples.games import begin, go_on, stop
from tests.models.conftest import TONIGHT, Table, make_table


def test_signs_in_the_words_stand_for_themselves_alone(table: Table) -> None:
    for weeks, text in enumerate(("100% luck", "1000 tiles", "chip_cake", "chip cake"), 1):
        add_note(begin_night(table.club.id, TONIGHT + timedelta(days=7 * weeks)), text, "Ana")
    db.session.flush()

    assert [_weeks_found(table, words) for words in ("100%", "chip_cake", "LUCK")] == [[1], [3], [1]]


def _weeks_found(table: Table, words: str = "", written: str = "") -> list[int]:
    """The nights that match these words, each as the number of weeks after the first night."""
    nights = find_nights(table.club.id, NightSearch(words=words, written=written), 10)
    return sorted((night.date - TONIGHT).days // 7 for night in nights)


def _play(table: Table, weeks: int, names: str) -> Night:
    """Start a game with these players this many weeks after the first night. Returns its night."""
    day = TONIGHT + timedelta(days=7 * weeks)
    game = begin(table.club, names.split(), RULE_BOOKS["double-six"], day)
    return db.session.get_one(Night, game.night_id)


@pytest.fixture
def years(table: Table) -> Table:
    """Four nights: the first without a name, Christmas with Gus, Ömer's birthday, and a night with a note about Gus."""
    name_night(_play(table, 1, "Ana Gus"), "Christmas")
    name_night(_play(table, 2, "Ben ÉLOÏSE"), "Ömer’s birthday")
    add_note(_play(table, 3, "Ben Cai"), "Where was Gus at Christmas?", "Cai")
    db.session.flush()
    return table


WORDS: dict[str, list[int]] = {
    "gus": [1, 3],
    "GUS": [1, 3],
    "christmas": [1, 3],
    "gus christmas": [1, 3],
    "ana christmas": [1],
    "cai christmas": [3],
    "éloïse": [2],
    "ÖMER": [2],
    "eloise": [2],
    "omer": [2],
    "birth": [2],
    "dee": [0],
    "dee christmas": [],
    "_": [],
    "%": [],
    "\u0301": [],
    "": [0, 1, 2, 3],
}


def test_every_word_is_in_a_note_in_the_nights_name_or_in_a_players(years: Table) -> None:
    assert {words: _weeks_found(years, words) for words in WORDS} == WORDS


def test_words_as_they_were_written_are_found_whoever_played(years: Table) -> None:
    weeks = {"Gus": [3], "ÖMER": [2], "gus at": [3], "christmas gus": [], "Ana": [], "%": []}

    assert {written: _weeks_found(years, written=written) for written in weeks} == weeks


def test_a_player_is_found_without_the_accents(table: Table) -> None:
    begin(table.club, ["Zoë", "Łukasz", "Jürgen", "Søren", "Noe"], RULE_BOOKS["double-six"], TONIGHT)

    assert [typed for typed in ("zoe", "lukasz", "JURGEN", "soren", "noë") if _weeks_found(table, typed) != [0]] == []


def test_a_player_with_a_new_name_is_found_by_it(years: Table) -> None:
    game = begin(years.club, ["Zoe", "Ben"], RULE_BOOKS["double-six"], TONIGHT)
    zoe = next(player for player in players_of(years.club.id) if player.name == "Zoe")
    assert _weeks_found(years, "zoe") == [0]
    rename_player(zoe, "Yves")
    db.session.flush()

    assert _weeks_found(years, "zoe") == []
    assert _weeks_found(years, "yves") == [0]
    throw_game(game, "Ana")
    assert _weeks_found(years, "yves") == []


def test_a_game_that_goes_on_is_found_on_both_nights(table: Table) -> None:
    later = TONIGHT + timedelta(days=7)
    stop(table.game)
    go_on(table.game, later)

    assert [night.date for night in nights_of(table.club.id, 5)] == [later, TONIGHT]
    assert _weeks_found(table, "dee") == [0, 1]


def test_another_clubs_words_find_nothing_here(years: Table) -> None:
    other_table = make_table(names="Ana Ben")

    assert [_weeks_found(other_table, words) for words in ("gus", "christmas", "ana")] == [[], [], [0]]
