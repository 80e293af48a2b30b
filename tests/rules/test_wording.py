"""Sentences are in the current language; English fills the gaps."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from rules import read_move, read_position, wording
from rules.answers.lookup import ask
from rules.referee.in_words import move_in_words, train_in_words
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.wording import Reader, say, say_of, speak, spoken


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """A German translation of two sentences and nothing else."""
    read = wording.Texts._read
    few = {"reason.round-over": "Die Runde ist vorbei.", "option.tie.title": "Gleichstand"}
    monkeypatch.setattr(
        wording.Texts, "_read", lambda texts, language: few if language == "de" else read(texts, language)
    )
    monkeypatch.setattr(wording.RULES, "by_language", {})


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use this language for every sentence in the block."""
    before = spoken()
    speak(language)
    try:
        yield
    finally:
        speak(before)


def test_a_sentence_is_said_in_the_language_that_is_spoken(german: None) -> None:
    with speaking("de"):
        assert say("reason.round-over") == "Die Runde ist vorbei."
        with speaking("en"):
            assert say("reason.round-over") == "The round is over."
        assert spoken() == "de"
    assert say("reason.round-over") == "The round is over."


def test_what_a_language_has_not_is_said_in_english(german: None) -> None:
    with speaking("de"):
        assert say("ruling.may-pass", name="Ana") == "Ana may pass."
    with speaking("nobody-speaks-this"):
        assert say("reason.round-over") == "The round is over."


def test_what_one_thread_speaks_no_other_does(german: None) -> None:
    with speaking("de"), ThreadPoolExecutor(1) as executor:
        assert executor.submit(say, "reason.round-over").result() == "The round is over."


def test_one_ruling_explains_itself_in_both_languages(german: None) -> None:
    position = read_position("double-nine 9 A/B/M - 30")
    ruling = rule(Question(position), read_move("A 9-4@A"))

    assert "The round is over." in ruling.explanation
    with speaking("de"):
        assert "Die Runde ist vorbei." in ruling.explanation
    assert "The round is over." in ruling.explanation


def test_what_is_looked_up_is_found_in_both_languages(german: None) -> None:
    def titles() -> set[str]:
        return {answer.title for answer in ask("equal totals", "double-nine") if answer.kind == "custom"}

    english = titles()
    with speaking("de"):
        assert "Gleichstand" in titles()
    assert titles() == english
    assert "Gleichstand" not in english


def test_braces_in_what_people_type_are_no_placeholders() -> None:
    assert "{text}" in say("notation.no-tile-text", text="{text}")


def test_the_reader_is_you_and_everybody_else_has_a_name() -> None:
    names = {"A": Reader("you"), "B": "Ben"}
    position = read_position("double-nine 9 A(4):9-4/B:9-3/M A3 30")

    assert move_in_words(read_move("A 4-1@A"), names) == "You play the 4-1 on your train."
    assert move_in_words(read_move("B 4-1@A"), names) == "Ben plays 4-1 on your train."
    said = train_in_words(position.trains[0], 4, names)
    assert said == "On your train: 9-4; it ends in 4. You have 4 in hand."
    assert rule(Question(position), read_move("A 4-1@A"), names).explanation.startswith("You may play the 4-1 on your")


def test_a_sentence_without_a_form_of_its_own_for_the_reader_only_begins_with_a_capital() -> None:
    assert say_of(Reader("you"), "ruling.may-pass") == "You may pass."
    assert say_of("you", "ruling.may-pass") == "you may pass."
    assert say_of(Reader("you"), "effect.next") == "It is your turn."
