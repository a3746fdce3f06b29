"""The page with the results: its way in and out, its sections, and what it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.results.outcome import count_hidden
from coala.gui.results.section import ParagraphLabel
from coala.gui.session.session import Session
from coala.gui.window.main_window import MainWindow
from coala.gui.window.page.answers import SHOWN_SECONDS
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.reviews import a_bag, a_great_review, judge_as, make_review
from tests.support.steps import calls_made_by
from tests.support.windows import (
    Clock,
    Key,
    Reviews,
    Windows,
    look,
    numbers_in,
    page_of,
    part_of,
    press,
    settled,
    status,
    verdicts,
)


def visible_texts(window: MainWindow) -> list[str]:
    labels = page_of(window).results.findChildren(QtWidgets.QLabel)
    return [label.text() for label in labels if label.isVisible() and label.text()]


def test_key_shows_the_results_and_escape_leads_back(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_R)
    assert page.results.isVisible()
    assert not page.pane.isVisible()
    assert page.list.isVisible()
    assert window.actions_by_name["results"].isChecked()
    focused = QtWidgets.QApplication.focusWidget()
    assert focused is not None
    assert page.results.isAncestorOf(focused)
    press(qtbot, Key.Key_Escape)
    assert page.pane.isVisible()
    assert not window.actions_by_name["results"].isChecked()
    press(qtbot, Key.Key_R)
    press(qtbot, Key.Key_R)
    assert page.pane.isVisible()
    part_of(page.header, QtWidgets.QToolButton, "Results").click()
    part_of(page.results, QtWidgets.QPushButton, "Back to the bag").click()
    assert page.pane.isVisible()


@pytest.mark.parametrize(("words", "shown"), [("zzz", False), ("", True)])
def test_search_keeps_the_focus_while_the_results_are_shown(
    window: MainWindow, qtbot: QtBot, words: str, shown: bool
) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_R)
    box = part_of(page.list, QtWidgets.QLineEdit)
    box.setFocus()
    qtbot.keyClicks(box, words or page.session.review.entries[0].title[:4])
    qtbot.waitUntil(lambda: page.session.filter.text == box.text())
    assert box.hasFocus()
    assert (page.session.current >= 0, page.results.isVisible()) == (shown, shown)


def test_results_say_how_long_verdicts_took(window: MainWindow) -> None:
    page = page_of(window)
    page.show_results()
    assert page.results.minutes() == ""
    times = ("2026-01-01T09:00:00+00:00", "2026-01-01T09:00:30+00:00", "2026-01-01T09:01:20+00:00")
    review = page.session.review
    review.judge_all((number, State(Verdict.SAME), time) for number, time in enumerate(times))
    page.results.refresh()
    assert numbers_in(page.results.minutes()) == ["2", "80", "40", "5"]
    assert page.results.minutes() in visible_texts(window)


def test_hidden_verdicts_are_counted_by_bags_of_this_comparison_only(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", list(map(a_bag, range(4))))
    judge_as(path, "Bo", "++ ?")
    judge_as(path, "Cyd", "-   ")
    with Review.open(path, reviewer="Ann") as review:
        assert count_hidden(review) == 3
        review.judge(0, State(Verdict.BETTER))
        assert count_hidden(review) == 2
    # The comparison no longer has the first bag and the last.
    make_review(path, [a_bag(1), a_bag(2)])
    with Review.open(path, reviewer="Ann") as review:
        assert count_hidden(review) == 1


def test_no_answer_counts_while_the_results_hide_the_bag(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    page.session.review.judge(0, State(Verdict.SAME))
    look(qtbot, page)
    page.show_results()
    for key in (Key.Key_1, Key.Key_Plus, Key.Key_Backspace):
        window.statusBar().clearMessage()
        qtbot.keyClick(QtWidgets.QApplication.focusWidget(), key)
        assert verdicts(window) == "=.."
        assert status(window)
    page.answers.judge(Verdict.WORSE)
    assert verdicts(window) == "=.."


def test_answer_right_after_the_way_back_waits_until_the_bag_is_seen(
    window: MainWindow, qtbot: QtBot, clock: Clock
) -> None:
    page = page_of(window)
    look(qtbot, page)
    page.show_results()
    page.hide_results()
    page.answers.judge(Verdict.WORSE)
    assert verdicts(window) == "..."
    qtbot.waitUntil(lambda: page.pane.isVisible() and settled(page.gold))
    QtWidgets.QApplication.processEvents()
    clock.now += SHOWN_SECONDS + 0.01
    page.answers.judge(Verdict.WORSE)
    assert verdicts(window) == "-.."


def test_key_that_moves_and_click_on_the_current_bag_lead_back_to_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_R)
    press(qtbot, Key.Key_J)
    assert not page.shows_results()
    assert page.session.current == 1
    page.show_results()
    page.list.chosen.emit(page.session.current)
    assert not page.shows_results()
    # A note that is being written is saved first.
    press(qtbot, Key.Key_C)
    qtbot.keyClicks(QtWidgets.QApplication.focusWidget(), "who")
    page.show_results()
    assert page.session.progress.state(1).comment.note == "who"


@pytest.mark.parametrize("gold", [False, True])
def test_scores_say_what_they_are_and_leave_out_interval_and_p_on_a_narrow_page(
    window_of: Windows, review_of: Reviews, gold: bool
) -> None:
    window = window_of(review_of(1, gold=gold))
    page = page_of(window)
    window.actions_by_name["gold_first"].trigger()
    page.show_results()
    texts = visible_texts(window)
    assert ("Scores against gold" if gold else "Similarity of the two systems (no gold)") in texts
    rows = {row[0]: row[1:] for row in page.results.scores.rows()}
    if gold:
        assert rows["MUC"] == ["0.6667", "0.6667", "0.00", "\N{MINUS SIGN}1.00 to +5.00", ".25"]
        assert rows["B³"][:3] == ["n/a", "n/a", "n/a"]
        labels = page.results.scores.findChildren(QtWidgets.QLabel)
        (head,) = (label for label in labels if label.text() == "p")
        assert head.isVisible()
        for width, is_shown in ((200, False), (2_000, True)):
            page.results.scores.fit(width)
            assert head.isVisible() is is_shown
    else:
        # Recall, precision and F1.
        assert rows["MUC"] == ["0.5000", "1.0000", "0.6667"]
    assert page.results.agreement.isVisible() is gold


def test_scores_against_gold_wait_until_every_bag_is_judged(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(2, gold=True))
    page = page_of(window)
    page.session.judge_and_go_on(Verdict.BETTER, Comment())
    page.show_results()
    labels = page.results.scores.findChildren(QtWidgets.QLabel)
    # One bag is left.
    assert [numbers_in(label.text()) for label in labels if label.isVisible()].count(["1"]) == 1
    assert page.results.scores.rows() == []
    assert not any("MUC" in label.text() for label in labels)
    assert part_of(page.results.scores, QtWidgets.QComboBox).count() == 0
    page.hide_results()
    page.session.judge_and_go_on(Verdict.BETTER, Comment())
    page.show_results()
    assert page.results.scores.rows()[0][0] == "MUC"


def test_button_shows_the_scores_before_the_verdicts(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(2, gold=True))
    page = page_of(window)
    page.show_results()
    button = part_of(page.results.scores, QtWidgets.QPushButton, "Show gold before I judge")
    button.click()
    qtbot.waitUntil(lambda: bool(page.results.scores.rows()))
    assert window.actions_by_name["gold_first"].isChecked()
    assert not button.isVisible()
    page.hide_results()
    page.session.judge(Verdict.BETTER, Comment())
    assert page.session.progress.state(0).gold_seen is True


SHARES = (0.01, -0.03, None, 0.0, 0.002, -0.0004)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Return six bags with gold and different effects; the first five are judged."""
    path = make_review(
        tmp_path / "shared.coala",
        [a_bag(number) for number in range(6)],
        gold=True,
        shares=[{"muc": 0.0, "b_cubed": share} for share in SHARES],
    )
    with Review.open(path) as review:
        for number in range(5):
            review.judge(number, State(Verdict.BETTER))
    return path


