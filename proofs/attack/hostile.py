"""Hostile texts; forms, files and tables with random changes; and the encodings to send them in."""

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from html.parser import HTMLParser
from random import Random
from types import MappingProxyType
from typing import Any
from urllib.parse import quote_plus

# The fields that the browser itself puts into a form.
TOKENS = ("csrf_token", "once")
BOUNDARY = "zq7-boundary"
Fields = list[tuple[str, str]]
File = tuple[str, str, bytes]

# Addresses of another site, some disguised as a page of ours.
ELSEWHERE = (
    "//zq7.example/",
    "https://zq7.example/",
    "/\\zq7.example",
    "///zq7.example",
    "\thttps:zq7.example",
    "/games/../..//zq7.example",
)
# @@ stands for the mark.
TEXTS = (
    '"><script>@@</script>',
    "' onfocus='@@",
    '" zq8="1',
    "' zq8='1",
    "</textarea></title></style>@@",
    "--><!--@@",
    "]]>@@",
    "\\@@\\",
    *("\x00@@", "@@\x00", "\x00"),
    "@@\r\nX-Zq7: 1",
    "\ud800@@",
    "\u202e@@\u202c",
    "\u2028@@",
    "＜ｚｑ７＞@@",
    "{{7*7}}zq9@@",
    "{% raw %}@@",
    "%s %(name)s %n @@",
    "{0.__class__} @@",
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "'; DROP TABLE clubs; -- @@",
    "' OR '1'='1",
    '=HYPERLINK("//zq7.example";"@@")',
    "@SUM(A1:A9)@@",
    "+1+cmd|' /C calc'!A0",
    "javascript:alert(1)//@@",
    *ELSEWHERE,
    "Ana, Ben, @@",
    "Ana\n@@",
    "&lt;zq7&gt;@@",
    "@@@@@@",
)
_WORDS = (
    "0 -1 1 2 9 99 999 9999 2147483648 9223372036854775808 1000000000000000000000000000000 -0 +1 1.5 1e3 1e999 NaN Infinity "
    "0x10 1_000 ² ½ ٣٤ ９-４＠Ａ true null [] {} 2026-02-30 9999-12-31 0000-00-00 0001-01-01 2026-03 9999-99 12-12 13-13 | out "
    "nobody-out: manage up-0 double-nine double-six[] double-nine[double-blank=50,double-blank=50] double-nine[@@=1] 🁣🂓 \x7f"
)
_LINES = (
    *(
        "",
        " ",
        "\t",
        "\u200b",
        "\ufeff",
        "\x1b[31m",
        "a" + "\u0301" * 60,
        "x" * 41,
        "x" * 700,
        "1 2 3 4",
        "4 3 2 1",
        "1 1",
    ),
    *("A 9-4@A", "B +", "C --", "A done", "Z 9-4@M !", "9-9 8-8 7-7", "double-nine 9 A:9-9-9/B/M A1 0"),
    *("double-nine 9 A:9-7-3-3/B:9-4/C*/M:9-1-6 B2 12", "double-twelve 12 A/B/M A1 ?"),
)
ODD = (*_WORDS.split(), *_LINES)
LONG = (
    *("x" * 70_000, "9" * 5000, "[" * 30_000, "@@" * 900, "A 9-4@A " * 2000, "12+" * 3000, "a\n" * 9000),
    *("a." * 29_000 + "a = 1", "a" + "\u0301" * 4900 + "\u0323" * 4900, "1" + " " * 58_000 + "x", "a@" * 14_500),
    *("b" + "\n" * 19_000 + "b", "names:" + "\t" * 58_000 + "b", "a,b\n" * 7000, '"' * 19_000, "(1" * 14_500),
    "Round,Ana,Ben" + "," * 15_000 + "\n" + "a\n" * 15_000,
)
METHODS = {"GET": 80, "HEAD": 6, "POST": 6, "OPTIONS": 3, "PUT": 2, "TRACE": 1, "ZQ7": 2}
QUERIES = (
    "seen after back game club like first last player rules words year won before part q position move hand "
    "players engine with lot table empty follow seat-1 repeats"
)
HEADERS = (
    "Host Cookie Referer Origin Accept-Language Accept-Encoding If-None-Match If-Modified-Since Range "
    "X-Forwarded-For X-Forwarded-Host HX-Request HX-Current-URL User-Agent Authorization"
)
HOSTS = ("zq7.example", "a..b", ".x", "9" * 64, "[::1", "x:99999", "x:y", "localhost:0", "xn--a", "é.example")
_VALUES = 'null true 0 1 -1 99 1099511627776 1e30 1.5 NaN Infinity [] {} [1] [[1]] {"a":1} "@deep"'


