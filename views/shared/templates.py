"""Templates, compiled once for each language with their fixed sentences in place."""

from collections import ChainMap
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

import jinja2
from flask import Flask
from flask.templating import Environment
from flask_babel import get_locale, get_translations
from jinja2 import Template
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

_SENTENCE = ["name", "lparen", "string", "rparen"]


class FixedSentences(Extension):
    """Puts the translation of each `_('…')` into the compiled template. A page says forty of them."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """The tokens of a template, with `('…' | safe)` in place of each sentence that has no gaps."""
        ahead: list[Token] = []
        for token in stream:
            ahead.append(token)
            if [one.type for one in ahead] == _SENTENCE and ahead[0].value == "_":
                said, line = get_translations().ugettext(ahead[2].value) % {}, token.lineno
                ahead[2:3] = [Token(line, "string", said), Token(line, "pipe", "|"), Token(line, "name", "safe")]
                yield from ahead[1:]
                ahead.clear()
            while ahead and [one.type for one in ahead] != _SENTENCE[: len(ahead)]:
                yield ahead.pop(0)
        yield from ahead


class JoinedTemplate(Template):
    """A template whose blocks and includes each give one string.

    Jinja hands every piece of text up through each template and block around it, which are four for most pieces of a page.
    """

    @classmethod
    def _from_namespace(
        cls, environment: jinja2.Environment, namespace: MutableMapping[str, Any], globals: MutableMapping[str, Any]
    ) -> Template:
        namespace["root"] = _joined(namespace["root"])
        namespace["blocks"] = {name: _joined(block) for name, block in namespace["blocks"].items()}
        return super()._from_namespace(environment, namespace, globals)


def _joined(render: Callable[..., Iterable[str]]) -> Callable[..., Iterable[str]]:
    def joined(*given: Any) -> Iterable[str]:
        yield "".join(render(*given))

    return joined


class TemplatesByLanguage(Environment):
    """An environment that holds one of its own kind for each language."""

    template_class = JoinedTemplate

    def __init__(self, app: Flask, **options: Any) -> None:
        super().__init__(app, **options)
        self.add_extension(FixedSentences)
        self._by_language: dict[str, TemplatesByLanguage] = {}
        self._known: dict[str, Template] | None = None

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """The template in the language of this answer.

        A page asks for twenty. Jinja keeps them too, but moves each to the front of its list behind a lock.
        """
        if self._known is None:
            language = str(get_locale())
            if language not in self._by_language:
                of_language = self.overlay()
                of_language._known = {}
                self._by_language[language] = of_language
            return self._by_language[language].get_template(name, parent, globals)
        if self.auto_reload or globals or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        if name not in self._known:
            self._known[name] = super().get_template(name, parent)
        return self._known[name]

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The environment's own dictionary where a template adds nothing. Jinja's chain of two is ten times slower to read."""
        return ChainMap(d, self.globals) if d else self.globals
