"""The dialogs that export a review or a board in a chosen format, with progress and cancel.

`ExportDialog` asks for the format and the file; a subclass for reviews and one for boards do the writing. A
review is open in this thread, so most of its exports run here and process events as they go. Exports that do
not need it while they write run as a job in another thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6 import QtCore, QtWidgets

from coala.base.files import extension
from coala.base.paths import refuse_to_replace
from coala.engine.summary import GRAPH_ROLES
from coala.errors import Cancelled, CoalaError
from coala.formats.registry import find_written_format
from coala.gui.engine import export_board, export_graph, export_review, export_tally
from coala.gui.jobs import BackgroundJob
from coala.gui.widgets.labels import NoticeBar, PlainLabel
from coala.gui.widgets.theme import GRID
from coala.review.file import Review

# Formats by name: label, label in the file dialog, suffix.
_GRAPH = "graph"
_TALLY = "tally"
_REVIEW_FORMATS = {
    "html": ("A web &page (HTML) with charts and search", "HTML page", ".html"),
    "markdown": ("A &text report in Markdown", "Markdown", ".md"),
    "csv": ("A ta&ble (CSV) with a line for each bag and reviewer", "CSV for a spreadsheet", ".csv"),
    "changes": ("A table (CSV) with a line for each &change", "CSV for a spreadsheet", ".csv"),
    "json": ("&Everything as JSON", "JSON", ".json"),
    _TALLY: ("Your &tally as JSON", "JSON", ".json"),
    "rdf": ("Verdicts as &RDF with their origin", "Turtle", ".ttl"),
    _GRAPH: ("The better &graph: the better side of each bag", "Turtle", ".ttl"),
}
_BOARD_FORMATS = {
    "html": ("A &page with figures, the matrix and search", "HTML page", ".html"),
    "csv": (
        "Your &tally (CSV): a line for each bag and column",
        "CSV for a spreadsheet",
        ".csv",
    ),
    "json": ("Your tally as &JSON", "JSON", ".json"),
}
# Where the better graph takes bags from that have no better side.
_DEFAULT_SIDES = {"baseline": "from the baseline", "changed": "from the changed graph"}
# The time in milliseconds between two updates of the dialog.
_UPDATE_MILLISECONDS = 40
_HIDDEN_HINT = "Leaves out other reviewers’ verdicts on bags that you have not judged."


class ExportDialog(QtWidgets.QDialog):
    """A dialog for a format and a file to write; once accepted, ``path`` has it, as ``message`` says."""

    def __init__(
        self,
        what: str,
        source: Path,
        formats: Mapping[str, tuple[str, str, str]],
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        """Build the dialog.

        ``formats`` maps the name of each format to its label, its label in the file dialog, and its suffix.
        """
        super().__init__(parent)
        self.message = ""
        self._title, self._source, self._formats = f"Export the {what}", source, formats
        # The file that is being written, and the job if it is written in another thread.
        self.path = Path()
        self._job: BackgroundJob | None = None
        # True once the export is cancelled.
        self._stopped = False
        self._since_update = QtCore.QElapsedTimer()
        self._since_update.start()
        self.setWindowTitle(self._title)
        self._choices = QtWidgets.QButtonGroup(self)
        box = QtWidgets.QGroupBox("Write")
        self._column = QtWidgets.QVBoxLayout(box)
        for number, name in enumerate(formats):
            button = QtWidgets.QRadioButton(formats[name][0])
            self._choices.addButton(button, number)
            self._column.addWidget(button)
        self._choices.button(0).setChecked(True)
        self._step = PlainLabel("")
        self._bar = QtWidgets.QProgressBar()
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Progress of the export")
        self._bar.hide()
        self.problem = NoticeBar()
        buttons = QtWidgets.QDialogButtonBox(QtWidgets.QDialogButtonBox.StandardButton.Cancel)
        self.save = buttons.addButton("&Save as…", QtWidgets.QDialogButtonBox.ButtonRole.AcceptRole)
        # Disabled while an export runs.
        self._inputs: tuple[QtWidgets.QWidget, ...] = (box, self.save)
        layout = QtWidgets.QVBoxLayout(self)
        layout.setSpacing(GRID)
        layout.addWidget(self.problem)
        layout.addWidget(box)
        layout.addWidget(PlainLabel(_HIDDEN_HINT, wrap=True))
        layout.addWidget(self._step)
        layout.addWidget(self._bar)
        layout.addWidget(buttons)
        # Set after the button is in the dialog: otherwise Enter would press the first button of a message.
        self.save.setDefault(True)
        buttons.accepted.connect(self.choose_path)
        buttons.rejected.connect(self.reject)

    @property
    def chosen(self) -> str:
        """The name of the chosen format."""
        return list(self._formats)[self._choices.checkedId()]

    def choose(self, name: str) -> None:
        """Choose a format by its name."""
        self._choices.button(list(self._formats).index(name)).setChecked(True)

    def export_to(self, path: Path) -> None:
        """Write to ``path`` and accept the dialog; after an error the dialog stays open with a message."""
        self.path, self._stopped = path, False
        self.problem.hide()
        self._set_running(running=True)
        try:
            work = self._write(path)
        except Cancelled:
            self._stop()
        except CoalaError as error:
            self._fail(str(error))
        else:
            if work is None:
                self._succeed(())
            else:
                self._start_job(work)

    def _write(self, path: Path) -> Callable[..., object] | None:
        """Write the chosen format and return None, or return the work for a job that writes it.

        Raises ``CoalaError``, and ``Cancelled`` if it was cancelled.
        """
        raise NotImplementedError

    def reject(self) -> None:
        """Cancel the export if one is running, else close the dialog."""
        if self.save.isEnabled():
            super().reject()
            return
        self._stopped = True
        if self._job is not None:
            self._job.cancel()

    def drain(self) -> None:
        """Cancel the export, and return when it has ended."""
        self._stopped = True
        if self._job is not None:
            self._job.drain()

    @QtCore.Slot()
    def choose_path(self) -> bool:
        """Ask for a file and write to it; return False if none was chosen."""
        kinds = self._list_kinds()
        _, suffix = kinds[0]
        # The format in the name keeps an exported graph from being mistaken for an input.
        format_part = f"-{self.chosen}" if suffix == ".ttl" else ""
        start = self._source.with_name(f"{self._source.stem}{format_part}{suffix}")
        filters = [f"{what} (*{ending})" for what, ending in kinds]
        chosen, kind = QtWidgets.QFileDialog.getSaveFileName(
            self, self._title, str(start), ";;".join([*filters, "All files (*)"])
        )
        if not chosen:
            return False
        if kind in filters:
            _, suffix = kinds[filters.index(kind)]
        path = Path(chosen)
        target = path if path.suffix else path.with_suffix(suffix)
        try:
            refuse_to_replace(path, target)
        except CoalaError as error:
            self.problem.warn(str(error))
        else:
            self.export_to(target)
        return True

    def _list_kinds(self) -> list[tuple[str, str]]:
        """Return the kinds of files that can be chosen, each with its ending; the first is proposed."""
        _, what, suffix = self._formats[self.chosen]
        return [(what, suffix)]

    def _start_job(self, work: Callable[..., object]) -> None:
        self._job = BackgroundJob(
            work,
            self,
            done=self._succeed,
            failed=self._fail,
            cancelled=self._stop,
            progressed=self._show_step,
        )
        self._job.start()

    def _show_progress(self, what: str, done: int, total: int) -> None:
        """Show the progress and process events, so that an export in this thread can be cancelled."""
        if self._since_update.elapsed() >= _UPDATE_MILLISECONDS:
            self._show_step(what, 1000 * done // total if total else -1)
            QtWidgets.QApplication.processEvents()
            self._since_update.restart()

    @QtCore.Slot(str, int)
    def _show_step(self, what: str, thousandths: int) -> None:
        self._step.setText(f"{what}…")
        self._bar.setRange(0, 0 if thousandths < 0 else 1000)
        self._bar.setValue(max(0, thousandths))

    def _is_stopped(self) -> bool:
        return self._stopped

    def _set_running(self, *, running: bool) -> None:
        """Show that an export starts or has ended; delete the job of an export that has ended."""
        for widget in self._inputs:
            widget.setEnabled(not running)
        self._bar.setVisible(running)
        self._step.setText("Starting…" if running else "")
        if self._job is not None:
            self._job.wait()
            self._job.deleteLater()
            self._job = None

    @QtCore.Slot(object)
    def _succeed(self, sentences: tuple[str, ...]) -> None:
        """Accept the dialog; `sentences` are what the job reports."""
        self._set_running(running=False)
        self.message = " ".join((f"The export is in {self.path}.", *sentences))
        self.accept()

    @QtCore.Slot(str)
    def _fail(self, sentence: str) -> None:
        self._set_running(running=False)
        self.problem.warn(sentence)

    @QtCore.Slot()
    def _stop(self) -> None:
        self._set_running(running=False)
        self._step.setText("Cancelled; nothing was written.")


class ReviewExportDialog(ExportDialog):
    """The dialog that exports the review of one comparison."""

    def __init__(self, review: Review, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__("review", review.path, _REVIEW_FORMATS, parent)
        self._review = review
        self.rest = QtWidgets.QComboBox()
        for name, words in _DEFAULT_SIDES.items():
            self.rest.addItem(words, name)
        self.rest.setAccessibleName("Bags that are neither better nor worse")
        label = PlainLabel("Bags that are &neither better nor worse")
        label.setBuddy(self.rest)
        row = QtWidgets.QHBoxLayout()
        row.setContentsMargins(3 * GRID, 0, 0, 0)
        row.addWidget(label)
        row.addWidget(self.rest)
        row.addStretch()
        self._column.addLayout(row)
        self._choices.idToggled.connect(self._follow_choice)
        self._follow_choice()

    def _list_kinds(self) -> list[tuple[str, str]]:
        kinds = super()._list_kinds()
        baseline = self._review.inputs().get(GRAPH_ROLES[0], "")
        ending = extension(baseline)
        if self.chosen == _GRAPH and (name := find_written_format(ending)):
            kinds.append((f"{name}, as the baseline", ending))
        return kinds

    def _write(self, path: Path) -> Callable[..., object] | None:
        if self.chosen == _GRAPH:
            return export_graph(self._review, self.rest.currentData(), path)
        if self.chosen == _TALLY:
            export_tally(self._review, path)
            return None
        export_review(self._review, self.chosen, path, self._show_progress, self._is_stopped)
        return None

    @QtCore.Slot()
    def _follow_choice(self) -> None:
        self.rest.setEnabled(self.chosen == _GRAPH)


class BoardExportDialog(ExportDialog):
    """The dialog that exports a whole board, whose file is closed while its page is shown."""

    def __init__(self, path: Path, reviewer: str, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__("board", path, _BOARD_FORMATS, parent)
        self._board, self._reviewer = path, reviewer

    def _write(self, path: Path) -> Callable[..., object] | None:
        return export_board(self._board, self._reviewer, self.chosen, path)
