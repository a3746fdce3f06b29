"""What is asked of a bag or of one of its changes becomes a line of as many words as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtGui

from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.painting import draw_line
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, Theme, bold

_CROSS = "\N{MULTIPLICATION SIGN}"


class QuestionLine(PlainLabel):
    """What the four answers answer, in as many of its words as there is room for.

    Of one change of the bag it stands on the ground that the change has in the list, with a cross: a click
    goes back to the bag. Where all changes are judged and the bag is not, it stands on that ground too.
    """

    left = QtCore.Signal()

    def __init__(self, questions: Sequence[str]) -> None:
        """``questions`` are what is asked as a rule, in ever fewer words."""
        super().__init__()
        self._usual = self._questions = questions
        self._of_change = self._is_lit = False
        self.setFont(bold(self.font()))
        self.ask(questions, of_change=False)

    def ask(self, questions: Sequence[str], *, of_change: bool, lit: bool = False) -> None:
        """``questions`` ask the same in ever fewer words; one that is ``lit`` must not be overlooked."""
        self._questions, self._of_change, self._is_lit = questions, of_change, lit or of_change
        self.setAccessibleName(questions[0])
        back = "Click for the bag as a whole." if of_change else ""
        set_tip(self, questions[0], back)
        self.update()

    def text(self) -> str:
        """The words that stand there."""
        fitting = (words for words in self._questions if self._width(words) <= self.width())
        return next(fitting, self._questions[-1])

    def sizeHint(self) -> QtCore.QSize:
        # Whatever is asked, nothing beside it moves.
        return QtCore.QSize(self._width(self._usual[0]) + 4 * GRID, self.fontMetrics().height())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self._width(self._usual[-1]) + 4 * GRID, self.fontMetrics().height())

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        if self._of_change:
            self.left.emit()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        theme = Theme.of(self.palette())
        words = self.text()
        inner = self.rect()
        if self._is_lit:
            ground = QtCore.QRect(inner)
            ground.setWidth(min(ground.width(), self._width(words)))
            painter.fillRect(ground, theme.selection)
            painter.fillRect(ground.left(), ground.top(), 3, ground.height(), theme.focus)
            inner = ground.adjusted(GRID, 0, -GRID // 2, 0)
        if self._of_change:
            draw_line(painter, inner, _CROSS, theme.quiet, QtCore.Qt.AlignmentFlag.AlignRight)
        draw_line(painter, inner, words, self.palette().color(QtGui.QPalette.ColorRole.WindowText))

    def _width(self, words: str) -> int:
        return self.fontMetrics().horizontalAdvance(words) + (4 * GRID if self._is_lit else 0)
