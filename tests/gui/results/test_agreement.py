"""Verdicts against the score: the table, its summary, and the way from a cell to its bags."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.bag_list.panel import PickedNotice
from coala.gui.results.agreement import AgreementSection
from coala.gui.session.session import Session
from coala.gui.widgets.labels import SentenceButton
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.findings import VERDICTS
from coala.verdicts.state import State
from tests.support.reviews import a_bag, a_great_review, make_review
from tests.support.steps import calls_made_by
from tests.support.windows import Key, Windows, look, numbers_in, page_of, part_of

JUDGED = (Verdict.WORSE, Verdict.WORSE, Verdict.BETTER, Verdict.SAME, None, Verdict.BETTER)
SHARES = (0.01, 0.02, -0.01, 0.0, 0.03, None)


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    path = make_review(
        tmp_path / "judged.coala",
        [a_bag(number) for number in range(6)],
        gold=True,
        shares=[{"muc": 0.0, "b_cubed": share} for share in SHARES],
    )
    with Review.open(path) as review:
        for number, verdict in enumerate(JUDGED):
            if verdict is not None:
                review.judge(number, State(verdict))
    return path


def section_of(window: MainWindow) -> AgreementSection:
    page_of(window).show_results()
    return page_of(window).results.agreement


def test_a_cell_lists_its_bags_by_key_and_by_mouse_and_the_list_says_so(
    judged: Path, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(judged)
    section, page = section_of(window), page_of(window)
    row = VERDICTS.index(Verdict.WORSE)
    table = part_of(section, QtWidgets.QTableWidget)
    for by_key in (True, False):
        page.show_results()
        if by_key:
            table.setCurrentCell(row, 0)
            table.setFocus()
            qtbot.keyClick(table, Key.Key_Return)
        else:
            place = table.visualRect(table.model().index(row, 0)).center()
            qtbot.mouseClick(table.viewport(), QtCore.Qt.MouseButton.LeftButton, pos=place)
        assert list(page.session.shown) == [0, 1]
        notice = part_of(page.list, PickedNotice)
        assert notice.isVisible()
        assert notice.accessibleName().endswith(": 2 bags (B³ F1)")
        (button,) = notice.findChildren(QtWidgets.QToolButton)
        button.click()
        assert (len(page.session.shown), notice.isVisible()) == (6, False)


def test_a_sentence_leads_to_its_bags_and_an_empty_one_cannot(judged: Path, window_of: Windows) -> None:
    window = window_of(judged)
    section, page = section_of(window), page_of(window)
    worse, better = section.findChildren(SentenceButton)
    better.click()
    assert list(page.session.shown) == [2]
    part_of(section, QtWidgets.QComboBox, "Metric of the table").setCurrentIndex(0)
    assert not better.isEnabled()
    assert not worse.isEnabled()
    part_of(section, QtWidgets.QTableWidget).cellActivated.emit(0, 0)
    assert list(page.session.shown) == [2]


def test_table_is_counted_again_each_time_it_is_shown(judged: Path, window_of: Windows, qtbot: QtBot) -> None:
    window = window_of(judged)
    section, page = section_of(window), page_of(window)
    section.findChildren(SentenceButton)[0].click()
    assert not page.shows_results()
    page.session.show(0)
    look(qtbot, page)
    page.answers.judge(Verdict.BETTER)
    assert list(page.session.shown) == [0, 1]
    assert numbers_in(section.sentences()[0]) == ["2"]
    page.show_results()
    assert numbers_in(section.sentences()[0]) == ["1"]


def test_sorting_bags_into_the_table_takes_few_calls_a_bag(tmp_path: Path, qtbot: QtBot) -> None:
    bags = 20_000
    with Review.open(a_great_review(tmp_path / "great.coala", bags)) as review:
        session = Session(review)
        session.listing.shares("b_cubed")
        section = AgreementSection(session)
        qtbot.addWidget(section)
        session.show_gold_first(shown=True)
        assert calls_made_by(section.refresh) < 10 * bags
        assert section.rows()[-1][-1] == f"{bags:,}"
