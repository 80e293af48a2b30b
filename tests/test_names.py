"""Names and English: one noun has one meaning, many fields are given by name, and docstrings are plain sentences."""

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_house import MODULES, ROOT, module_of

CODE = [path for module, path in MODULES.items() if not module.startswith(("migrations", "tests.stubs"))]
MOST_FIELDS, MOST_WORDS = 4, 25

_BEGINS = re.compile(r"(Who|What|Whose|Whom|Which|Where|How|Why|Whether|That|When|If)\b")
_BEGINS_LATER = re.compile(r"(Who|What|Whose|Whom|Which)\b")
_BEGINS_IN_BRACKETS = re.compile(_BEGINS_LATER.pattern, re.IGNORECASE)
_MANNERED = re.compile(
    r"\b(anew|besides|one['’]s|oneself|the own|one (may|can|has|could|must|is|draws|plays|passes|lays)\b"
    r"|(called|entered|played|plays|is|are|said|known|laid|dealt) otherwise)\b",
    re.IGNORECASE,
)
_BARE_WHO = re.compile(
    r"\b(of|for|by|with|to|than|from|and|or|but|is|are|after|before|beside|until|as|on) who\b(?! may|se)", re.IGNORECASE
)


def classes(path: Path) -> Iterator[ast.ClassDef]:
    yield from (node for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef))


def own_fields_of(node: ast.ClassDef) -> list[str]:
    """The names of the fields that a named tuple or dataclass declares; of another class, none."""
    is_tuple = any("NamedTuple" in ast.unparse(base) for base in node.bases)
    is_dataclass = any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)
    fields = [
        one for one in node.body if isinstance(one, ast.AnnAssign) and "ClassVar" not in ast.unparse(one.annotation)
    ]
    return [ast.unparse(one.target) for one in fields] if is_tuple or is_dataclass else []


CLASSES = {node.name: node for path in CODE for node in classes(path)}


def fields_of(node: ast.ClassDef) -> list[str]:
    """The names of a class's fields, those of its bases first."""
    bases = [CLASSES[name] for base in node.bases if (name := ast.unparse(base).rpartition(".")[2]) in CLASSES]
    return [name for base in bases for name in fields_of(base)] + own_fields_of(node)


def test_every_class_has_a_name_of_its_own() -> None:
    named: dict[str, list[str]] = {}
    for path in CODE:
        for node in classes(path):
            named.setdefault(node.name, []).append(module_of(path))

    assert len(named) > 400
    assert {name: modules for name, modules in named.items() if len(modules) > 1} == {}


OF_MANY_FIELDS = {name: node for name, node in CLASSES.items() if len(fields_of(node)) > MOST_FIELDS}


def test_a_dataclass_of_many_fields_takes_them_by_name_alone() -> None:
    by_place = [
        name
        for name, node in OF_MANY_FIELDS.items()
        for decorator in node.decorator_list
        if "dataclass" in ast.unparse(decorator) and "kw_only=True" not in ast.unparse(decorator)
    ]

    assert len(OF_MANY_FIELDS) > 40
    assert by_place == []


def built_by_place(source: str) -> Iterator[str]:
    """The calls in a source that give a class of many fields any of them without its name."""
    tree = ast.parse(source)
    imported = [alias for one in ast.walk(tree) if isinstance(one, ast.ImportFrom) for alias in one.names]
    name_of = {alias.asname: alias.name for alias in imported if alias.asname}
    for node in tree.body:
        own = node.name if isinstance(node, ast.ClassDef) else ""
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and call.args:
                name = ast.unparse(call.func).rpartition(".")[2]
                if (own if name == "cls" else name_of.get(name, name)) in OF_MANY_FIELDS:
                    yield ast.unparse(call)


def test_no_class_of_many_fields_is_built_by_place() -> None:
    assert [call for path in CODE for call in built_by_place(path.read_text())] == []


@pytest.mark.parametrize(
    "planted",
    [
        "Score(1, 2, 3, is_out=False, text='')",
        "lines.Score(1, 2, 3, False, '')",
        "from models.ledger.lines import Score as Left\nLeft(1, 2, 3, False, '')",
        "class Score(_ScoreFields):\n    def unpack(cls, row):\n        return cls(*row)",
    ],
)
def test_a_call_that_gives_many_fields_by_place_is_found(planted: str) -> None:
    assert list(built_by_place(planted))


