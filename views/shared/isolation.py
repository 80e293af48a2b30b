"""Right-to-left names in left-to-right sentences, isolated so that neither reverses the other."""

from collections.abc import Callable
from typing import Any

from flask import Flask
from flask_babel import Domain
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from rules.names import isolated


def _shown(fact: Any) -> Any:
    return isolated(fact) if isinstance(fact, str) and not isinstance(fact, Markup) else fact


def _all_shown(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: _shown(fact) for name, fact in facts.items()}


class IsolatingDomain(Domain):
    """Translations that isolate the text direction of the values in them."""

    def gettext(self, string: str, **facts: Any) -> str:
        """The translated sentence with its values."""
        return super().gettext(string, **_all_shown(facts))

    def ngettext(self, singular: str, plural: str, num: int, **facts: Any) -> str:
        """The translated sentence for one or for many, with its values."""
        return super().ngettext(singular, plural, num, **_all_shown(facts))


def isolate_names(app: Flask) -> None:
    """Isolate the direction of text that people typed, wherever a page shows it, by itself or in a sentence."""
    sentences: dict[str, Any] = app.jinja_env.globals
    app.before_request(lambda: IsolatingDomain().as_default())
    app.jinja_env.finalize = _shown
    for name in ("gettext", "ngettext"):
        sentences[name] = _isolating(sentences[name])


def _isolating(translate: Callable[..., str]) -> Callable[..., str]:
    @pass_context
    def translated(context: Context, *sentences: Any, **facts: Any) -> str:
        return translate(context, *sentences, **_all_shown(facts))

    return translated
