"""Rule books with house rules, drawn at random."""

from hypothesis import strategies as st

from rules import RULE_BOOKS, BookError, RuleBook
from samples.rounds import CHOICES


@st.composite
def house_books(draw: st.DrawFn, most: int) -> RuleBook:
    """A published book with at most `most` options changed, or the book itself if the changes make no sense together."""
    book = draw(st.sampled_from(list(RULE_BOOKS.values())))
    changes = draw(st.dictionaries(st.sampled_from(sorted(CHOICES)), st.integers(0, 3), max_size=most))
    try:
        return book.with_house_rules({name: CHOICES[name][at % len(CHOICES[name])] for name, at in changes.items()})
    except BookError:
        return book
