"""Keys that walk through the mentions of a bag, and that show more text around the current one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from coala.diff.sentences import BagSentences
from coala.gui.bag_view.evidence_text import EvidenceText
from coala.model.bag import Bag
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.review.writing import write_review
from tests.support.bags_by_hand import bag
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.reviews import a_summary
from tests.support.windows import Key, Windows, page_of, part_of, press

NEAR, FAR = "http://example.org/1", "http://example.org/2"
MENTIONS = 100
PARAGRAPH = "Bob came. It was late. It was dark. It was cold. He sat.\n\n"
TEXTS: dict[str, str | None] = {
    NEAR: PARAGRAPH * MENTIONS + "All was still.\n",
    FAR: "The mayor slept. It was late. It was dark. It was cold. Then Bob left. Nobody saw it there.",
}


def two_documents() -> Bag:
    """Return a bag with a long chain in one document, whose first mention is dropped, and one in another."""
    spans = [
        Span(NEAR, begin, begin + 3) for begin in range(0, MENTIONS * len(PARAGRAPH), len(PARAGRAPH))
    ] + [Span(FAR, 61, 64)]
    rows = [(Kind.MENTION_DROPPED, 0, None, [0], '"Bob" dropped from Bob')]
    return bag(spans, {"Bob": range(MENTIONS + 1)}, {"Bob": range(1, MENTIONS + 1)}, [(0, 0)], rows, TEXTS)


@pytest.fixture
def text(window_of: Windows, tmp_path: Path) -> EvidenceText:
    path, made = tmp_path / "two.coala", two_documents()
    write_review(path, a_summary([made]), [(BagSentences(made), {"b_cubed": -0.001})], TEXTS)
    return part_of(page_of(window_of(path)).pane, EvidenceText)


def test_more_of_the_text_leaves_the_chosen_mention_and_then_widens_its_document(
    text: EvidenceText, qtbot: QtBot
) -> None:
    assert text.chosen() == (0,)
    presses, seen, everything = 0, set(text.spans_in_sight()), set(range(MENTIONS + 1))
    assert len(text.page().spans) < MENTIONS
    while set(text.page().spans) != everything and presses < 90:
        press(qtbot, Key.Key_M)
        presses += 1
        assert text.chosen() == (0,)
        # What is opened is in sight.
        seen.update(text.spans_in_sight())
    assert set(text.page().spans) == everything
    before = text.page().text.count("sat")
    while text.page().text.count("sat") <= before and presses < 200:
        press(qtbot, Key.Key_M)
        presses += 1
        seen.update(text.spans_in_sight())
    assert text.page().text.count("sat") > before
    assert "slept" not in text.page().text
    assert 0 in text.spans_in_sight()
    assert seen == everything


def test_the_walk_follows_the_page_and_each_mention_comes_into_sight(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    window = window_of(write_bags(tmp_path / "wide.coala", [a_wide_bag(0, 600)]))
    text = part_of(page_of(window).pane, EvidenceText)
    for _ in range(6):
        press(qtbot, Key.Key_M)
    shown = text.page()
    text.setFocus()
    for _ in shown.spans:
        press(qtbot, Key.Key_Comma)
    walked = [*text.chosen()]
    for _ in range(len(shown.spans) - 1):
        press(qtbot, Key.Key_Period)
        walked += text.chosen()
        assert walked[-1] in text.spans_in_sight()
    assert sorted(walked) == sorted(shown.spans)
    begins = [shown.begin(span) for span in walked]
    assert begins == sorted(begins)
    assert text.page() is shown


def test_walk_begins_in_sight_or_at_the_first_of_several_chosen_mentions(
    text: EvidenceText, qtbot: QtBot
) -> None:
    for key in (Key.Key_Period, Key.Key_Comma):
        text.choose_spans(())
        press(qtbot, key)
        assert text.chosen() == (0,)
    text.choose_spans((2, 1, MENTIONS))
    press(qtbot, Key.Key_Period)
    assert text.chosen() == (2,)
    # In a note a full stop is a full stop.
    press(qtbot, Key.Key_C)
    press(qtbot, Key.Key_Period)
    assert text.chosen() == (2,)
