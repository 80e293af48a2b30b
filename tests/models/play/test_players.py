"""Players are renamed, merged, archived and made anonymous, and their games stay."""

import pytest
from sqlalchemy import select

from models import db
from models.ledger.games import GameTerms
from models.ledger.hands import release_hand
from models.ledger.keys import Access, make_key
from models.ledger.nights import Night, add_note, name_night
from models.ledger.players import Player, find_or_add_player, player_names, players_of
from models.ledger.shared_results import revoke_shared_result, share_result
from models.ledger.tallies import TallyKind
from models.play import players
from models.play.changes import penalise
from models.play.house_rules import make_house_rules
from models.play.players import PlayerError, merge_players, rename_player, set_short_name
from models.play.start import start_game
from models.results.spans import Span
from models.results.statistics import figures_by_kind
from rules import RULE_BOOKS
from samples.games import enter_pips
from samples.pens import write
from tests.models.conftest import TONIGHT, Table, make_table


def player(table: Table, name: str) -> Player:
    """The club's player with this name."""
    return db.session.scalars(select(Player).filter_by(club_id=table.club.id, name=name)).one()


def play_again(table: Table, names: str) -> None:
    """Play one round of another game of the club, which ends there."""
    game = start_game(table.club, names.split(), GameTerms(RULE_BOOKS["double-nine"], (9,)), TONIGHT, "Ana")
    enter_pips(game, 1, [0, 3])


def test_a_name_that_another_has_is_refused(table: Table) -> None:
    with pytest.raises(PlayerError, match="Somebody else in this club is called BEN"):
        rename_player(player(table, "Ana"), "BEN")


@pytest.mark.parametrize(("name", "short"), [("Beate", None), ("ANA", "A.")])
def test_a_new_name_stands_on_past_sheets_without_the_short_name_of_the_old_one(
    table: Table, name: str, short: str | None
) -> None:
    ana = player(table, "Ana")
    set_short_name(ana, "A.")

    rename_player(ana, name)

    assert (table.sheet.columns[0].name, ana.short_name) == (name, short)


def test_two_names_of_one_person_become_one(table: Table) -> None:
    play_again(table, "Anna Ben")
    play_again(table, "Ana Cai")
    anna, ana = player(table, "Anna"), player(table, "Ana")

    merge_players(anna, ana)

    figures = figures_by_kind(ana.id, Span())[TallyKind.ALL][""]
    assert (figures.games, figures.wins) == (2, 2)
    assert "Anna" not in player_names(table.club.id)


@pytest.mark.parametrize(("theirs", "mine", "after"), [("Annie", "", "Annie"), ("Annie", "A.", "A."), ("", "A.", "A.")])
def test_of_two_short_names_one_stays(table: Table, theirs: str, mine: str, after: str) -> None:
    play_again(table, "Anna Ben")
    anna, ana = player(table, "Anna"), player(table, "Ana")
    set_short_name(anna, theirs)
    set_short_name(ana, mine)

    merge_players(anna, ana)

    assert player(table, "Ana").short_name == after


@pytest.mark.parametrize(
    ("other", "why"), [("Ben", "sat at the same table in 1 of their games"), ("Ana", "Choose somebody else")]
)
def test_two_people_of_one_table_are_not_merged_nor_one_with_themselves(table: Table, other: str, why: str) -> None:
    with pytest.raises(PlayerError, match=why):
        merge_players(player(table, "Ana"), player(table, other))


def test_an_archived_name_is_not_offered_but_still_known(table: Table) -> None:
    players.archive_player(player(table, "Ana"), True)

    assert player_names(table.club.id) == ["Ben", "Cai", "Dee"]
    assert [club_player.name for club_player in players_of(table.club.id)] == ["Ben", "Cai", "Dee", "Ana"]
    assert find_or_add_player(table.club.id, "ana") is player(table, "Ana")
    players.archive_player(player(table, "Ana"), False)
    assert "Ana" in player_names(table.club.id)


def test_an_anonymous_name_is_nowhere_any_more(table: Table) -> None:
    table.enter(1, by="Ana", Ana="out", Ben="3", Cai="4", Dee="5")
    table.keep()
    table.move("A 9-7@A", by="ana")
    release_hand(table.game.id, 1, table.seats["Ana"], "9-9", "Ana")
    add_note(db.session.get_one(Night, table.game.night_id), "Good cake.", "Ana")
    make_house_rules(table.club.id, "Ours", RULE_BOOKS["double-six"], "Ana")
    table.club.name = "ana’s table"
    revoke_shared_result(share_result(table.game.id, "Ana"), "ana")
    set_short_name(player(table, "Ana"), "Ana-A")

    new = players.anonymise_player(player(table, "Ana"), "Player")

    assert new == table.sheet.columns[0].name == "Player 1"
    assert table.totals["Player 1"] == 0
    db.session.flush()
    assert table.club.name == "Player 1’s table"
    # A ref has random letters.
    columns = [column for table in db.metadata.sorted_tables for column in table.columns]
    named = [column for column in columns if column.name not in ("ref", "origin")]
    values = {str(column): " ".join(map(str, db.session.scalars(select(column)))) for column in named}
    assert [column for column, text in values.items() if "ana" in text.casefold()] == []


def test_words_in_notes_stay_and_are_counted(table: Table) -> None:
    night = db.session.get_one(Night, table.game.night_id)
    add_note(night, "ANA brought 100% cake.", "Ben")
    add_note(night, "Nobody else did.", "Ben")
    name_night(night, "Ana’s birthday")

    assert players.mentions_of(player(table, "Ana")) == 2
    assert players.mentions_of(player(table, "Ben")) == 0


def test_a_name_in_capitals_is_counted_in_every_language(table: Table) -> None:
    rename_player(player(table, "Ana"), "Jürgen")
    name_night(db.session.get_one(Night, table.game.night_id), "JÜRGENS FEST")
    make_key(table.club.id, Access.VIEW, "TABLET VON JÜRGEN", "Ben")
    write(table.game, "Ben", penalise, table.seats["Ben"], 5, "Laughed at JÜRGEN")

    assert players.mentions_of(player(table, "Jürgen")) == 3


def test_two_anonymous_players_have_two_names(table: Table) -> None:
    names = [players.anonymise_player(player(table, name), "Player") for name in ("Ana", "Ben")]

    assert names == ["Player 1", "Player 2"]
    assert make_table().seats.keys() == {"Ana", "Ben", "Cai", "Dee"}
