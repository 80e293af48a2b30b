"""How this suite runs: what all stand on fails once, and what needs machines is marked."""

from collections.abc import Iterator

import pytest

# What a test needs beside Python, and the fixtures that say so.
MACHINES = {"browser": {"browser"}, "postgresql": {"postgres_address"}, "heavy": {"server", "suite"}}


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> Iterator[None]:
    """A session fixture that fails ends the run once and says why; the tests that need it do not fail one by one."""
    try:
        return (yield)
    except (Exception, pytest.fail.Exception) as error:
        if fixturedef.scope == "session":
            request.session.shouldfail = f"{fixturedef.argname}: {error}"
        raise


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, PostgreSQL or processes of its own, so that a quick round can leave it out."""
    for item in items:
        case = getattr(item, "callspec", None)
        needs = {*getattr(item, "fixturenames", []), *(map(str, case.params.values()) if case else ())}
        if "postgresql" in needs:
            item.add_marker("postgresql")
        for mark, fixtures in MACHINES.items():
            if needs & fixtures:
                item.add_marker(mark)
