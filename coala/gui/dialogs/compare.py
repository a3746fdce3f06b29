"""Two graphs that the user chooses become a review file, made in a worker with progress and cancel.

Review files that are chosen or dropped become a list of paths, in one row of a form.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import one_line
from coala.gui.dialogs.compare_options import MoreOptions
from coala.gui.dialogs.file_field import FileField, Wanted
from coala.gui.engine import ComparisonWish, MakeReview
from coala.gui.jobs import BackgroundJob
from coala.gui.widgets.drag_and_drop import accept_files, is_review
from coala.gui.widgets.labels import KeyLabel, NoticeBar, PlainLabel, caption
from coala.gui.widgets.painting import TITLE_BAR
from coala.gui.widgets.scroll import UprightScroll
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.review.listing import settings_to_repeat

_REVIEWS = "COALA reviews (*.coala);;All files (*)"


class ReviewFiles(QtWidgets.QWidget):
    """Shows the names of the files in a line that takes dropped ones, beside buttons that add and clear."""

    changed = QtCore.Signal()

    def __init__(self, title: str, hint: str, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._files: tuple[str, ...] = ()
        self.folder = ""
        self._line = _ShownFiles()
        self._line.setReadOnly(True)
        self._line.setPlaceholderText(hint)
        self._line.dropped.connect(self.add)
        add = _button("Add…", f"Add files: {title}")
        add.clicked.connect(self._browse)
        self._clear = _button("Clear", f"Take all files away: {title}")
        self._clear.clicked.connect(self.clear)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self._line, 1)
        row.addWidget(add)
        row.addWidget(self._clear)
        self.setFocusProxy(add)
        self._show()

    def files(self) -> Sequence[str]:
        """The paths, each once, in the order in which they were added."""
        return self._files

    @QtCore.Slot(list)
    def add(self, files: Iterable[str]) -> None:
        """Take more files; one that is there already stays where it is."""
        self._files = tuple(dict.fromkeys((*self._files, *files)))
        self._show()
        self.changed.emit()

    @QtCore.Slot()
    def clear(self) -> None:
        """Take all files away."""
        self._files = ()
        self._show()
        self.changed.emit()

    @QtCore.Slot()
    def _browse(self) -> None:
        folder = str(Path(self._files[-1]).parent) if self._files else self.folder
        chosen, _ = QtWidgets.QFileDialog.getOpenFileNames(self, self._title, folder, _REVIEWS)
        if chosen:
            self.add(chosen)

    def _show(self) -> None:
        names = ", ".join(Path(path).name for path in self._files)
        self._line.setText(names)
        self._line.setCursorPosition(0)
        self._line.setAccessibleName(f"{self._title}: {names or 'none'}")
        set_tip(self._line, *self._files)
        self._clear.setEnabled(bool(self._files))


class _ShownFiles(QtWidgets.QLineEdit):
    """A line that takes dropped files, though nobody can write in it."""

    dropped = QtCore.Signal(list)

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        accept_files(event)

    def dragMoveEvent(self, event: QtGui.QDragMoveEvent) -> None:
        accept_files(event)

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        if files := accept_files(event):
            self.dropped.emit(files)


def _button(text: str, spoken: str) -> QtWidgets.QPushButton:
    button = QtWidgets.QPushButton(caption(text))
    button.setAccessibleName(spoken)
    button.setAutoDefault(False)
    return button


SettingsOf = Callable[[Path], Mapping[str, str] | None]

# So wide that the choices among the options stand whole, in whatever size they are written.
_LETTERS = 120

_NEW = "The review file holds bags, texts and verdicts; it can be mailed to a colleague."
_BLIND = "From bag to bag the sides change places, and nothing tells which is which until it is unblinded."
_BLIND_NAME = "blind.coala"
"""Names no system; the command line suggests the same."""
_EXISTS = "This file exists: a review keeps its verdicts and gets the bags of the new comparison."


class CompareDialog(QtWidgets.QDialog):
    """Stays open with its input when something goes wrong; ``review`` is the file once it is accepted.

    ``about_to_write`` comes before a file is written, for whoever has it open, and ``about_to_read`` before
    verdicts are taken over from one.
    """

    about_to_write = QtCore.Signal(object)  # a Path
    about_to_read = QtCore.Signal(object)  # a Path

    def __init__(
        self,
        make_review: MakeReview,
        folder: str = "",
        parent: QtWidgets.QWidget | None = None,
        *,
        settings_of: SettingsOf = settings_to_repeat,
    ) -> None:
        """``settings_of`` tells how the comparison in a review file was made, or None."""
        super().__init__(parent)
        self.review: Path | None = None
        self._make_review = make_review
        self._job: BackgroundJob | None = None
        self._target_is_own = False
        self._settings_of = settings_of
        self._options_are_own = False
        self._texts_taken = ""
        self._stored: tuple[str, Mapping[str, str] | None] = ("", None)
        self.setWindowTitle("Compare two graphs")
        self.setAcceptDrops(True)
        wanted = max(90 * GRID, _LETTERS * self.fontMetrics().averageCharWidth())
        self.setMinimumWidth(min(wanted, self.screen().availableGeometry().width()))
        self.baseline = FileField("Baseline graph", Wanted.GRAPH)
        self.changed = FileField("Changed graph", Wanted.GRAPH)
        self.gold = FileField("Gold graph", Wanted.GRAPH)
        self.texts = FileField("Folder of texts", Wanted.FOLDER)
        self.verdicts = ReviewFiles("Known verdicts", "optional: reviews that were judged before")
        self.target = FileField("Review file", Wanted.NEW_REVIEW)
        self.gold.set_placeholder("optional: scores against it instead of similarity")
        self.texts.set_placeholder("optional: when the graphs do not hold the texts")
        for field in (self.baseline, self.changed, self.gold, self.texts, self.target):
            field.folder = folder
            field.changed.connect(self._check)
        self.verdicts.folder = folder
        for field in (self.baseline, self.changed):
            field.changed.connect(self._suggest_target)
        self.target.edited.connect(self._own_target)
        self.blind = QtWidgets.QCheckBox("Judge bli&nd")
        set_tip(self.blind, _BLIND)
        self.blind.toggled.connect(self._suggest_target)
        self.blind.toggled.connect(self._check)
        self.options = MoreOptions()
        self.options.edited.connect(self._own_options)
        self.options.unfolded.connect(self._fit)
        self._swap = QtWidgets.QPushButton("&Swap baseline and changed")
        self._swap.setAutoDefault(False)
        self._swap.clicked.connect(self.swap)
        self._hint = PlainLabel(quiet=True, wrap=True)
        self._hint.setAlignment(QtCore.Qt.AlignmentFlag.AlignTop)
        # A broken line is measured as if it had this width, before it has its own.
        self._hint.setMinimumWidth(70 * GRID)
        self._problem = NoticeBar()
        self._step = PlainLabel(quiet=True)
        self._progress = QtWidgets.QProgressBar()
        self._progress.setAccessibleName("Progress of the comparison")
        self._compare = QtWidgets.QPushButton("&Compare")
        self._compare.setDefault(True)
        self._compare.clicked.connect(self.start)
        self._cancel = QtWidgets.QPushButton("Cancel")
        self._cancel.setAutoDefault(False)
        self._cancel.clicked.connect(self.reject)
        self._lay_out()
        self._check()

    def fill(self, wish: ComparisonWish) -> None:
        """Put the graphs, texts and target of a wish into the fields; the rest is what the target says."""
        self.baseline.set_text(wish.baseline)
        self.changed.set_text(wish.changed)
        self.gold.set_text(wish.gold or "")
        self.texts.set_text(wish.texts or "")
        self._target_is_own = True
        self.target.set_text(str(wish.target))

    def warn(self, sentence: str) -> None:
        """Show a sentence on what is in the fields."""
        self._problem.warn(sentence)

    def running(self) -> bool:
        return self._job is not None

    def step(self) -> str:
        """What is being done while a comparison runs."""
        return self._step.text()

    def hint(self) -> str:
        """What becomes of the review file."""
        return self._hint.text()

    def problem(self) -> str:
        return self._problem.text() if self._problem.isVisibleTo(self) else ""

    @QtCore.Slot()
    def swap(self) -> None:
        baseline, changed = self.baseline.text(), self.changed.text()
        self.baseline.set_text(changed)
        self.changed.set_text(baseline)

    @QtCore.Slot()
    def start(self) -> None:
        """Compare; the fields rest until that ends."""
        if self._job is not None:
            return
        self._problem.hide()
        target = Path(self.target.text())
        self.about_to_write.emit(target)
        for path in self.verdicts.files():
            self.about_to_read.emit(Path(path))
        wish = ComparisonWish(
            self.baseline.text(),
            self.changed.text(),
            target,
            gold=self.gold.text() or None,
            texts=self.texts.text() or None,
            settings=self.options.settings(),
            verdicts=self.verdicts.files(),
            blind=self.blind.isChecked(),
        )
        # It holds no widget, for it runs in another thread.
        self._job = BackgroundJob(partial(self._make_review, wish), self)
        self._job.progressed.connect(self._show_progress)
        self._job.succeeded.connect(self._succeed)
        self._job.failed.connect(self._fail)
        self._job.cancelled.connect(self._stop)
        self._show_progress("Starting", -1)
        self._rest(running=True)
        self._job.start()

    def reject(self) -> None:
        """Cancel the comparison while one runs, else close."""
        if self._job is None:
            super().reject()
        else:
            self._step.setText("Cancelling…")
            self._cancel.setEnabled(False)
            self._job.cancel()

    def drain(self) -> None:
        """Cancel, and return when nothing runs any more."""
        if self._job is not None:
            self._job.drain()

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._fit()

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        if self._job is None:
            accept_files(event)

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        self.take_files(accept_files(event))

    def take_files(self, files: list[str]) -> None:
        """Dropped files fill the empty fields, baseline first; two are both sides, a third is gold.

        Reviews are those whose verdicts are taken over.
        """
        self.verdicts.add([path for path in files if is_review(path)])
        files = [path for path in files if not is_review(path)]
        if not files:
            return
        self._problem.hide()
        if len(files) > 3:
            self._problem.warn(
                f"{len(files):,} files were dropped: a comparison takes two graphs, or three with gold. "
                "Where a graph is many files, drop the folder that holds them."
            )
        elif len(files) >= 2:
            self.baseline.set_text(files[0])
            self.changed.set_text(files[1])
            if len(files) == 3:
                self.gold.set_text(files[2])
        elif not self.baseline.text():
            self.baseline.set_text(files[0])
        else:
            self.changed.set_text(files[0])

    def _lay_out(self) -> None:
        form = QtWidgets.QFormLayout()
        form.setSpacing(GRID)
        form.setFieldGrowthPolicy(QtWidgets.QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(KeyLabel("&Baseline graph", self.baseline), self.baseline)
        form.addRow(KeyLabel("C&hanged graph", self.changed), self.changed)
        swap_row = QtWidgets.QHBoxLayout()
        swap_row.addWidget(self._swap)
        swap_row.addStretch(1)
        form.addRow("", swap_row)
        form.addRow(KeyLabel("&Gold graph", self.gold), self.gold)
        form.addRow(KeyLabel("&Texts", self.texts), self.texts)
        form.addRow(KeyLabel("&Known verdicts", self.verdicts), self.verdicts)
        form.addRow(KeyLabel("&Review file", self.target), self.target)
        form.addRow("", self._hint)
        form.addRow("", self.blind)
        self._form = QtWidgets.QWidget()
        fields = QtWidgets.QVBoxLayout(self._form)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setSpacing(GRID)
        fields.addLayout(form)
        fields.addWidget(self.options)
        buttons = QtWidgets.QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self._compare)
        buttons.addWidget(self._cancel)
        column = self._column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(
            PlainLabel(
                "A graph is a file or folder of RDF or another coreference format, also a gz, zip or tar.",
                wrap=True,
            )
        )
        self._room = UprightScroll(self._form)
        # Only where a screen is narrower than the fields, in large letters.
        self._room.setHorizontalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        column.addWidget(self._room, 1)
        column.addWidget(self._problem)
        column.addWidget(self._step)
        column.addWidget(self._progress)
        column.addLayout(buttons)
        # Their room is kept, so that the buttons stay where the pointer is.
        for widget in (self._step, self._progress):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
        self._rest(running=False)

    def _rest(self, *, running: bool) -> None:
        self._form.setEnabled(not running)
        self._step.setVisible(running)
        self._progress.setVisible(running)
        self._cancel.setEnabled(True)
        self._cancel.setText("Cancel" if running else "Close")
        if running:
            self._compare.setEnabled(False)
            self._cancel.setFocus()
        else:
            self._check()

    @QtCore.Slot()
    def _own_target(self) -> None:
        """The user chose where the review goes: suggest nothing any more, until the field is empty again."""
        self._target_is_own = bool(self.target.text())

    @QtCore.Slot()
    def _suggest_target(self) -> None:
        baseline, changed = Path(self.baseline.text()), Path(self.changed.text())
        if self._target_is_own or not (baseline.name and changed.name):
            return
        folder = changed.parent if os.access(changed.parent, os.W_OK) else Path.home()
        name = _BLIND_NAME if self.blind.isChecked() else f"{_stem(baseline)}-{_stem(changed)}.coala"
        self.target.set_text(str(folder / name))

    @QtCore.Slot()
    def _check(self) -> None:
        ready = all(field.text() for field in (self.baseline, self.changed, self.target))
        self._compare.setEnabled(ready and self._job is None)
        exists = bool(self.target.text()) and os.path.exists(self.target.text())
        target = self.target.text() if exists else ""
        if self._stored[0] != target:
            self._stored = (target, self._settings_of(Path(target)) if exists else None)
            self._take_settings()
        told = f"{_EXISTS}{self._told_of_settings()}" if exists else _NEW
        self._hint.setText(f"{told} {_BLIND}" if self.blind.isChecked() else told)
        self._grow()

    def _take_settings(self) -> None:
        """A review is renewed as it was made, unless the user has set something already.

        What was taken from a file goes with it, lest it go into another one unseen.
        """
        stored = self._stored[1] or {}
        if self.texts.text() == self._texts_taken:
            self._texts_taken = stored.get("texts", "")
            self.texts.set_text(self._texts_taken)
        if self._options_are_own:
            self.options.keep(stored)
            return
        self.options.fill(stored)
        if not self.options.are_usual():
            self.options.unfold()

    def _told_of_settings(self) -> str:
        stored = self._stored[1]
        if stored is None:
            return ""
        if self.options.differ_from(stored):
            return " It was made with other settings: verdicts hold where bags stay the same."
        return "" if self.options.are_usual() else " The options below are those it was made with."

    @QtCore.Slot()
    def _own_options(self) -> None:
        self._options_are_own = True
        self._check()

    @QtCore.Slot()
    def _fit(self) -> None:
        """Grow with the options, and shrink again without them."""
        self.resize(self.width(), self._needed_height())
        below = self.frameGeometry().bottom() - self.screen().availableGeometry().bottom()
        if below > 0:
            top = self.screen().availableGeometry().top()
            self.move(self.x(), max(top, self.y() - below))

    def _needed_height(self) -> int:
        """The height in which nothing is cut; lines that are broken need more where there is less width."""
        # From the inside out: a layout asks those within it only when they have been computed again.
        for layout in (self.options.layout(), self._form.layout(), self._column):
            if layout is not None:
                layout.activate()
        most = self.screen().availableGeometry().height() - TITLE_BAR
        return min(most, self.height() - self._room.height() + self._room.needed_height())

    def _grow(self) -> None:
        """Make room for a longer sentence; a shorter one moves nothing."""
        if self.isVisible() and self.height() < self._needed_height():
            self._fit()

    @QtCore.Slot(str, int)
    def _show_progress(self, what: str, thousandths: int) -> None:
        self._step.setText(one_line(what, 120))
        # From 0 to 0 is Qt's bar that only shows that something goes on.
        self._progress.setRange(0, 1000 if thousandths >= 0 else 0)
        if thousandths >= 0:
            self._progress.setValue(thousandths)

    @QtCore.Slot(object)
    def _succeed(self, review: object) -> None:
        self._end()
        if isinstance(review, Path):
            self.review = review
            self.accept()

    @QtCore.Slot(str)
    def _fail(self, sentence: str) -> None:
        self._end()
        self._problem.warn(sentence)
        self._grow()

    @QtCore.Slot()
    def _stop(self) -> None:
        self._end()
        self._problem.inform("Cancelled; nothing was changed.")

    def _end(self) -> None:
        if self._job is not None:
            self._job.wait()
            self._job.deleteLater()
            self._job = None
        self._rest(running=False)


def _stem(path: Path) -> str:
    """A file's name without the endings of a graph."""
    return path.name.removesuffix(".gz").rsplit(".", 1)[0] or path.name