def mark(number: int) -> str:
    """A tag that no page may hold unescaped. Its number is that of the request that sent it."""
    return f"<zq7 x=\"'>{number}"


def hostile(luck: Random, number: int) -> str:
    """A hostile string."""
    text = luck.choices(("@@", luck.choice(TEXTS), luck.choice(ODD), luck.choice(LONG)), (40, 35, 23, 2))[0]
    return text.replace("@@", mark(number))


def changed_text(luck: Random, text: str, number: int) -> str:
    """The text with a few words or letters changed."""
    for _ in range(luck.choice((1, 1, 1, 2, 5))):
        words = [match.span() for match in re.finditer(r'"[^"\n]*"|[^\s,;"=\[\]{}]+', text)]
        if words and luck.random() < 0.75:
            begin, end = luck.choice(words)
            new = [text[slice(*luck.choice(words))], hostile(luck, number), luck.choice(ODD)]
            if text[begin] == '"' and luck.random() < 0.8:
                new = [json.dumps(hostile(luck, number)), text[slice(*luck.choice(words))]]
        else:
            begin = luck.randrange(len(text) + 1)
            end = min(len(text), begin + luck.choice((0, 1, 3, 40, 400)))
            new = ["", text[begin:end] * 2, hostile(luck, number), luck.choice(ODD)]
        text = text[:begin] + luck.choice(new) + text[end:]
    return text


def changed_json(luck: Random, facts: Any, number: int) -> str:
    """An object as JSON, changed in a few random places. This changes `facts` too."""
    changes = luck.choice((0, 1, 1, 1, 2, 5))
    for _ in range(changes):
        if facts:
            _change_somewhere(luck, facts, number)
    text = json.dumps(facts, ensure_ascii=luck.random() < 0.7)
    if not changes or luck.random() < 0.4:
        text = _changed_everywhere(luck, text, number)
    depth = luck.choice((3, 300, 20_000))
    text = text.replace('"@deep"', "[" * depth + "]" * depth)
    return changed_text(luck, text, number) if luck.random() < 0.08 else text


def _change_somewhere(luck: Random, facts: Any, number: int) -> None:
    """Change, remove, repeat or wrap one thing in the facts, or copy it somewhere else."""
    container, key = _place(luck, facts)
    change = luck.randrange(9)
    if change < 3:
        container[key] = hostile(luck, number)
    elif change < 5:
        container[key] = json.loads(luck.choice(_VALUES.split()))
    elif change == 5:
        del container[key]
    elif change == 6:
        container[key] = [container[key]] if luck.random() < 0.5 else {"x": container[key]}
    elif isinstance(container, list):
        container.insert(luck.randrange(len(container) + 1), container[key])
    else:
        source, source_key = _place(luck, facts)
        container[hostile(luck, number) if change == 8 else key] = deepcopy(source[source_key])


def _place(luck: Random, facts: Any) -> tuple[Any, Any]:
    """A random place in the facts: its container, and its key or index there."""
    while True:
        key = luck.choice(list(facts) if isinstance(facts, dict) else range(len(facts)))
        if not isinstance(facts[key], dict | list) or not facts[key] or luck.random() < 0.08:
            return facts, key
        facts = facts[key]


