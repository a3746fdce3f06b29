"""A user's regular expression: what is none is said, and what never ends is ended."""

from __future__ import annotations

import threading

import pytest

from coala.base import patterns
from coala.base.patterns import compile_pattern, match_names
from tests.support.damage import refusal

HOPELESS = "(a+)+b"
NAME = "a" * 40


def test_a_pattern_matches_whole_names() -> None:
    matches = match_names(r"Chain_\d+")
    assert (matches("Chain_12"), matches("Chain_12a"), matches("A_Chain_12")) == (True, False, False)


@pytest.mark.parametrize("pattern", ["(", "a{99999999999999}", "(" * 20_000, "(?<=a*)b", "a(?i)b", "\\"])
def test_what_is_no_regular_expression_is_said(pattern: str) -> None:
    message = refusal(lambda: compile_pattern(pattern))
    assert message.startswith("the pattern ")
    assert "is no regular expression" in message


def test_what_a_later_python_will_read_otherwise_is_no_warning() -> None:
    assert compile_pattern("[[a]").fullmatch("[")


def test_a_pattern_that_takes_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "PATIENCE", 0.1)
    matches = match_names(HOPELESS)
    assert matches("aaab")
    message = refusal(lambda: matches(NAME))
    assert "for the name 'aaaa" in message
    assert "repetitions inside of repetitions" in message
    # The time is for all names together.
    assert refusal(lambda: matches(NAME)) == message


def test_another_thread_matches_without_a_signal() -> None:
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(match_names("a+b")("aab")))
    thread.start()
    thread.join()
    assert found == [True]
