"""The sentences of models/, each looked up by its code, with one file for each language."""

from rules.wording import Texts

MODELS = Texts(__file__, ("{language}",))
say = MODELS.say


def say_count(code: str, count: int, /, **facts: object) -> str:
    """The sentence with this code, for `count` things. If `count` is 1, `<code>-one` is used where it exists."""
    is_one = count == 1 and MODELS.has(f"{code}-one")
    return say(f"{code}-one" if is_one else code, count=count, **facts)