def _changed_everywhere(luck: Random, text: str, number: int) -> str:
    """A file with one of its strings, such as a name, replaced everywhere."""
    values = re.findall(r': ("(?:[^"\\]|\\.){1,40}")', text)
    return text.replace(luck.choice(values), json.dumps(hostile(luck, number))) if values else text


def changed_fields(luck: Random, fields: Fields, number: int) -> Fields:
    """The fields of a form with some values changed, or with fields missing, duplicated or made up."""
    fields = list(fields)
    for _ in range(luck.choice((1, 1, 2, 4))):
        at = luck.randrange(len(fields)) if fields else 0
        name, value = fields[at] if fields else ("name", "")
        if name in TOKENS and luck.random() < 0.9:
            continue
        change = luck.randrange(9)
        if change < 5 and fields:
            fields[at] = (name, hostile(luck, number))
        elif change == 5 and fields:
            fields[at] = (name, luck.choice(fields)[1])
        elif change == 6 and fields:
            del fields[at]
        elif change == 7:
            fields.insert(at, (name, hostile(luck, number)))
        else:
            fields.append((luck.choice((name + "-0", "yes", "agreed", "club", "me", hostile(luck, number))), value))
    return fields


def changed_token(luck: Random, token: str, other_token: str, number: int) -> str:
    """A key's token with an error in it, or combined with half of another token."""
    name, at = token.partition("-")[0], luck.randrange(len(token))
    changed = (
        token[:at],
        token[:at] + luck.choice("aZ09-_ é\x00") + token[at + 1 :],
        f"{name}-{other_token.partition('-')[2]}",
        token.swapcase(),
        token + "=" * luck.choice((1, 2, 9)),
        token * luck.choice((2, 2000)),
        f"{name}-{hostile(luck, number)}",
        hostile(luck, number),
    )
    return luck.choice(changed)


def urlencoded(fields: Sequence[tuple[str, str]]) -> bytes:
    """Fields as a browser sends them. A lone surrogate is sent as its bytes."""
    pairs = (f"{_escaped(name)}={_escaped(value)}" for name, value in fields)
    return "&".join(pairs).encode()


def _escaped(text: str) -> str:
    return quote_plus(text.encode("utf-8", "surrogatepass"))


def multipart(fields: Sequence[tuple[str, str]], files: Sequence[File]) -> bytes:
    """Fields and files as the body of a multipart form. Each file is given as its field, its name and its contents."""
    parts = [(f'name="{_in_quotes(name)}"', value.encode("utf-8", "surrogatepass")) for name, value in fields]
    parts += [
        (f'name="{_in_quotes(name)}"; filename="{_in_quotes(file_name)}"', content)
        for name, file_name, content in files
    ]
    body = b""
    for head, content in parts:
        heading = f"--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n"
        body += heading.encode("utf-8", "surrogatepass") + content + b"\r\n"
    return body + f"--{BOUNDARY}--\r\n".encode()


def _in_quotes(text: str) -> str:
    return text.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


_TYPED = (
    "7; 12+5; 10; 34; 1; 0; Zoe; Yan; Xia; Wim; Ana; Ben; 9-4; 5-5; A 9-4@A; double; A, B, C, D, E; 2026-03-05; 2025-03; "
    "2026-10; my last tile is a double; The Kitchen Table; 1 2"
)


