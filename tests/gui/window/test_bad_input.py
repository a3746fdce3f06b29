"""Bad input and bad times: nothing is lost, and one sentence says what happened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.session.preferences import Preferences
from coala.gui.widgets.labels import FittingLabel
from coala.gui.widgets.theme import Colours, Theme, apply_colours
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.windows import Key, Reviews, Windows, page_of, press, status, verdicts

MARKUP = '<img src="x.png"><b>who</b> is <script>alert(1)</script>he &amp; she?'


@pytest.fixture
def own_colours(qapp: QtWidgets.QApplication) -> Iterator[None]:
    yield
    apply_colours(qapp, Colours.SYSTEM)


@pytest.mark.usefixtures("own_colours")
def test_theme_change_while_a_dialog_is_open_recolours_the_dialog(
    window_of: Windows, review_of: Reviews
) -> None:
    window = window_of(review_of(2))
    for action in ("compare", "shortcuts", "export", "warnings", "reviewer", "about"):
        window.actions_by_name[action].trigger()
        dialog = window.dialogs.current
        assert dialog is not None
        for colours, is_dark in ((Colours.DARK, True), (Colours.LIGHT, False)):
            window.actions_by_name[f"colours_{colours}"].trigger()
            QtWidgets.QApplication.processEvents()
            ground = dialog.grab().toImage().pixelColor(2, 2)
            assert (ground.lightnessF() < 0.5) is is_dark, action
            for part in (dialog, *dialog.findChildren(QtWidgets.QLabel)):
                assert Theme.from_palette(part.palette()).is_dark is is_dark
        assert dialog.isVisible()
        dialog.close()
    assert verdicts(window) == ".."


def test_note_with_markup_is_shown_as_it_was_written(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(2)
    with Review.open(path, reviewer="ann") as review:
        review.judge(0, State(Verdict.WORSE, Comment(MARKUP)))
    window = window_of(path, preferences=Preferences(reviewer="ann"))
    page = page_of(window)
    window.show_bag(0)
    assert MARKUP[:20] in page.reasons.text()
    lines = page.reasons.findChildren(FittingLabel)
    line = next(part for part in lines if MARKUP[:20] in part.accessibleName())
    assert line.textFormat() == QtCore.Qt.TextFormat.PlainText
    page.reasons.open_note()
    assert page.reasons.written().note == MARKUP
    press(qtbot, Key.Key_Escape)
    assert window.review is not None
    assert window.review.state(window.review.entries[0].fingerprint).comment.note == MARKUP


def test_file_that_another_program_replaced_is_one_sentence_and_loses_no_verdict(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, tmp_path: Path
) -> None:
    path = review_of(3)
    other = copyfile(path, tmp_path / "other.coala")
    window = window_of(path)
    press(qtbot, Key.Key_1)
    assert verdicts(window) == "-.."
    # As a synchronising program does it.
    other.replace(path)
    press(qtbot, Key.Key_3)
    page = page_of(window)
    assert page.notice.isVisible()
    assert path.name in page.notice.text()
    assert status(window) == ""
    assert verdicts(window) == "-.."
