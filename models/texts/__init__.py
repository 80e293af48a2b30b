"""The sentences of models/, found by a stable code: a file for each language."""

from rules.wording import Texts

MODELS = Texts(__file__, ("{language}",))
say = MODELS.say
