"""The import rules: who imports whom, and which package decides what. Each test lists everything it found."""

import ast
import builtins
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from rules import RULE_BOOKS
from rules.books.options import TYPE_OF, offered_values

ROOT = Path(__file__).parents[1]
WALLS = tomllib.loads((ROOT / "tests" / "walls.toml").read_text())
FORBIDDEN_IN_RULES = {"random", "time", "secrets", "socket", "urllib", "http", "asyncio", "subprocess"}
# Folders without our code, and folders with old or installed code.
NO_ROOMS = ("templates", "static", "docs", "instance", "dist")
GROUPS = ("club", "game", "round", "tournament", "rulings")


def python_files(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def folders() -> list[str]:
    return sorted(
        path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._" and path.name not in NO_ROOMS
    )


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in (*python_files(*folders()), ROOT / "app.py")}


def lies_in(module: str, rooms: Iterable[str]) -> str:
    """The longest of these package names that contains the module; empty if none does."""
    return max((room for room in rooms if module == room or module.startswith(f"{room}.")), key=len, default="")


def spelled_out(names: Iterable[str]) -> set[str]:
    return {name for group in names for name in WALLS["groups"].get(group, [group])}


def imports(source: str) -> Iterator[str]:
    """Every imported module, at the top or in a function. A name that is not a module counts as the module it comes from."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written out"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in MODULES else str(node.module)


def wrong_imports(module: str, source: str) -> set[str]:
    """The modules that this one imports although its package may not."""
    room = lies_in(module, WALLS["rooms"])
    allowed, never = spelled_out(WALLS["rooms"][room]), spelled_out(WALLS["never"].get(room, []))
    wrong = set()
    for name in imports(source):
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names:
            is_allowed = not (module.startswith("rules") and top in FORBIDDEN_IN_RULES)
        else:
            own = lies_in(name, WALLS["rooms"]) == room
            is_allowed = own or bool(lies_in(name, allowed) and not lies_in(name, never))
        if not is_allowed:
            wrong.add(name)
    return wrong


def test_a_module_imports_only_what_its_room_may() -> None:
    wrong = {module: wrong_imports(module, path.read_text()) for module, path in MODULES.items()}

    assert {module: names for module, names in wrong.items() if names} == {}


def test_a_wrong_import_is_found_in_every_room() -> None:
    assert [room for room in WALLS["rooms"] if not wrong_imports(f"{room}.planted", WALLS["planted"][room])] == []


def test_every_module_lies_in_a_room() -> None:
    assert {module.partition(".")[0] for module in MODULES} >= {room.partition(".")[0] for room in WALLS["rooms"]}
    assert [module for module in MODULES if not lies_in(module, WALLS["rooms"])] == []
    # Without this check, a room or module that the table does not name would count as part of its whole building.
    for building in ("rules", "models", "views"):
        modules = {path.stem for path in (ROOT / building).glob("*.py")} - {"__init__", "__main__"}
        packages = {path.parent.name for path in (ROOT / building).glob("*/__init__.py")}
        inside = {f"{building}.{name}" for name in modules | packages}
        assert inside
        assert inside <= set(WALLS["rooms"])


# Functions that only a pen may call, because they write into the ledger.
WRITERS = {"write_lines", "write_moves", "write_tournament_line", "release_hand"}


def test_nothing_is_written_but_with_a_pen() -> None:
    users = {
        module
        for module, path in MODULES.items()
        if not module.startswith(("models.ledger", "tests"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
        and str(node.module).startswith("models.ledger")
        and {alias.name for alias in node.names} & WRITERS
    }

    assert users == {"models.play.pen"}


def test_the_rooms_of_the_models_lie_on_floors() -> None:
    # The texts are below every floor, because each floor has sentences of its own.
    rooms = [room for room in WALLS["rooms"] if room.startswith("models.") and room != "models.texts"]
    pairs = {
        (room, imported_room)
        for module, path in MODULES.items()
        if (room := lies_in(module, rooms))
        for name in imports(path.read_text())
        if (imported_room := lies_in(name, rooms)) not in ("", room)
    }

    assert pairs
    assert [pair for pair in pairs if rooms.index(pair[1]) > rooms.index(pair[0])] == []


# The columns that hold a line's payload, and the words in it.
PAYLOADS = {"kind", "deed", "facts", "seat_id", "is_out", "strikes", "text", "pips", "entrants", "repeats", "minutes"}
LINES, KINDS = {"SheetRow", "RoundRow", "TournamentRow"}, {"Kind", "MoveKind"}


def spelled_payloads(source: str) -> list[str]:
    """Code that reads or writes a line's payload without the line's own class."""
    spellings = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id=row), attr=column) if row in LINES and column in PAYLOADS:
                spellings.append(f"{row}.{column}")
            case ast.Name(id=kind) | ast.Attribute(attr=kind) if kind in KINDS:
                spellings.append(kind)
            case ast.Call(func=ast.Name(id=row), keywords=named) if row in LINES:
                spellings += [f"{row}({keyword.arg})" for keyword in named if keyword.arg in PAYLOADS]
            case ast.Subscript(value=ast.Attribute(attr="facts"), slice=ast.Constant(value=key)):
                spellings.append(f"facts[{key!r}]")
            case ast.Dict(keys=keys):
                words = {key.value for key in keys if isinstance(key, ast.Constant)} & PAYLOADS
                spellings += [f"a row with {words}"] if words & {"kind", "deed"} and len(words) > 1 else []
    return spellings


# A club's file has its own words for payloads, listed in docs/club-file.md.
INSIDE = ("models.ledger", "models.files", "samples.club_files", "migrations", "tests")
OUTSIDE = [module for module in MODULES if not module.startswith(INSIDE)]


def test_only_the_ledger_knows_how_a_line_is_kept() -> None:
    spelled = {module: spelled_payloads(MODULES[module].read_text()) for module in OUTSIDE}

    assert {module: spellings for module, spellings in spelled.items() if spellings} == {}


def test_a_line_that_is_taken_apart_by_hand_is_found() -> None:
    planted = [
        "select(SheetRow).where(SheetRow.kind == 'score')",
        "line.kind is Kind.SCORE",
        "write({'kind': 'score', 'seat_id': 3})",
        "hall.lines[0].facts['entrants']",
        "lines.Kind.SCORE",
        "SheetRow(kind='score')",
    ]

    assert [code for code in planted if not spelled_payloads(code)] == []


def test_every_page_group_has_its_own_test_file() -> None:
    for group in GROUPS:
        pages = {path.name for path in python_files(f"views/{group}") if "pages = Blueprint" in path.read_text()}
        tested = {path.name.removeprefix("test_") for path in (ROOT / "tests" / "views" / group).glob("test_*.py")}
        assert pages
        assert pages - tested == set()


def readers() -> dict[str, set[str]]:
    """The modules that read each option. Those in rules/books other than book.py only compare options and do not count."""
    modules_by_option: dict[str, set[str]] = {option.replace("-", "_"): set() for option in TYPE_OF}
    for path in python_files("rules", "models", "forms", "charts", "views", "commands", "samples"):
        if path.parent.name != "books" or path.name == "book.py":
            for option in re.findall(r"\boptions\.(\w+)", path.read_text()):
                modules_by_option.setdefault(option, set()).add(str(path.relative_to(ROOT)))
    return modules_by_option


def test_every_option_is_read_and_in_one_module_only() -> None:
    by_option = readers()
    # The size of the set and its doubles are facts about the tiles, and every module may know them.
    del by_option["highest"], by_option["engines"]
    # The number of tiles each has a table of its own.
    assert by_option.pop("deal") == set()
    assert by_option.keys() == {key.replace("-", "_") for key in TYPE_OF} - {"highest", "engines", "deal"}
    assert {option: names for option, names in by_option.items() if len(names) != 1} == {}


def test_every_choice_of_an_option_is_named_in_the_rules() -> None:
    """The code names all choices but one, which is the default. Choices that are numbers are read as numbers."""
    code = "".join(path.read_text() for path in python_files("rules") if path.name != "options.py")
    assert "Draws.ONE" in code
    unread = {}
    for option in TYPE_OF:
        choices = [choice for choice in offered_values(option) if not choice.isdecimal()]
        unread[option] = [choice for choice in choices if f"{type(choice).__name__}.{choice.name}" not in code]

    assert {option: silent for option, silent in unread.items() if len(silent) > 1} == {}


def test_no_enum_has_one_member_alone() -> None:
    enums = [
        node
        for path in python_files("rules", "models", "forms", "charts", "views", "commands")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(base) for base in node.bases)
    ]

    assert enums
    assert [node.name for node in enums if sum(isinstance(statement, ast.Assign) for statement in node.body) < 2] == []


def test_no_code_names_a_rule_set() -> None:
    names = re.compile("|".join([*RULE_BOOKS, *(rf"\b{book.prefix}\b(?!-)" for book in RULE_BOOKS.values())]))
    # Docstrings and comments may name one: they cite clauses and give examples.
    named = []
    paths = python_files("rules", "models", "forms", "charts", "views", "commands")
    for path in paths:
        nodes = list(ast.walk(ast.parse(path.read_text())))
        docs = [docstring for node in nodes if (docstring := _docstring(node))]
        texts = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        named += [f"{path}:{text.lineno}" for text in texts if text not in docs and names.search(str(text.value))]

    assert paths
    assert named == []


def _docstring(node: ast.AST) -> ast.Constant | None:
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    return first.value if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else None


def test_no_line_of_a_template_is_too_long_for_a_diff() -> None:
    lines = [
        (f"{path.relative_to(ROOT)}:{at}", line)
        for path in ROOT.glob("templates/**/*.html")
        for at, line in enumerate(path.read_text().splitlines(), 1)
    ]

    assert len(lines) > 1000
    assert [where for where, line in lines if len(line) > 200] == []


CLASSES = {
    node.name: node
    for path in MODULES.values()
    for node in ast.walk(ast.parse(path.read_text()))
    if isinstance(node, ast.ClassDef)
}


def test_every_error_that_a_docstring_promises_exists() -> None:
    promised = {
        (module, name)
        for module, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text()))
        if (text := _docstring(node))
        for name in re.findall(r"\b[A-Z]\w+Error\b", str(text.value))
    }

    assert promised
    ours = {"ValidationError", *CLASSES}
    assert [(where, name) for where, name in promised if name not in ours and not hasattr(builtins, name)] == []


def leads_somewhere(place: str) -> bool:
    """True if a place in the glossary is a file, or an attribute of a class in the code, such as `Options.engines`."""
    if "/" in place:
        return any(ROOT.glob(place))
    name, _, field = place.partition(".")
    return name in CLASSES and re.search(rf"\b{field}\b", ast.unparse(CLASSES[name])) is not None


def test_every_word_of_the_glossary_leads_to_a_place_in_the_code() -> None:
    words = (ROOT / "docs" / "glossary.md").read_text().partition("\n## ")[0]
    places = re.findall(r"^\| \*\*.+?\*\* \|.*\| `(.+?)` \|$", words, re.MULTILINE)

    assert len(places) == words.count("\n| **") > 0
    assert [place for place in places if not leads_somewhere(place)] == []


def test_a_place_that_is_not_in_the_code_is_found() -> None:
    planted = ["rules/books/no_such.py", "Options.no_such", "NoSuch.engines", "engines", "no_such.py"]

    assert [place for place in planted if leads_somewhere(place)] == []