def test_explanation_unfolds_in_place(shared: Path, window_of: Windows) -> None:
    window = window_of(shared)
    page = page_of(window)
    window.actions_by_name["gold_first"].trigger()
    page.show_results()
    for section, formula in (
        (page.results.verdicts, "net = "),
        (page.results.scores, "F1 = "),
        (page.results.effects, "effect = "),
    ):
        explainer = section.explainer
        choice = part_of(explainer, QtWidgets.QComboBox)
        assert explainer.text() == ""
        assert not choice.isVisible()
        explainer.unfold()
        assert choice.isVisible()
        texts = []
        for place in range(choice.count()):
            choice.setCurrentIndex(place)
            texts.append(explainer.text())
        assert any(formula in text for text in texts)
        assert len(set(texts)) > 3


def test_disagreements_are_shown_with_a_second_reviewer_only(window_of: Windows, review_of: Reviews) -> None:
    path = review_of(3)
    window = window_of(path)
    page_of(window).show_results()
    assert not page_of(window).results.disagreements.isVisible()
    window.close()
    judge_as(path, "Ann", "+-+")
    judge_as(path, "Ben", "-+=")
    window = window_of(path)
    page = page_of(window)
    page.show_results()
    labels = page.results.disagreements.findChildren(ParagraphLabel)
    assert [numbers_in(label.text()) for label in labels if label.isVisible()] == [["3"]]
    part_of(page.results, QtWidgets.QPushButton, "Settle them").click()
    assert not page.shows_results()
    assert page.session.adjudication is not None


def test_paragraphs_are_shown_whole_at_every_width(window_of: Windows, review_of: Reviews) -> None:
    path = review_of(28)
    with Review.open(path) as review:
        for number in range(14):
            review.judge(number, State(Verdict("+-+-="[number % 5])))
    window = window_of(path)
    page = page_of(window)
    page.show_results()
    assert numbers_in(page.results.answer())[:2] == ["14", "6"]
    QtWidgets.QApplication.processEvents()
    page.results.verdicts.explainer.unfold()
    assert page.results.verdicts.explainer.text()
    for width in (800, 1280, 1600):
        window.resize(width, 700)
        QtWidgets.QApplication.processEvents()
        for label in page.results.findChildren(ParagraphLabel):
            if label.isVisible():
                assert label.height() >= label.heightForWidth(label.width()), label.text()


def test_results_of_two_thousand_bags_are_shown_at_once(
    tmp_path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(a_great_review(tmp_path / "great.coala", 2_000))
    page = page_of(window)
    assert isinstance(page.session, Session)
    # A call takes well under a microsecond: 0.1 s at most.
    assert calls_made_by(page.show_results) < 60 * 2_000
