"""One-line bugs: which ones are possible, that the same seed draws the same ones, and whether a test finds them."""

import ast
from pathlib import Path

import pytest

from proofs.checkout import HERE
from proofs.mutants.contexts import QUICK, copy_code, run_tests
from proofs.mutants.mutants import Ending, read_named, sample, told, try_mutant
from proofs.mutants.mutations import find_mutants, plant

SOURCE = '''"""A module: texts stay, 1 < 2."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path
Size = Literal[1, 2] | None
__all__ = ["Hand"[0:4]]


@dataclass(frozen=True)
class Hand:
    count: int | Literal[3] = 7

    def __repr__(self):
        return f"{self.count + 1}"

    def is_full(self, players: Literal[4] = 5) -> bool | None:
        """Whether nothing more goes in, 1 < 2."""
        assert players > 0
        if players < 4 and not self.count:
            print("“none”", players)
        for tile in self.tiles:
            if tile is None:
                continue
        return max(
            self.count - 1,
            -players,
        )
'''
CHANGES = """
count: int | Literal[3] = 8
def is_full(self, players: Literal[4] = 6) -> bool | None:
if players < 4 and self.count:
if players < 4 or not self.count:
if players < 5 and not self.count:
if players <= 4 and not self.count:
if not (players < 4 and not self.count):
pass
print("“none”", None)
if tile is not None:
break
return min(
self.count + 1,
self.count - 2,
None,
+players,
None,
"""
TOY = """def is_over(rounds):
    if rounds > 13:
        print("too many")
    return rounds >= 13
"""
TOY_TESTS = """from toy import is_over

def test_a_game_is_over_after_its_last_round():
    assert is_over(13) and not is_over(12)
"""


def test_what_can_go_wrong_in_a_line_is_known() -> None:
    assert sorted(mutant.new for mutant in find_mutants("hand.py", SOURCE)) == sorted(CHANGES.strip().split("\n"))


def test_a_mutant_is_one_line_that_compiles_and_knows_its_function() -> None:
    for mutant in find_mutants("hand.py", SOURCE):
        before, after = SOURCE.split("\n"), plant(SOURCE, mutant).split("\n")
        different = [at for at, pair in enumerate(zip(before, after, strict=True), 1) if pair[0] != pair[1]]

        assert different == [mutant.number]
        assert ast.parse(plant(SOURCE, mutant))
        assert mutant.function == ("Hand" if "Literal[3]" in mutant.old else "Hand.is_full")


def test_a_mutant_of_another_text_is_not_planted() -> None:
    mutant = find_mutants("hand.py", SOURCE)[0]

    with pytest.raises(ValueError, match=r"hand\.py:13 is not"):
        plant(SOURCE.replace("count: int", "tiles: int"), mutant)


def test_the_same_seed_draws_the_same_mutants_and_one_of_a_line_at_most() -> None:
    mutants = find_mutants("hand.py", SOURCE)

    assert sample(mutants, 5, seed=1) == sample(reversed(mutants), 5, seed=1) != sample(mutants, 5, seed=2)
    drawn = sample(mutants, 5, seed=1)
    assert sample([mutant for mutant in mutants if mutant.number != drawn[0].number], 4, seed=1) == drawn[1:]
    numbers = [mutant.number for mutant in sample(mutants, 99, seed=1)]
    assert sorted(numbers) == sorted({mutant.number for mutant in mutants})


def test_of_two_mutants_a_test_finds_the_one_that_it_tells(tmp_path: Path) -> None:
    (tmp_path / "toy.py").write_text(TOY)
    (tmp_path / "test_toy.py").write_text(TOY_TESTS)
    (tmp_path / "tests").write_text("test_toy.py::test_a_game_is_over_after_its_last_round")
    print_mutant, return_mutant = (
        next(mutant for mutant in find_mutants("toy.py", TOY) if mutant.new == new)
        for new in ("pass", "return rounds > 13")
    )

    lives, dies = (try_mutant(tmp_path, mutant, [f"@{tmp_path / 'tests'}"]) for mutant in (print_mutant, return_mutant))

    assert lives.ending is Ending.LIVED
    assert (dies.ending, dies.test) == (Ending.KILLED, (tmp_path / "tests").read_text())
    assert (tmp_path / "toy.py").read_text() == TOY
    assert told([print_mutant, return_mutant], {print_mutant: lives, return_mutant: dies}, {}).split("\n") == [
        "toy.py:3 is_over",
        '- print("too many")',
        "+ pass",
        *(f"{room}: 0 killed, 0 lived, 0 equivalent; - killed" for room in ("rules", "models", "views")),
        "all: 1 killed, 1 lived, 0 equivalent; 50.0 % killed",
    ]


# It reads the named lines in the code that it runs on: among a mutant's own tests it would find whatever is planted there.
@pytest.mark.heavy
def test_what_is_named_stands_in_the_code_and_few_are_called_equivalent() -> None:
    planted, equivalents = read_named("planted", HERE), read_named("equivalent", HERE)

    assert len(planted) == 14
    assert len(equivalents) <= 10
    for named in (*planted, *equivalents):
        assert named.says.endswith(".")
        assert plant((HERE / named.mutant.path).read_text(), named.mutant)


def test_the_tests_that_mutants_meet_are_those_of_make_quick() -> None:
    options = f'{QUICK[0]} "{QUICK[1]}" {" ".join(QUICK[2:])}'

    assert f"$(BIN)/pytest $(PARALLEL) {options}\n" in (HERE / "Makefile").read_text()


@pytest.mark.heavy
def test_tests_that_read_the_whole_checkout_pass_in_a_copy_of_it(tmp_path: Path) -> None:
    copy_code(tmp_path / "code")

    status, output = run_tests(tmp_path / "code", (*QUICK, "-q", "tests/test_service.py"))

    assert status == 0, output[-3000:]
