"""Recovery of a damaged review from the window, into a new file that it opens."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.cli.commands import main
from coala.errors import DamagedReviewError
from coala.gui.session.preferences import Preferences
from coala.gui.widgets.labels import NoticeBar
from coala.gui.window.main_window import MainWindow
from coala.gui.window.start_page import RecentButton
from coala.review.file import Review
from tests.support.paths import SAMPLES
from tests.support.reviews import judge_as
from tests.support.windows import Key, Reviews, Windows, page_of, part_of, press, status, verdicts

SIGNS = "+-=?" * 7


@pytest.fixture
def news(tmp_path: Path) -> Path:
    """Return a review of the newswire sample in which Ada has judged all 28 bags."""
    path = tmp_path / "news.coala"
    graphs = [str(SAMPLES / "newswire" / f"{name}.ttl") for name in ("baseline", "changed")]
    assert main(["diff", *graphs, "-o", str(path)]) == 1  # they diverge
    judge_as(path, "Ada", SIGNS)
    return path


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> list[str]:
    """Let the dialog for the new file choose ``path``, or nothing; return the names that it proposes."""
    proposed: list[str] = []

    def answer(parent: object, title: str, start: str, *_: object, **__: object) -> tuple[str, str]:
        proposed.append(start)
        return "" if path is None else str(path), ""

    monkeypatch.setattr(QtWidgets.QFileDialog, "getSaveFileName", answer)
    return proposed


def way_of(notice: NoticeBar) -> QtWidgets.QPushButton | None:
    """Return the button of a message that recovers, if it is shown."""
    buttons = [button for button in notice.findChildren(QtWidgets.QPushButton) if button.isVisible()]
    return next((button for button in buttons if button.text() == "Recover…"), None)


def recover(qtbot: QtBot, window: MainWindow, notice: NoticeBar) -> None:
    button = way_of(notice)
    assert button is not None
    button.click()
    qtbot.waitUntil(lambda: not window.recovery.is_running())


@pytest.mark.parametrize(
    ("statement", "way"),
    [
        ("UPDATE header SET value = 'x' WHERE key = 'summary'", "file"),
        ("UPDATE bag SET title = 'another' WHERE number = 3", "file"),
        ("DROP TABLE search", "recent"),
        ("UPDATE journal SET digest = 'x' WHERE sequence = 2", "file"),
    ],
)
def test_recovery_of_a_damaged_review_brings_back_all_verdicts(
    window_of: Windows,
    news: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    statement: str,
    way: str,
) -> None:
    change(news, statement)
    before = news.read_bytes()
    target = news.with_name("mended.coala")
    proposed = choose(monkeypatch, target)
    window = window_of(preferences=Preferences(reviewer="Ada", recent=[str(news)]))
    if way == "file":
        assert not window.open_review(news)
    else:
        part_of(window.start_page, RecentButton).click()
    assert news.name in window.notice.text()
    # The button is there for this.
    assert "coala file" not in window.notice.text()
    recover(qtbot, window, window.notice)
    assert proposed == [str(news.with_name("news-recovered.coala"))]
    # It is opened in the background.
    qtbot.waitUntil(lambda: window.review is not None)
    assert window.review is not None
    assert window.review.path == target
    assert verdicts(window) == SIGNS
    assert re.findall(r"mended\.coala|\d+", status(window))[:3] == ["mended.coala", "28", "28"]
    assert news.read_bytes() == before


def test_recovery_never_replaces_a_file_and_proposes_a_name_that_none_has(
    window_of: Windows, news: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(news, "UPDATE header SET value = 'x' WHERE key = 'summary'")
    news.with_name("news-recovered.coala").write_bytes(b"mine")
    other = news.with_name("other.coala")
    other.write_bytes(b"mine")
    window = window_of()
    window.open_review(news)
    button = way_of(window.notice)
    assert button is not None
    proposed = choose(monkeypatch, None)
    button.click()
    assert proposed == [str(news.with_name("news-recovered-2.coala"))]
    choose(monkeypatch, other)
    window.open_review(news)
    recover(qtbot, window, window.notice)
    assert "other.coala" in window.notice.text()
    assert other.read_bytes() == b"mine"
    assert window.review is None


@pytest.mark.parametrize(("chosen", "written"), [("mended", "mended.coala"), ("mended.db", "mended.db")])
def test_a_recovered_review_has_the_chosen_name_and_an_ending(
    window_of: Windows, news: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, chosen: str, written: str
) -> None:
    change(news, "DROP TABLE search")
    choose(monkeypatch, news.with_name(chosen))
    window = window_of()
    window.open_review(news)
    recover(qtbot, window, window.notice)
    qtbot.waitUntil(lambda: window.review is not None)
    assert window.review is not None
    assert window.review.path == news.with_name(written)


def test_bag_that_cannot_be_shown_has_a_button_to_recover(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = review_of(2)
    target = path.with_name("mended.coala")
    choose(monkeypatch, target)
    window = window_of(path)
    page = page_of(window)
    review = page_of(window).session.review

    def damaged(document: str) -> str | None:
        raise DamagedReviewError("the text of one document is damaged")

    monkeypatch.setattr(review, "text", damaged)
    press(qtbot, Key.Key_J)
    # With every key.
    for _ in range(3):
        assert "the text of one document is damaged" in page.pane.message()
        press(qtbot, Key.Key_M)
    buttons = [button for button in page.pane.findChildren(QtWidgets.QToolButton) if button.isVisible()]
    next(button for button in buttons if button.text() == "Recover…").click()
    qtbot.waitUntil(lambda: not window.recovery.is_running())
    assert window.review is not None
    assert window.review.path == target


def test_damaged_review_without_anything_to_recover_says_so(window_of: Windows, review_of: Reviews) -> None:
    path = review_of(2)
    change(path, "DELETE FROM bag")
    window = window_of()
    assert not window.open_review(path)
    assert "too damaged" in window.notice.text()
    assert way_of(window.notice) is None


def test_an_error_without_damage_offers_no_recovery(window_of: Windows, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.coala"
    foreign.write_bytes(b"no review at all " * 100)
    window = window_of()
    assert not window.open_review(foreign)
    assert "foreign.coala" in window.notice.text()
    assert way_of(window.notice) is None


def test_window_that_is_closed_while_recovering_leaves_both_files_free(
    window_of: Windows, news: Path, qtbot: QtBot
) -> None:
    change(news, "UPDATE header SET value = 'x' WHERE key = 'summary'")
    window = window_of()
    target = news.with_name("new.coala")
    window.recovery.recover(news, target)
    window.close()
    # What the job said before its window was closed arrives now.
    QtWidgets.QApplication.processEvents()
    assert window.review is None
    with Review.open(target, reviewer="Ada") as review:
        assert len(review.judged()) == len(SIGNS)
