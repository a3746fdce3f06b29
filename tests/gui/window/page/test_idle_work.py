"""Work that waits until no key is pressed, and must not read a closed review."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.session.changes import Changes
from coala.gui.session.progress import ReviewProgress
from coala.gui.window import review_page
from tests.support.windows import Key, Reviews, Windows, look, page_of, press, settled, verdicts


def test_a_tally_that_still_waits_is_not_asked_of_a_review_that_is_closed(
    qtbot: QtBot, window_of: Windows, review_of: Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(window_of(review_of(3)))
    look(qtbot, page)
    press(qtbot, Key.Key_Plus)
    asked: list[int | None] = []

    def note(self: ReviewProgress, bags: int | None = None) -> bool:
        asked.append(bags)
        return False

    monkeypatch.setattr(ReviewProgress, "read_changes", note)
    page.session.changed.emit(Changes(judged=0))
    page.leave()
    qtbot.wait(50)
    assert not asked


def test_failed_preparation_is_reported_and_judging_continues(
    qtbot: QtBot, window_of: Windows, review_of: Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: Any) -> NoReturn:
        raise ReviewError("The journal of this review is damaged.")

    window = window_of(review_of(3))
    page = page_of(window)
    qtbot.waitUntil(lambda: settled(page))
    with monkeypatch.context() as hurt:
        hurt.setattr(ReviewProgress, "read_changes", fail)
        press(qtbot, Key.Key_Plus)
        qtbot.waitUntil(lambda: "The journal of this review is damaged." in page.problem())
    press(qtbot, Key.Key_Plus)
    qtbot.waitUntil(lambda: not page.problem() or not page.notice.isVisible())
    assert verdicts(window) == "++."


def test_a_tally_that_cannot_be_made_after_the_last_verdict_is_said(
    qtbot: QtBot, window_of: Windows, review_of: Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **options: object) -> NoReturn:
        raise ReviewError("Bag 1 is damaged.")

    window = window_of(review_of(1))
    monkeypatch.setattr(review_page, "find_answer", fail)
    press(qtbot, Key.Key_Plus)
    assert "Bag 1 is damaged." in page_of(window).problem()
    assert verdicts(window) == "+"
