"""What a page offers: addresses, and forms with their fields. This module knows HTML, but nothing about the app."""

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

# Words that a person might search for.
TYPED = ("Ana", "7", "double blank", "2026-01", "zz <&\"' qq")
_ATTRIBUTE = re.compile(r"""\s([\w:-]+)=(?:"([^"]*)"|'([^']*)')""")
_GET_FORM = re.compile(r"<form\b(?![^>]*\bmethod=\"?post)[^>]*>.*?</form>", re.S | re.I)
# Attributes that hold text, even if it begins with a slash; and attributes that hold a form's address.
_TEXT = {"action", "hx-post", "value", "content", "placeholder", "alt", "title", "aria-label", "d", "pattern"}


def first(pattern: str | re.Pattern[str], text: str, group: int = 0) -> str:
    """The first match. Raises RuntimeError if there is none."""
    match = re.search(pattern, text)
    if not match:
        raise RuntimeError(f"{pattern} is not on the page: {text[:300]}")
    return match[group]


def tokens_of(html: str) -> dict[str, str]:
    """The tokens of a page's first form: its CSRF token and its idempotency key."""
    return {name: first(rf'name="{name}" value="([^"]+)"', html, 1) for name in ("csrf_token", "once")}


@dataclass
class Field:
    """A field: its kind, its value, and its choices if it has any."""

    name: str
    kind: str
    value: str | None
    choices: list[str] = field(default_factory=list)


@dataclass
class HtmlForm:
    """A form: its address, its method, its fields, and its named buttons."""

    action: str
    method: str
    fields: list[Field] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    @property
    def filled(self) -> list[tuple[str, str]]:
        """The fields and values that the form would send as it is."""
        return [(form_field.name, form_field.value) for form_field in self.fields if form_field.value is not None]


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[HtmlForm] = []
        self.select: Field | None = None
        self.area: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        name = attributes.get("name") or ""
        if tag == "form":
            self.forms.append(HtmlForm(attributes.get("action") or "", (attributes.get("method") or "get").lower()))
        if not self.forms:
            return
        form = self.forms[-1]
        if tag == "button" and name:
            form.buttons.append((name, attributes.get("value") or ""))
        elif tag == "input" and name:
            self._take_input(form, name, attributes)
        elif tag == "select" and name:
            self.select = Field(name, "select", None)
            form.fields.append(self.select)
        elif tag == "option" and self.select:
            value = attributes.get("value") or ""
            self.select.choices.append(value)
            if "selected" in attributes or self.select.value is None:
                self.select.value = value
        elif tag == "textarea" and name:
            self.area = Field(name, "text", "")
            form.fields.append(self.area)

    def _take_input(self, form: HtmlForm, name: str, attributes: dict[str, str | None]) -> None:
        kind, value = attributes.get("type") or "text", attributes.get("value") or ""
        if kind not in ("radio", "checkbox"):
            form.fields.append(Field(name, kind, value))
            return
        form_field = next(
            (candidate for candidate in form.fields if candidate.name == name and candidate.kind == kind), None
        )
        if form_field is None or kind == "checkbox":
            form_field = Field(name, kind, None)
            form.fields.append(form_field)
        form_field.choices.append(value)
        if "checked" in attributes:
            form_field.value = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = None
        elif tag == "textarea":
            self.area = None

    def handle_data(self, data: str) -> None:
        if self.area:
            self.area.value = (self.area.value or "") + data


def forms_of(text: str) -> list[HtmlForm]:
    """The forms of a page, in order."""
    parser = _Forms()
    parser.feed(text)
    return parser.forms


def fields_of(text: str) -> dict[str, str]:
    """The fields that all forms of a page would send as they are. Of several with one name, the last counts."""
    return {name: value for form in forms_of(text) for name, value in form.filled}


def addresses_of(text: str, here: str) -> list[str]:
    """Every address of this site on the page at `here`, in order: links, pictures, scripts, polls and searches."""
    addresses: dict[str, None] = {}
    for name, double_quoted, single_quoted in _ATTRIBUTE.findall(text):
        value = double_quoted or single_quoted
        if value[:1] in ("/", "?") and value[:2] != "//" and name not in _TEXT:
            addresses[urldefrag(urljoin(here, unescape(value)))[0]] = None
    for markup in _GET_FORM.findall(text):
        form = forms_of(markup)[0]
        path = urlsplit(urljoin(here, form.action)).path
        # The result of a search is not searched again by every field, because that would never end.
        if "?" not in here or path != urlsplit(here).path:
            addresses |= dict.fromkeys(f"{path}?{urlencode(fields)}" for fields in _searches(form))
    return list(addresses)


def _searches(form: HtmlForm) -> list[list[tuple[str, str]]]:
    """The fields that the form would send as it is, with each of its buttons, and with one field at a time changed."""
    searches = [form.filled, *([*form.filled, button] for button in form.buttons)]
    for form_field in form.fields:
        if form_field.kind != "hidden":
            other_fields = [(name, value) for name, value in form.filled if name != form_field.name]
            searches += [[*other_fields, (form_field.name, value)] for value in form_field.choices or TYPED]
    return searches
