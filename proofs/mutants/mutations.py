"""One-line bugs such as people make by mistake: everything that can be planted in a Python file.

The kinds are those of mutmut and cosmic-ray: operators, numbers, arguments, conditions, loops, and omitted statements.
Strings, annotations, decorators and assertions stay as they are.
"""

import ast
import io
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

OPERATORS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "in": "not in", "not in": "in"}
OPERATORS |= {"is": "is not", "is not": "is", "and": "or", "or": "and", "+": "-", "-": "+", "*": "//", "/": "*"}
OPERATORS |= {"//": "*", "%": "//", "|": "&", "&": "|", "+=": "-=", "-=": "+=", "*=": "//=", "|=": "&=", "&=": "|="}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Keywords that check or describe, and decide nothing that a test could see.
DESCRIBING = {"strict", "kw_only", "frozen", "slots", "repr"}


@dataclass(frozen=True, kw_only=True, order=True)
class Mutant:
    """A line of a function and the line that replaces it, both without their indentation."""

    path: str
    number: int
    function: str
    old: str
    new: str


def plant(source: str, mutant: Mutant) -> str:
    """The source with a mutant in it. Raises ValueError if the line with the mutant's number is not its old line."""
    lines = source.splitlines(keepends=True)
    line = lines[mutant.number - 1]
    if line.strip() != mutant.old:
        raise ValueError(f"{mutant.path}:{mutant.number} is not {mutant.old!r}")
    margin = line[: len(line) - len(line.lstrip())]
    lines[mutant.number - 1] = f"{margin}{mutant.new}\n"
    return "".join(lines)


