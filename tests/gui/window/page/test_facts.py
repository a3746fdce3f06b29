"""Verdicts on single facts of a bag, and their counts in the results."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from coala.gui.window.main_window import MainWindow
from coala.present.judged_changes import CHANGE_QUESTIONS
from coala.review.file import Review
from tests.support.facts_by_hand import reading
from tests.support.reviews import a_bag, make_review, put_comparison
from tests.support.windows import Key, Modifier, Windows, page_of, press, status, verdicts


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return a bag with a changed and a dropped fact, and a bag with a new fact."""
    path = tmp_path / "facts.coala"
    put_comparison(
        path,
        reading(("chris", "landedIn", "paris", "landed in Paris"), ("chris", "met", "ann", "met Ann")),
        reading(("chris", "landedIn", "france", "landed in Paris"), ("ann", "from", "rome", "from Rome")),
    )
    return path


def counted(window: MainWindow) -> list[list[str]]:
    """Return the figures of the lines about facts in the results; leave the bag on the screen."""
    page = page_of(window)
    page.show_results()
    lines = page.results.verdicts.figures()
    page.hide_results()
    return [re.findall(r"[+−]?\d+", line) for line in lines if line.startswith("Facts: ")]


def test_a_fact_is_judged_by_its_key_and_its_bag_is_not(
    window: MainWindow, qtbot: QtBot, review: Path
) -> None:
    told = {page_of(window).pane.claim.describe_change(place): place for place in range(2)}
    press(qtbot, Key.Key_E)
    assert page_of(window).bar.link().startswith("Change 1 of 2")
    assert page_of(window).bar.question() == CHANGE_QUESTIONS[0]
    first = next(sentence for sentence, place in told.items() if place == 0)
    press(qtbot, Key.Key_Plus)
    assert f"“{first}”" in status(window)
    assert verdicts(window) == ".."
    window.close()
    with Review.open(review) as kept:
        assert [str(verdict) for _, verdict in kept.state(kept.entries[0].fingerprint).rows] == ["+"]


def test_results_count_facts_after_each_answer_and_undo(window: MainWindow, qtbot: QtBot) -> None:
    unjudged = ["+2", "−2"]
    assert counted(window) == [unjudged]
    changed = page_of(window).pane.claim.describe_change(1)
    assert changed == "Chris —landedIn→ France (was: Paris)"
    press(qtbot, Key.Key_E)
    press(qtbot, Key.Key_E)
    press(qtbot, Key.Key_Plus)
    # Of the added facts 1 of 1 is right, of the dropped ones 0 of 1.
    judged = ["+2", "−2", "1", "1", "0", "1"]
    qtbot.waitUntil(lambda: counted(window) == [judged])
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    qtbot.waitUntil(lambda: counted(window) == [unjudged])


def test_without_facts_the_results_say_nothing_of_them(window_of: Windows, tmp_path: Path) -> None:
    assert counted(window_of(make_review(tmp_path / "none.coala", [a_bag(0)]))) == []