def sentences(text: str) -> Iterator[tuple[str, bool]]:
    """The sentences of a text without code, each with True if it stands in brackets: those come first."""
    plain, count = re.sub(r"``?[^`]*``?", "code", text), 1
    while count:
        yield from ((inside, True) for inside in re.findall(r"\(([^()]*)\)", plain))
        plain, count = re.subn(r"\([^()]*\)", "", plain)
    yield from ((one, False) for one in re.split(r"(?<=[.!?;:])\s+", " ".join(plain.split())) if one)


def mannered(text: str, is_docstring: bool) -> list[str]:
    """The sentences of a docstring or comment that the house would not say."""
    found, is_first = [], is_docstring
    for sentence, is_in_brackets in sentences(text):
        begins = _BEGINS_IN_BRACKETS if is_in_brackets else _BEGINS if is_first else _BEGINS_LATER
        is_first = is_first and is_in_brackets
        words = len(re.findall(r"[\w’'-]+", sentence))
        if begins.match(sentence) or _MANNERED.search(sentence) or _BARE_WHO.search(sentence) or words > MOST_WORDS:
            found.append(sentence)
    return found


def docstrings(source: str) -> Iterator[str]:
    """Every string that is a statement of its own: docstrings, and texts below a field."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def mannered_in(source: str) -> list[str]:
    """The sentences in a source's docstrings and comments that the house would not say."""
    return [one for text in docstrings(source) for one in mannered(text, is_docstring=True)] + [
        one for text in comments(source) for one in mannered(text, is_docstring=False)
    ]


def comments(source: str) -> Iterator[str]:
    """The comments of a file, those on lines that follow each other as one text."""
    text, last = "", 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not re.match(r"# (noqa|type:|fmt:)", token.string):
            if token.start[0] != last + 1:
                yield text
                text = ""
            text, last = f"{text} {token.string.lstrip('# ')}", token.start[0]
    yield text


@pytest.mark.parametrize("path", CODE, ids=lambda path: module_of(path))
def test_docstrings_and_comments_are_plain_english(path: Path) -> None:
    assert mannered_in(path.read_text()) == []


def test_every_error_that_a_docstring_promises_exists() -> None:
    ours = {"ValidationError", *CLASSES}
    promised = {
        (path.name, name)
        for path in CODE
        for text in docstrings(path.read_text())
        for name in re.findall(r"\b[A-Z]\w+Error\b", text)
    }

    assert len(promised) > 50
    assert [(where, name) for where, name in promised if name not in ours and not hasattr(builtins, name)] == []


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ('"""{}"""', "Who is archived is not offered any more where names are typed."),
        ('"""{}"""', "When a game is over, it is counted."),
        ('"""One player. {}"""', "Whose turn it is comes next."),
        ('"""The hand ({})."""', "what was dealt to a seat"),
        ('"""The hand (of a player ({}))."""', "the night is for who holds a key"),
        ('class Night:\n    """A night."""\n    def end(self):\n        """{}"""', "Make all results anew."),
        ('class Night:\n    date: int\n    """{}"""', "What a night is known by."),
        ("# {}", "What a game that is over made of everybody."),
        ("# Short.\nx = 1\n# The night of this name,\n# {}", "for who holds a key to it."),
        ("x = 1  # {}", "Besides, players may pass."),
        ("# {}", "One may open one’s train"),
        ("# {}", "To lay one’s tile"),
        ("# {}", "A train " + "of tiles " * 13),
    ],
)
def test_a_mannered_sentence_is_found(written: str, sentence: str) -> None:
    assert len(mannered_in(written.format(sentence))) == 1


@pytest.mark.parametrize(
    "source", ['"""A tile (from the boneyard). Others follow."""', "# When a game is over, it is counted."]
)
def test_a_plain_sentence_is_left_alone(source: str) -> None:
    assert mannered_in(source) == []


def leads_somewhere(place: str) -> bool:
    """True if a place of the glossary is a file, or an attribute of a class in the code: `Options.engines`."""
    if "/" in place:
        return any(ROOT.glob(place))
    name, _, field = place.partition(".")
    return name in CLASSES and field in fields_of(CLASSES[name])


def test_every_word_of_the_glossary_leads_to_a_place_in_the_code() -> None:
    words = (ROOT / "docs" / "glossary.md").read_text().partition("\n## ")[0]
    places = re.findall(r"^\| \*\*.+?\*\* \|.*\| `(.+?)` \|$", words, re.MULTILINE)

    assert len(places) == words.count("\n| **") == 30
    assert [place for place in places if not leads_somewhere(place)] == []


@pytest.mark.parametrize(
    "place", ["rules/books/no_such.py", "Options.no_such", "NoSuch.engines", "engines", "no_such.py"]
)
def test_a_place_that_is_not_in_the_code_is_found(place: str) -> None:
    assert not leads_somewhere(place)
