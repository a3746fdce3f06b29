"""The button of a verdict, which shows whether it is given, and its keys."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.widgets.theme import GRID, Theme, mix
from coala.model.bag import Verdict
from coala.presentation import phrases


class VerdictButton(QtWidgets.QPushButton):
    """A verdict's sign, its word and its key; the given verdict is filled, framed and ticked."""

    chosen = QtCore.Signal(object)  # its Verdict
    clicked_twice = QtCore.Signal()

    def __init__(self, verdict: Verdict, words: Mapping[Verdict, str]) -> None:
        """``words`` has the words on all four."""
        super().__init__()
        self.verdict = verdict
        self._words = words
        self._coloured = phrases.coloured_as(verdict, words)
        self._keys: list[str] = []
        self.setCheckable(True)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._choose)

    def set_keys(self, keys: list[str]) -> None:
        """Show as many of these keys as there is room for, and speak them all."""
        self._keys = keys
        self.setAccessibleName(f"{self._words[self.verdict]}{_keys_in_words(', ', keys)}")
        self.update()

    def sizeHint(self) -> QtCore.QSize:
        metrics = self.fontMetrics()
        # The longest, so that all four are equally wide: the sign is half as high again as its word.
        words = max(map(metrics.horizontalAdvance, self._words.values()))
        return QtCore.QSize(words + 3 * metrics.height() + GRID // 2, 2 * metrics.height() + GRID)

    def minimumSizeHint(self) -> QtCore.QSize:
        # In a narrow window the sign has less room, the word all it needs.
        return self.sizeHint() - QtCore.QSize(round(1.6 * self.fontMetrics().height()), 0)

    def mouseDoubleClickEvent(self, event: QtGui.QMouseEvent) -> None:
        # The second click of a double click is meant for the bag that the first has judged.
        self.clicked_twice.emit()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        palette = QtGui.QPalette(self.palette())
        # The theme measures light and dark on the colours of what is enabled.
        palette.setCurrentColorGroup(QtGui.QPalette.ColorGroup.Active)
        theme = Theme.of(palette)
        # A given verdict is as clear in a review that is open for reading only.
        lit = self.isEnabled() or self.isChecked()
        colour = theme.verdicts[self._coloured] if lit else mix(theme.quiet, theme.base, 0.6)
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        frame = QtCore.QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        if self.isChecked():
            painter.setBrush(colour)
            painter.setPen(QtGui.QPen(colour, 2))
        else:
            lively = self.isDown() or (self.underMouse() and self.isEnabled())
            painter.setBrush(mix(colour, theme.base, 0.12) if lively else theme.base)
            painter.setPen(QtGui.QPen(theme.line, 1))
        painter.drawRoundedRect(frame, 4, 4)
        if self.hasFocus():
            painter.setBrush(QtCore.Qt.BrushStyle.NoBrush)
            painter.setPen(QtGui.QPen(theme.base if self.isChecked() else theme.focus, 1.5))
            painter.drawRoundedRect(frame.adjusted(3, 3, -3, -3), 2, 2)
        self._write(painter, theme, theme.base if self.isChecked() else colour)

    @QtCore.Slot()
    def _choose(self) -> None:
        self.chosen.emit(self.verdict)

    def _write(self, painter: QtGui.QPainter, theme: Theme, colour: QtGui.QColor) -> None:
        """The sign on the left at full height, the word on its right, the key below the word."""
        height = self.fontMetrics().height()
        area = self.rect().adjusted(GRID // 2, GRID // 2, -GRID // 2, -GRID // 2)
        sign = QtGui.QFont(self.font())
        sign.setPixelSize(round(1.5 * height))
        sign.setBold(True)
        painter.setFont(sign)
        painter.setPen(colour)
        lacking = self.sizeHint().width() - self.width()
        room = 2 * height - max(0, lacking - height + GRID // 2)
        left = QtCore.QRect(area.left(), area.top(), room, area.height())
        painter.drawText(left, QtCore.Qt.AlignmentFlag.AlignCenter, phrases.VERDICT_SIGNS[self.verdict])
        painter.setFont(self.font())
        if not self.isChecked():
            painter.setPen(theme.text if self.isEnabled() else colour)
        words = QtCore.Qt.AlignmentFlag.AlignLeft | QtCore.Qt.AlignmentFlag.AlignVCenter
        top = area.center().y() + 1 - height
        line = QtCore.QRect(left.right() + 1, top, area.right() - left.right(), height)
        painter.drawText(line, words, self._words[self.verdict])
        if self.isEnabled() and not self.isChecked():
            painter.setPen(theme.quiet)
        hint = "\N{CHECK MARK} given" if self.isChecked() else self._keys_that_fit(line.width())
        painter.drawText(line.translated(0, height), words, hint)

    def _keys_that_fit(self, width: int) -> str:
        number = len(self._keys)
        while number > 1 and self.fontMetrics().horizontalAdvance(self._hint(number)) > width:
            number -= 1
        return self._hint(number)

    def _hint(self, number: int) -> str:
        return _keys_in_words("", self._keys[:number])


def _keys_in_words(before: str, keys: list[str]) -> str:
    """ "key + or 3", after ``before``; nothing where there is none."""
    return f"{before}key {' or '.join(keys)}" if keys else ""
