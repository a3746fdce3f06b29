"""Counts of spans that cut words, with a hint in the notice if the other kind of end fits all."""

from __future__ import annotations

import re
from collections.abc import Callable

from coala.model.notices.notice import Notice
from coala.prepare.cut_words import CutWords

TEXT = "Ann Lee met Bob in Paris, and she told him that the old city was hers."
WORDS = [(found.start(), found.end()) for found in re.finditer(r"\w+", TEXT)]


LONG_WORDS = [(begin, end) for begin, end in WORDS if end - begin > 3]


def looked_at(*spans: tuple[int, int], text: str | None = TEXT) -> CutWords:
    cuts = CutWords()
    for begin, end in spans:
        cuts.add(text, begin, end, "d")
    return cuts


def find_notice(*spans: tuple[int, int], text: str | None = TEXT) -> Notice | None:
    return looked_at(*spans, text=text).notice()


def moved(change: Callable[[int, int], tuple[int, int]]) -> str:
    notice = find_notice(*(change(*word) for word in WORDS))
    assert notice is not None
    return notice.sentence


def test_ends_that_lack_one_character_are_inclusive() -> None:
    advice = moved(lambda begin, end: (begin, end - 1))
    assert f" {len(WORDS)} of them " in advice
    assert "--ends inclusive" in advice


def test_blank_at_the_end_of_the_text_is_not_one_character_before_the_end_of_a_word() -> None:
    text = f"{TEXT} They left "
    inclusive = [(begin, end - 1) for begin, end in WORDS]
    notice = find_notice(*inclusive, (text.index("left"), len(text)), text=text)
    assert notice is not None
    assert notice.count == len(WORDS) + 1
    assert f" {len(WORDS)} of them " in notice.sentence


def test_offsets_that_are_off_otherwise_are_not_called_inclusive() -> None:
    for change in (
        lambda begin, end: (begin - 1, end - 1) if begin else (begin, end),
        lambda begin, end: (begin, end + 1),
        lambda begin, end: (begin, max(begin + 1, end - 2)),
    ):
        assert "inclusive" not in moved(change)


def test_a_few_cuts_among_many_whole_words_are_not_called_inclusive() -> None:
    some = [(begin, end - 1) for begin, end in WORDS[:6]]
    notice = find_notice(*some, *WORDS)
    assert notice is not None
    assert (notice.count, "inclusive" in notice.sentence) == (6, False)
    few = find_notice(*some[:4])
    assert few is not None
    assert "inclusive" not in few.sentence


def test_whole_words_and_unknown_texts_are_not_told() -> None:
    assert find_notice(*WORDS) is None
    assert find_notice((1, 2), text=None) is None


def test_begins_that_are_all_one_character_late_belong_to_another_text() -> None:
    assert looked_at(*((begin + 1, end) for begin, end in LONG_WORDS)).has_wrong_offsets()
    for begin_late, end_early in ((2, 0), (1, 1)):
        cuts = looked_at(*((begin + begin_late, end - end_early) for begin, end in LONG_WORDS))
        assert cuts.is_from_script
        assert not cuts.has_wrong_offsets()


def test_a_graph_without_a_text_says_nothing_of_how_many_words_the_writing_cuts() -> None:
    cuts = looked_at(*((begin + 2, end) for begin, end in LONG_WORDS))
    assert not cuts.has_wrong_offsets(looked_at(*WORDS, text=None), CutWords())
    assert not cuts.has_wrong_offsets(cuts)
    assert cuts.has_wrong_offsets(cuts, looked_at(*WORDS))
