"""A club's house rules, and the rules card of a game."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.base import AskedNameForm
from forms.house_rules import HouseRulesForm, filled_in, house_rules_form
from models.access.grants import Opened
from models.ledger.clubs import Club, player_names
from models.ledger.house_rules import HouseRules, find_house_rules, house_rules_log, house_rules_names, house_rules_of
from models.ledger.keys import Access
from models.play.house_rules import HouseRulesError, change_house_rules, delete_house_rules, make_house_rules
from models.sheets.fold import load_sheet
from rules import RULE_BOOKS, BookError, RuleBook
from rules.books.deal_table import possible_deals, write_deals
from views.shared.keyring import call_oneself, fetch_club, fetch_game, name_here
from views.shared.once import once

pages = Blueprint("house_rules", __name__)


@pages.route("/clubs/<ref>/house-rules", methods=["GET", "POST"])
@once
def house_rules(ref):
    """The club's own rule sets; who manages it makes one by choosing options."""
    opened = fetch_club(ref, Access.MANAGE if request.method == "POST" else Access.VIEW)
    base = request.values.get("base", "")
    book = RULE_BOOKS[base if base in RULE_BOOKS else next(iter(RULE_BOOKS))]
    form = house_rules_form(book.key)(data={"base": book.key} | filled_in(book))
    refused = ""
    if form.validate_on_submit():
        try:
            make_house_rules(opened.it.id, form.name.data, _chosen(form, book), _who(opened))
            return redirect(url_for("house_rules.house_rules", ref=ref), 303)
        except BookError as error:
            refused = str(error)
    facts = {"made": house_rules_of(opened.it.id), "log": _log(opened.it.id)}
    return _show("house_rules/house_rules.html", opened, form, book, refused, **facts)


@pages.route("/clubs/<ref>/house-rules/<int:number>", methods=["GET", "POST"])
@once
def change(ref, number):
    """One of the club's own rule sets: called otherwise, or its options changed."""
    opened, made = _fetch(ref, number)
    book = RULE_BOOKS[made.rules.key]
    form = house_rules_form(book.key)(data={"base": book.key, "name": made.name} | filled_in(made.rules))
    refused = ""
    if request.method == "POST" and made.id != number:
        refused = _changed_since(made)
    elif form.validate_on_submit():
        try:
            change_house_rules(made, form.name.data, _chosen(form, book), _who(opened))
            return redirect(url_for("house_rules.house_rules", ref=ref), 303)
        except (BookError, HouseRulesError) as error:
            refused = str(error)
    return _show("house_rules/change.html", opened, form, made.rules, refused, made=made)


@pages.route("/clubs/<ref>/house-rules/<int:number>/delete", methods=["GET", "POST"])
@once
def delete(ref, number):
    """Offer one of the club's own rule sets no more, once that was asked."""
    opened, made = _fetch(ref, number)
    if request.method == "POST" and made.id == number:
        delete_house_rules(made, _who(opened))
        return redirect(url_for("house_rules.house_rules", ref=ref), 303)
    refused = _changed_since(made) if request.method == "POST" else ""
    page = render_template("house_rules/delete.html", club=opened.it, made=made, refused=refused, **_asked(opened))
    return page, 422 if refused else 200


def _changed_since(made: HouseRules) -> str:
    return gettext(
        "These rules have been changed in the meantime, by %(name)s. Look at them again, then send yours.",
        name=made.made_by,
    )


def _fetch(ref: str, number: int) -> tuple[Opened[Club], HouseRules]:
    opened = fetch_club(ref, Access.MANAGE)
    return opened, find_house_rules(opened.it.id, number) or abort(404)


def _who(opened: Opened[Club]) -> str:
    """The name of the person who sends this form: from the form, from before, or else only “this phone”."""
    form = AskedNameForm()
    if form.me.data and form.me.validate(form):
        call_oneself(opened.club, form.me.data)
    return name_here(opened.club) or gettext("this phone")


def _asked(opened: Opened[Club]) -> dict[str, object]:
    """The field for who it is, where this phone has not said so yet, with the names it may be."""
    if name_here(opened.club):
        return {}
    form = AskedNameForm()
    form.me.label.text = gettext("Your name")
    return {"who": form, "known": player_names(opened.it.id)}


def _show(
    template: str, opened: Opened[Club], form: HouseRulesForm, now: RuleBook, refused: str, **facts: object
) -> ResponseReturnValue:
    """The page with the form; `now` are the rules as they are played so far."""
    book = RULE_BOOKS[now.key]
    page = render_template(
        template,
        opened=opened,
        club=opened.it,
        form=form,
        book=book,
        refused=refused,
        options=[field for field in form if field.name.startswith("option_")],
        deals=[field for field in form if field.name.startswith("deal_")],
        deal_title=book.customs["deal"].title,
        deals_now=write_deals(possible_deals(now.options)),
        deals_differ=form.is_submitted() and form.typed_deals != possible_deals(now.options),
        moot=[custom.title for custom in book.customs.values() if custom.is_moot],
        **_asked(opened),
        **facts,
    )
    return page, 422 if refused or form.errors else 200


def _chosen(form: HouseRulesForm, book: RuleBook) -> RuleBook:
    """The rule set with what was chosen otherwise. Raises BookError where that makes no sense, or is nothing."""
    house = book.with_house_rules(form.changes)
    if not house.house_rules:
        raise BookError(
            gettext("These are the rules as they stand. Choose at least one thing that you play otherwise.")
        )
    return house


def _log(club_id: int) -> list[tuple[str, HouseRules]]:
    """The changes to the club's house rules, the newest first: `made`, `changed`, `renamed` or `deleted`."""
    known: set[str] = set()
    log = []
    for line in house_rules_log(club_id):
        act = (
            "deleted" if line.is_gone else "renamed" if line.was_called else "changed" if line.name in known else "made"
        )
        known = known - {line.was_called} | {line.name} if not line.is_gone else known - {line.name}
        log.append((act, line))
    return log[::-1]


@pages.get("/games/<ref>/rules")
def card(ref):
    """The rules that a game is played with, past ones too: what the rule set says in short, and what was changed."""
    opened = fetch_game(ref)
    sheet = load_sheet(opened.it)
    customs = [sheet.book.customs[option] for option in sheet.book.house_rules]
    changed = [(custom.title, custom.text) for custom in customs]
    name = house_rules_names(opened.club.id).get(str(sheet.book), "")
    facts = {"name": name, "book": sheet.book, "changed": changed}
    return render_template("house_rules/card.html", opened=opened, game=opened.it, sheet=sheet, **facts)
