"""The bar with the question, the four verdict buttons and the fields of the comment.

The question asks about the bag, or about one change of it while a change is selected: "Is the changed system
better here?". The buttons show the verdict that is given to it. In a blind review, the words of question and
buttons are about the left and the right side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.action_set import Actions
from coala.gui.session.actions import VERDICT_ACTIONS
from coala.gui.sidebar.comment_editor import CommentEditor
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.painting import draw_line
from coala.gui.widgets.spoken import copy_tip, set_tip
from coala.gui.widgets.theme import GRID, Theme, bold, mix
from coala.model.bag import Verdict
from coala.present import phrases
from coala.present.judged_changes import BLIND_QUESTIONS, QUESTIONS
from coala.verdicts.state import State


class VerdictButton(QtWidgets.QPushButton):
    """A button with the sign, the word and the key of a verdict; a given verdict is filled and ticked."""

    chosen = QtCore.Signal(object)  # its Verdict
    clicked_twice = QtCore.Signal()

    def __init__(self, verdict: Verdict, words: Mapping[Verdict, str]) -> None:
        """Create the button of a verdict; `words` are the words on all four buttons."""
        super().__init__()
        self.verdict = verdict
        self._words = words
        # The verdict in whose colour the button is painted; a blind review has neutral colours.
        self._coloured = phrases.choose_colour(verdict, words)
        self._keys: list[str] = []
        self.setCheckable(True)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._choose)

    def set_keys(self, keys: list[str]) -> None:
        """Show as many of these keys as fit; a screen reader speaks all of them."""
        self._keys = keys
        self.setAccessibleName(f"{self._words[self.verdict]}{_keys_in_words(', ', keys)}")
        self.update()

    def sizeHint(self) -> QtCore.QSize:
        metrics = self.fontMetrics()
        # The longest word, so that all four are equally wide. The sign is 1.5 times as high as the word.
        words = max(map(metrics.horizontalAdvance, self._words.values()))
        return QtCore.QSize(words + 3 * metrics.height() + GRID // 2, 2 * metrics.height() + GRID)

    def minimumSizeHint(self) -> QtCore.QSize:
        # In a narrow window the sign has less room, but the word does not.
        return self.sizeHint() - QtCore.QSize(round(1.6 * self.fontMetrics().height()), 0)

    def mouseDoubleClickEvent(self, event: QtGui.QMouseEvent) -> None:
        # The second click of a double click is for the bag that the first click has judged.
        self.clicked_twice.emit()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        palette = QtGui.QPalette(self.palette())
        # The theme must be made from the colours of enabled widgets.
        palette.setCurrentColorGroup(QtGui.QPalette.ColorGroup.Active)
        theme = Theme.from_palette(palette)
        # A given verdict has its colour even in a read-only review, where the button is disabled.
        has_colour = self.isEnabled() or self.isChecked()
        colour = theme.verdicts[self._coloured] if has_colour else mix(theme.quiet, theme.base, 0.6)
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        frame = QtCore.QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        if self.isChecked():
            painter.setBrush(colour)
            painter.setPen(QtGui.QPen(colour, 2))
        else:
            is_tinted = self.isDown() or (self.underMouse() and self.isEnabled())
            painter.setBrush(mix(colour, theme.base, 0.12) if is_tinted else theme.base)
            painter.setPen(QtGui.QPen(theme.line, 1))
        painter.drawRoundedRect(frame, 4, 4)
        if self.hasFocus():
            painter.setBrush(QtCore.Qt.BrushStyle.NoBrush)
            painter.setPen(QtGui.QPen(theme.base if self.isChecked() else theme.focus, 1.5))
            painter.drawRoundedRect(frame.adjusted(3, 3, -3, -3), 2, 2)
        self._paint_words(painter, theme, theme.base if self.isChecked() else colour)

    @QtCore.Slot()
    def _choose(self) -> None:
        self.chosen.emit(self.verdict)

    def _paint_words(self, painter: QtGui.QPainter, theme: Theme, colour: QtGui.QColor) -> None:
        """Paint the sign on the left, the word on its right, and the key below the word."""
        height = self.fontMetrics().height()
        area = self.rect().adjusted(GRID // 2, GRID // 2, -GRID // 2, -GRID // 2)
        sign_font = QtGui.QFont(self.font())
        sign_font.setPixelSize(round(1.5 * height))
        sign_font.setBold(True)
        painter.setFont(sign_font)
        painter.setPen(colour)
        # The sign has twice the height of a line as its width. In a narrow button it gets less, but only
        # when the free room on the right of the word is used up.
        lacking = self.sizeHint().width() - self.width()
        room = 2 * height - max(0, lacking - height + GRID // 2)
        left = QtCore.QRect(area.left(), area.top(), room, area.height())
        painter.drawText(left, QtCore.Qt.AlignmentFlag.AlignCenter, phrases.VERDICT_SIGNS[self.verdict])
        painter.setFont(self.font())
        if not self.isChecked():
            painter.setPen(theme.text if self.isEnabled() else colour)
        align = QtCore.Qt.AlignmentFlag.AlignLeft | QtCore.Qt.AlignmentFlag.AlignVCenter
        top = area.center().y() + 1 - height
        line = QtCore.QRect(left.right() + 1, top, area.right() - left.right(), height)
        painter.drawText(line, align, self._words[self.verdict])
        if self.isEnabled() and not self.isChecked():
            painter.setPen(theme.quiet)
        hint = "\N{CHECK MARK} given" if self.isChecked() else self._keys_that_fit(line.width())
        painter.drawText(line.translated(0, height), align, hint)

    def _keys_that_fit(self, width: int) -> str:
        """Return as many keys as fit, such as "key + or 3"; the first key in any case."""
        number = len(self._keys)
        while number > 1 and self.fontMetrics().horizontalAdvance(self._hint(number)) > width:
            number -= 1
        return self._hint(number)

    def _hint(self, number: int) -> str:
        return _keys_in_words("", self._keys[:number])


def _keys_in_words(before: str, keys: list[str]) -> str:
    """Return `before` and the keys, such as "key + or 3"; return "" without keys."""
    return f"{before}key {' or '.join(keys)}" if keys else ""


# Shown at a question about one change: a click leads back to the bag.
_CROSS = "\N{MULTIPLICATION SIGN}"


class QuestionLine(PlainLabel):
    """The question above the verdict buttons, in the longest form that fits.

    A question about one change has the background of a selected change, and a cross: a click returns to the
    bag. The question is also highlighted if all changes are judged and the bag is not.
    """

    left = QtCore.Signal()  # the reviewer clicks a question about one change

    def __init__(self, questions: Sequence[str]) -> None:
        """Show the usual question; `questions` are its forms, longest first."""
        super().__init__()
        # The forms of the question about a bag, and of the current question.
        self._usual = self._questions = questions
        self._is_about_change = self._is_highlighted = False
        self.setFont(bold(self.font()))
        self.ask(questions, about_change=False)

    def ask(self, questions: Sequence[str], *, about_change: bool, highlighted: bool = False) -> None:
        """Show another question; `questions` are its forms, longest first."""
        self._questions, self._is_about_change = questions, about_change
        self._is_highlighted = highlighted or about_change
        self.setAccessibleName(questions[0])
        back = "Click for the bag as a whole." if about_change else ""
        set_tip(self, questions[0], back)
        self.update()

    def text(self) -> str:
        """Return the form of the question that fits."""
        fitting = (words for words in self._questions if self._width(words) <= self.width())
        return next(fitting, self._questions[-1])

    def sizeHint(self) -> QtCore.QSize:
        # The width is that of the usual question, so that the widgets next to it do not move.
        return QtCore.QSize(self._width(self._usual[0]) + 4 * GRID, self.fontMetrics().height())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self._width(self._usual[-1]) + 4 * GRID, self.fontMetrics().height())

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        if self._is_about_change:
            self.left.emit()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        theme = Theme.from_palette(self.palette())
        words = self.text()
        inner = self.rect()
        if self._is_highlighted:
            background = QtCore.QRect(inner)
            background.setWidth(min(background.width(), self._width(words)))
            painter.fillRect(background, theme.selection)
            painter.fillRect(background.left(), background.top(), 3, background.height(), theme.focus)
            inner = background.adjusted(GRID, 0, -GRID // 2, 0)
        if self._is_about_change:
            draw_line(painter, inner, _CROSS, theme.quiet, QtCore.Qt.AlignmentFlag.AlignRight)
        draw_line(painter, inner, words, self.palette().color(QtGui.QPalette.ColorRole.WindowText))

    def _width(self, words: str) -> int:
        return self.fontMetrics().horizontalAdvance(words) + (4 * GRID if self._is_highlighted else 0)


class VerdictBar(QtWidgets.QWidget):
    """The question, the four buttons and the comment; it shows what the caller passes and saves nothing."""

    judged = QtCore.Signal(object)  # a Verdict
    clicked_twice = QtCore.Signal()  # a button was double-clicked

    def __init__(self, actions: Actions, known_tags: Iterable[str], *, blind: bool) -> None:
        """Create the bar; `known_tags` are sorted by frequency, and a `blind` question asks for a side."""
        super().__init__()
        # The question about a whole bag, in its forms.
        self._usual: Sequence[str] = BLIND_QUESTIONS if blind else QUESTIONS
        words = phrases.verdict_words(blind=blind)
        self._actions = actions
        self._given: Collection[Verdict] = ()
        self._buttons: dict[Verdict, VerdictButton] = {}
        row = QtWidgets.QHBoxLayout()
        row.setSpacing(GRID // 2)
        for verdict in VERDICT_ACTIONS.values():
            button = VerdictButton(verdict, words)
            button.chosen.connect(self._choose)
            button.clicked_twice.connect(self.clicked_twice)
            self._buttons[verdict] = button
            row.addWidget(button)
        self.editor = CommentEditor(actions, known_tags, self)
        # As high as the buttons: the parts above need the rest.
        self.editor.note.setFixedHeight(button.sizeHint().height())
        row.addSpacing(GRID // 2)
        row.addWidget(self.editor.note, 1)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        above = QtWidgets.QHBoxLayout()
        above.setSpacing(2 * GRID)
        self._question = QuestionLine(self._usual)
        self._question.left.connect(actions["whole_bag"].trigger)
        above.addWidget(self._question)
        above.addWidget(self.editor.tags, 1)
        column.addLayout(above)
        column.addLayout(row)
        actions.keys_changed.connect(self._show_keys)
        self._show_keys()

    def show_state(self, state: State) -> None:
        """Show the saved verdict and comment of a bag."""
        self.editor.show_comment(state.comment)
        self.ask(self._usual, () if state.verdict is None else (state.verdict,))

    def ask(
        self,
        questions: Sequence[str],
        given: Collection[Verdict],
        *,
        about_change: bool = False,
        highlighted: bool = False,
    ) -> None:
        """Show a question, given in several forms, longest first, and check the `given` verdicts."""
        self._question.ask(questions, about_change=about_change, highlighted=highlighted)
        self._given = given
        self._show_given()

    def question(self) -> str:
        """Return the question in the form that is shown."""
        return self._question.text()

    def _show_given(self) -> None:
        for verdict, button in self._buttons.items():
            button.setChecked(verdict in self._given)

    def set_available(self, *, bag: bool, writable: bool, noted: bool = True) -> None:
        """Enable buttons and fields; without a `bag` none, and if `noted` is False only the buttons."""
        for button in self._buttons.values():
            button.setEnabled(bag and writable)
        self.editor.set_writable(writable=bag and writable and noted)
        self.editor.note.setEnabled(bag)

    def button(self, verdict: Verdict) -> VerdictButton:
        return self._buttons[verdict]

    @QtCore.Slot(object)
    def _choose(self, verdict: Verdict) -> None:
        # The click has toggled the button, but the review decides which verdict is shown.
        self._show_given()
        self.judged.emit(verdict)

    @QtCore.Slot()
    def _show_keys(self) -> None:
        for name, verdict in VERDICT_ACTIONS.items():
            self._buttons[verdict].set_keys(self._actions.keys(name))
            copy_tip(self._buttons[verdict], self._actions[name])
        set_tip(
            self.editor.note,
            "Saved when you leave the field or press Ctrl+Enter; verdict keys are letters here.",
        )
