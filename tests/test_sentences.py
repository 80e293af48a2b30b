"""Each package has its own sentences: every one of them is used, and no exception has its message in the code."""

import ast
import re
from pathlib import Path

import pytest

from models.texts import MODELS
from rules.wording import RULES

ROOMS = {"rules.wording": RULES, "models.texts": MODELS}
# Errors that no person reads: programming mistakes, and errors that are caught where they are raised.
SILENT = {"AttributeError", "RuntimeError", "AssertionError", "ValueError", "KeyError", "LookupError"}
SOURCES = {
    path: path.read_text()
    for room in ("rules", "models", "views", "forms", "charts", "commands")
    for path in sorted(Path(room).rglob("*.py"))
}


def texts_of(source: str) -> list[str]:
    """The text modules from which a module imports `say`."""
    return [name for name in ROOMS if re.search(rf"^from {name} import .*\bsay\b", source, re.MULTILINE)]


def written_in(source: str) -> tuple[set[str], set[str]]:
    """Every string in a module, and its f-strings as patterns."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        if isinstance(node, ast.JoinedStr):
            parts = [str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values]
            if len("".join(parts)) > 3:
                patterns.add("".join(re.escape(part) or "[^ ]+" for part in parts))
    return texts, patterns


def unsaid(source: str, codes: dict[str, str]) -> set[str]:
    """The codes that a module passes to `say` although they have no sentence."""
    return {
        str(node.args[0].value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say"
        if isinstance(node.args[0], ast.Constant) and node.args[0].value not in codes
    }


def written_out(source: str) -> set[str]:
    """The errors with a message written in the code, whether raised or returned."""
    errors = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            is_said = isinstance(node.args[0], ast.Call) and not isinstance(node.args[0].func, ast.Attribute)
            written = [str(part.value) for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
            texts = [text for text in written if re.search("[a-z]{2}", text)]
            if name.endswith("Error") and name not in SILENT and texts and not is_said:
                errors.add(name)
    return errors


def test_every_sentence_that_is_said_is_kept() -> None:
    said = [(path, room) for path, source in SOURCES.items() for room in texts_of(source)]

    assert said
    codes_by_path = {path: unsaid(SOURCES[path], ROOMS[room].sentences("en")) for path, room in said}
    assert {path: codes for path, codes in codes_by_path.items() if codes} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_that_is_kept_is_said(room: str) -> None:
    name = room.rpartition(".")[2]
    importers = [source for path, source in SOURCES.items() if name in source or name in str(path)]
    texts, patterns = (set().union(*parts) for parts in zip(*map(written_in, importers), strict=True))
    whole = re.compile("|".join(patterns))
    codes = {code for code in ROOMS[room].sentences("en").keys() - texts if not whole.fullmatch(code)}

    assert codes == set()


def test_no_exception_has_its_sentence_in_the_code() -> None:
    errors_by_path = {path: written_out(source) for path, source in SOURCES.items()}

    assert {path: errors for path, errors in errors_by_path.items() if errors} == {}


def test_a_planted_sentence_is_found() -> None:
    assert written_out('raise NotationError(f"{text} is not a tile")') == {"NotationError"}
    assert written_out('return verbs.TournamentError("Not " + "now.")') == {"TournamentError"}
    assert written_out('raise BookError("There is no {}".format(name))') == {"BookError"}
    assert written_out('raise SheetError(say("sheet.stopped"))') == set()
    assert unsaid('say("sheet.nobody-wrote-this")', MODELS.sentences("en")) == {"sheet.nobody-wrote-this"}
