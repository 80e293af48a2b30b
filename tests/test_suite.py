"""The suite's own rules: a broken machine is reported once, and a quick run leaves out browser and PostgreSQL tests."""

from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]

MACHINE = """
    import pytest

    @pytest.fixture(scope="session")
    def machine():
        raise RuntimeError("no room on the disk")

    @pytest.fixture
    def user(machine):
        return machine

    @pytest.mark.parametrize("number", range(20))
    def test_something(user, number):
        pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Another suite with the hooks of this one."""
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    pytester.makeini("[pytest]\nmarkers =\n    browser\n    postgresql\n    heavy\n")
    pytester.makeconftest("from tests.hooks import *")
    return pytester


@pytest.mark.parametrize("parallel", [(), ("--numprocesses", "2")], ids=["alone", "parallel"])
def test_what_all_stand_on_fails_once_and_says_why(suite: pytest.Pytester, parallel: tuple[str, ...]) -> None:
    suite.makepyfile(MACHINE)

    result = suite.runpytest_subprocess(*parallel)

    errors = result.parseoutcomes()["errors"]
    assert errors <= max(1, len(parallel))
    result.stdout.fnmatch_lines(["*machine: no room on the disk*"])


def test_what_needs_a_browser_or_postgresql_is_known_by_its_fixtures(suite: pytest.Pytester) -> None:
    suite.makepyfile("""
        import pytest

        @pytest.fixture
        def browser():
            pass

        @pytest.fixture
        def store(request):
            pass

        def test_a_page(browser):
            pass

        def test_a_row(store):
            pass
    """)

    result = suite.runpytest_subprocess("-m", "not browser and not postgresql")

    result.assert_outcomes(passed=1, deselected=2)
