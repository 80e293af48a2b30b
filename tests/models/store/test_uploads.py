"""Files waiting to be confirmed: a few per club, for one day, and only for those who sent them."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import Text, func, literal, select, update

from models import db
from models.ledger.clubs import create_club
from models.store import uploads
from models.store.columns import now
from models.store.uploads import MOST_OF_A_CLUB, Upload, find_upload, forget_upload, store_upload
from tests.conftest import sure

TABLE = db.metadata.tables["uploads"]


@pytest.fixture
def club_id(store: Flask) -> int:
    """The id of a club."""
    return create_club("Ana’s table").id


def test_a_file_waits_for_its_club_alone(club_id: int) -> None:
    other_id = create_club("Ben’s table").id
    upload = store_upload("{}", "[]", "Ana", club_id)

    assert find_upload(upload.ref, club_id) is upload
    assert find_upload(upload.ref, other_id) is None
    assert find_upload(upload.ref, None) is None

    forget_upload(upload)
    assert find_upload(upload.ref, club_id) is None


def test_where_too_many_wait_the_oldest_of_the_same_club_goes(club_id: int) -> None:
    other_id = create_club("Ben’s table").id
    their_upload, strangers_upload = store_upload("{}", "[]", "Ben", other_id), store_upload("{}", "[]", "", None)
    refs = [store_upload("{}", "[]", "Ana", club_id).ref for _ in range(MOST_OF_A_CLUB + 1)]

    assert [find_upload(ref, club_id) is not None for ref in refs] == [False] + [True] * MOST_OF_A_CLUB
    assert find_upload(their_upload.ref, other_id) and find_upload(strangers_upload.ref, None)


def test_of_strangers_more_may_wait(store: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert uploads.MOST_OF_STRANGERS > MOST_OF_A_CLUB
    monkeypatch.setattr(uploads, "MOST_OF_STRANGERS", MOST_OF_A_CLUB + 2)
    refs = [store_upload("{}", "[]", "", None).ref for _ in range(MOST_OF_A_CLUB + 3)]

    assert [find_upload(ref, None) is not None for ref in refs] == [False] + [True] * (MOST_OF_A_CLUB + 2)


def test_after_a_day_a_file_is_not_found_and_with_the_next_it_is_gone(club_id: int) -> None:
    upload = store_upload("{}", "[]", "Ana", club_id)
    upload.at = now() - timedelta(days=1, minutes=1)
    db.session.flush()
    assert find_upload(upload.ref, club_id) is None
    assert db.session.scalars(select(Upload)).all() == [upload]

    new_upload = store_upload("{}", "[]", "Ana", club_id)

    assert db.session.scalars(select(Upload)).all() == [new_upload]


def test_a_text_is_packed_and_an_older_one_is_read_as_it_is(store: Flask) -> None:
    sent = '{"club": "Ana’s table"}' + " " * 5000
    upload = store_upload(sent, "[]", "Ana", None)
    older = store_upload("{}", "[]", "Ana", None)
    db.session.execute(update(TABLE).values(text=literal('{"older": 1}', Text())).where(TABLE.c.id == older.id))
    db.session.expire_all()

    assert upload.text == sent
    assert older.text == '{"older": 1}'
    assert sure(db.session.scalar(select(func.max(func.length(TABLE.c.text))))) < 200
