"""Labels, buttons with sentences and the notice bar; their text is never read as HTML."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import one_line
from coala.gui.widgets.painting import break_lines, draw_blank_button
from coala.gui.widgets.spoken import announce, set_tip
from coala.gui.widgets.theme import GRID, Theme, enlarge_font
from coala.gui.widgets.tool_button import ToolButton

_LONGEST_SENTENCE = 400
"""The most characters of a sentence on two lines."""

_LONGEST_CAPTION = 160
"""The most characters of a caption: foreign text must not make a button as wide as the screen."""


def caption(text: str) -> str:
    """Return a text on one line, with `&` escaped, for a button, an action, a tab or a menu."""
    return one_line(text, _LONGEST_CAPTION).replace("&", "&&")


class PlainLabel(QtWidgets.QLabel):
    """A label of plain text in one of the window's two sizes; a quiet label is paler."""

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
            font = enlarge_font(self.font()) if large else QtGui.QFont(self.font())
            font.setBold(bold)
            self.setFont(font)
        self._recolour()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        kinds = QtCore.QEvent.Type
        # A window gets a change of the application's palette, a widget in it a change of its own palette.
        if event.type() in (kinds.ApplicationPaletteChange, kinds.PaletteChange):
            self._recolour()

    def _recolour(self) -> None:
        if not self._quiet:
            return
        role = QtGui.QPalette.ColorRole.WindowText
        # Set only this colour: the others must follow the window.
        palette = QtGui.QPalette()
        colour = Theme.from_palette(QtWidgets.QApplication.palette()).quiet
        if self.palette().color(role) != colour:
            palette.setColor(role, colour)
            self.setPalette(palette)


class ElidedLabel(PlainLabel):
    """A label of one line that elides its middle where there is no room; the tooltip has the full text."""

    def __init__(self, *, quiet: bool = False, large: bool = False, bold: bool = False) -> None:
        super().__init__(quiet=quiet, large=large, bold=bold)
        self._text = ""
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Preferred)

    def set_full_text(self, text: str, *tip: str) -> None:
        """Show a text; the lines of the `tip` are shown in place of it on hover, if there are any."""
        self._text = one_line(text)
        self.setAccessibleName(self._text)
        set_tip(self, *(tip or (text,)))
        self._elide()

    def full_text(self) -> str:
        return self._text

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(GRID * 8, super().minimumSizeHint().height())

    def sizeHint(self) -> QtCore.QSize:
        # Rounded up: a label half a pixel too narrow loses its middle.
        width = math.ceil(QtGui.QFontMetricsF(self.font()).horizontalAdvance(self._text))
        return QtCore.QSize(width, super().sizeHint().height())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        width = self.contentsRect().width()
        self.setText(self.fontMetrics().elidedText(self._text, QtCore.Qt.TextElideMode.ElideMiddle, width))


def choose_form(forms: Sequence[str], measure: Callable[[str], int], width: int) -> str:
    """Return the first form that fits into a width in pixels, else the last one; the longest is first."""
    return next((form for form in forms if measure(form) <= width), forms[-1])


class FittingLabel(PlainLabel):
    """A label of one line in the longest of its forms that fits; the tooltip has the longest one."""

    _forms: Sequence[str] = ("",)

    def __init__(self, forms: Sequence[str] = ("",), *, quiet: bool = False, bold: bool = False) -> None:
        super().__init__(quiet=quiet, bold=bold)
        self.set_forms(forms)
        # It has no width yet.
        self.setText(forms[0])

    def set_forms(self, forms: Sequence[str]) -> None:
        """Show a text in other forms, the longest first."""
        self._forms = forms
        self.setAccessibleName(forms[0])
        set_tip(self, forms[0])
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self._measure(self._forms[0]), super().sizeHint().height())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self._measure(self._forms[-1]), super().sizeHint().height())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._fit()

    def _measure(self, form: str) -> int:
        margins = self.contentsMargins()
        return self.fontMetrics().horizontalAdvance(form) + margins.left() + margins.right()

    def _fit(self) -> None:
        self.setText(choose_form(self._forms, self._measure, self.width()))


