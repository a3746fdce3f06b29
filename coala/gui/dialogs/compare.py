"""The dialog that compares two graphs and writes the review file, with progress and cancel.

The fields make a `ComparisonWish`; a job in another thread carries it out with the function `make_review`. If
the review file exists already, the dialog fills in the settings with which it was made, so that comparing
again gives the same bags. What the user has set is never overwritten by them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.paths import suggest_review_name
from coala.base.plain_text import one_line
from coala.gui.dialogs.compare_options import MoreOptions
from coala.gui.dialogs.file_field import FieldKind, FileField
from coala.gui.engine import ComparisonWish, MakeReview
from coala.gui.jobs import BackgroundJob
from coala.gui.widgets.drag_and_drop import accept_files, is_review
from coala.gui.widgets.labels import KeyLabel, NoticeBar, PlainLabel, make_button
from coala.gui.widgets.painting import TITLE_BAR
from coala.gui.widgets.scroll import VerticalScrollArea
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.review.listing import settings_to_repeat

_REVIEWS = "COALA reviews (*.coala);;All files (*)"


class ReviewFiles(QtWidgets.QWidget):
    """A row of a form with several review files: their names, and buttons that add and clear.

    Files can also be dropped on it.
    """

    def __init__(self, title: str, hint: str, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._files: tuple[str, ...] = ()
        # The folder in which the file dialog starts while there are no files.
        self.folder = ""
        self._line = _ShownFiles(self.add)
        self._line.setReadOnly(True)
        self._line.setPlaceholderText(hint)
        add = make_button("Add…", self._browse, spoken=f"Add files: {title}")
        self._clear = make_button("Clear", self.clear, spoken=f"Remove all files: {title}")
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self._line, 1)
        row.addWidget(add)
        row.addWidget(self._clear)
        self.setFocusProxy(add)
        self._show()

    def files(self) -> Sequence[str]:
        """Return the paths without duplicates, in the order in which they were added."""
        return self._files

    def add(self, files: Iterable[str]) -> None:
        """Add files; one that is already in the list keeps its place."""
        self._files = tuple(dict.fromkeys((*self._files, *files)))
        self._show()

    @QtCore.Slot()
    def clear(self) -> None:
        """Remove all files."""
        self._files = ()
        self._show()

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
    """A read-only line on which files can be dropped; ``add`` gets them."""

    def __init__(self, add: Callable[[list[str]], object]) -> None:
        super().__init__()
        self._add = add

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        accept_files(event)

    def dragMoveEvent(self, event: QtGui.QDragMoveEvent) -> None:
        accept_files(event)

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        if files := accept_files(event):
            self._add(files)


SettingsReader = Callable[[Path], Mapping[str, str] | None]
"""Returns the settings stored in a review file by the names of the options; None if it has none."""

# The width in letters in which no choice among the options is cut, for fonts of any size.
_LETTERS = 120

_NEW = "The review file holds bags, texts and verdicts. You can mail it to a colleague."
_BLIND = (
    "The sides change places from bag to bag. You cannot see which is which until you unblind the review."
)
_EXISTS = "This review already exists. Its bags will be replaced; its verdicts are kept."


class CompareDialog(QtWidgets.QDialog):
    """The dialog. It stays open with its input after an error; once accepted, ``review`` is the new file."""

    def __init__(
        self,
        make_review: MakeReview,
        folder: str = "",
        parent: QtWidgets.QWidget | None = None,
        *,
        read_settings: SettingsReader = settings_to_repeat,
        close_file: Callable[[Path], object] = lambda path: None,
    ) -> None:
        """Build the dialog; ``read_settings`` returns the settings stored in a review file, or None.

        ``close_file`` is called before the review at a path is written, or its verdicts are read, so that a
        window can close it first.
        """
        super().__init__(parent)
        self.review: Path | None = None
        self._make_review = make_review
        # The running comparison.
        self._job: BackgroundJob | None = None
        self._read_settings, self._close_file = read_settings, close_file
        # True once the user has chosen a review file, or changed an option.
        self._is_target_chosen = False
        self._are_options_chosen = False
        # An existing review file and its settings, "" and None for a new one; and the folder of texts that
        # was filled in from it.
        self._stored: tuple[str, Mapping[str, str] | None] = ("", None)
        self._stored_texts = ""
        self.setWindowTitle("Compare two graphs")
        self.setAcceptDrops(True)
        wanted = max(90 * GRID, _LETTERS * self.fontMetrics().averageCharWidth())
        self.setMinimumWidth(min(wanted, self.screen().availableGeometry().width()))
        self.baseline = FileField("Baseline graph", FieldKind.GRAPH)
        self.changed = FileField("Changed graph", FieldKind.GRAPH)
        self.gold = FileField("Gold graph", FieldKind.GRAPH)
        self.texts = FileField("Folder of texts", FieldKind.FOLDER)
        self.verdicts = ReviewFiles("Known verdicts", "optional: earlier reviews with verdicts")
        self.target = FileField("Review file", FieldKind.NEW_REVIEW)
        self.gold.set_placeholder("optional: to score both graphs against it")
        self.texts.set_placeholder("needed only if the graphs contain no texts")
        for field in (self.baseline, self.changed, self.gold, self.texts, self.target):
            field.folder = folder
            field.line.textChanged.connect(self._check)
        self.verdicts.folder = folder
        for field in (self.baseline, self.changed):
            field.line.textChanged.connect(self._suggest_target)
        self.target.line.textEdited.connect(self._keep_target)
        self.blind = QtWidgets.QCheckBox("Judge bli&nd")
        set_tip(self.blind, _BLIND)
        self.blind.toggled.connect(self._follow_blind)
        self.options = MoreOptions(self._keep_options)
        self.options.fold.toggled.connect(self._fit)
        self._swap = make_button("&Swap baseline and changed", self.swap)
        self._hint = PlainLabel(quiet=True, wrap=True)
        self._hint.setAlignment(QtCore.Qt.AlignmentFlag.AlignTop)
        # Qt measures a wrapped line with this width until the line has its own.
        self._hint.setMinimumWidth(70 * GRID)
        self._problem = NoticeBar()
        self._step = PlainLabel(quiet=True)
        self._progress = QtWidgets.QProgressBar()
        self._progress.setAccessibleName("Progress of the comparison")
        self._compare_button = make_button("&Compare", self.start)
        self._compare_button.setDefault(True)
        self._cancel_button = make_button("Cancel", self.reject)
        self._lay_out()
        self._check()

    def fill(self, wish: ComparisonWish) -> None:
        """Put the graphs, texts and target of a wish into the fields; the options come from the target."""
        self.baseline.set_text(wish.baseline)
        self.changed.set_text(wish.changed)
        self.gold.set_text(wish.gold or "")
        self.texts.set_text(wish.texts or "")
        self._is_target_chosen = True
        self.target.set_text(str(wish.target))

    def warn(self, sentence: str) -> None:
        """Show a warning about the fields."""
        self._problem.warn(sentence)

    def is_running(self) -> bool:
        return self._job is not None

    def step(self) -> str:
        """Return the current step of a running comparison."""
        return self._step.text()

    def hint(self) -> str:
        """Return the hint about the review file."""
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
        """Start the comparison; the fields are disabled until it ends."""
        if self._job is not None:
            return
        self._problem.hide()
        target = Path(self.target.text())
        for path in (target, *map(Path, self.verdicts.files())):
            self._close_file(path)
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
        # The work runs in another thread, so it must hold no widget.
        self._job = BackgroundJob(
            partial(self._make_review, wish),
            self,
            done=self._succeed,
            failed=self._fail,
            cancelled=self._stop,
            progressed=self._show_progress,
        )
        self._show_progress("Starting", -1)
        self._set_running(running=True)
        self._job.start()

    def reject(self) -> None:
        """Cancel the comparison if one is running, else close the dialog."""
        if self._job is None:
            super().reject()
        else:
            self._step.setText("Cancelling…")
            self._cancel_button.setEnabled(False)
            self._job.cancel()

    def drain(self) -> None:
        """Cancel the comparison, and return when it has ended."""
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
        self.add_files(accept_files(event))

    def add_files(self, files: list[str]) -> None:
        """Put dropped files into the fields: two are both sides, a third is gold.

        A single graph is the baseline, or the changed graph if there is a baseline. Reviews are added to
        those whose verdicts are carried over.
        """
        self.verdicts.add([path for path in files if is_review(path)])
        files = [path for path in files if not is_review(path)]
        if not files:
            return
        self._problem.hide()
        if len(files) > 3:
            self._problem.warn(
                f"{len(files):,} files were dropped, but a comparison takes two graphs, or three with "
                "gold. If a graph has many files, drop its folder."
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
        buttons.addWidget(self._compare_button)
        buttons.addWidget(self._cancel_button)
        column = self._column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(
            PlainLabel(
                "A graph is a file or folder in RDF or another coreference format, or a gz, zip or tar.",
                wrap=True,
            )
        )
        self._scroll_area = VerticalScrollArea(self._form)
        # Needed only if the screen is narrower than the fields, with a large font.
        self._scroll_area.setHorizontalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        column.addWidget(self._scroll_area, 1)
        column.addWidget(self._problem)
        column.addWidget(self._step)
        column.addWidget(self._progress)
        column.addLayout(buttons)
        # Keep their room when they are hidden, so that the buttons stay under the pointer.
        for widget in (self._step, self._progress):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
        self._set_running(running=False)

    def _set_running(self, *, running: bool) -> None:
        self._form.setEnabled(not running)
        self._step.setVisible(running)
        self._progress.setVisible(running)
        self._cancel_button.setEnabled(True)
        self._cancel_button.setText("Cancel" if running else "Close")
        if running:
            self._compare_button.setEnabled(False)
            self._cancel_button.setFocus()
        else:
            self._check()

    @QtCore.Slot()
    def _keep_target(self) -> None:
        """Stop suggesting a review file once the user has chosen one, until the field is empty again."""
        self._is_target_chosen = bool(self.target.text())

    @QtCore.Slot()
    def _suggest_target(self) -> None:
        """Suggest a review file next to the changed graph, or at home if that folder cannot be written."""
        baseline, changed = Path(self.baseline.text()), Path(self.changed.text())
        if self._is_target_chosen or not (baseline.name and changed.name):
            return
        folder = changed.parent if os.access(changed.parent, os.W_OK) else Path.home()
        name = suggest_review_name(str(baseline), str(changed), blind=self.blind.isChecked())
        self.target.set_text(str(folder / name))

    @QtCore.Slot()
    def _follow_blind(self) -> None:
        self._suggest_target()
        self._check()

    @QtCore.Slot()
    def _check(self) -> None:
        """Follow a changed field: the button, the settings of an existing review file, and the hint."""
        ready = all(field.text() for field in (self.baseline, self.changed, self.target))
        self._compare_button.setEnabled(ready and self._job is None)
        exists = bool(self.target.text()) and os.path.exists(self.target.text())
        target = self.target.text() if exists else ""
        if self._stored[0] != target:
            self._stored = (target, self._read_settings(Path(target)) if exists else None)
            self._fill_stored_settings()
        hint = f"{_EXISTS}{self._describe_settings()}" if exists else _NEW
        self._hint.setText(f"{hint} {_BLIND}" if self.blind.isChecked() else hint)
        self._grow()

    def _fill_stored_settings(self) -> None:
        """Fill in the settings of an existing review, unless the user has set something already.

        Settings from one file are removed when another is chosen, so they do not get into it unseen.
        """
        stored = self._stored[1] or {}
        if self.texts.text() == self._stored_texts:
            self._stored_texts = stored.get("texts", "")
            self.texts.set_text(self._stored_texts)
        if self._are_options_chosen:
            self.options.keep(stored)
            return
        self.options.fill(stored)
        if not self.options.are_usual():
            self.options.unfold()

    def _describe_settings(self) -> str:
        """Return how the options relate to those of an existing review file, after a space, or ""."""
        stored = self._stored[1]
        if stored is None:
            return ""
        if self.options.differ_from(stored):
            return " It was made with other settings. Verdicts are kept where bags stay the same."
        return "" if self.options.are_usual() else " The options below are the ones it was made with."

    @QtCore.Slot()
    def _keep_options(self) -> None:
        self._are_options_chosen = True
        self._check()

    @QtCore.Slot()
    def _fit(self) -> None:
        """Adjust the height to the contents, and keep the dialog on the screen."""
        self.resize(self.width(), self._measure_height())
        below = self.frameGeometry().bottom() - self.screen().availableGeometry().bottom()
        if below > 0:
            top = self.screen().availableGeometry().top()
            self.move(self.x(), max(top, self.y() - below))

    def _measure_height(self) -> int:
        """Return the height in which nothing is cut; wrapped lines need more of it in a narrow dialog."""
        # From the inside out: a layout uses the sizes of inner ones only after these are updated.
        for layout in (self.options.layout(), self._form.layout(), self._column):
            if layout is not None:
                layout.activate()
        most = self.screen().availableGeometry().height() - TITLE_BAR
        others = self.height() - self._scroll_area.height()
        return min(most, others + self._scroll_area.needed_height())

    def _grow(self) -> None:
        """Make room for a longer message; a shorter one moves nothing."""
        if self.isVisible() and self.height() < self._measure_height():
            self._fit()

    @QtCore.Slot(str, int)
    def _show_progress(self, what: str, thousandths: int) -> None:
        self._step.setText(one_line(what, 120))
        # With a range from 0 to 0 Qt shows a busy indicator.
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
        """Delete the job, which has ended, and enable the fields."""
        if self._job is not None:
            self._job.wait()
            self._job.deleteLater()
            self._job = None
        self._set_running(running=False)
