"""Button for the list of bags in a narrow window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore, QtGui
from PySide6.QtCore import Qt

from coala.gui.session.session import Session
from coala.gui.widgets.labels import caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.tool_button import ToolButton
from coala.present import phrases


class BagsButton(ToolButton):
    """Shows the number of the current bag; a click opens the list, arrow keys step (1 or -1)."""

    def __init__(self, session: Session, step: Callable[[int], None]) -> None:
        super().__init__(flat=False)
        self._session, self._step = session, step
        self.setArrowType(Qt.ArrowType.DownArrow)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        session.changed.connect(self._show)
        self._show()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None:
            self._step(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    @QtCore.Slot()
    def _show(self) -> None:
        session = self._session
        number, shown, total = session.current, len(session.shown), session.progress.total
        filtered = f"  ·  {shown:,} of {total:,} shown" if shown < total else ""
        if number < 0:
            self.setText(caption(f"Bags{filtered}"))
            self.setAccessibleName(f"List of bags{filtered}")
            set_tip(self, "")
            return
        verdict = session.progress.state(number).verdict
        title = session.review.entries[number].title
        judged = phrases.judgement(verdict, session.review.sides.words)
        self.setText(caption(f"Bag {number + 1:,}{filtered}"))
        self.setAccessibleName(f"List of bags: bag {number + 1}, {judged}")
        set_tip(self, title, f"{judged}; click to open the list")