class FittingButton(ToolButton):
    """A button in the longest of its forms that fits."""

    _forms: Sequence[str] = ("",)

    def __init__(self) -> None:
        super().__init__()
        policy = QtWidgets.QSizePolicy.Policy
        self.setSizePolicy(policy.Maximum, policy.Fixed)

    def set_forms(self, forms: Sequence[str]) -> None:
        """Show a text in other forms, the longest first."""
        self._forms = forms
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self._measure(self._forms[0]), super().sizeHint().height())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self._measure(self._forms[-1]), super().sizeHint().height())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._fit()

    def _measure(self, form: str) -> int:
        option = QtWidgets.QStyleOptionToolButton()
        self.initStyleOption(option)
        metrics, kind = self.fontMetrics(), QtWidgets.QStyle.ContentsType.CT_ToolButton
        # As Qt has it: a space on both sides of the words.
        words = QtCore.QSize(metrics.horizontalAdvance(f" {form} "), metrics.height())
        return self.style().sizeFromContents(kind, option, words, self).width()

    def _fit(self) -> None:
        self.setText(caption(choose_form(self._forms, self._measure, self.width())))


class TwoLineLabel(PlainLabel):
    """A sentence on few lines, broken between words and elided; the tooltip has it in full."""

    most_lines = 2  # a view may allow more for a long sentence

    def __init__(self, *, quiet: bool = False, large: bool = False, bold: bool = False) -> None:
        super().__init__(quiet=quiet, large=large, bold=bold)
        self._sentence = ""
        # The room that is left free at the end of the first line, in pixels.
        self._free = 0
        # A fixed height would be that of one line, whatever height the width needs.
        policy = QtWidgets.QSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Minimum
        )
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @QtCore.Slot(str)
    def set_sentence(self, sentence: str) -> None:
        """Show a sentence; "" shows none."""
        self._sentence = one_line(sentence, _LONGEST_SENTENCE)
        self.setAccessibleName(self._sentence)
        set_tip(self, sentence)
        self.updateGeometry()
        self.update()

    def sentence(self) -> str:
        return self._sentence

    def leave_free(self, room: int) -> None:
        """Leave this room free at the end of the first line, in pixels, for what is next to it."""
        self._free = room
        self.updateGeometry()
        self.update()

    def is_whole(self, width: int) -> bool:
        """Return True if the sentence fits on two lines of a width in pixels."""
        lines = self._break(width).split("\n")
        return len(lines) <= 2 and " ".join(lines) == self._sentence

    def sizeHint(self) -> QtCore.QSize:
        """Return the size with which the sentence just fits on two lines."""
        words, measure = self._sentence.split(" "), self.fontMetrics().horizontalAdvance
        halves = ((words[:place], words[place:]) for place in range(1, len(words) + 1))
        width = min(max(measure(" ".join(half)) for half in both) for both in halves)
        return QtCore.QSize(width + 1, self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QtCore.QSize:
        return self.sizeHint()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        # Letters of another font, such as Arabic ones, may be higher than those of the window's font.
        metrics, room = self.fontMetrics(), QtCore.QRect(0, 0, width, 100 * GRID)
        return max(metrics.lineSpacing(), metrics.boundingRect(room, 0, self._break(width)).height())

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        painter.setPen(self.palette().color(QtGui.QPalette.ColorRole.WindowText))
        # The text is English, whatever script it begins with.
        painter.setLayoutDirection(QtCore.Qt.LayoutDirection.LeftToRight)
        align = QtCore.Qt.AlignmentFlag
        flags = align.AlignLeft | align.AlignVCenter | align.AlignAbsolute
        painter.drawText(self.rect(), flags, self._break(self.width()))

    def _break(self, width: int) -> str:
        widths = (width - self._free, *[width] * (self.most_lines - 1))
        return "\n".join(break_lines(self._sentence, self.font(), widths))


class KeyLabel(PlainLabel):
    """The title of a field, with the key that moves the focus to the field."""

    def __init__(self, title: str, field: QtWidgets.QWidget) -> None:
        super().__init__(title)
        # The buddy is the line itself: a widget that only proxies the focus gets none from a key.
        self.setBuddy(field.focusProxy() or field)

    def sizeHint(self) -> QtCore.QSize:
        # An underlined letter is wider than QLabel measures.
        return super().sizeHint() + QtCore.QSize(GRID // 2, 0)

    def minimumSizeHint(self) -> QtCore.QSize:
        return self.sizeHint()


def make_button(
    text: str, press: Callable[[], object], *, spoken: str = "", tip: str = ""
) -> QtWidgets.QPushButton:
    """Return a button that calls ``press``; in a dialog, Enter in a field does not press it."""
    button = QtWidgets.QPushButton(text)
    button.setAccessibleName(spoken)
    button.setAutoDefault(False)
    set_tip(button, tip)
    button.clicked.connect(press)
    return button


class SentenceButton(QtWidgets.QPushButton):
    """A button with a left-aligned sentence, which wraps where there is no room."""

    def __init__(self, press: Callable[[], object], parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.clicked.connect(press)
        policy = QtWidgets.QSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Minimum
        )
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QtCore.QSize:
        width = self.fontMetrics().horizontalAdvance(self.text()) + 3 * GRID
        return QtCore.QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(30 * GRID, self.fontMetrics().height() + GRID)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        room = QtCore.QRect(0, 0, width - 2 * GRID, 100 * GRID)
        return self.fontMetrics().boundingRect(room, self._flags(), self.text()).height() + GRID

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtWidgets.QStylePainter(self)
        draw_blank_button(painter, self)
        inner = self.rect().adjusted(GRID, 0, -GRID, 0)
        role = QtGui.QPalette.ColorRole.ButtonText
        painter.drawItemText(inner, self._flags(), self.palette(), self.isEnabled(), self.text(), role)

    def _flags(self) -> int:
        align = QtCore.Qt.AlignmentFlag
        return int(align.AlignLeft | align.AlignVCenter) | int(QtCore.Qt.TextFlag.TextWordWrap)


class NoticeBar(QtWidgets.QFrame):
    """A bar with a message, which stays until it is dismissed, and at most one button for what to do next."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QtWidgets.QFrame.Shape.StyledPanel)
        self._label = PlainLabel(wrap=True)
        self._label.setTextInteractionFlags(QtCore.Qt.TextInteractionFlag.TextSelectableByMouse)
        # What the button does.
        self._act: Callable[[], object] = self.hide
        self.is_offer = False
        self._action_button = QtWidgets.QPushButton()
        self._action_button.clicked.connect(self._accept)
        self._dismiss_button = QtWidgets.QPushButton("&Dismiss")
        self._dismiss_button.setAccessibleName("Dismiss this message")
        self._dismiss_button.clicked.connect(self.hide)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        row.setSpacing(GRID)
        row.addWidget(self._label, 1)
        row.addWidget(self._action_button)
        row.addWidget(self._dismiss_button)
        self.hide()

    def text(self) -> str:
        return self._label.text()

    @QtCore.Slot(str)
    def warn(self, sentence: str) -> None:
        """Show an urgent message: something went wrong or cannot be done."""
        self._say("\N{WARNING SIGN}", sentence, urgent=True)

    def warn_with_button(self, sentence: str, label: str, act: Callable[[], object]) -> None:
        """Show an urgent message with a button; a click on the button calls `act`."""
        self.warn(sentence)
        self._show_action_button(label, act)

    @QtCore.Slot(str)
    def inform(self, sentence: str) -> None:
        """Show that something succeeded."""
        self._say("\N{CHECK MARK}", sentence)

    def offer(self, sentence: str, label: str, act: Callable[[], object]) -> None:
        """Show a message with a button; a click on the button calls `act`."""
        self._say("\N{INFORMATION SOURCE}", sentence)
        self.is_offer = True
        self._show_action_button(label, act)

    def _show_action_button(self, label: str, act: Callable[[], object]) -> None:
        self._act = act
        self._action_button.setText(caption(label))
        self._action_button.setAccessibleName(label)
        self._action_button.show()

    @QtCore.Slot()
    def withdraw(self) -> None:
        """Hide the bar if it shows an offer; other messages stay."""
        if self.is_offer:
            self.hide()

    @QtCore.Slot()
    def _accept(self) -> None:
        self.hide()
        self._act()

    def _say(self, mark: str, sentence: str, *, urgent: bool = False) -> None:
        self._label.setText(f"{mark}  {one_line(sentence, 2000)}")
        self.setAccessibleName(sentence)
        self._action_button.hide()
        self.is_offer = False
        self.show()
        announce(self, sentence, urgent=urgent)
