"""The form to start a game: who plays, in which order, by which rules."""

from collections.abc import Mapping

from flask_babel import gettext, lazy_gettext
from wtforms import FieldList, HiddenField, RadioField, StringField
from wtforms.validators import Length, Optional, ValidationError

from forms.base import Form, PastDay, check_name, field_error, strip, tidy
from rules import RULE_BOOKS, BookError, RuleBook, read_rules
from rules.books.deal_table import FEWEST_PLAYERS, MOST_ON_A_SHEET
from rules.errors import DealError
from rules.names import fold_name
from rules.table.deal import check_deal, read_engines

# The number of rows for names that a new club sees at first.
ROWS = 4


class BooksForm(Form):
    """The rule set, and the starting doubles if not all of them are played."""

    rules = RadioField(lazy_gettext("Rules"))
    engines = StringField(
        lazy_gettext("Starting doubles"),
        filters=[strip],
        validators=[Length(max=80, message=lazy_gettext("At most 80 characters."))],
    )

    def offer(self, house: Mapping[str, RuleBook]) -> None:
        """Offer a club's own rule sets, keyed by their text, and then the published ones."""
        self.books = {**house, **RULE_BOOKS}
        self.rules.choices = [(text, book.name) for text, book in self.books.items()]

    @property
    def planned(self) -> tuple[int, ...]:
        """The doubles of the rounds that would be played with the form as it is now; empty if they cannot be read."""
        book = self.books.get(self.rules.data)
        try:
            return read_engines(self.engines.data or "", book) if book else ()
        except DealError:
            return ()

    def validate_engines(self, field: StringField) -> None:
        """Check that the doubles belong to this set, each at most once."""
        if self.rules.data in self.books:
            with field_error():
                read_engines(field.data or "", self.books[self.rules.data])


class StartForm(BooksForm):
    """The names clockwise around the table, without blanks; the rule set; the starting doubles if not all are played."""

    club = HiddenField()
    made = HiddenField()
    made_name = HiddenField(filters=[tidy])
    day = PastDay(lazy_gettext("Played on"), validators=[Optional()])
    players = FieldList(
        StringField(filters=[tidy], validators=[Optional(), check_name]),
        min_entries=MOST_ON_A_SHEET,
        max_entries=MOST_ON_A_SHEET,
    )

    @property
    def names(self) -> list[str]:
        """The typed names, clockwise."""
        return [field.data for field in self.players if field.data]

    @property
    def made_rules(self) -> RuleBook | None:
        """House rules made for this game and not saved yet. None if they cannot be read or have no name."""
        try:
            check_name(self, self.made_name)
            book = read_rules(self.made.data or "")
            check_deal(book)
        except (BookError, ValidationError):
            return None
        return book if book.house_rules else None

    @property
    def rows(self) -> int:
        """The number of rows to show at first: at least four, and enough to show every name."""
        used = (place for place, field in enumerate(self.players, 1) if field.data or field.errors)
        return max([ROWS, *used])

    def validate_players(self, field: "FieldList[StringField]") -> None:
        """Check that there are at least two names and that no two are the same."""
        if len(self.names) < FEWEST_PLAYERS:
            raise ValidationError(gettext("Type the names of at least two players."))
        if len({fold_name(name) for name in self.names}) < len(self.names):
            raise ValidationError(gettext("Two players have the same name. Add a letter to one of them."))
