"""Shows this reviewer's earlier verdicts on the current bag."""

from __future__ import annotations

from PySide6 import QtCore

from coala.errors import CoalaError
from coala.gui.bag_view.memory_bar import MemoryBar
from coala.gui.session.controller import ReviewController
from coala.presentation.past.memory import list_memory, tell_memory


class MemoryTeller(QtCore.QObject):
    """Shows the line of the current bag, and what is behind it when it is unfolded."""

    said = QtCore.Signal(str)
    failed = QtCore.Signal(object)  # a CoalaError

    def __init__(self, controller: ReviewController, bar: MemoryBar, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._controller, self._bar = controller, bar
        self._bar.unfolded.connect(self._unfold)

    def show(self, number: int) -> None:
        """Tell what was judged before of a bag, which is the current one."""
        recollection = self._controller.recollection
        state = self._controller.progress.state(number)
        try:
            sentence = tell_memory(recollection, number, state)
            is_small = recollection.is_small(number)
        except CoalaError as error:
            self._bar.show_memory("")
            self.failed.emit(error)
            return
        has_lines = bool(sentence) and state.origin is None
        if not is_small:
            self._bar.fold()
        self._bar.show_memory(sentence, lines=has_lines)
        if has_lines and self._bar.is_unfolded():
            self._unfold()

    def toggle(self) -> None:
        """Open what is behind the line, or close it."""
        if not self._bar.toggle():
            self.said.emit("Nothing that you judged before shares mentions with this bag.")

    @QtCore.Slot()
    def _unfold(self) -> None:
        number = self._controller.current
        if number < 0:
            return
        try:
            self._bar.show_lines(list_memory(self._controller.recollection, number))
        except CoalaError as error:
            self.failed.emit(error)
