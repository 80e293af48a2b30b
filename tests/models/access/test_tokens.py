"""Tokens: a token of one kind is not valid as another kind, nor on another server."""

from models.access.tokens import write_result_token, write_token
from models.ledger.keys import Key
from models.ledger.shared_results import SharedResult


def test_a_key_and_a_result_of_one_name_have_different_tokens() -> None:
    key, shared = Key(ref="abc"), SharedResult(ref="abc")

    token = write_result_token(shared, "secret")
    assert token == write_result_token(shared, "secret")
    assert token not in (write_token(key, "secret"), write_result_token(shared, "another secret"))
    assert token.startswith("abc-")
