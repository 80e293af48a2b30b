"""Pieces of pages that depend on their own facts alone. Each is drawn once: most of a page is as it was a minute ago."""

from collections.abc import Hashable, Iterable
from functools import lru_cache

from flask import current_app
from markupsafe import Markup

from rules.wording import spoken


def drawn(template: str, *facts: Hashable) -> Markup:
    """The macro `piece` of a template with these facts, in the language of this answer. It must depend on nothing else."""
    return _drawn(spoken(), template, facts)


def drawn_each(template: str, rows: Iterable[tuple[Hashable, ...]], between: str = "\n") -> Markup:
    """As `drawn`, for each row of facts, with `between` after each."""
    language = spoken()
    pieces = [_drawn(language, template, facts) for facts in rows]
    return Markup(between.join([*pieces, ""]))  # noqa: S704 (Jinja has escaped them)


@lru_cache(maxsize=5000)
def _drawn(_language: str, template: str, facts: tuple[Hashable, ...]) -> Markup:
    module = current_app.jinja_env.get_template(template).module
    return Markup(module.piece(*facts))  # type: ignore[attr-defined] # noqa: S704 (Jinja has escaped what needs it)
