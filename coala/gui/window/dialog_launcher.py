"""The dialogs of the main window for files and settings, and what happens when they are accepted.

A dialog is opened, not executed: the method that opens it returns at once, and a slot runs when the user has
accepted the dialog. Only file dialogs and questions of one sentence wait for the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.paths import refuse_to_replace, same_file
from coala.engine.summary import GRAPH_ROLES
from coala.errors import CoalaError
from coala.gui.dialogs.about import ABOUT, write_first_steps, write_report
from coala.gui.dialogs.compare import CompareDialog
from coala.gui.dialogs.export import BoardExportDialog, ExportDialog, ReviewExportDialog
from coala.gui.dialogs.help import HelpDialog
from coala.gui.dialogs.warnings import WarningsDialog
from coala.gui.engine import ComparisonWish, MakeReview, Sample
from coala.gui.session.action_set import Actions
from coala.gui.session.preferences import Preferences
from coala.gui.widgets.drag_and_drop import is_review
from coala.gui.widgets.labels import NoticeBar
from coala.gui.widgets.message_box import Icon, make_box
from coala.model.notices.notice import Notice
from coala.model.nouns import IN_TEXTS
from coala.present.warnings_page import (
    Section,
    build_board_warnings,
    build_warnings_page,
    describe_provenance,
    digest_notices,
    has_warnings,
)
from coala.review.board.board_file import StoredBoard
from coala.review.file import Review
from coala.review.listing import settings_to_repeat

# The width of the field for a name.
_LETTERS_OF_NAME = 60
_REVIEWS = "COALA reviews (*.coala);;All files (*)"


class DialogHost(Protocol):
    """The part of the window that the dialogs use."""

    notice: NoticeBar

    @property
    def review(self) -> Review | None: ...

    def open_review(self, path: Path) -> bool: ...

    def show_bag(self, number: int) -> None: ...

    @property
    def board(self) -> StoredBoard | None: ...

    def go_on_as(self, reviewer: str) -> None: ...

    def unblind(self) -> None: ...

    def close_if_open(self, path: Path) -> bool: ...

    def say(self, text: str) -> None: ...

    def warn(self, sentence: str) -> None: ...

    def report(self, error: CoalaError) -> None: ...

    def save_preferences(self) -> None: ...


class Dialogs(QtCore.QObject):
    """One dialog at a time. ``current`` is the open dialog, or the last one."""

    def __init__(
        self,
        host: DialogHost,
        window: QtWidgets.QWidget,
        actions: Actions,
        preferences: Preferences,
        make_review: MakeReview,
        samples: Sequence[Sample],
    ) -> None:
        super().__init__(window)
        self.current: QtWidgets.QDialog | None = None
        self._host = host
        self._window = window
        self._actions = actions
        self._preferences = preferences
        self._make_review = make_review
        self._samples = samples
        # The review that was closed while a comparison writes or reads it, and the fingerprints of its bags.
        self._closed_path: Path | None = None
        self._bags_before: frozenset[str] = frozenset()

    def drain(self) -> None:
        """Cancel background work and wait for its end; no review is opened after that."""
        if isinstance(self.current, CompareDialog):
            # The dialog ends after the window; a review opened then would stay locked until the program ends.
            self.current.finished.disconnect(self._end_comparison)
        if isinstance(self.current, CompareDialog | ExportDialog):
            self.current.drain()

    @QtCore.Slot()
    def compare(self) -> None:
        self._compare()

    @QtCore.Slot()
    def compare_again(self) -> None:
        """Compare the inputs of the open review again into the same review, with the same settings."""
        review = self._host.review
        if review is None:
            return
        try:
            # The path of each graph by its role; paths stored for repeating the comparison win over names.
            inputs = {role: side.path for role, side in review.summary.sides.items()} | review.inputs()
            texts = review.settings_to_repeat().get("texts")
        except CoalaError as error:
            self._host.report(error)
            return
        baseline, changed, gold = (inputs.get(role) for role in GRAPH_ROLES)
        dialog = self._compare()
        dialog.fill(ComparisonWish(baseline or "", changed or "", review.path, gold, texts))
        if not texts:
            # Only the texts may be missing: the other fields are filled in.
            dialog.texts.setFocus()
            if named := inputs.get("texts"):
                dialog.warn(
                    f"The texts in {named} are not the ones that were compared. Choose another folder."
                )

    @QtCore.Slot(QtGui.QAction)
    def compare_sample(self, action: QtGui.QAction) -> None:
        """Compare the sample whose number is the action's data."""
        dialog = self._compare()
        dialog.fill(self._samples[action.data()].wish)

    @QtCore.Slot(list)
    def open_files(self, files: list[str]) -> None:
        """Open a dropped review, or put dropped graphs into the dialog that compares."""
        if len(files) == 1 and is_review(files[0]):
            self._host.open_review(Path(files[0]))
            # Otherwise the file manager would get the next keys.
            self._window.activateWindow()
        elif files:
            self._compare().add_files(files)

    @QtCore.Slot()
    def choose_review(self) -> None:
        chosen, _ = QtWidgets.QFileDialog.getOpenFileName(
            self._window, "Open a review or board", self._preferences.folder, _REVIEWS
        )
        if chosen:
            self._host.open_review(Path(chosen))

    @QtCore.Slot()
    def share(self) -> None:
        """Ask where to write the page to send to others, and write it."""
        review = self._host.review
        if review is not None:
            dialog = ReviewExportDialog(review, self._window)
            self._show(dialog, self._offer_exported)
            dialog.choose("html")
            if not dialog.choose_path():
                dialog.reject()

    @QtCore.Slot()
    def export(self) -> None:
        """Ask in which format to export the open review or board, and where."""
        review, board = self._host.review, self._host.board
        dialog: ExportDialog
        if review is not None:
            dialog = ReviewExportDialog(review, self._window)
        elif board is not None:
            dialog = BoardExportDialog(board.path, board.reviewer, self._window)
        else:
            return
        self._show(dialog, self._offer_exported)

    @QtCore.Slot()
    def _offer_exported(self) -> None:
        if isinstance(self.current, ExportDialog):
            address = QtCore.QUrl.fromLocalFile(str(self.current.path.absolute()))
            open_file = partial(QtGui.QDesktopServices.openUrl, address)
            self._host.notice.offer(self.current.message, "Open", open_file)

    @QtCore.Slot()
    def ask_bag(self) -> None:
        """Ask which bag to go to."""
        if self._host.review is None:
            return
        dialog = QtWidgets.QInputDialog(self._window)
        dialog.setWindowTitle("Go to bag")
        dialog.setLabelText("Number, fingerprint, or file.coala#12")
        self._show(dialog, self._go_to_bag)

    @QtCore.Slot()
    def _go_to_bag(self) -> None:
        review, words = self._host.review, self._read_input()
        if review is None or not words:
            return
        try:
            self._host.show_bag(review.find_bag(words))
        except CoalaError as error:
            self._host.warn(str(error))

    @QtCore.Slot()
    def save_copy(self) -> None:
        review = self._host.review
        if review is None:
            return
        start = str(review.path.with_name(f"{review.path.stem}-copy.coala"))
        chosen, _ = QtWidgets.QFileDialog.getSaveFileName(self._window, "Save a copy", start, _REVIEWS)
        if chosen:
            path = Path(chosen)
            target = path if path.suffix else path.with_suffix(".coala")
            if self._may_write(path, target):
                self.save_copy_to(target)

    def _may_write(self, chosen: Path, path: Path) -> bool:
        """Return True unless an existing file would be replaced without a question; warn about that file."""
        try:
            refuse_to_replace(chosen, path)
        except CoalaError as error:
            self._host.warn(str(error))
            return False
        return True

    def save_copy_to(self, path: Path) -> None:
        """Write the whole open review into another file, and go on in the open one."""
        review = self._host.review
        if review is None:
            return
        try:
            review.save_copy(path)
        except CoalaError as error:
            self._host.report(error)
        else:
            self._host.say(f"A copy of the review is in {path}")

    @QtCore.Slot()
    def show_warnings(self) -> None:
        review, board = self._host.review, self._host.board
        try:
            if review is not None:
                made = describe_provenance(review.provenance())
            else:
                made = [] if board is None else describe_provenance(board.provenance)
        except CoalaError as error:
            made = [str(error)]
        self._show(WarningsDialog(self._find_notices()[1], self._window, made=made))

    def show_first_page(self) -> None:
        """Show the warnings about the graphs, unless the user has read the same warnings before."""
        notices, sections = self._find_notices()
        if not has_warnings(notices):
            return
        digest = digest_notices(notices)
        if digest not in self._preferences.read:
            self._preferences.remember_read(digest)
            self._host.save_preferences()
            self._show(WarningsDialog(sections, self._window, first=True))

    def _find_notices(self) -> tuple[Sequence[Notice], list[Section]]:
        """Return the notices of the open review, else of the open board, and their page."""
        review, board = self._host.review, self._host.board
        if review is not None:
            return review.summary.notices, build_warnings_page(review.summary)
        notices = () if board is None else board.board.notices
        return notices, build_board_warnings(notices)

    @QtCore.Slot()
    def ask_reviewer(self) -> None:
        dialog = QtWidgets.QInputDialog(self._window)
        dialog.setWindowTitle("Reviewer’s name")
        dialog.setLabelText("Name that goes with your verdicts")
        review = self._host.review
        dialog.setTextValue(self._preferences.reviewer if review is None else review.reviewer)
        # Names are longer than the label.
        dialog.resize(_LETTERS_OF_NAME * dialog.fontMetrics().averageCharWidth(), dialog.sizeHint().height())
        self._show(dialog, self._go_on_as)

    @QtCore.Slot()
    def _go_on_as(self) -> None:
        self._host.go_on_as(self._read_input())

    def _read_input(self) -> str:
        """Return what was typed into the last dialog with one field."""
        return self.current.textValue().strip() if isinstance(self.current, QtWidgets.QInputDialog) else ""

    @QtCore.Slot()
    def ask_to_unblind(self) -> None:
        """Ask for confirmation, because unblinding cannot be undone; then unblind the review."""
        sentence = (
            "Reveal which system is which? This cannot be undone, and the file records when you did it. "
            "Later verdicts do not count as blind."
        )
        box = make_box(Icon.Question, sentence, self._window)
        buttons = QtWidgets.QMessageBox.StandardButton
        box.setStandardButtons(buttons.Yes | buttons.Cancel)
        box.setDefaultButton(buttons.Cancel)
        if box.exec() == buttons.Yes:
            self._host.unblind()

    def ask_to_leave(self, problem: str) -> bool:
        """Return True if the user wants to leave although the note on a bag could not be saved."""
        sentence = f"What you wrote on this bag could not be saved. Leave without it?\n\n{problem}"
        box = make_box(Icon.Warning, sentence, self._window)
        buttons = QtWidgets.QMessageBox.StandardButton
        box.setStandardButtons(buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Cancel)
        return box.exec() == buttons.Discard

    def show_help(self) -> None:
        review = self._host.review
        dialog = HelpDialog(
            self._preferences.keys,
            self._window,
            blind=review is not None and review.blind,
            nouns=IN_TEXTS if review is None else review.nouns,
        )
        self._show(dialog, self._set_keys)

    @QtCore.Slot()
    def show_first_steps(self) -> None:
        """Show how a review works."""
        review = self._host.review
        blind, nouns = (False, IN_TEXTS) if review is None else (review.blind, review.nouns)
        self._show_text("First steps", nouns.say(write_first_steps(self._actions, blind=blind)))

    @QtCore.Slot()
    def show_about(self) -> None:
        self._show_text("About COALA", ABOUT)

    def _show_text(self, title: str, text: str) -> None:
        box = make_box(Icon.NoIcon, text, self._window)
        box.setWindowTitle(title)
        self._show(box)

    @QtCore.Slot()
    def copy_report(self) -> None:
        """Copy the start of a bug report to the clipboard."""
        QtGui.QGuiApplication.clipboard().setText(write_report())
        self._host.say("Copied: versions and settings for a bug report. Paste them and add what happened.")

    def _show(self, dialog: QtWidgets.QDialog, accepted: Callable[[], None] | None = None) -> None:
        """Open a dialog in place of the last one; ``accepted`` is called when the user accepts it."""
        if self.current is not None:
            self.current.deleteLater()
        self.current = dialog
        if accepted is not None:
            dialog.accepted.connect(accepted)
        dialog.open()

    def _compare(self) -> CompareDialog:
        """Open and return the dialog that compares two graphs; its review is opened when it is done."""
        dialog = CompareDialog(
            self._make_review,
            self._preferences.folder,
            self._window,
            read_settings=self.read_settings,
            close_file=self._close_for_comparison,
        )
        dialog.finished.connect(self._end_comparison)
        self._show(dialog)
        return dialog

    def read_settings(self, path: Path) -> Mapping[str, str] | None:
        """Return the settings of the comparison in a review file, also if it is open here and locked."""
        review = self._host.review
        if review is not None and same_file(path, review.path):
            return review.settings_to_repeat()
        return settings_to_repeat(path)

    def _close_for_comparison(self, path: Path) -> None:
        """Close the open review while the comparison writes it or reads its verdicts."""
        review = self._host.review
        before = frozenset() if review is None else frozenset(entry.fingerprint for entry in review.entries)
        if self._host.close_if_open(path):
            self._closed_path, self._bags_before = path, before

    @QtCore.Slot()
    def _end_comparison(self) -> None:
        """Open the review that the comparison made, or again the one that was closed for it."""
        dialog, closed = self.current, self._closed_path
        self._closed_path = None
        if isinstance(dialog, CompareDialog) and dialog.review is not None:
            opened = self._host.open_review(dialog.review)
            review = self._host.review
            if opened and review is not None and closed is not None and same_file(closed, review.path):
                self._host.say(f"Compared again: {review.changes_since(self._bags_before).sentence}")
        elif closed is not None:
            self._host.open_review(closed)

    @QtCore.Slot()
    def _set_keys(self) -> None:
        if isinstance(self.current, HelpDialog):
            self._preferences.keys = dict(self.current.keys)
            self._actions.set_keys(self.current.keys)
            self._host.save_preferences()
