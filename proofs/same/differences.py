"""Differences between two versions: their answers compared line by line, with all expected differences masked."""

import difflib
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from proofs.visitor import Reply

# The most lines of a change to show, the most changes, and the number of letters around a change.
SHOWN_LINES, SHOWN_GROUPS, ROUND = 5, 60, 70
# Each mask, and the reason for it. Nothing else may differ.
MASKS = (
    # Every page has new tokens in its forms, so that a form is sent once and by this browser alone.
    (re.compile(r'(name="(?:csrf_token|once)"[^>]*\bvalue=")[^"]*'), r"\1*"),
    (re.compile(r'(\bdata-after=")[^"]*'), r"\1*"),
    # The page that only gives a token.
    (re.compile(r"^[\w-]{40,}\.[\w-]{6}\.[\w-]{27}$", re.MULTILINE), "*"),
    # The address of a static file holds the time of its writing, which differs between two checkouts.
    (re.compile(r"(/static/[^\s\"'?]+\?v=)[\w-]+"), r"\1*"),
    # The foot of a page.
    (re.compile(r"Roundhouse \d+\.\d+\.\d+"), "Roundhouse *"),
    # A new lot is drawn for each page that offers one.
    (re.compile(r'(name="lot"[^>]*\bvalue=")[^"]*'), r"\1*"),
    (re.compile(r"([?&;]lot=)\w+"), r"\1*"),
)
# Ignored headers: the time of the answer, the length of a body with tokens, and the file times of static files.
# A cookie's value and an ETag (a digest of the unmasked body) are masked, so that only their presence is compared.
UNTOLD, UNTOLD_OF_FILES = {"date", "content-length"}, {"last-modified", "expires"}
# Things that each version makes for itself: the last part of an address, a key's secret, a moment, a time of day.
_MADE = re.compile(r"/k/[\w-]+|\b[a-z0-9]{10}\b|\d{4}-\d\d-\d\dT[\d:.]+|\b\d\d:\d\d\b")
_COOKIE = re.compile(r"=[^;]*")
# A cookie ends a fixed time after its answer, to the second.
_CLOCK = re.compile(r"\d\d:\d\d:\d\d GMT")
_AS_WRITTEN = re.compile(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", re.S)
_BLOCKS = (
    "article|aside|body|br|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|ol|"
    "optgroup|option|p|script|section|select|summary|g|path|circle|rect|line|polyline|table|tbody|td|tfoot|th|thead|title|tr|ul"
)
_BESIDE_BLOCKS = re.compile(rf" ?(</?(?:{_BLOCKS})\b[^>]*>) ?")


class Change(NamedTuple):
    """Some words that changed: the old and the new ones, with a few characters around them."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    # The part that similar changes share, whatever their numbers and refs.
    kind: tuple[str, str]

    @property
    def lines(self) -> list[str]:
        """The first lines of the change, as a diff shows them."""
        return [*(f"- {line}" for line in self.old[:SHOWN_LINES]), *(f"+ {line}" for line in self.new[:SHOWN_LINES])]


class Difference(NamedTuple):
    """Two answers that differ: the address, the person, and every change."""

    where: str
    whom: str
    changes: tuple[Change, ...]


@dataclass(kw_only=True)
class Findings:
    """The counts of everything compared, and all the differences."""

    addresses: int = 0
    forms: int = 0
    answers: int = 0
    differences: list[Difference] = field(default_factory=list)
    _kinds: set[tuple[str, str]] = field(default_factory=set)

    def add(self, where: str, whom: str, old: str, new: str) -> None:
        """Compare two texts."""
        if changes := unlike(old, new):
            self.differences.append(Difference(where, whom, changes))
            self._kinds.update(change.kind for change in changes)

    def is_known(self, old: str, new: str) -> bool:
        """True if two texts differ only in ways that are already known."""
        return self._kinds.issuperset(change.kind for change in unlike(old, new))

    def add_all(self, findings: "Findings") -> None:
        """Add the counts and differences of other findings."""
        self.addresses += findings.addresses
        self.forms += findings.forms
        self.answers += findings.answers
        self.differences += findings.differences

    def told(self) -> str:
        """A report: each kind of change once, with the place where it was first found, and the counts."""
        groups: dict[tuple[str, str], list[tuple[Difference, Change]]] = {}
        for difference in self.differences:
            for change in {change.kind: change for change in difference.changes}.values():
                groups.setdefault(change.kind, []).append((difference, change))
        lines = []
        for (first, change), *repeats in list(groups.values())[:SHOWN_GROUPS]:
            also = f", and {len(repeats)} more" if repeats else ""
            lines += [f"\n{first.where} ({first.whom}){also}", *change.lines]
        if len(groups) > SHOWN_GROUPS:
            lines.append(f"\nand {len(groups) - SHOWN_GROUPS} more kinds")
        counts = f"{self.addresses} addresses × persons, {self.forms} forms, {self.answers} answers of commands"
        return "\n".join((*lines, f"\n{counts}, {len(self.differences)} differences of {len(groups)} kinds"))


def unlike(old: str, new: str) -> tuple[Change, ...]:
    """The changes from one text to another; empty if they are the same."""
    if old == new:
        return ()
    before, after = _lines(old), _lines(new)
    # Compare only the lines from the first to the last that differ: this keeps long pages fast.
    begin = _alike(before, after)
    same = _alike(before[begin:][::-1], after[begin:][::-1])
    before, after = before[begin : len(before) - same], after[begin : len(after) - same]
    changes: list[Change] = []
    for tag, *bounds in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        old_lines, new_lines = before[bounds[0] : bounds[1]], after[bounds[2] : bounds[3]]
        if tag == "replace" and len(old_lines) == len(new_lines):
            changes += map(_change, old_lines, new_lines)
        elif tag != "equal":
            changes.append(
                Change(
                    tuple(map(_short, old_lines)), tuple(map(_short, new_lines)), (_kind(old_lines), _kind(new_lines))
                )
            )
    return tuple(changes)


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """The number of equal items at the start."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (old_item, new_item) in pairs if old_item != new_item), min(len(old), len(new)))


def _change(line: str, other: str) -> Change:
    """The change in a line: from the first to the last word that differs, with a few characters around it."""
    old_words, new_words = re.split(r"(\W)", line), re.split(r"(\W)", other)
    begin = _alike(old_words, new_words)
    same = _alike(old_words[begin:][::-1], new_words[begin:][::-1])
    middles = [line_words[begin : len(line_words) - same] for line_words in (old_words, new_words)]
    head, tail = "".join(old_words[:begin])[-ROUND:], "".join(old_words[len(old_words) - same :])[:ROUND]
    old, new = ("".join(middle) for middle in middles)
    return Change((f"{head}{_short(old)}{tail}",), (f"{head}{_short(new)}{tail}",), (_kind([old]), _kind([new])))


def _kind(lines: Sequence[str]) -> str:
    return re.sub(r"\b[a-z0-9]{10}\b|\d+", "#", "\n".join(lines))


def _lines(text: str) -> list[str]:
    """The lines of a text, with long lines of markup split at their tags."""
    return [piece for line in text.split("\n") for piece in (re.split(r"(?=<)", line) if len(line) > 200 else [line])]


def _short(line: str) -> str:
    return line if len(line) < 300 else f"{line[:200]} … {line[-80:]}"


def written(reply: Reply) -> str:
    """An answer as text to compare: its status, its headers and its body, all of it masked."""
    untold = UNTOLD | UNTOLD_OF_FILES if reply.address.startswith("/static/") else UNTOLD
    headers = [f"{name}: {_header(name, value)}" for name, value in sorted(reply.headers.items()) if name not in untold]
    return "\n".join((str(reply.status), *headers, "", masked(_body(reply))))


def masked(text: str) -> str:
    """A text without the parts that are expected to differ."""
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text


def without_new(text: str, other: str) -> str:
    """A text without the new refs, secrets and times that only this version has."""
    other_parts = set(_MADE.findall(other))
    return _MADE.sub(lambda part: part[0] if part[0] in other_parts else "*", text)


def _header(name: str, value: str) -> str:
    if name == "etag":
        return "*"
    return _CLOCK.sub("*", _COOKIE.sub("=*", value, count=1)) if name == "set-cookie" else masked(value)


def _body(reply: Reply) -> str:
    if reply.body[:4] == b"PK\x03\x04":
        return "\n".join(unpacked(reply.body))
    return _as_shown(reply.text) if "html" in reply.headers.get("content-type", "") else reply.text


def _as_shown(html: str) -> str:
    """A page with whitespace as a browser shows it: one space for each run, and none next to a block."""
    parts = _AS_WRITTEN.split(html)
    parts[::2] = [_BESIDE_BLOCKS.sub(_on_a_line, " ".join(re.split(r"\s+", part))) for part in parts[::2]]
    return "".join(parts)


def _on_a_line(tag: re.Match[str]) -> str:
    return f"{tag[1]}\n" if tag[1].startswith("</") else f"\n{tag[1]}"


def unpacked(body: bytes) -> Iterable[str]:
    """The contents of a zip file, file by file, without timestamps."""
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        for name in packed.namelist():
            yield f"{name}:\n{packed.read(name).decode('utf-8', 'backslashreplace')}"
