"""What is the same for two versions, and what is not: answers with everything masked that has to differ, line by line."""

import difflib
import io
import re
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field

from bench.visitor import Reply

SHOWN_LINES, SHOWN_GROUPS = 10, 40
# Each mask, and why it is there. Nothing else may differ.
MASKS = (
    # Every page has new tokens in its forms, so that a form is sent once and by this browser alone.
    (re.compile(r'(name="(?:csrf_token|once)"[^>]*\bvalue=")[^"]*'), r"\1*"),
    # The address of a static file tells when it was written to the disk: two checkouts were made at different times.
    (re.compile(r"(/static/[^\s\"'?]+\?v=)[\w-]+"), r"\1*"),
    # A new lot is drawn for each page that offers one.
    (re.compile(r'(name="lot"[^>]*\bvalue=")[^"]*'), r"\1*"),
    (re.compile(r"([?&;]lot=)\w+"), r"\1*"),
)
# What a header says only of the moment, or of the length of masked tokens; and of a static file when it came onto the disk.
# Of a cookie's value nothing can be told.
UNTOLD, UNTOLD_OF_FILES = {"date", "content-length"}, {"last-modified", "etag", "expires"}
# What was made just now by each version for itself: the last part of an address, a key's secret, a moment, a time of day.
_MADE = re.compile(r"/k/[\w-]+|\b[a-z0-9]{10}\b|\d{4}-\d\d-\d\dT[\d:.]+|\b\d\d:\d\d\b")
_COOKIE = re.compile(r"=[^;]*")


@dataclass(frozen=True)
class Difference:
    """Two answers that are not alike: where, for whom, and the lines of a unified diff."""

    where: str
    whom: str
    lines: tuple[str, ...]

    @property
    def kind(self) -> tuple[str, ...]:
        """What others that are alike have in common: the lines that came and went, but for numbers and names in addresses."""
        changed = (line for line in self.lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))
        return tuple(re.sub(r"[a-z0-9]{10}\b|\d+", "#", line) for line in changed)


@dataclass
class Findings:
    """All that was compared, and what differs."""

    addresses: int = 0
    forms: int = 0
    answers: int = 0
    differences: list[Difference] = field(default_factory=list)
    _kinds: set[tuple[str, ...]] = field(default_factory=set)

    def add(self, where: str, whom: str, old: str, new: str) -> None:
        """Compare two texts."""
        if lines := unlike(old, new):
            found = Difference(where, whom, lines)
            self.differences.append(found)
            self._kinds.add(found.kind)

    def is_known(self, old: str, new: str) -> bool:
        """Whether two texts differ as two others did."""
        return Difference("", "", unlike(old, new)).kind in self._kinds

    def add_all(self, others: "Findings") -> None:
        """Take what others found."""
        self.addresses += others.addresses
        self.forms += others.forms
        self.answers += others.answers
        self.differences += others.differences

    def told(self) -> str:
        """The differences, those that are alike once, with the first lines of each; and the counts."""
        groups: dict[tuple[str, ...], list[Difference]] = {}
        for one in self.differences:
            groups.setdefault(one.kind, []).append(one)
        said = []
        for first, *others in list(groups.values())[:SHOWN_GROUPS]:
            also = f", and {len(others)} more like it" if others else ""
            said += [f"\n{first.where} ({first.whom}){also}", *first.lines[:SHOWN_LINES]]
        if len(groups) > SHOWN_GROUPS:
            said.append(f"\nand {len(groups) - SHOWN_GROUPS} more kinds")
        counts = f"{self.addresses} addresses × persons, {self.forms} forms, {self.answers} answers of commands"
        return "\n".join((*said, f"\n{counts}, {len(self.differences)} differences of {len(groups)} kinds"))


def unlike(old: str, new: str) -> tuple[str, ...]:
    """The lines of a unified diff of two texts; none where they are the same."""
    if old == new:
        return ()
    lines = difflib.unified_diff(_lines(old), _lines(new), "old", "new", lineterm="", n=0)
    return tuple(_short(line) for line in lines) or ("the ends of lines differ",)


def _lines(text: str) -> list[str]:
    """The lines, long ones of markup apart at their tags."""
    return [piece for line in text.split("\n") for piece in (re.split(r"(?=<)", line) if len(line) > 200 else [line])]


def _short(line: str) -> str:
    return line if len(line) < 300 else f"{line[:200]} … {line[-80:]}"


def written(reply: Reply) -> str:
    """An answer as text to be compared: its status, its headers and its body, all of it masked."""
    untold = UNTOLD | UNTOLD_OF_FILES if reply.address.startswith("/static/") else UNTOLD
    headers = [f"{name}: {_header(name, value)}" for name, value in sorted(reply.headers.items()) if name not in untold]
    return "\n".join((str(reply.status), *headers, "", masked(_body(reply))))


def masked(text: str) -> str:
    """A text without what has to differ."""
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text


def without_new(text: str, other: str) -> str:
    """A text without what only it has of that which each version makes for itself when something is written."""
    known = set(_MADE.findall(other))
    return _MADE.sub(lambda found: found[0] if found[0] in known else "*", text)


def _header(name: str, value: str) -> str:
    return _COOKIE.sub("=*", value, count=1) if name == "set-cookie" else masked(value)


def _body(reply: Reply) -> str:
    return "\n".join(unpacked(reply.body)) if reply.body[:4] == b"PK\x03\x04" else reply.text


def unpacked(body: bytes) -> Iterable[str]:
    """What is in a zip file, file by file: when it was packed says nothing."""
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        for name in packed.namelist():
            yield f"{name}:\n{packed.read(name).decode('utf-8', 'backslashreplace')}"
