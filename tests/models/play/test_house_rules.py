"""House rules: a club makes, changes, renames and deletes rule sets, and each entry in the log names who did it."""

import json

import pytest
from flask_migrate import downgrade, upgrade
from sqlalchemy import text

from models import db
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.ledger import house_rules as ledger
from models.ledger.games import GameTerms
from models.play.house_rules import HouseRulesError, change_house_rules, delete_house_rules, make_house_rules
from models.play.start import start_game
from models.store.transactions import insert_many
from rules import RULE_BOOKS, BookError, RuleBook, read_rules
from tests.conftest import make_app, sure
from tests.models.conftest import TONIGHT, Table, make_table

NOW = "2026-03-05 19:30:00+00:00"
EIGHT_EACH = read_rules("double-nine[deal=8-8-8]")
SEVEN_EACH = read_rules("double-nine[deal=7-7-7]")


def made(table: Table, name: str = "Grandma’s") -> ledger.HouseRules:
    """A new rule set for the club, dealing eight tiles to each player."""
    return make_house_rules(table.club.id, name, EIGHT_EACH, "Ana")


def kept(table: Table) -> list[tuple[str, str]]:
    """The club's rule sets: names and rules, newest first."""
    return [(rule_set.name, str(rule_set.rules)) for rule_set in ledger.house_rules_of(table.club.id)]


@pytest.mark.parametrize(
    ("name", "rules"), [("Grandpa’s", EIGHT_EACH), ("Grandma’s", SEVEN_EACH)], ids=["its name", "its rules"]
)
def test_of_a_changed_set_only_the_new_one_is_offered(table: Table, name: str, rules: RuleBook) -> None:
    change_house_rules(made(table), name, rules, "Ben")

    assert kept(table) == [(name, str(rules))]


def test_a_deleted_set_is_offered_no_more_and_its_name_is_free(table: Table) -> None:
    delete_house_rules(made(table), "Ben")
    assert kept(table) == []

    make_house_rules(table.club.id, "Grandma’s", SEVEN_EACH, "Cai")

    assert kept(table) == [("Grandma’s", "double-nine[deal=7-7-7]")]


def test_everything_that_was_done_stays_with_its_author_and_what_changes_nothing_is_not_there(table: Table) -> None:
    first = made(table)
    change_house_rules(first, "Grandma’s", EIGHT_EACH, "Dee")
    change_house_rules(first, "Grandpa’s", SEVEN_EACH, "Ben")
    delete_house_rules(ledger.house_rules_of(table.club.id)[0], "Cai")

    log = ledger.house_rules_log(table.club.id)
    assert [(rule_set.made_by, rule_set.was_called, rule_set.name, rule_set.is_gone) for rule_set in log] == [
        ("Ana", None, "Grandma’s", False),
        ("Ben", "Grandma’s", "Grandpa’s", False),
        ("Ben", None, "Grandpa’s", False),
        ("Cai", None, "Grandpa’s", True),
    ]


def test_a_game_keeps_the_rules_that_it_began_with_and_what_they_are_called(table: Table) -> None:
    first = made(table)
    game = start_game(table.club, ["Ana", "Ben"], GameTerms(first.rules, (9,)), TONIGHT, "Ana")

    change_house_rules(first, "Grandpa’s", SEVEN_EACH, "Ben")
    delete_house_rules(ledger.house_rules_of(table.club.id)[0], "Ben")
    db.session.expire_all()

    assert str(game.rules) == "double-nine[deal=8-8-8]"
    assert ledger.house_rules_names(table.club.id)[str(game.rules)] == "Grandpa’s"


def test_two_sets_of_a_club_never_have_one_name(table: Table) -> None:
    made(table, "Grandpa’s")

    with pytest.raises(HouseRulesError, match="already has house rules called Grandpa’s"):
        change_house_rules(made(table), "Grandpa’s", EIGHT_EACH, "Ben")


