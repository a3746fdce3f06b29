"""The start page: opening files, and recent reviews with their progress and times."""

from __future__ import annotations

from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.dialogs.compare import CompareDialog
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow
from coala.gui.window.start_page import DropArea, RecentButton
from tests.support.reviews import a_bag, make_review
from tests.support.windows import Key, Modifier, Reviews, Windows, look, page_of, part_of, press, verdicts


def drag(target: QtWidgets.QWidget, files: list[Path], *, drop: bool = True) -> bool:
    """Drag files over a widget and drop them; return True if they were accepted."""
    return drag_urls(target, [QtCore.QUrl.fromLocalFile(str(file)) for file in files], drop=drop)


def drag_urls(target: QtWidgets.QWidget, urls: list[QtCore.QUrl], *, drop: bool = True) -> bool:
    data = QtCore.QMimeData()
    data.setUrls(urls)
    # A file manager proposes to move what is on the same disk.
    place, actions = target.rect().center(), QtCore.Qt.DropAction.CopyAction | QtCore.Qt.DropAction.MoveAction
    button, none = QtCore.Qt.MouseButton.LeftButton, QtCore.Qt.KeyboardModifier.NoModifier
    # Qt 6.12 takes fractions here, as it does below, and calls whole numbers deprecated.
    takes_fractions = QtCore.QVersionNumber.fromString(QtCore.qVersion()) >= QtCore.QVersionNumber(6, 12)
    where = QtCore.QPointF(place) if takes_fractions else place
    entered = QtGui.QDragEnterEvent(where, actions, data, button, none)  # type: ignore[arg-type,unused-ignore]
    entered.setDropAction(QtCore.Qt.DropAction.MoveAction)
    QtWidgets.QApplication.sendEvent(target, entered)
    if drop and entered.isAccepted():
        fallen = QtGui.QDropEvent(QtCore.QPointF(place), actions, data, button, none)
        fallen.setDropAction(QtCore.Qt.DropAction.MoveAction)
        QtWidgets.QApplication.sendEvent(target, fallen)
        # After a move the file manager may delete what it gave away.
        assert fallen.dropAction() is QtCore.Qt.DropAction.CopyAction
    return entered.isAccepted()


def fields(window: MainWindow) -> list[str]:
    dialog = window.dialogs.current
    assert isinstance(dialog, CompareDialog)
    return [field.text() for field in (dialog.baseline, dialog.changed, dialog.gold)]


def test_files_are_welcome_and_three_are_baseline_changed_and_gold(
    window_of: Windows, tmp_path: Path
) -> None:
    window = window_of()
    files = [tmp_path / name for name in ("a.ttl", "b.ttl", "gold.ttl")]
    area = part_of(window.start_page, DropArea)
    # What is not on this machine is not welcome.
    assert not drag_urls(window, [QtCore.QUrl("https://example.org/a.ttl")])
    assert not drag_urls(window, [])
    assert window.dialogs.current is None
    assert drag(window, files, drop=False)
    assert area.is_lit()
    QtWidgets.QApplication.sendEvent(window, QtGui.QDragLeaveEvent())
    assert not area.is_lit()
    drag(window, files)
    assert fields(window) == [str(file) for file in files]
    assert not area.is_lit()
    assert window.dialogs.current is not None
    window.dialogs.current.close()
    local = QtCore.QUrl.fromLocalFile(str(tmp_path / "a b.ttl"))
    assert drag_urls(window, [QtCore.QUrl("sftp://example.org/a.ttl"), local])
    assert fields(window) == [str(tmp_path / "a b.ttl"), "", ""]


def test_files_dropped_on_an_open_review_are_opened_or_asked_for(
    window_of: Windows, review_of: Reviews, tmp_path: Path
) -> None:
    window = window_of(review_of(2))
    graphs = [tmp_path / "a.ttl", tmp_path / "b.ttl"]
    assert drag(window, graphs)
    assert fields(window) == [str(graphs[0]), str(graphs[1]), ""]
    assert window.review is not None
    # A kept copy of a review is opened like one.
    for name in ("other.coala", "r.COALA", "r.coala.2026-11-22.bak"):
        kept = make_review(tmp_path / "new.coala", [a_bag(0)]).rename(tmp_path / name)
        assert drag(window, [kept])
        assert window.review.path == kept
        assert verdicts(window) == "."


def test_a_file_never_lands_in_a_text_field(window_of: Windows, review_of: Reviews) -> None:
    window = window_of(review_of(1))
    page = page_of(window)
    assert not part_of(page.list, QtWidgets.QLineEdit).acceptDrops()
    page.reasons.write_note()
    note = part_of(page.reasons, QtWidgets.QPlainTextEdit)
    # What the field does not take, Qt offers to the window around it.
    drag(note.viewport(), [Path("/a.coala")], drop=False)
    assert part_of(window.start_page, DropArea).is_lit()


def test_a_recent_review_says_how_far_it_is(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, tmp_path: Path
) -> None:
    path = review_of(3)
    window = window_of(path)
    # It is remembered while it is open, too, and after each verdict, since the program may be killed.
    for judged in (0, 1):
        expected = {str(path): (judged, 3)}

        def is_stored(expected: dict[str, tuple[int, int]] = expected) -> bool:
            return Preferences.load(tmp_path / "settings" / "preferences.json")[0].progress == expected

        qtbot.waitUntil(is_stored)
        look(qtbot, page_of(window))
        press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    window.actions_by_name["close"].trigger()
    QtWidgets.QApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    button = part_of(window.start_page, RecentButton)
    assert button.accessibleName().startswith("test.coala; 1 of 3 judged; today, ")
    window.close()
    preferences, problem = Preferences.load(tmp_path / "settings" / "preferences.json")
    assert (preferences.progress, problem) == ({str(path): (1, 3)}, None)
    path.unlink()
    again = window_of(preferences=preferences)
    QtWidgets.QApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    gone = part_of(again.start_page, RecentButton)
    assert gone.accessibleName().startswith("test.coala; 1 of 3 judged; ")
    assert "today" not in gone.accessibleName()
    gone.setFocus()
    press(qtbot, Key.Key_Space)
    assert path.name in again.notice.text()
    assert preferences.recent == []


def test_tab_on_the_start_page_goes_to_the_menu_after_the_ways_in(window_of: Windows, qtbot: QtBot) -> None:
    window = window_of()
    ways_in = part_of(window.start_page, DropArea).findChildren(QtWidgets.QPushButton)
    ways_in[0].setFocus()
    for expected in (*ways_in, window.start_page.menu):
        assert expected.hasFocus()
        press(qtbot, Key.Key_Tab)
