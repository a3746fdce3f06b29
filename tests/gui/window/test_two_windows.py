"""Two windows of one program on two reviews; opening one review twice is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.comment import Comment
from tests.support.reviews import a_bag, make_review
from tests.support.windows import Key, Modifier, Reviews, Windows, page_of, press, turn_to, verdicts


def test_another_window_has_another_review(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, tmp_path: Path
) -> None:
    path = review_of(2)
    first = window_of(path)
    press(qtbot, Key.Key_N, Modifier.ControlModifier)
    (second,) = first.others
    turn_to(qtbot, second)
    assert not second.open_review(path)
    assert path.name in second.notice.text()
    assert second.open_review(make_review(tmp_path / "other.coala", [a_bag(0), a_bag(1)]))
    page_of(second).session.judge_and_go_on(Verdict.BETTER, Comment())
    page_of(first).session.judge_and_go_on(Verdict.WORSE, Comment())
    assert (verdicts(first), verdicts(second)) == ("-.", "+.")
    # The refusal has not ended the first window's hold on its file.
    with pytest.raises(ReviewError, match=r"test\.coala"):
        Review.open(path)
    second.close()
    QtWidgets.QApplication.processEvents()
    assert first.others == []
    assert verdicts(first) == "-."


def test_titles_tell_of_every_review_that_is_opened_from_a_window(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    first = window_of()
    first.open_window()
    (second,) = first.others
    # What collects circles of values listens to the first window alone.
    with qtbot.waitSignal(first.windowTitleChanged):
        assert second.open_review(review_of(2))
    second.close()


def test_a_window_outlives_the_one_it_was_opened_from(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(2)
    first = window_of(path)
    first.open_window()
    (second,) = first.others
    first.close()
    assert second.isVisible()
    assert second.open_review(path)
    second.close()