def test_a_deal_that_the_set_does_not_have_is_not_kept(table: Table) -> None:
    too_many, why = read_rules("double-nine[deal=30]"), "With 2 players, you can deal at most 27"

    with pytest.raises(BookError, match=why):
        change_house_rules(made(table), "Grandma’s", too_many, "Ben")
    with pytest.raises(BookError, match=why):
        make_house_rules(table.club.id, "Ours", too_many, "Ana")


def test_a_set_is_found_by_any_of_its_lines_in_its_club_until_it_is_deleted(table: Table) -> None:
    first, club_id = made(table), table.club.id
    change_house_rules(first, "Grandpa’s", SEVEN_EACH, "Ben")

    found = sure(ledger.find_house_rules(club_id, first.id))
    assert found.name == "Grandpa’s"
    assert ledger.find_house_rules(make_table().club.id, first.id) is None
    assert ledger.newest_rules(club_id, str(EIGHT_EACH)) == str(SEVEN_EACH)

    delete_house_rules(found, "Ben")
    assert ledger.find_house_rules(club_id, first.id) is None
    assert ledger.newest_rules(club_id, str(EIGHT_EACH)) == str(EIGHT_EACH)


def test_a_clubs_file_brings_everything_that_was_done_and_nothing_twice(table: Table) -> None:
    change_house_rules(made(table), "Grandpa’s", SEVEN_EACH, "Ben")
    made(table, "Sunday rules")
    delete_house_rules(ledger.house_rules_of(table.club.id)[0], "Cai")
    file = "".join(write_club(table.club))

    club = create_club_from_file(read_club(file))
    import_club(read_club(file), club)
    import_club(read_club(file), club)

    assert [rule_set.name for rule_set in ledger.house_rules_of(club.id)] == ["Grandpa’s"]
    assert json.loads("".join(write_club(club)))["house_rules"] == json.loads(file)["house_rules"]


def test_a_file_with_an_older_state_brings_no_deleted_set_back(table: Table) -> None:
    first = made(table)
    older = "".join(write_club(table.club))
    delete_house_rules(first, "Ben")

    import_club(read_club(older), table.club)

    assert kept(table) == []


@pytest.mark.parametrize("address", ["sqlite_address", "postgres_address"])
def test_house_rules_of_an_older_database_are_kept_as_they_are(request: pytest.FixtureRequest, address: str) -> None:
    app = make_app(request.getfixturevalue(address))
    made = "INSERT INTO house_rules (club_id, name, rules, made_at, made_by) VALUES (1, :name, :rules, :at, 'Ana')"
    given = {"at": NOW, "rules": "double-six[deal=7-7-7-7-7-7-7,highest=9]"}
    with app.app_context():
        db.drop_all()
        upgrade(revision="0006")
        with db.engine.begin() as connection:
            connection.execute(text("INSERT INTO clubs (ref, name, founded_at) VALUES ('abc', 'Us', :at)"), given)
            connection.execute(text(made), [given | {"name": name} for name in ("Ours", "Theirs")])
        upgrade()

        sets = ledger.house_rules_of(1)
        rows = [(rule_set.name, rule_set.made_by, rule_set.rules.customs["deal"].text) for rule_set in sets]

        db.session.remove()
        downgrade(revision="base")
        with db.engine.begin() as connection:
            connection.execute(text("DROP TABLE alembic_version"))
        db.engine.dispose()
    assert rows == [(name, "Ana", "Tiles each: 7 for 2 to 7 players.") for name in ("Theirs", "Ours")]


def test_after_a_thousand_changes_there_is_no_room_for_another(table: Table) -> None:
    book = RULE_BOOKS["double-six"]
    made = make_house_rules(table.club.id, "Ours", book, "Ana")
    line = {"club_id": table.club.id, "name": "Ours", "rules": book, "made_by": "Ana"}
    insert_many(ledger.HouseRules, [line] * 999)

    with pytest.raises(HouseRulesError, match="1000 times"):
        make_house_rules(table.club.id, "Theirs", book, "Ana")
    with pytest.raises(HouseRulesError, match="1000 times"):
        change_house_rules(made, "Theirs", book, "Ana")
