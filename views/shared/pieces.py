"""Pieces of pages that depend on their own facts alone. Each is drawn once: most of a page is as it was a minute ago."""

from collections.abc import Hashable
from functools import lru_cache

from flask import current_app
from markupsafe import Markup

from rules.wording import spoken


def drawn(template: str, *facts: Hashable) -> Markup:
    """The macro `piece` of a template with these facts, in the language of this answer. It must depend on nothing else."""
    return _drawn(spoken(), template, facts)


@lru_cache(maxsize=5000)
def _drawn(_language: str, template: str, facts: tuple[Hashable, ...]) -> Markup:
    module = current_app.jinja_env.get_template(template).module
    return Markup(module.piece(*facts))  # type: ignore[attr-defined] # noqa: S704 (Jinja has escaped what needs it)
