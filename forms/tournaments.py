"""Forms to set up a tournament, and forms for its referee."""

import re
from functools import cached_property

from flask_babel import gettext, lazy_gettext
from wtforms import BooleanField, HiddenField, IntegerField, RadioField, SelectField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined] # the stubs are for WTForms 3.2
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp, ValidationError

from forms.base import A_NUMBER, Form, NameForm, WholeNumber, check_name_text, check_text, name_field, strip, who_field
from forms.people import People, read_people
from forms.starts import BooksForm
from rules import RuleBook
from rules.books.deal_table import FEWEST_PLAYERS, MOST_PLAYERS
from rules.books.options import Playoff
from rules.names import fold_name, typed_name
from rules.table.deal import read_engines
from rules.tournament.plan import MOST_GAMES, Format, TieBreak
from rules.tournament.ranking import TABLE_POINTS

MOST_ENTRANTS = 200
_TYPE_SOMETHING = lazy_gettext("Type something here.")
_LOT = Regexp(r"[A-Za-z0-9]{1,20}\Z", message=lazy_gettext("At most 20 characters, letters and digits only."))
FORMATS = {
    Format.WINNERS: (
        lazy_gettext("Winners meet"),
        lazy_gettext("Everybody plays one game. The table winners then play for first, second and third place."),
    ),
    Format.TABLE_POINTS: (
        lazy_gettext("Table points"),
        lazy_gettext(
            "Several games. Places at a table earn %(points)s points. For the next game,"
            " players who are close in the standings sit together,"
            " unless they have already met.",
            points=", ".join(map(str, TABLE_POINTS)),
        ),
    ),
    Format.MOVE_ON: (
        lazy_gettext("The lowest scores move on"),
        lazy_gettext(
            "Several games. After each, the players with the lowest scores move to the next table. All pips count."
        ),
    ),
    Format.TOTAL: (
        lazy_gettext("Total pips"),
        lazy_gettext("Several games, with new tables drawn each time. The lowest total over all the games wins."),
    ),
}

PLAYOFFS = {
    Playoff.IN_PAIRS: (
        lazy_gettext("One on one"),
        lazy_gettext(
            "With an odd number of players, one moves on without a game. "
            "If three are left, they play one game for all three places. "
            "Otherwise, the game for third place is between the two who lose just before the final; if there were only "
            "two winners, the best of the others is third."
        ),
    ),
    Playoff.ONE_TABLE: (
        lazy_gettext("All at one table"),
        lazy_gettext("In as many stages as it takes. With only two winners, the best of the others joins them."),
    ),
}


def _whole(label: str, least: int, most: int) -> WholeNumber:
    message = lazy_gettext("Type a number from %(least)s to %(most)s.", least=least, most=most)
    return WholeNumber(label, validators=[InputRequired(A_NUMBER), NumberRange(least, most, message)])


def _reason() -> StringField:
    return StringField(lazy_gettext("Reason"), filters=[strip], validators=[Length(max=200), check_text])


class TournamentForm(BooksForm):
    """Everything that is decided before anybody sits down."""

    club = HiddenField()
    name = name_field(lazy_gettext("Name of the tournament"))
    players = TextAreaField(lazy_gettext("Players"), validators=[Length(max=12_000), check_text])
    format = RadioField(
        lazy_gettext("How it is played"),
        choices=[SelectChoice(member.value, title) for member, (title, _) in FORMATS.items()],
        default=Format.WINNERS.value,
    )
    games = _whole(lazy_gettext("Games"), 1, MOST_GAMES)
    movers = _whole(lazy_gettext("How many players move on from each table"), 1, MOST_PLAYERS - 1)
    largest = _whole(lazy_gettext("Maximum players per table"), FEWEST_PLAYERS, MOST_PLAYERS)
    playoff = RadioField(
        lazy_gettext("Winners meet"),
        choices=[SelectChoice(member.value, title) for member, (title, _) in PLAYOFFS.items()],
    )
    lot = StringField(lazy_gettext("Draw code"), filters=[strip], validators=[Optional(), _LOT])

    @cached_property
    def people(self) -> People:
        """The people in the list that was typed or pasted."""
        return read_people(self.players.data or "")

    def validate_players(self, field: TextAreaField) -> None:
        """Check that the names differ and that each is a valid name. A list that is too long is not read."""
        if field.errors:
            return
        names = self.people.names
        if not FEWEST_PLAYERS <= len(names) <= MOST_ENTRANTS:
            raise ValidationError(gettext("A tournament can have 2 to %(most)s players.", most=MOST_ENTRANTS))
        seen = set[str]()
        for name in names:
            try:
                check_name_text(name)
            except ValidationError as error:
                raise ValidationError(gettext("%(name)s: %(why)s", name=name[:40], why=error)) from error
            if fold_name(name) in seen:
                raise ValidationError(gettext("%(name)s is listed twice. Add a letter to one of them.", name=name))
            seen.add(fold_name(name))


