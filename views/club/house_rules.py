"""A club's house rules, and the rules card of a game."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.house_rules import HouseRulesForm, filled_in, house_rules_form
from models.access.grants import Opened
from models.ledger.clubs import Club
from models.ledger.house_rules import HouseRules, find_house_rules, house_rules_log, house_rules_names, house_rules_of
from models.ledger.keys import Access
from models.play.house_rules import change_house_rules, delete_house_rules, make_house_rules
from models.sheets.fold import load_sheet
from rules import RULE_BOOKS, BookError, RuleBook
from rules.books.deal_table import possible_deals, write_deals
from views.shared.acts import carry_out
from views.shared.keyring import fetch_club, fetch_game, name_field, name_to_sign
from views.shared.once import once

pages = Blueprint("house_rules", __name__)

# The options for scoring. Families ask for these most often.
SCORING = ("out-bonus", "double-blank", "blank-end", "doubles", "open-marker", "limit")


@pages.get("/clubs/<ref>/house-rules")
def house_rules(ref: str) -> ResponseReturnValue:
    """The club's own rule sets, and a form to make one from options."""
    opened, book = fetch_club(ref), _asked_base()
    return _show_all(opened, _form(book), book)


@pages.post("/clubs/<ref>/house-rules")
@once
def make(ref: str) -> ResponseReturnValue:
    """Make a rule set for the club."""
    opened, book = fetch_club(ref, Access.MANAGE), _asked_base()
    form = _form(book)
    return carry_out(
        form,
        lambda: make_house_rules(opened.it.id, form.name.data or "", chosen_rules(form, book), name_to_sign(opened)),
        url_for("house_rules.house_rules", ref=ref),
        lambda why: _show_all(opened, form, book, why),
    )


def _asked_base() -> RuleBook:
    return RULE_BOOKS.get(request.values.get("base", "")) or next(iter(RULE_BOOKS.values()))


def _form(book: RuleBook, **named: str) -> HouseRulesForm:
    """The form with this rule set filled in."""
    return house_rules_form(book.key, book)(data={"base": book.key} | named | filled_in(book))


def _show_all(opened: Opened[Club], form: HouseRulesForm, book: RuleBook, refused: str = "") -> str:
    made, log = house_rules_of(opened.it.id), _log(opened.it.id)
    return _show("house_rules/house_rules.html", opened, form, book, refused, made=made, log=log)


@pages.get("/clubs/<ref>/house-rules/<int:number>")
def change(ref: str, number: int) -> ResponseReturnValue:
    """The form to change or rename one of the club's own rule sets."""
    opened, made = _fetch(ref, number)
    return _show_one(opened, _form(made.rules, name=made.name), made)


@pages.post("/clubs/<ref>/house-rules/<int:number>")
@once
def save(ref: str, number: int) -> ResponseReturnValue:
    """Change or rename one of the club's own rule sets."""
    opened, made = _fetch(ref, number)
    form, book = _form(made.rules, name=made.name), RULE_BOOKS[made.rules.key]
    if made.id != number:
        return _show_one(opened, form, made, _changed_since(made)), 422
    return carry_out(
        form,
        lambda: change_house_rules(made, form.name.data or "", chosen_rules(form, book), name_to_sign(opened)),
        url_for("house_rules.house_rules", ref=ref),
        lambda why: _show_one(opened, form, made, why),
    )


def _show_one(opened: Opened[Club], form: HouseRulesForm, made: HouseRules, refused: str = "") -> str:
    return _show("house_rules/change.html", opened, form, made.rules, refused, made=made)


@pages.get("/clubs/<ref>/house-rules/<int:number>/delete")
def ask_to_delete(ref: str, number: int) -> ResponseReturnValue:
    """Ask whether to remove one of the club's own rule sets from the lists."""
    return _show_deletion(*_fetch(ref, number))


@pages.post("/clubs/<ref>/house-rules/<int:number>/delete")
@once
def delete(ref: str, number: int) -> ResponseReturnValue:
    """Remove one of the club's own rule sets from the lists."""
    opened, made = _fetch(ref, number)
    if made.id != number:
        return _show_deletion(opened, made, _changed_since(made)), 422
    delete_house_rules(made, name_to_sign(opened))
    return redirect(url_for("house_rules.house_rules", ref=ref), 303)


def _show_deletion(opened: Opened[Club], made: HouseRules, refused: str = "") -> str:
    return render_template("house_rules/delete.html", club=opened.it, made=made, refused=refused, **name_field(opened))


def _changed_since(made: HouseRules) -> str:
    return gettext(
        "%(name)s changed these rules in the meantime. Look at them again, then save your changes.",
        name=made.made_by,
    )


def _fetch(ref: str, number: int) -> tuple[Opened[Club], HouseRules]:
    opened = fetch_club(ref, Access.MANAGE)
    return opened, find_house_rules(opened.it.id, number) or abort(404)


def _show(
    template: str, opened: Opened[Club], form: HouseRulesForm, now: RuleBook, refused: str, **facts: object
) -> str:
    """The page with the form. `now` is the rule set before the change."""
    fields, who = fields_of(form, now), name_field(opened)
    return render_template(template, opened=opened, club=opened.it, refused=refused, **fields, **who, **facts)


def fields_of(form: HouseRulesForm, now: RuleBook) -> dict[str, object]:
    """The template variables for the form's fields. `now` is the rule set before the change."""
    book = RULE_BOOKS[now.key]
    return {
        "form": form,
        "book": book,
        "scoring": [form[f"option_{name}"] for name in SCORING],
        "others": {f"option_{name}": field for name, field in form.other_numbers.items()},
        "options": [field for field in form if field.name.startswith("option_") and field.name[7:] not in SCORING],
        "deals": [field for field in form if field.name.startswith("deal_")],
        "deal_title": book.customs["deal"].title,
        "deals_now": write_deals(possible_deals(now.options)),
        "deals_differ": form.is_submitted() and form.typed_deals != possible_deals(now.options),
        "moot": [custom.title for custom in book.customs.values() if custom.is_moot],
    }


def chosen_rules(form: HouseRulesForm, book: RuleBook) -> RuleBook:
    """The rule set with the chosen options. Raises BookError if they contradict each other or change nothing."""
    house = book.with_house_rules(form.changes)
    if not house.house_rules:
        raise BookError(
            gettext("You have not changed anything yet. Choose at least one thing that you play differently.")
        )
    return house


def _log(club_id: int) -> list[tuple[str, HouseRules]]:
    """The changes to the club's house rules, newest first, each marked `made`, `changed`, `renamed` or `deleted`."""
    names: set[str] = set()
    log = []
    for line in house_rules_log(club_id):
        act = (
            "deleted" if line.is_gone else "renamed" if line.was_called else "changed" if line.name in names else "made"
        )
        names = names - {line.was_called} | {line.name} if not line.is_gone else names - {line.name}
        log.append((act, line))
    return log[::-1]


@pages.get("/games/<ref>/rules")
def card(ref: str) -> ResponseReturnValue:
    """The rules of a game on one card, for finished games too: the rule set in brief, and the changed options."""
    opened = fetch_game(ref)
    book = load_sheet(opened.it).book
    name = house_rules_names(opened.club.id).get(str(book), "")
    changed = [book.customs[option] for option in book.house_rules]
    return render_template(
        "house_rules/card.html", opened=opened, game=opened.it, name=name, book=book, changed=changed
    )
