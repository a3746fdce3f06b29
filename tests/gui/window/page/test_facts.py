"""Verdicts on single facts of a bag, and their counts in the results."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from coala.gui.window.main_window import MainWindow
from coala.review.file import Review
from tests.support.facts_by_hand import reading
from tests.support.reviews import a_bag, make_review, put_comparison
from tests.support.windows import Key, Modifier, Windows, page_of, press, status, verdicts

MINUS = "\N{MINUS SIGN}"


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


def counted(window: MainWindow) -> list[str]:
    """Return the lines about facts that the results show; leave the bag on the screen."""
    page = page_of(window)
    page.show_results()
    lines = page.results.verdicts.figures()
    page.hide_results()
    return [line for line in lines if line.startswith("Facts: ")]


def test_a_fact_is_judged_by_its_key_and_its_bag_is_not(
    window: MainWindow, qtbot: QtBot, review: Path
) -> None:
    told = {page_of(window).pane.describe_change(place): place for place in range(2)}
    press(qtbot, Key.Key_E)
    assert page_of(window).bar.link().startswith("Change 1 of 2")
    assert page_of(window).bar.question() == "Is this change for the better?"
    first = next(sentence for sentence, place in told.items() if place == 0)
    press(qtbot, Key.Key_Plus)
    assert status(window) == f"Change 1 judged better: “{first}”. Ctrl+Z undoes this"
    assert verdicts(window) == ".."
    window.close()
    with Review.open(review) as kept:
        assert [str(verdict) for _, verdict in kept.state(kept.entries[0].fingerprint).rows] == ["+"]


def test_results_count_facts_after_each_answer_and_undo(window: MainWindow, qtbot: QtBot) -> None:
    unjudged = f"Facts: +2 {MINUS}2; added: none judged; dropped: none judged."
    assert counted(window) == [unjudged]
    changed = page_of(window).pane.describe_change(1)
    assert changed == "Chris —landedIn→ France (was: Paris)"
    press(qtbot, Key.Key_E)
    press(qtbot, Key.Key_E)
    press(qtbot, Key.Key_Plus)
    judged = f"Facts: +2 {MINUS}2; added: 1 right of 1 judged; dropped: 0 right of 1 judged."
    qtbot.waitUntil(lambda: counted(window) == [judged])
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    qtbot.waitUntil(lambda: counted(window) == [unjudged])


def test_without_facts_the_results_say_nothing_of_them(window_of: Windows, tmp_path: Path) -> None:
    assert counted(window_of(make_review(tmp_path / "none.coala", [a_bag(0)]))) == []
