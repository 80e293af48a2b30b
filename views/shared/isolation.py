"""Right-to-left names in left-to-right sentences, isolated so that neither reverses the other."""

from typing import Any, cast

from babel.support import Translations
from flask import Flask, g
from flask_babel import Domain, get_translations
from markupsafe import Markup

from rules.names import isolated


def _shown(fact: Any) -> Any:
    # Markup is a kind of text, too, but its parts were isolated before.
    return isolated(fact) if type(fact) is str else fact


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
    app.before_request(IsolatingDomain().as_default)
    app.jinja_env.finalize = _shown
    # Jinja's own functions call each other through the template's context: a sheet of a hundred sentences took a tenth longer.
    app.jinja_env.globals.update(_=_gettext, gettext=_gettext, ngettext=_ngettext)


def _gettext(sentence: str, **facts: Any) -> str:
    text = Markup(_translations().ugettext(sentence))  # noqa: S704 (our own words)
    return text % _all_shown(facts) if facts else text


def _ngettext(singular: str, plural: str, num: int, **facts: Any) -> str:
    text = Markup(_translations().ungettext(singular, plural, num))  # noqa: S704 (our own words)
    return text % {"num": num, **_all_shown(facts)}


def _translations() -> Translations:
    """The translations for this response, looked up once."""
    if "translations" not in g:
        g.translations = get_translations()
    return cast(Translations, g.translations)
