"""Spans that cut words are counted; where all would fit with the other end, the notice says so."""

from __future__ import annotations

import re
from collections.abc import Callable

from coala.model.notices.notice import Notice
from coala.normalisation.texts.cut_words import CutWords

TEXT = "Ann Lee met Bob in Paris, and she told him that the old city was hers."
WORDS = [(found.start(), found.end()) for found in re.finditer(r"\w+", TEXT)]


def told(*spans: tuple[int, int], text: str | None = TEXT) -> Notice | None:
    cuts = CutWords()
    for begin, end in spans:
        cuts.look(text, begin, end, "d")
    return cuts.notice()


def moved(change: Callable[[int, int], tuple[int, int]]) -> str:
    notice = told(*(change(*word) for word in WORDS))
    assert notice is not None
    return notice.sentence


def test_ends_that_lack_one_character_are_inclusive() -> None:
    assert moved(lambda begin, end: (begin, end - 1)).endswith(
        f" {len(WORDS)} of them end inside a word, and would end with it one character later: "
        "if the ends belong to the spans, give --ends inclusive."
    )


def test_offsets_that_are_off_otherwise_are_not_called_inclusive() -> None:
    for change in (
        lambda begin, end: (begin - 1, end - 1) if begin else (begin, end),
        lambda begin, end: (begin, end + 1),
        lambda begin, end: (begin, max(begin + 1, end - 2)),
    ):
        assert "inclusive" not in moved(change)


def test_a_few_cuts_among_many_whole_words_are_not_called_inclusive() -> None:
    some = [(begin, end - 1) for begin, end in WORDS[:6]]
    notice = told(*some, *WORDS)
    assert notice is not None
    assert (notice.count, "inclusive" in notice.sentence) == (6, False)
    few = told(*some[:4])
    assert few is not None
    assert "inclusive" not in few.sentence


def test_whole_words_and_unknown_texts_are_not_told() -> None:
    assert told(*WORDS) is None
    assert told((1, 2), text=None) is None
