"""What models/ says, found by a stable code: a file for each language."""

from rules.wording import Texts

say = Texts(__file__, ("{language}",)).say
