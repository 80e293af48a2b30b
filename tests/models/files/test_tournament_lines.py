"""In a file, the lines of a tournament may name the last entrant, but not the number after that."""

import pytest

from models.files.fields import FileError
from models.files.tournament_lines import check_facts
from models.ledger.tournament_lines import ByLot, ByPlayoff, ByRounds, Entrants, Seats, TournamentFacts
from rules import RULE_BOOKS

BOOK, ENTRANTS, TABLE = RULE_BOOKS["double-twelve"], 8, 1


def about(entrant: int) -> list[TournamentFacts]:
    """The facts of every kind of line that names entrants, with this entrant among them."""
    named = (1, entrant)
    return [
        Entrants(named),
        Seats(free=entrant, repeats=0),
        ByPlayoff(named, TABLE),
        ByLot(named, "7", ((entrant,), (1,))),
        ByRounds(named, ((entrant,), (1,))),
    ]


def test_the_last_entrant_is_one_of_them() -> None:
    for facts in about(ENTRANTS):
        check_facts(facts, ENTRANTS, BOOK, "facts")


@pytest.mark.parametrize("facts", about(ENTRANTS + 1), ids=lambda facts: type(facts).__name__)
def test_an_entrant_beyond_the_last_is_refused(facts: TournamentFacts) -> None:
    with pytest.raises(FileError, match=r"^facts\."):
        check_facts(facts, ENTRANTS, BOOK, "facts")
