"""The reviewer in the window: shown, changeable, with a notice if a review has only others' verdicts."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.warnings import WarningsDialog
from coala.gui.session.preferences import Preferences
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.reviewers import login_name
from coala.verdicts.state import State
from tests.support.windows import Key, Reviews, Windows, look, page_of, part_of, press, verdicts


def judged_by(path: Path, *names: str) -> Path:
    for place, name in enumerate(names):
        with Review.open(path, reviewer=name) as review:
            review.judge(place, State(Verdict.BETTER))
    return path


def test_a_review_by_somebody_else_says_so_and_leads_on_as_that_person(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(judged_by(review_of(3), "Zoë & Co"), preferences=Preferences(reviewer="Ann"))
    assert re.findall(r"Ann|Zoë & Co|\d+", window.notice.text()) == ["Ann", "Zoë & Co", "1"]
    assert verdicts(window) == "..."
    button = part_of(window.notice, QtWidgets.QPushButton, "Judge as Zoë & Co")
    assert button.text() == "Judge as Zoë && Co"
    qtbot.mouseClick(button, QtCore.Qt.MouseButton.LeftButton)
    assert not window.notice.isVisible()
    assert verdicts(window) == "+.."
    page = page_of(window)
    look(qtbot, page)
    press(qtbot, Key.Key_Minus)
    assert window.review is not None
    assert window.review.reviewers() == ["Zoë & Co"]


def test_a_name_of_any_length_and_direction_fits_into_the_window(
    window_of: Windows, review_of: Reviews
) -> None:
    for number, name in enumerate(("x" * 100, "עדה לאבלייס " * 8, "a" + "\u0301" * 99)):
        path = judged_by(review_of(3), name).rename(review_of(1).with_name(f"{number}.coala"))
        window = window_of(path, preferences=Preferences(reviewer="y" * 100))
        window.resize(800, 600)
        assert window.width() == 800
        assert window.notice.isVisible()
        window.actions_by_name["reviewer"].trigger()
        dialog = window.dialogs.current
        assert isinstance(dialog, QtWidgets.QInputDialog)
        assert dialog.width() <= 800
        dialog.close()
        window.close()


def test_the_first_verdict_of_ones_own_takes_back_the_offer_and_nothing_else(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(judged_by(review_of(3), "Bo"), preferences=Preferences(reviewer="Ann"))
    assert "Bo" in window.notice.text()
    assert window.notice.isVisible()
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Minus)
    assert verdicts(window) == "-.."
    assert not window.notice.isVisible()
    window.warn("The disk is full.")
    # A notice of another kind offers no way on.
    buttons = window.notice.findChildren(QtWidgets.QPushButton)
    assert [button.text() for button in buttons if button.isVisible()] == ["&Dismiss"]
    look(qtbot, page_of(window))
    press(qtbot, Key.Key_Minus)
    assert verdicts(window) == "--."
    assert window.notice.isVisible()


def test_the_name_can_be_changed_in_the_window_and_is_remembered(
    window_of: Windows, review_of: Reviews
) -> None:
    preferences = Preferences(reviewer="Ann")
    window = window_of(judged_by(review_of(3), "Bo", "Ann"), preferences=preferences)
    # A second reviewer gets no message about others.
    assert not window.notice.isVisible()
    assert verdicts(window) == ".+."
    window.show_bag(2)
    window.actions_by_name["reviewer"].trigger()
    dialog = window.dialogs.current
    assert isinstance(dialog, QtWidgets.QInputDialog)
    assert dialog.textValue() == "Ann"
    dialog.setTextValue("  Bo ")
    dialog.accept()
    assert (preferences.reviewer, verdicts(window)) == ("Bo", "+..")
    assert page_of(window).session.current == 2
    # A bad name changes nothing, and none is the login name.
    window.go_on_as("x" * 101)
    assert "100" in window.notice.text()
    assert (preferences.reviewer, verdicts(window)) == ("Bo", "+..")
    window.go_on_as("")
    assert window.review is not None
    assert (preferences.reviewer, window.review.reviewer) == ("", login_name())


def test_provenance_is_shown_next_to_the_warnings(window_of: Windows, review_of: Reviews) -> None:
    window = window_of(review_of(1))
    window.actions_by_name["warnings"].trigger()
    dialog = window.dialogs.current
    assert isinstance(dialog, WarningsDialog)
    assert f"by {login_name()} with COALA" in dialog.text()
    dialog.close()
