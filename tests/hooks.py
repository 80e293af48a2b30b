"""Hooks for this test suite: a broken session fixture fails only once, and tests that need more than Python are marked.

A test whose browser hung and was killed (tests/browser/conftest.py) gets a second try; no other test does.
"""

from collections.abc import Iterator

import pytest

# The things that a test may need besides Python, with their fixtures.
MACHINES = {"browser": {"browser"}, "postgresql": {"postgres_address"}, "heavy": {"server", "suite"}}


# The fixtures of a database that a test uses on each kind.
DATABASES = ("store", "served")
# Modules tested only on SQLite, because they enter and read the same lines on both kinds. Locks, queries, imports and backups are
# tested on both.
ON_SQLITE = {
    f"tests.models.{module}"
    for module in (
        "files.test_import_plan",
        "files.test_older_rules",
        "play.test_changed_moves",
        "play.test_changes",
        "play.test_colours",
        "play.test_house_scores",
        "play.test_moves",
        "play.test_scores",
        "play.test_tournament_referee",
        "play.test_undo",
    )
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on each kind of database, unless it or its module is for certain kinds only."""
    marked = {mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")}
    for name in DATABASES:
        if name in metafunc.fixturenames and name not in marked:
            kinds = ["sqlite"] if metafunc.module.__name__ in ON_SQLITE else ["sqlite", "postgresql"]
            metafunc.parametrize(name, kinds, indirect=True)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> Iterator[None]:
    """End the run with one message if a session fixture fails, instead of failing every test that needs it."""
    try:
        return (yield)
    except (Exception, pytest.fail.Exception) as error:
        if fixturedef.scope == "session":
            request.session.shouldfail = f"{fixturedef.argname}: {error}"
        raise


# The longest tests start first, because at the end of a run one of them would keep a process busy while the others are idle.
LONGEST = (
    "test_no_page_keeps_anybody_out_in_light_and_dark",
    "test_thirteen_players_three_tables_one_winner",
    "test_what_was_typed_waits_and_is_sent_again_by_itself",
    "test_a_full_game_of_four_with_three_phones",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a browser, PostgreSQL or other processes, so that a quick run can leave them out.

    The longest tests go first.
    """
    items.sort(key=lambda item: not item.name.startswith(LONGEST))
    for item in items:
        case = getattr(item, "callspec", None)
        needs = {*getattr(item, "fixturenames", []), *(map(str, case.params.values()) if case else ())}
        if "postgresql" in needs:
            item.add_marker("postgresql")
        for mark, fixtures in MACHINES.items():
            if needs & fixtures:
                item.add_marker(mark)
        if "browser" in needs:
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=["TargetClosedError"]))
