"""Send the same forms to both versions (empty, with nonsense, and as they are) and compare the answers."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from proofs.page import HtmlForm, forms_of
from proofs.same.differences import Findings, without_new, written
from proofs.same.walk import Walk
from proofs.visitor import Visitor

# The most pages of one kind to use, and the most of their forms.
MOST_ALIKE = 3
TOKENS = ("csrf_token", "once")
NONSENSE = "zz <&\"' "
# The part that tells pages of one kind apart: the last part of an address, or a number.
_WHICH = re.compile(r"(?<=s)/[a-z0-9]{10}\b|\d+|\?.*")
Fields = list[tuple[str, str]]
Fill = Callable[[HtmlForm, str], Fields]


def send_forms(walks: Sequence[Walk], findings: Findings) -> None:
    """Send the forms that were found: first in ways that are refused, then unchanged, so that both versions carry them out."""
    for fill in (_emptied, _with_nonsense, _without_once, _as_it_stands):
        for walk in walks:
            phones = [Visitor(port, walk.person.cookie) for port in walk.ports]
            count: Counter[str] = Counter()
            for address in _kinds(walk.pages):
                _send_all(walk.person.name, phones, address, fill, count, findings)


def _kinds(pages: Iterable[str]) -> list[str]:
    """The first pages of each kind."""
    count: Counter[str] = Counter()
    return [address for address in pages if _is_among_first(address, count)]


def _is_among_first(address: str, count: Counter[str]) -> bool:
    kind = _WHICH.sub("", address)
    count[kind] += 1
    return count[kind] <= MOST_ALIKE


def _send_all(
    whom: str, phones: Sequence[Visitor], address: str, fill: Fill, count: Counter[str], findings: Findings
) -> None:
    """Send the forms of a page. The page is opened afresh for each, because a form can be sent only once."""
    manner = fill.__name__.strip("_").replace("_", " ")
    for at in range(len(_posted(phones[0], address))):
        forms = [_posted(phone, address) for phone in phones]
        shapes = [
            str([(form.action, [field.name for field in form.fields]) for form in page_forms]) for page_forms in forms
        ]
        findings.add(f"the forms of {address}", whom, without_new(*shapes), without_new(*shapes[::-1]))
        if at >= min(map(len, forms)):
            return
        sent_to = forms[0][at].action or address
        if not _is_among_first(sent_to, count):
            continue
        # Send the form again with an extra field. If the first was accepted, the app asks about the second.
        for extra_fields, words in (([], manner), ([("more", "1")], f"{manner} and again")):
            for phone, page_forms in zip(phones, forms, strict=True):
                phone.post(page_forms[at].action or address, [*fill(page_forms[at], address), *extra_fields])
            old, new = (written(phone.end()) for phone in phones)
            findings.forms += 1
            findings.add(f"{sent_to}, {words}, from {address}", whom, without_new(old, new), without_new(new, old))
            if fill is not _as_it_stands:
                break


def _posted(phone: Visitor, address: str) -> list[HtmlForm]:
    """The POST forms of a page."""
    phone.begin(address)
    return [form for form in forms_of(phone.end().text) if form.method == "post"]


def _tokens(form: HtmlForm) -> Fields:
    return [(name, value) for name, value in form.filled if name in TOKENS]


def _emptied(form: HtmlForm, _: str) -> Fields:
    return _tokens(form)


def _with_nonsense(form: HtmlForm, address: str) -> Fields:
    # Different on each page, or else the nonsense that renames a club would later confirm its deletion.
    nonsense = NONSENSE + address[-12:]
    return [*_tokens(form), *((field.name, nonsense) for field in form.fields if field.name not in TOKENS)]


def _without_once(form: HtmlForm, _: str) -> Fields:
    return [(name, value) for name, value in form.filled if name != "once"]


def _as_it_stands(form: HtmlForm, _: str) -> Fields:
    return form.filled
