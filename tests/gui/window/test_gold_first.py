"""Gold shown after a bag's verdict, or before it by preference, with a record in the journal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.session.bag_filter import BagOrder, Order
from coala.gui.session.preferences import PageState, Preferences
from coala.gui.window.main_window import MainWindow
from coala.gui.window.review_page import ReviewPage
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.comment import Comment
from tests.support.reviews import a_gold_over_two, put_comparison, three_splits
from tests.support.windows import Key, Windows, look, page_of, part_of, press, settled


@pytest.fixture
def path(tmp_path: Path) -> Path:
    put_comparison(tmp_path / "gold.coala", *three_splits(), a_gold_over_two())
    return tmp_path / "gold.coala"


TOGETHER = ["2", "1", "2"]
"""Of the bags that share a gold chain: how many they are, and which."""


def gold_seen(page: ReviewPage) -> list[bool | None]:
    return [page.session.progress.state(number).gold_seen for number in range(3)]


def rest(qtbot: QtBot, page: ReviewPage) -> None:
    """Let the window show what it has to show."""
    qtbot.waitUntil(lambda: settled(page.gold) and settled(page.reasons))


def effect(page: ReviewPage) -> list[str]:
    """Return the numbers in what the results would say of the current bag's effect, without a look at them.

    One number is that of the bag, whose effect is hidden; a second one is how many bags it waits for.
    """
    page.results.effects.refresh()
    return re.findall(r"\d+", page.results.effects.current_text())


def trigger(window: MainWindow) -> None:
    window.actions_by_name["gold_first"].trigger()


def test_shares_are_shown_after_the_verdict(path: Path, window_of: Windows, qtbot: QtBot) -> None:
    window = window_of(path)
    page = page_of(window)
    assert effect(page) == ["1"]
    press(qtbot, Key.Key_Plus)
    assert effect(page) == ["2"]
    press(qtbot, Key.Key_K)
    assert effect(page) == ["1", "1"]
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_Minus)
    assert page.session.current == 2
    assert effect(page) == ["3"]
    page.go(-1)
    assert effect(page)[:3] == TOGETHER
    assert gold_seen(page) == [False, False, None]
    page.answers.clear_verdict()
    assert effect(page) == ["2"]
    page.go(-1)
    assert effect(page) == ["1", "1"]


def test_shares_are_shown_before_the_verdict_by_preference(
    path: Path, window_of: Windows, qtbot: QtBot, tmp_path: Path
) -> None:
    window = window_of(path)
    page = page_of(window)
    button = part_of(page.header, QtWidgets.QToolButton, "Gold is shown after you judge")
    after, before = button.menu().actions()
    words = button.text()
    assert (after.isChecked(), before.isChecked()) == (True, False)
    before.trigger()
    assert effect(page)[:3] == TOGETHER
    assert button.text() != words
    assert button.accessibleName() != "Gold is shown after you judge"
    assert window.actions_by_name["gold_first"].isChecked()
    trigger(window)
    assert (after.isChecked(), before.isChecked(), button.text()) == (True, False, words)
    before.trigger()
    before.trigger()
    assert window.actions_by_name["gold_first"].isChecked()
    assert page.state().gold_first
    Preferences(page=page.state()).save(tmp_path / "preferences.json")
    assert Preferences.load(tmp_path / "preferences.json")[0].page.gold_first
    press(qtbot, Key.Key_Plus)
    trigger(window)
    assert effect(page) == ["2"]
    press(qtbot, Key.Key_Minus)
    assert gold_seen(page) == [True, False, None]
    window.close()
    with Review.open(path) as review:
        assert [review.state(entry.fingerprint).gold_seen for entry in review.entries] == [True, False, None]


def test_who_changes_a_verdict_after_the_strip_said_what_gold_says_has_seen_gold(
    path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    page = page_of(window_of(path))
    page.session.judge(Verdict.BETTER, Comment())
    page.session.judge(Verdict.WORSE, Comment())
    # Both came at once, before anything was painted.
    assert gold_seen(page)[0] is False
    rest(qtbot, page)
    page.session.judge(Verdict.SAME, Comment())
    assert gold_seen(page)[0] is True


def test_the_strip_says_after_the_verdict_what_gold_says_and_leads_to_the_bag(
    path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(path)
    page = page_of(window)
    assert page.reasons.gold_text() == ""
    assert page.pane.gold_remark() == ""
    look(qtbot, page)
    press(qtbot, Key.Key_Plus)
    # Gold joins Ann with Bob, and does not mark "He": the split of "Ann" and "He" is right. The effect is
    # hidden until Bob is judged.
    assert page.reasons.gold_text() == "· gold: better"
    assert page.session.current == 1
    assert page.pane.gold_remark() == ""
    (button,) = (
        each
        for each in page.reasons.findChildren(QtWidgets.QToolButton)
        if each.text() == page.reasons.gold_text()
    )
    assert button.accessibleName().split(": ")[-1].split(".")[0].endswith(" He")
    button.click()
    assert page.session.current == 0
    assert page.pane.gold_remark().endswith(" He")
    page.session.show(2)
    look(qtbot, page)
    press(qtbot, Key.Key_Plus)
    # Eve is as in the baseline, so to split her is wrong; this bag has its effect for itself.
    assert page.reasons.gold_text().startswith("· gold: worse \N{MINUS SIGN}")
    heard = page.reasons.accessibleDescription().splitlines()
    assert heard[0].endswith(page.reasons.gold_text())
    assert [line.rpartition(" · ")[2] for line in heard[1:]] == ["gold: better"]
    page.answers.undo()
    assert page.reasons.gold_text() == ""
    assert page.pane.gold_remark() == ""
    assert page.reasons.accessibleDescription() == ""


def test_who_changes_a_verdict_after_the_strip_listed_what_gold_says_has_seen_gold(
    path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    page = page_of(window_of(path))
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Plus)
    assert page.reasons.accessibleDescription().count("gold: ") == 2
    rest(qtbot, page)
    page.session.show(0)
    page.session.judge(Verdict.WORSE, Comment())
    assert gold_seen(page)[0] is True


def test_verdict_changed_after_the_share_is_recorded_with_gold(
    path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(path)
    page = page_of(window)
    for number in range(3):
        page.session.show(number)
        page.session.judge(Verdict.BETTER, Comment())
    rest(qtbot, page)
    # All effects are in the results.
    page.show_results()
    page.hide_results()
    for number in range(3):
        page.session.show(number)
        page.session.judge(Verdict.BETTER, Comment("a note alone is no verdict"))
        assert gold_seen(page)[number] is False
        page.session.judge(None, Comment())
        page.session.judge(Verdict.SAME, Comment())
    assert gold_seen(page) == [True, True, True]


def test_undone_verdict_makes_gold_seen_unless_the_next_bag_came_at_once(
    path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(path)
    page = page_of(window)
    window.actions_by_name["gold"].trigger()
    # Nothing of gold is seen on the way to the next bag.
    page.session.judge_and_go_on(Verdict.BETTER, Comment())
    rest(qtbot, page)
    page.session.undo()
    page.session.judge(Verdict.WORSE, Comment())
    assert gold_seen(page) == [False, None, None]
    page.session.show(2)
    page.session.judge(Verdict.BETTER, Comment())
    rest(qtbot, page)
    page.session.undo()
    page.session.judge(Verdict.WORSE, Comment())
    assert gold_seen(page)[2] is True


def test_results_show_gold_of_judged_bags_alone_unless_it_is_shown_first(
    path: Path, window_of: Windows
) -> None:
    window = window_of(path)
    page = page_of(window)
    page.session.show(2)
    page.session.judge(Verdict.BETTER, Comment())
    page.show_results()
    page.hide_results()
    page.session.judge(Verdict.WORSE, Comment())
    page.session.show(0)
    page.session.judge(Verdict.BETTER, Comment())
    assert gold_seen(page) == [False, None, True]
    trigger(window)
    page.show_results()
    page.hide_results()
    trigger(window)
    page.session.show(1)
    page.session.judge(Verdict.BETTER, Comment())
    assert gold_seen(page)[1] is True


def test_an_order_by_share_is_kept_for_the_next_review_while_gold_is_hidden(
    path: Path, window_of: Windows
) -> None:
    order = BagOrder(Order.LARGEST, "muc")
    page = page_of(window_of(path, preferences=Preferences(page=PageState(order=order))))
    assert page.session.order.way is Order.TEXT
    assert page.state().order == order