def find_mutants(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file, in line order. Those that do not compile are left out."""
    tree, lines = ast.parse(source), source.splitlines()
    mutants = set()
    for edit in _Edits(source).of(tree):
        old = lines[edit.number - 1]
        new = f"{old[: edit.begin]}{edit.text}{old[edit.end :]}".strip()
        function = function_at(tree, edit.number)
        mutant = Mutant(path=path, number=edit.number, function=function, old=old.strip(), new=new)
        if function.rpartition(".")[2] != "__repr__" and _compiles(plant(source, mutant)):
            mutants.add(mutant)
    return sorted(mutants)


def function_at(tree: ast.AST, number: int) -> str:
    """The function or class that contains a line, with the outer ones: `Hand.is_full`. Empty at the top of a module."""
    for node in ast.iter_child_nodes(tree):
        if getattr(node, "lineno", number) <= number <= (getattr(node, "end_lineno", None) or number):
            inner = function_at(node, number)
            name = node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""
            if name or inner:
                return ".".join(filter(None, (name, inner)))
    return ""


def _compiles(source: str) -> bool:
    try:
        compile(source, "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


@dataclass(frozen=True)
class _Edit:
    """Text that replaces part of a line, from one column to another."""

    number: int
    begin: int
    end: int
    text: str


class _Edits:
    """The edits of one file."""

    def __init__(self, source: str) -> None:
        self._lines = source.splitlines()
        skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
        tokens = tokenize.generate_tokens(io.StringIO(source).readline)
        self._tokens = [token for token in tokens if token.type not in skipped and token.string not in ("(", ")")]

    def of(self, node: ast.AST, is_top: bool = True) -> Iterator[_Edit]:
        """Every edit in a part of the file. `|` is left alone at the top of a module or class, where it joins types."""
        if _is_left_alone(node):
            return
        if not (is_top and isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)):
            yield from self._own(node)
        for child in _code_in(node):
            yield from self.of(child, is_top and not isinstance(node, ast.FunctionDef))

    def _own(self, node: ast.AST) -> Iterator[_Edit]:
        match node:
            case ast.Compare(left=left, comparators=operands):
                yield from self._operators([left, *operands])
            case ast.BoolOp(values=parts):
                yield from self._operators(parts)
            case ast.BinOp(left=left, right=right) if not (_is_text(left) or _is_text(right)):
                yield from self._operators([left, right])
            case ast.AugAssign(target=left, value=right) if not _is_text(right):
                yield from self._operators([left, right])
            case ast.UnaryOp(op=ast.Not(), operand=part):
                edit = self._instead(node, "")
                yield replace(edit, end=edit.begin + len("not "))
            case ast.UnaryOp(op=ast.USub(), operand=part) if not isinstance(part, ast.Constant):
                edit = self._instead(node, "+")
                yield replace(edit, end=edit.begin + 1)
            case ast.Constant(value=bool() | int() | float() as value):
                yield self._instead(node, str(not value if isinstance(value, bool) else value + 1))
            case ast.Name(id=name) if name in FUNCTIONS:
                yield self._instead(node, FUNCTIONS[name])
            case ast.Call(args=arguments, keywords=named):
                for argument in (*arguments, *(each.value for each in named if each.arg not in DESCRIBING)):
                    if _is_on_a_line(argument) and not isinstance(argument, ast.Constant | ast.JoinedStr | ast.Starred):
                        yield self._instead(argument, "None")
            case ast.Continue() | ast.Break():
                yield self._instead(node, "break" if isinstance(node, ast.Continue) else "continue")
            case ast.Expr(value=ast.Call()) | ast.Raise() if _is_on_a_line(node):
                yield self._instead(node, "pass")
            case ast.Return(value=ast.expr() as given) if _is_on_a_line(node) and ast.unparse(given) != "None":
                yield self._instead(node, "return None")
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield from self._negated(test)
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield from self._negated(test)

    def _negated(self, test: ast.expr) -> Iterator[_Edit]:
        """The negation of a condition. A single comparison and `not` have their own edits."""
        is_single = isinstance(test, ast.Compare) and len(test.ops) == 1
        if _is_on_a_line(test) and not is_single and not (isinstance(test, ast.UnaryOp | ast.Constant)):
            edit = self._instead(test, "")
            text = self._lines[edit.number - 1][edit.begin : edit.end]
            yield replace(edit, text=f"not ({text})")

    def _operators(self, parts: Sequence[ast.expr]) -> Iterator[_Edit]:
        """A different operator between each of these parts and the next."""
        for left, right in pairwise(parts):
            begin, end = self._place(left)[1], self._place(right)[0]
            tokens = [token for token in self._tokens if begin <= token.start and token.end <= end]
            operator = " ".join(token.string for token in tokens)
            if operator in OPERATORS and tokens[0].start[0] == tokens[-1].end[0]:
                yield _Edit(tokens[0].start[0], tokens[0].start[1], tokens[-1].end[1], OPERATORS[operator])

    def _instead(self, node: ast.expr | ast.stmt, text: str) -> _Edit:
        (number, begin), (_, end) = self._place(node)
        return _Edit(number, begin, end, text)

    def _place(self, node: ast.expr | ast.stmt) -> tuple[tuple[int, int], tuple[int, int]]:
        """The line and the column, in characters, at which a part starts and at which it ends."""
        places = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
        begin, end = ((row, len(self._lines[row - 1].encode()[:column].decode())) for row, column in places)
        return begin, end


def _code_in(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are executed and decide something."""
    match node:
        case ast.FunctionDef(args=given, body=body):
            yield from (default for default in (*given.defaults, *given.kw_defaults) if default)
            yield from body
        case ast.ClassDef(body=body):
            yield from body
        case ast.AnnAssign(value=value):
            yield from [value] if value else []
        case _:
            yield from ast.iter_child_nodes(node)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Subscript(value=ast.Name(id="Literal")) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        # How long a column may be is held by the test of the migrations, on PostgreSQL.
        case (
            ast.Assign(targets=[ast.Name(id="__all__")]) | ast.Call(func=ast.Name(id="isinstance" | "cast" | "String"))
        ):
            return True
    return isinstance(node, ast.keyword) and node.arg in DESCRIBING


def _is_on_a_line(node: ast.expr | ast.stmt) -> bool:
    return node.lineno == node.end_lineno


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
