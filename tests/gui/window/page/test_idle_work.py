"""What waits until nobody presses a key asks nothing of a review that is closed by then."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from coala.gui.session.progress import ReviewProgress
from tests.support.windows import Key, Reviews, Windows, look, page_of, press


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
    page.controller.judged.emit(0)
    page.leave()
    qtbot.wait(50)
    assert not asked
