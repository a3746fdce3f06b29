"""Text to labels that show it as it is: never as HTML, elided in the middle where there is no room."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui import words
from coala.gui.theme import GRID, Theme, headline, tooltip


class PlainLabel(QtWidgets.QLabel):
    """A label of plain text in the window's normal or larger size; a quiet one recedes."""

    def __init__(
        self,
        text: str = "",
        *,
        quiet: bool = False,
        large: bool = False,
        bold: bool = False,
        wrap: bool = False,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(QtCore.Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(wrap)
        self._quiet = quiet
        if large or bold:
            font = headline(self.font()) if large else QtGui.QFont(self.font())
            font.setBold(bold)
            self.setFont(font)
        self._recolour()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.ApplicationPaletteChange:
            self._recolour()

    def _recolour(self) -> None:
        if self._quiet:
            base = QtWidgets.QApplication.palette()
            palette = QtGui.QPalette(base)
            palette.setColor(QtGui.QPalette.ColorRole.WindowText, Theme.of(base).quiet)
            self.setPalette(palette)


class ElidedLabel(PlainLabel):
    """One line that loses its middle rather than make its window wider; the tooltip has it whole."""

    def __init__(self, *, quiet: bool = False, large: bool = False, bold: bool = False) -> None:
        super().__init__(quiet=quiet, large=large, bold=bold)
        self._whole = ""
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Preferred)

    def set_whole(self, text: str, tip: str = "") -> None:
        self._whole = words.one_line(text)
        self.setAccessibleName(self._whole)
        self.setToolTip(tooltip(tip or text))
        self._elide()

    def whole(self) -> str:
        return self._whole

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(GRID * 8, super().minimumSizeHint().height())

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self.fontMetrics().horizontalAdvance(self._whole), super().sizeHint().height())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        width = self.contentsRect().width()
        self.setText(self.fontMetrics().elidedText(self._whole, QtCore.Qt.TextElideMode.ElideMiddle, width))


class Heading(QtWidgets.QWidget):
    """A bold line above some numbers, with a link that asks for their explanation."""

    explain = QtCore.Signal()

    def __init__(self, title: str, subject: str, tip: str, *beside: QtWidgets.QWidget) -> None:
        """``subject`` completes the link's spoken name, "Explain …"; ``beside`` stands at the right."""
        super().__init__()
        label = PlainLabel(title, bold=True, wrap=not beside)
        label.setToolTip(tooltip(tip) if tip else "")
        link = QtWidgets.QToolButton()
        link.setText("explain")
        link.setAutoRaise(True)
        link.setAccessibleName(f"Explain {subject}")
        link.setToolTip(f"Explain {subject}")
        link.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        link.clicked.connect(self.explain)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(label, 0 if beside else 1)
        row.addWidget(link, 0, QtCore.Qt.AlignmentFlag.AlignTop)
        if beside:
            row.addStretch(1)
        for widget in beside:
            row.addWidget(widget)


class NoticeBar(QtWidgets.QFrame):
    """A sentence that stays until it is read, with an optional button; hidden while it has nothing to say."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QtWidgets.QFrame.Shape.StyledPanel)
        self._label = PlainLabel(wrap=True)
        self._label.setTextInteractionFlags(QtCore.Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QtWidgets.QPushButton("&Dismiss")
        self._button.setAccessibleName("Dismiss this message")
        self._button.clicked.connect(self.hide)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        row.addWidget(self._label, 1)
        row.addWidget(self._button)
        self.hide()

    def text(self) -> str:
        return self._label.text()

    @QtCore.Slot(str)
    def warn(self, sentence: str) -> None:
        """Something went wrong or cannot be done."""
        self._say("\N{WARNING SIGN}", sentence)

    @QtCore.Slot(str)
    def inform(self, sentence: str) -> None:
        self._say("\N{CHECK MARK}", sentence)

    def _say(self, mark: str, sentence: str) -> None:
        self._label.setText(f"{mark}  {words.shorten(sentence, 2000)}")
        self.setAccessibleName(sentence)
        self.show()
