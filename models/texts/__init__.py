"""The sentences of models/, each found by its code: a file for each language."""

from rules.wording import Texts

MODELS = Texts(__file__, ("{language}",))
say = MODELS.say
