"""A club's house rules, and the rules card of a game."""

from flask import Blueprint, redirect, render_template, request, url_for

from forms.house_rules import house_rules_form
from models.house_rules import house_rules_of, make_house_rules
from models.keys import Access
from models.scorekeeping import read_sheet
from rules import RULE_BOOKS, BookError, RuleBook
from rules.wording import say
from views._keyring import fetch_club, fetch_game, name_here
from views._once import once

pages = Blueprint("house_rules", __name__)


@pages.route("/clubs/<ref>/house-rules", methods=["GET", "POST"])
@once
def house_rules(ref):
    """The club's own rule sets; who manages it makes one by choosing options."""
    opened = fetch_club(ref, Access.MANAGE if request.method == "POST" else Access.VIEW)
    base = request.values.get("base", "")
    base = base if base in RULE_BOOKS else next(iter(RULE_BOOKS))
    form = house_rules_form(base)(data={"base": base} if request.method == "GET" else None)
    refused = ""
    if form.validate_on_submit():
        try:
            book = _chosen(form, RULE_BOOKS[base])
            make_house_rules(opened.it.id, form.name.data, book, name_here(opened.club))
            return redirect(url_for("house_rules.house_rules", ref=ref), 303)
        except BookError as error:
            refused = str(error)
    page = render_template(
        "house_rules/house_rules.html",
        opened=opened,
        club=opened.it,
        form=form,
        book=RULE_BOOKS[base],
        refused=refused,
        made=house_rules_of(opened.it.id),
        options=[field for field in form if field.name.startswith("option_")],
        moot=[say(f"option.{option}.title") for option, custom in RULE_BOOKS[base].customs.items() if custom.is_moot],
    )
    return page, 422 if refused or form.errors else 200


def _chosen(form, book: RuleBook) -> RuleBook:
    """The rule set with what was chosen otherwise. Raises BookError where that makes no sense, or is nothing."""
    changes = {
        field.name.removeprefix("option_"): field.data
        for field in form
        if field.name.startswith("option_") and field.data
    }
    house = book.with_house_rules(changes)
    if not house.house_rules:
        raise BookError(say("house.nothing-changed"))
    return house


@pages.get("/games/<ref>/rules")
def card(ref):
    """The rules that a game is played with, past ones too: what the rule set says in short, and what was changed."""
    opened = fetch_game(ref)
    sheet = read_sheet(opened.it)
    changed = [(say(f"option.{option}.title"), sheet.book.customs[option].text) for option in sheet.book.house_rules]
    called = {str(made.rules): made.name for made in house_rules_of(opened.club.id)}
    facts = {"name": called.get(str(sheet.book), ""), "book": sheet.book, "changed": changed}
    return render_template("house_rules/card.html", opened=opened, game=opened.it, sheet=sheet, **facts)
