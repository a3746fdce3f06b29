"""A review page to the windows that stay beside it: each is made when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtCore, QtWidgets

from coala.gui.session.controller import ReviewController
from coala.gui.tool_windows.agreement import FindingsDialog
from coala.gui.tool_windows.explanations import ExplanationsDialog
from coala.presentation.explanations import FINDINGS

if TYPE_CHECKING:
    from coala.gui.tool_windows.charts import PicturesWindow


class Companions(QtCore.QObject):
    """Opens the windows, or brings them to the front; they close with the page."""

    picked = QtCore.Signal(object)  # a Picked

    def __init__(self, controller: ReviewController, page: QtWidgets.QWidget) -> None:
        super().__init__(page)
        self._controller = controller
        self._page = page
        self.findings: FindingsDialog | None = None
        self.explanations: ExplanationsDialog | None = None
        self.pictures: PicturesWindow | None = None

    def close(self) -> None:
        """Close them all: the review that they show is about to be closed."""
        for window in (self.findings, self.pictures, self.explanations):
            if window is not None:
                window.close()

    def ask_findings(self) -> None:
        """Where the reviewer and a metric disagree."""
        if self.findings is None:
            self.findings = FindingsDialog(self._controller, self._page)
            self.findings.picked.connect(self.picked)
            self.findings.explain.connect(self._explain_findings)
        _show(self.findings)

    def show_pictures(self) -> None:
        """Scores, shares and verdicts as pictures."""
        if self.pictures is None:
            # Imported when it is asked for: the library behind it takes 0.2 s and 30 MB.
            from coala.gui.tool_windows.charts import PicturesWindow

            self.pictures = PicturesWindow(self._controller, self._page)
            self.pictures.explain.connect(self.explain)
        _show(self.pictures)

    @QtCore.Slot(str)
    def explain(self, key: str) -> None:
        """What the number ``key`` means, or the first of the block ``key`` (see ``topics``)."""
        if self.explanations is None:
            self.explanations = ExplanationsDialog(self._controller, self._page)
        _show(self.explanations)
        self.explanations.show_topic(key)

    @QtCore.Slot()
    def explain_tally(self) -> None:
        self.explain("tally")

    @QtCore.Slot()
    def explain_scores(self) -> None:
        self.explain("scores")

    @QtCore.Slot()
    def explain_share(self) -> None:
        self.explain("share")

    @QtCore.Slot()
    def _explain_findings(self) -> None:
        self.explain(FINDINGS)


def _show(window: QtWidgets.QWidget) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
