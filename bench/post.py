"""Forms that both versions are sent alike: empty, with nonsense in them, and as they stand; and what is answered."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bench.differences import Findings, without_new, written
from bench.page import HtmlForm, forms_of
from bench.visitor import Visitor
from bench.walk import Walk

# Of pages that are alike but for what they are about so many, and so many of their forms.
MOST_ALIKE = 3
TOKENS = ("csrf_token", "once")
NONSENSE = "zz <&\"' "
# The part that makes each page one of many: the last part of an address of its own, or a number.
_WHICH = re.compile(r"(?<=s)/[a-z0-9]{10}\b|\d+|\?.*")
Fields = list[tuple[str, str]]
Fill = Callable[[HtmlForm, str], Fields]


def send_forms(walks: Sequence[Walk], findings: Findings) -> None:
    """Send the forms that were found: first what is refused, then, as they stand, what both will carry out alike."""
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
    """Send the forms of a page, each from a page that was just opened, for a form is sent once."""
    how = fill.__name__.strip("_").replace("_", " ")
    for at in range(len(_posted(phones[0], address))):
        forms = [_posted(phone, address) for phone in phones]
        shapes = [str([(form.action, [one.name for one in form.fields]) for form in found]) for found in forms]
        findings.add(f"the forms of {address}", whom, without_new(*shapes), without_new(*shapes[::-1]))
        if at >= min(map(len, forms)):
            return
        sent_to = forms[0][at].action or address
        if not _is_among_first(sent_to, count):
            continue
        # Sent again with something else in it: then one is asked, unless the first was refused.
        for more, said in (([], how), ([("more", "1")], f"{how} and again")):
            for phone, found in zip(phones, forms, strict=True):
                phone.post(found[at].action or address, [*fill(found[at], address), *more])
            old, new = (written(phone.end()) for phone in phones)
            findings.forms += 1
            findings.add(f"{sent_to}, {said}, from {address}", whom, without_new(old, new), without_new(new, old))
            if fill is not _as_it_stands:
                break


def _posted(phone: Visitor, address: str) -> list[HtmlForm]:
    """The forms of a page that are sent, and are no searches."""
    phone.begin(address)
    return [form for form in forms_of(phone.end().text) if form.method == "post"]


def _tokens(form: HtmlForm) -> Fields:
    return [(name, value) for name, value in form.filled if name in TOKENS]


def _emptied(form: HtmlForm, _: str) -> Fields:
    return _tokens(form)


def _with_nonsense(form: HtmlForm, address: str) -> Fields:
    # Another on each page: who deletes a club types the name that another page may just have given it.
    nonsense = NONSENSE + address[-12:]
    return [*_tokens(form), *((one.name, nonsense) for one in form.fields if one.name not in TOKENS)]


def _without_once(form: HtmlForm, _: str) -> Fields:
    return [(name, value) for name, value in form.filled if name != "once"]


def _as_it_stands(form: HtmlForm, _: str) -> Fields:
    return form.filled
