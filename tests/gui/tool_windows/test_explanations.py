"""Explanations: every number with its meaning, formula, this comparison's figures and source."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.tool_windows.explanations import ExplanationsWindow
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.present.differences import DifferenceRow, list_differences
from coala.present.explanations import NO_GOLD, list_topics
from coala.scores.metrics.registry import METRICS
from coala.verdicts.tally import tally_verdicts
from tests.support.reviews import a_bag, a_summary
from tests.support.windows import Key, Windows, look, page_of, part_of, press, settled, spoken_name, turn_to

Reviews = Callable[..., Path]


def dialog_of(window: MainWindow) -> ExplanationsWindow:
    dialog = page_of(window).tool_windows.explanations
    assert dialog is not None
    return dialog


def links(widget: QtWidgets.QWidget) -> dict[str, QtWidgets.QToolButton]:
    buttons = widget.findChildren(QtWidgets.QToolButton)
    return {spoken_name(button): button for button in buttons if button.text() == "explain"}


def test_every_number_on_the_screen_has_a_topic_with_a_source() -> None:
    summary = a_summary([a_bag(0)], gold=True)
    found = list_topics(summary, tally_verdicts(1, {}), {"muc": 0.1})
    keys = {topic.key for topic in found}
    assert {"tally net", "tally mean", "tally interval", "tally sign_test", "bootstrap", "mentions"} <= keys
    for metric in METRICS:
        assert {f"scores changed {metric}", f"scores baseline {metric}", f"share {metric}"} <= keys
    assert all("\n\nSource: " in topic.text for topic in found)


def test_table_of_differences_is_next_to_its_explanation() -> None:
    summary = a_summary([a_bag(0)], gold=True)
    rows = {row.metric: row for row in list_differences(summary)}
    assert rows["MUC"] == DifferenceRow("MUC", "+2.00", "−1.00 to +5.00", "0.250", "3 / 1", "0.625")
    assert rows["B³"] == DifferenceRow("B³", "n/a", "n/a", "n/a", "3 / 1", "0.625")
    (topic,) = [
        topic for topic in list_topics(summary, tally_verdicts(1, {}), None) if topic.key == "bootstrap"
    ]
    assert "not of other corpora" in topic.text
    assert "B = 10,000 resamples of 6 bags" in topic.text


def test_without_gold_there_is_no_table_and_the_dialog_says_why(
    review_of: Reviews, window_of: Windows
) -> None:
    window = window_of(review_of(1))
    page_of(window).tool_windows.explain("bootstrap")
    dialog = dialog_of(window)
    assert NO_GOLD in dialog.text()
    assert part_of(dialog, QtWidgets.QTableWidget).isHidden()
    dialog.show_topic("scores")
    assert dialog.text().startswith("MUC – Similarity of the two systems")


def test_link_next_to_each_block_opens_its_explanation(review_of: Reviews, window_of: Windows) -> None:
    window = window_of(review_of(2, gold=True))
    page = page_of(window)
    found = links(page)
    assert set(found) == {"Explain the tally", "Explain the scores", "Explain the share of this bag"}
    titles = []
    for link in found.values():
        link.click()
        titles.append(dialog_of(window).text().splitlines()[0])
    assert titles == ["Net – Tally", "MUC – Changed against gold", "MUC – Share of this bag"]
    page.tool_windows.explain("bootstrap")
    assert part_of(dialog_of(window), QtWidgets.QTableWidget).isVisible()


def test_the_key_explains_what_has_the_focus_else_the_first(
    review_of: Reviews, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(review_of(2))
    press(qtbot, Key.Key_H)
    assert dialog_of(window).text().startswith("Net – Tally")
    dialog_of(window).close()
    window.activateWindow()
    buttons = page_of(window).scores.findChildren(QtWidgets.QToolButton)
    next(button for button in buttons if button.text().startswith("More metrics")).setFocus()
    page_of(window).explain_focused()
    assert dialog_of(window).text().startswith("MUC – Similarity")


def test_the_explanation_follows_the_verdicts_and_keeps_its_topic(
    review_of: Reviews, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(review_of(3))
    page = page_of(window)
    page.tool_windows.explain("tally")
    dialog = dialog_of(window)
    assert "net = 0 − 0 = 0" in dialog.text()
    turn_to(qtbot, window)
    look(qtbot, page)
    page.answers.judge(Verdict.BETTER)
    qtbot.waitUntil(lambda: "net = 1 − 0 = +1" in dialog.text())
    page.tool_windows.explain("share b_cubed")
    page.go(1)
    qtbot.waitUntil(lambda: settled(dialog))
    assert dialog.text().startswith("B³ – Share of this bag")


def test_leaving_the_review_closes_its_tool_windows(
    review_of: Reviews, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(review_of(3, gold=True))
    tool_windows = page_of(window).tool_windows
    tool_windows.show_agreement()
    tool_windows.show_charts()
    tool_windows.explain("tally")
    look(qtbot, page_of(window))
    page_of(window).answers.judge(Verdict.BETTER)
    window.actions_by_name["close"].trigger()
    visible = [widget for widget in QtWidgets.QApplication.topLevelWidgets() if widget.isVisible()]
    assert visible == [window]


def test_the_other_windows_lead_to_their_explanations(review_of: Reviews, window_of: Windows) -> None:
    window = window_of(review_of(3, gold=True))
    tool_windows = page_of(window).tool_windows
    tool_windows.show_agreement()
    tool_windows.show_charts()
    assert tool_windows.agreement is not None
    assert tool_windows.charts is not None
    titles = []
    for other in (tool_windows.agreement, tool_windows.charts):
        (link,) = links(other).values()
        link.click()
        titles.append(dialog_of(window).text().splitlines()[0])
    assert titles == ["Reviewer against metric – Other", "Differences and intervals – Intervals and tests"]
