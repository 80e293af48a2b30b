"""Links copied from messages: they open despite anything that a messenger added or cut off, and lead nowhere else."""

import pytest
from flask import Flask

from models.access.tokens import has_token, write_token
from models.ledger.keys import Key
from models.store.columns import new_ref
from tests.phone import Phone
from tests.views.conftest import link
from views.shared.limits import Limit


@pytest.mark.parametrize(
    "added",
    [".", ")", ",", "!", "/", ";", "…", "%20", "?fbclid=IwAR0", ".?utm_source=x", ").", "%E2%80%9D", "*", "%C2%A0", "%E2%80%8B",
     "),%20come", "&", "%22"],
)  # fmt: skip
def test_a_link_opens_despite_a_messenger(app: Flask, ana: Phone, club: str, game: str, zoe: Phone, added: str) -> None:
    app.config[Limit.WRONG_LINKS] = 0

    assert zoe.open(link(ana, club, 2) + added).status_code == 200
    assert zoe.path == f"{game}/follow"


def test_a_link_opens_without_the_last_dash_that_a_messenger_cut_off(app: Flask) -> None:
    secret = app.config["SECRET_KEY"]
    keys = [Key(ref=new_ref()) for _ in range(500)]
    cut_keys = [key for key in keys if write_token(key, secret)[-1] in "-_"]

    assert cut_keys
    assert all(has_token(key, write_token(key, secret)[:-1], secret) for key in cut_keys)
    assert not any(has_token(key, write_token(key, secret)[:-1], secret) for key in keys if key not in cut_keys)
    assert not has_token(keys[0], write_token(keys[1], secret), secret)
    assert not has_token(keys[0], "", secret)


def test_what_follows_a_link_leads_to_no_other_server(zoe: Phone) -> None:
    answer = zoe.client.get("//evil.example/x.")

    assert not (answer.location or "").startswith(("//", "http"))
