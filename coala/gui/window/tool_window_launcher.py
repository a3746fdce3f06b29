"""A review page gets windows that stay beside it: each is made when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtCore, QtWidgets

from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.dialogs.history import HistoryDialog
from coala.gui.session.controller import ReviewController
from coala.gui.tool_windows.agreement import AgreementWindow
from coala.gui.tool_windows.connectivity import ConnectivityWindow
from coala.gui.tool_windows.explanations import ExplanationsWindow
from coala.presentation.bag_history import tell_history
from coala.presentation.explanations import FINDINGS

if TYPE_CHECKING:
    from coala.gui.tool_windows.charts import ChartsWindow


class ToolWindows(QtCore.QObject):
    """Opens the windows, or brings them to the front; they close with the page."""

    picked = QtCore.Signal(object)  # a Picked

    def __init__(self, controller: ReviewController, pane: BagPane, page: QtWidgets.QWidget) -> None:
        super().__init__(page)
        self._controller = controller
        self._pane = pane
        self._page = page
        self.connectivity: ConnectivityWindow | None = None
        self.agreement: AgreementWindow | None = None
        self.explanations: ExplanationsWindow | None = None
        self.charts: ChartsWindow | None = None

    def close(self) -> None:
        """Close them all: the review that they show is about to be closed."""
        if self.connectivity is not None:
            self.connectivity.drain()
        for window in (self.connectivity, self.agreement, self.charts, self.explanations):
            if window is not None:
                window.close()

    def show_connectivity(self) -> None:
        """Why the bag that is looked at is one bag."""
        if self.connectivity is None:
            self.connectivity = ConnectivityWindow(self._page)
            self.connectivity.span_chosen.connect(self._pane.choose_span)
            self._pane.bag_shown.connect(self._show_bag)
        was_open = self.connectivity.isVisible()
        _show(self.connectivity)
        if not was_open:
            self._show_bag()

    def show_history(self) -> None:
        """What was done to the bag that is looked at."""
        number, review = self._controller.current, self._controller.review
        if number < 0:
            self._controller.said.emit("No bag is shown that could have a history.")
            return
        try:
            lines = tell_history(review.history_of(number))
        except CoalaError as error:
            self._controller.failed.emit(str(error))
            return
        HistoryDialog(f"History of bag {number + 1}", lines, self._page).open()

    def show_agreement(self) -> None:
        """Where the reviewer and a metric disagree."""
        if self.agreement is None:
            self.agreement = AgreementWindow(self._controller, self._page)
            self.agreement.picked.connect(self.picked)
            self.agreement.explain.connect(self._explain_agreement)
        _show(self.agreement)

    def show_charts(self) -> None:
        """Scores, shares and verdicts as pictures."""
        if self.charts is None:
            # Imported when it is asked for: the library behind it takes 0.2 s and 30 MB.
            from coala.gui.tool_windows.charts import ChartsWindow

            self.charts = ChartsWindow(self._controller, self._page)
            self.charts.explain.connect(self.explain)
        _show(self.charts)

    @QtCore.Slot(str)
    def explain(self, key: str) -> None:
        """What the number ``key`` means, or the first of the block ``key`` (see ``list_topics``)."""
        if self.explanations is None:
            self.explanations = ExplanationsWindow(self._controller, self._page)
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
    def _show_bag(self) -> None:
        if self.connectivity is None or not self.connectivity.isVisible():
            return
        displayed = self._pane.displayed()
        if displayed is None:
            self.connectivity.show_nothing()
        else:
            self.connectivity.show_bag(displayed)

    @QtCore.Slot()
    def _explain_agreement(self) -> None:
        self.explain(FINDINGS)


def _show(window: QtWidgets.QWidget) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