class LateForm(NameForm):
    """A player who arrives late, and the table to join."""

    table = SelectField(lazy_gettext("Plays"), validators=[InputRequired(lazy_gettext("Choose one."))])

    def validate_name(self, field: StringField) -> None:
        """Check that there is only one name, because a comma separates names in a list."""
        if len(read_people(field.data or "").names) > 1:
            raise ValidationError(gettext("Type one name, without a comma."))


class WithdrawForm(Form):
    """A player who leaves."""

    number = who_field()
    reason = _reason()


class SeatingByLotForm(Form):
    """The draw code that seats the next stage. `stage` is the stage that the page showed."""

    stage = HiddenField(validators=[Regexp(r"\d{1,3}\Z")])
    lot = StringField(lazy_gettext("Draw code"), filters=[strip], validators=[InputRequired(), _LOT])


class SeatingByHandForm(Form):
    """Tables typed by hand: one per line, with commas between the names."""

    stage = HiddenField(validators=[Regexp(r"\d{1,3}\Z")])
    lot = HiddenField(validators=[_LOT])
    tables = TextAreaField(
        lazy_gettext("Tables"), validators=[InputRequired(_TYPE_SOMETHING), Length(max=12_000), check_text]
    )

    @property
    def lines(self) -> list[list[str]]:
        """The names at each table."""
        named = (re.sub(r"^\s*\d+\s*[.):]\s*", "", line) for line in (self.tables.data or "").splitlines())
        lines = ([typed_name(name) for name in re.split(r"[,;\t]", line)] for line in named)
        return [[name for name in line if name] for line in lines if any(line)]


class ScheduleForm(Form):
    """The starting doubles and the number of rounds, for all tables at once."""

    engines = StringField(
        lazy_gettext("Starting doubles"),
        filters=[strip],
        validators=[InputRequired(_TYPE_SOMETHING), Length(max=80)],
    )
    in_play = BooleanField(lazy_gettext("The round being played now still counts"))
    reason = _reason()

    def read(self, book: RuleBook) -> tuple[int, ...]:
        """The doubles in order. A single number means a single round with that double. Raises DealError."""
        engines = read_engines(self.engines.data or "", book)
        return engines[:1] if (self.engines.data or "").strip().isdecimal() else engines


class ClockForm(Form):
    """The settings of the hall's clock, in minutes."""

    minutes = _whole(lazy_gettext("Minutes per round"), 1, 180)
    warn = _whole(lazy_gettext("Minutes of warning before the end"), 0, 60)

    def validate_warn(self, field: WholeNumber) -> None:
        """Check that the warning time is shorter than the round."""
        if self.minutes.data is not None and (field.data or 0) >= self.minutes.data:
            raise ValidationError(gettext("Type a time shorter than the round."))


class GamesForm(Form):
    """A new number of games for the tournament."""

    games = _whole(lazy_gettext("Games"), 1, MOST_GAMES)
    reason = _reason()


class DecideForm(Form):
    """The decision that breaks a tie."""

    stage = IntegerField(validators=[InputRequired()])
    table = IntegerField(validators=[InputRequired()])
    players = HiddenField(validators=[Regexp(r"\d{1,4}( \d{1,4})*\Z")])
    how = RadioField(
        lazy_gettext("How to break the tie"),
        choices=[
            SelectChoice(TieBreak.PLAYOFF.value, lazy_gettext("By a playoff")),
            SelectChoice(TieBreak.ROUNDS.value, lazy_gettext("Most rounds won")),
            SelectChoice(TieBreak.LOT.value, lazy_gettext("By random draw")),
        ],
        validators=[InputRequired(lazy_gettext("Choose one."))],
    )
    reason = _reason()

    @property
    def tied(self) -> tuple[int, ...]:
        """The numbers of the tied players."""
        return tuple(int(number) for number in (self.players.data or "").split())


class ConfirmForm(Form):
    """A second player's confirmation that the scores are right."""

    seen = IntegerField(validators=[InputRequired()])
    seat = SelectField(lazy_gettext("Who confirms"), validators=[InputRequired(lazy_gettext("Choose one."))])
