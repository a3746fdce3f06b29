"""A user's regular expressions: invalid ones are reported, and endless ones are stopped."""

from __future__ import annotations

import threading

import pytest

from coala.base import patterns
from coala.base.patterns import compile_pattern, match_names
from tests.support.damage import refusal

HOPELESS = "(a|aa)+b"
NAME = "a" * 40


@pytest.mark.parametrize(
    "pattern", ["(", "a{99999999999999}", "(" * 20_000, "(?<=a*)b", "a(?i)b", "\\", r"\p{L}", "(?r)a"]
)
def test_what_is_no_regular_expression_is_said(pattern: str) -> None:
    assert refusal(lambda: compile_pattern(pattern))


def test_what_a_later_python_will_read_otherwise_is_no_warning() -> None:
    assert compile_pattern("[[a]").fullmatch("[")


def test_a_pattern_that_takes_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "PATIENCE", 0.1)
    matches = match_names(HOPELESS)
    assert matches("aaab")
    message = refusal(lambda: matches(NAME))
    assert "'aaaa" in message
    # The time is for all names together.
    assert refusal(lambda: matches(NAME)) == message


def test_pattern_in_another_thread_ends_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "PATIENCE", 0.1)
    answers: list[bool | str] = []

    def match() -> None:
        matches = match_names(HOPELESS)
        answers.extend([matches("aaab"), refusal(lambda: matches(NAME))])

    thread = threading.Thread(target=match)
    thread.start()
    thread.join()
    assert answers[0] is True
    assert "'aaaa" in str(answers[1])


def test_repeated_repetition_that_can_be_answered_is_answered() -> None:
    assert not match_names("(a+)+b")(NAME)