class HostileForm:
    """A form on a page: its address, its fields with their choices, and its buttons."""

    # Names of fields in forms, and texts that a person might type into an empty one.
    NAMES = ("name", "text", "seat", "seen", "rules", "move", "reason", "players", "number", "table", "tables", "how")
    TYPED = tuple(_TYPED.split("; "))
    RIGHT = MappingProxyType(
        {
            "first": "2025-03",
            "last": "2026-10",
            "q": "my last tile is a double, am I out?",
            "position": "double-nine 9 A:9-7-3-3/B:9-4/C/M:9-1-6 B2 12",
            "hand": "4-2 5-5",
            "rules": "double-nine",
        }
    )

    def __init__(self, action: str, is_post: bool) -> None:
        self.action, self.is_post, self.has_file = action, is_post, False
        self.fields: Fields = []
        self.shown: set[str] = set()
        self.chosen: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.ticks: list[tuple[str, str, bool]] = []
        self.buttons: Fields = []

    @classmethod
    def typed(cls, luck: Random, name: str) -> str:
        """Text that a person might type into a field with this name."""
        return cls.RIGHT[name] if name in cls.RIGHT and luck.random() < 0.7 else luck.choice(cls.TYPED)

    @property
    def names(self) -> set[str]:
        """The names of all the form's fields."""
        return {name for name, _ in self.fields} | {name for name, *_ in self.ticks} | set(self.choices)

    def filled(self, luck: Random) -> Fields:
        """The fields that a browser sends, with some empty ones filled in and one button pressed."""
        odds = luck.choice((0, 0.3, 0.7))
        fields = [
            (name, self.typed(luck, name) if name in self.shown and not value and luck.random() < odds else value)
            for name, value in self.fields
        ]
        for name, values in ((name, values) for name, values in self.choices.items() if values):
            chosen = self.chosen.get(name)
            fields.append((name, luck.choice(values) if chosen is None or luck.random() < 0.4 else chosen))
        fields += [(name, value) for name, value, is_on in self.ticks if is_on != (luck.random() < 0.2)]
        return fields + ([luck.choice(self.buttons)] if self.buttons else [])


class HostilePage(HTMLParser):
    """The links and forms on a page, and whether it has tags or attributes that only an attacker would add."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[HostileForm] = []
        self.is_broken = False
        self._form: HostileForm | None = None
        self._select = self._area = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        self.is_broken |= tag == "zq7" or any(name.startswith("zq8") for name in facts)
        self.links += [facts[name] for name in ("href", "src", "hx-get") if facts.get(name, "").startswith("/")]
        if tag == "form":
            self._form = HostileForm(facts.get("action", ""), facts.get("method") == "post")
            self.forms.append(self._form)
        elif self._form is not None:
            self._take(self._form, tag, facts)

    def _take(self, form: HostileForm, tag: str, facts: dict[str, str]) -> None:
        name, value, kind = facts.get("name", ""), facts.get("value", ""), facts.get("type", "")
        if tag == "option" and self._select:
            form.choices[self._select].append(value)
            if "selected" in facts:
                form.chosen[self._select] = value
        elif tag == "select" and name:
            self._select = name
            form.choices.setdefault(name, [])
        elif tag == "textarea":
            self._area = name
            form.shown.add(name)
            form.fields.append((name, ""))
        elif tag == "button" and name:
            form.buttons.append((name, value))
        elif tag == "input" and name:
            self._input(form, name, value, kind, "checked" in facts)

    def _input(self, form: HostileForm, name: str, value: str, kind: str, is_on: bool) -> None:
        if kind == "radio":
            form.choices.setdefault(name, []).append(value)
            if is_on:
                form.chosen[name] = value
        elif kind == "checkbox":
            form.ticks.append((name, value or "y", is_on))
        elif kind == "file":
            form.has_file = True
        else:
            form.fields.append((name, value))
            form.shown |= {name} - ({name} if kind == "hidden" else set())

    def handle_data(self, data: str) -> None:
        if self._area and self._form:
            self._form.fields[-1] = (self._area, data.removeprefix("\n"))

    def handle_endtag(self, tag: str) -> None:
        self._form = None if tag == "form" else self._form
        self._select = "" if tag == "select" else self._select
        self._area = "" if tag == "textarea" else self._area
