"""The bar with the question, the four verdict buttons, and the last message of the window at their right.

While a reviewer says who is who, the rule that follows is in the place of the question, and two buttons in
that of the four: store, and back.

The question asks about the bag, or about one change of it while a change is selected: "Is the changed system
better here?". A link leads from a bag with several changes to its changes, and back. The buttons show the
verdict that is given to the bag or the change. In a blind review, the words of question and buttons are about
the left and the right side.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import one_line
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import VERDICT_ACTIONS, speak_key
from coala.gui.widgets.labels import PlainLabel, caption
from coala.gui.widgets.outlined_button import OutlinedButton
from coala.gui.widgets.painting import break_lines, draw_line, draw_words
from coala.gui.widgets.spoken import copy_tip, set_tip
from coala.gui.widgets.theme import GRID, Theme, bold, mix
from coala.model.bag import Verdict
from coala.present import phrases
from coala.present.judged_changes import (
    BLIND_CHANGE_QUESTIONS,
    BLIND_QUESTIONS,
    CHANGE_QUESTIONS,
    QUESTIONS,
)
from coala.present.link_question import LINK_WORDS

# The line above the answers on a drawn link, longest form first, and the tips of these.
_OF_LINK = ("A link drawn from this bag", "A drawn link")
_TIPS_OF_LINK = {
    Verdict.WORSE: "It is the same as none of these",
    Verdict.BETTER: "It is the same as one of these",
    Verdict.UNSURE: "You cannot decide; the results count this separately",
}

# In letters, of the longest message and of the width that a message should have.
_LONGEST_MESSAGE = 400
_LETTERS_OF_MESSAGE = 28


class VerdictButton(QtWidgets.QPushButton):
    """A button with the sign, the word and the key of a verdict; a given verdict is filled and ticked."""

    chosen = QtCore.Signal(object)  # its Verdict
    clicked_twice = QtCore.Signal()

    def __init__(self, verdict: Verdict, words: Mapping[Verdict, str]) -> None:
        """Create the button of a verdict; `words` are the words on all four buttons."""
        super().__init__()
        self.verdict = verdict
        self._keys: list[str] = []
        self.set_words(words)
        self.setCheckable(True)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._choose)

    def set_words(self, words: Mapping[Verdict, str]) -> None:
        """Show other words on the button; `words` are those on all buttons."""
        self._words = {each: phrases.verdict_label(each, words) for each in words}
        # The verdict in whose colour the button is painted. A blind review has neutral colours, and so has
        # the question about a link: its answers are no verdicts.
        is_link = words is LINK_WORDS
        self._coloured = Verdict.SAME if is_link else phrases.choose_colour(self.verdict, words)
        self.set_keys(self._keys)

    def set_keys(self, keys: list[str]) -> None:
        """Show as many of these keys as fit; a screen reader speaks all of them."""
        self._keys = keys
        self.setAccessibleName(f"{self._words[self.verdict]}{_keys_in_words(', ', [*map(speak_key, keys)])}")
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


class QuestionLine(PlainLabel):
    """The question above the verdict buttons, in the longest form that fits.

    A question about one change has the background of a selected change.
    """

    def __init__(self, questions: Sequence[str]) -> None:
        """Show the usual question; `questions` are its forms, longest first."""
        super().__init__()
        # The forms of the question about a bag, and of the current question.
        self._usual = self._questions = questions
        self._is_about_change = False
        self.setFont(bold(self.font()))
        self.ask(questions, about_change=False)

    def ask(self, questions: Sequence[str], *, about_change: bool) -> None:
        """Show another question; `questions` are its forms, longest first."""
        self._questions, self._is_about_change = questions, about_change
        self.setAccessibleName(questions[0])
        set_tip(self, questions[0])
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        """Return the form of the question that fits."""
        fitting = (words for words in self._questions if self._width(words) <= self.width())
        return next(fitting, self._questions[-1])

    def sizeHint(self) -> QtCore.QSize:
        # The width is that of the usual question, so that the widgets next to it do not move.
        widest = max(self._width(self._usual[0]), self._width(self._questions[0]))
        return QtCore.QSize(widest + 2 * GRID, self.fontMetrics().height())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(self._width(self._usual[-1]) + 2 * GRID, self.fontMetrics().height())

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        theme = Theme.from_palette(self.palette())
        words = self.text()
        inner = self.rect()
        if self._is_about_change:
            background = QtCore.QRect(inner)
            background.setWidth(min(background.width(), self._width(words)))
            painter.fillRect(background, theme.selection)
            painter.fillRect(background.left(), background.top(), 3, background.height(), theme.focus)
            inner = background.adjusted(GRID, 0, -GRID // 2, 0)
        draw_line(painter, inner, words, self.palette().color(QtGui.QPalette.ColorRole.WindowText))

    def _width(self, words: str) -> int:
        return self.fontMetrics().horizontalAdvance(words) + (2 * GRID if self._is_about_change else 0)


class MessageLabel(QtWidgets.QWidget):
    """The last message, quiet, on at most two lines; the tooltip has a longer one in full."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence = ""
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Preferred)

    @QtCore.Slot(str)
    def show_message(self, sentence: str) -> None:
        """Show a sentence; "" shows none."""
        self._sentence = one_line(sentence, _LONGEST_MESSAGE)
        self.setAccessibleName(self._sentence)
        set_tip(self, sentence)
        self.update()

    def text(self) -> str:
        return self._sentence

    def sizeHint(self) -> QtCore.QSize:
        metrics = self.fontMetrics()
        return QtCore.QSize(_LETTERS_OF_MESSAGE * metrics.averageCharWidth(), 2 * metrics.lineSpacing())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        lines = break_lines(self._sentence, self.font(), (self.width(), self.width()))
        painter = QtGui.QPainter(self)
        painter.setPen(Theme.from_palette(self.palette()).quiet)
        area = self.rect()
        area.setTop((self.height() - len(lines) * self.fontMetrics().lineSpacing()) // 2)
        draw_words(painter, area, lines)


class _LineButton(QtWidgets.QPushButton):
    """A button as high as those of verdicts, with a label above its key."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)

    def say(self, label: str, key: str) -> None:
        """Show a label and a key; a screen reader speaks both."""
        hint = _keys_in_words("", [key] if key else [])
        self.setText(f"{caption(label)}\n{caption(hint)}" if hint else caption(label))
        self.setAccessibleName(", ".join(filter(None, (label, hint))))

    def sizeHint(self) -> QtCore.QSize:
        metrics = self.fontMetrics()
        lines = self.text().split("\n")
        width = max(metrics.horizontalAdvance(line) for line in lines)
        return QtCore.QSize(width + 3 * GRID, 2 * metrics.height() + GRID)

    def minimumSizeHint(self) -> QtCore.QSize:
        return self.sizeHint()


class ChangesLink(OutlinedButton):
    """The link from a bag with several changes to its own ones, and back: "7 changes – judge each?"."""

    def __init__(self) -> None:
        super().__init__()
        # Its forms, the longest first; one empty form for a bag without it.
        self._forms: Sequence[str] = ("",)

    def offer(self, forms: Sequence[str], tip: str, spoken: str) -> None:
        """Show the link in one of its forms, or hide it if the longest one is empty.

        A screen reader reads ``spoken``, since it cannot read signs.
        """
        self._forms = forms
        self.setAccessibleName(f"{spoken or forms[0]}. {tip}")
        set_tip(self, forms[0], tip)
        self.setAccessibleDescription(tip)

    def fit(self, width: int) -> None:
        """Show the longest form that fits into this width, or the shortest one."""
        for form in self._forms:
            self.setText(caption(form))
            if self.sizeHint().width() <= width:
                break
        self.setVisible(bool(self._forms[0]))


class VerdictBar(QtWidgets.QWidget):
    """The question and the four buttons; it shows what the caller passes and saves nothing."""

    judged = QtCore.Signal(object)  # a Verdict
    clicked_twice = QtCore.Signal()  # a button was double-clicked
    changes_wanted = QtCore.Signal()  # judge the own changes one by one
    stored = QtCore.Signal()  # store who is who
    left = QtCore.Signal()  # back from who is who

    def __init__(self, actions: Actions, *, blind: bool) -> None:
        """Create the bar; a `blind` question asks for a side."""
        super().__init__()
        # The questions about a bag and about one change, in their forms.
        self._of_bag: Sequence[str] = BLIND_QUESTIONS if blind else QUESTIONS
        self._of_change: Sequence[str] = BLIND_CHANGE_QUESTIONS if blind else CHANGE_QUESTIONS
        words = self._words = phrases.verdict_words(blind=blind)
        self._actions = actions
        self._given: Collection[Verdict] = ()
        self._is_about_change = self._is_about_link = self._is_ruled = self._offers_who = False
        self._buttons: dict[Verdict, VerdictButton] = {}
        self._message = MessageLabel()
        row = QtWidgets.QHBoxLayout()
        row.setSpacing(GRID // 2)
        for verdict in VERDICT_ACTIONS.values():
            button = VerdictButton(verdict, words)
            button.chosen.connect(self._choose)
            button.clicked_twice.connect(self.clicked_twice)
            self._buttons[verdict] = button
            row.addWidget(button)
        self._who_button = _LineButton()
        self._who_button.clicked.connect(self._open_who)
        self._store_button, self._back_button = _LineButton(), _LineButton()
        self._back_button.say("Back", "Esc")
        self._store_button.clicked.connect(self.stored)
        self._back_button.clicked.connect(self.left)
        for more in (self._who_button, self._store_button, self._back_button):
            more.hide()
            row.addWidget(more)
        row.addSpacing(GRID)
        row.addWidget(self._message, 1)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        above = QtWidgets.QHBoxLayout()
        above.setSpacing(GRID)
        self._question = QuestionLine(self._of_bag)
        self._link = ChangesLink()
        self._link.clicked.connect(self._follow_link)
        above.addWidget(self._question)
        above.addStretch(1)
        above.addWidget(self._link)
        column.addLayout(above)
        column.addLayout(row)
        # As high with the link as without it: the answers must not move.
        self._question.setMinimumHeight(self._link.sizeHint().height())
        actions.keys_changed.connect(self._show_keys)
        self._show_keys()

    def ask(
        self,
        given: Collection[Verdict],
        link: Sequence[str] = ("",),
        *,
        about_change: bool = False,
        spoken: str = "",
        offers_who: bool = False,
    ) -> None:
        """Ask about the bag or about one change, and check the `given` verdicts.

        `link` has the forms of the link to the own changes, the longest first; an empty one hides it.
        `spoken` is the first form in words, if it has signs. If it `offers_who`, the button "Who is who?" is
        next to the answers.
        """
        self._is_about_change, self._offers_who = about_change, offers_who
        self._turn_to_link(about_link=False)
        questions = self._of_change if about_change else self._of_bag
        self._question.ask(questions, about_change=about_change)
        self._given = given
        self._show_given()
        self._link.offer(link, self._describe_link(), spoken)
        self._show_buttons()

    def ask_link(self, answer: Verdict | None, *, offers_who: bool) -> None:
        """Offer the answers on a drawn link, and check the stored one; the question is in the pane.

        ``answer`` is the verdict whose key gives it (``link_question``), None without one.
        """
        self._is_about_change, self._offers_who = False, offers_who
        self._turn_to_link(about_link=True)
        self._question.ask(_OF_LINK, about_change=False)
        self._given = () if answer is None else (answer,)
        self._show_given()
        self._link.offer(("The whole bag",), "Judge the whole bag (Esc)", "")
        self._show_buttons()

    def _turn_to_link(self, *, about_link: bool) -> None:
        """Show the answers on a link on the buttons, or verdicts again."""
        if about_link != self._is_about_link:
            self._is_about_link = about_link
            for verdict in LINK_WORDS:
                self._buttons[verdict].set_words(LINK_WORDS if about_link else self._words)
            self._show_keys()

    def show_rule(self, forms: Sequence[str], outcome: str) -> None:
        """Show the rule in the place of the question, and two buttons in that of the answers.

        ``forms`` are the rule from its longest form to the shortest, ``outcome`` the verdict that follows.
        """
        self._is_ruled = True
        self._question.ask(forms, about_change=False)
        self._store_button.say(f"Store: {outcome}", "Enter")
        self._show_buttons()

    def end_rule(self) -> None:
        """Show the answers again; the caller asks the question."""
        self._is_ruled = False
        self._show_buttons()

    def is_ruled(self) -> bool:
        """Return True if the rule is in the place of the question."""
        return self._is_ruled

    def _show_buttons(self) -> None:
        for verdict, button in self._buttons.items():
            button.setVisible(not self._is_ruled and (verdict in LINK_WORDS or not self._is_about_link))
        self._who_button.setVisible(self._offers_who and not self._is_ruled)
        self._store_button.setVisible(self._is_ruled)
        self._back_button.setVisible(self._is_ruled)
        self._fit_link()

    @QtCore.Slot()
    def _open_who(self) -> None:
        self._actions["who_is_who"].trigger()

    @QtCore.Slot(str)
    def show_message(self, sentence: str) -> None:
        """Show a message next to the buttons; "" shows none."""
        self._message.show_message(sentence)

    def message(self) -> str:
        """Return the message next to the buttons."""
        return self._message.text()

    def question(self) -> str:
        """Return the question in the form that is shown."""
        return self._question.text()

    def link(self) -> str:
        """Return the text of the link to the own changes, "" for a bag without it."""
        return self._link.text()

    def _describe_link(self) -> str:
        """Return what the link does, with its key."""
        if self._is_about_change:
            return "Back to the whole bag (Esc)."
        key = "" if self._offers_who else self._actions.key("who_is_who")
        return "Judge the changes one by one" + (f" ({key})" if key else "")

    def _show_given(self) -> None:
        for verdict, button in self._buttons.items():
            button.setChecked(verdict in self._given)

    def set_available(self, *, bag: bool, writable: bool) -> None:
        """Enable the buttons, unless there is no `bag` or its file is not `writable`."""
        for button in self._buttons.values():
            button.setEnabled(bag and writable)

    def button(self, verdict: Verdict) -> VerdictButton:
        return self._buttons[verdict]

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_link()

    def _fit_link(self) -> None:
        self._link.fit(self.width() - self._question.sizeHint().width() - 2 * GRID)
        if self._is_ruled:
            self._link.hide()

    @QtCore.Slot(object)
    def _choose(self, verdict: Verdict) -> None:
        # The click has toggled the button, but the review decides which verdict is shown.
        self._show_given()
        self.judged.emit(verdict)

    @QtCore.Slot()
    def _follow_link(self) -> None:
        if self._is_about_change or self._is_about_link:
            self._actions["whole_bag"].trigger()
        else:
            self.changes_wanted.emit()

    @QtCore.Slot()
    def _show_keys(self) -> None:
        for name, verdict in VERDICT_ACTIONS.items():
            self._buttons[verdict].set_keys(self._actions.keys(name))
            if self._is_about_link and verdict in _TIPS_OF_LINK:
                set_tip(self._buttons[verdict], _TIPS_OF_LINK[verdict])
            else:
                copy_tip(self._buttons[verdict], self._actions[name])
        self._who_button.say("Who is who?", self._actions.key("who_is_who"))
        set_tip(self._who_button, "Say which parts of this bag are one thing")
