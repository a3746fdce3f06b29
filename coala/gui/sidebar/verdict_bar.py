"""The bar with the question, the four verdict buttons, and the last message of the window at their right.

While a reviewer says who is who, the rule that follows is in the place of the question, and two buttons in
that of the four: store, and back.

The question asks about the bag, or about one change of it while a change is selected: "Is the changed system
better here?". A link leads from a bag with several changes to its changes, and back. The buttons show the
verdict that is given to the bag or the change. In a blind review, the words of question and buttons are about
the left and the right side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.action_set import Actions
from coala.gui.session.actions import VERDICT_ACTIONS, speak_key
from coala.gui.widgets.labels import FittingButton, FittingLabel, TwoLineLabel, caption, choose_form
from coala.gui.widgets.outlined_button import paint_outline
from coala.gui.widgets.spoken import copy_tip, set_tip
from coala.gui.widgets.theme import GRID, Theme, mix
from coala.model.bag import Verdict
from coala.model.sides import Sides
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

# The width that a message should have.
_LETTERS_OF_MESSAGE = 28


class VerdictButton(QtWidgets.QPushButton):
    """A button with the sign, the word and the key of a verdict; a given verdict is filled and ticked."""

    def __init__(self, verdict: Verdict, words: Mapping[Verdict, str], bar: VerdictBar) -> None:
        """Create the button of a verdict for a bar; `words` are the words on all four buttons."""
        super().__init__()
        self.verdict, self._bar = verdict, bar
        self._keys: list[str] = []
        self.set_words(words)
        self.setCheckable(True)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)

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
        numbers = range(len(keys), 0, -1)
        self._key_forms = [_keys_in_words("", keys[:number]) for number in numbers] or [""]
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
        self._bar.say_too_fast()

    def nextCheckState(self) -> None:
        # A click toggles nothing: the review decides which verdict is shown.
        pass

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
    def choose(self) -> None:
        """Give the verdict."""
        self._bar.judge(self.verdict)

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
        keys = choose_form(self._key_forms, self.fontMetrics().horizontalAdvance, line.width())
        hint = "\N{CHECK MARK} given" if self.isChecked() else keys
        painter.drawText(line.translated(0, height), align, hint)


def _keys_in_words(before: str, keys: list[str]) -> str:
    """Return `before` and the keys, such as "key + or 3"; return "" without keys."""
    return f"{before}key {' or '.join(keys)}" if keys else ""


class QuestionLine(FittingLabel):
    """The question above the verdict buttons; that about one change has the background of a selected one."""

    def __init__(self, questions: Sequence[str]) -> None:
        """Show a question in one of its forms, the longest first."""
        super().__init__(questions, bold=True)
        self._is_about_change = False

    def ask(self, questions: Sequence[str], *, about_change: bool) -> None:
        """Show another question; `questions` are its forms, longest first."""
        self._is_about_change = about_change
        self.setContentsMargins(GRID if about_change else 0, 0, GRID if about_change else 0, 0)
        self.set_forms(questions)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        if self._is_about_change:
            painter = QtGui.QPainter(self)
            theme = Theme.from_palette(self.palette())
            painter.fillRect(self.rect(), theme.selection)
            painter.fillRect(0, 0, 3, self.height(), theme.focus)
            painter.end()
        super().paintEvent(event)


class MessageLabel(TwoLineLabel):
    """The last message, quiet, whose size is the same for each message."""

    def sizeHint(self) -> QtCore.QSize:
        metrics = self.fontMetrics()
        return QtCore.QSize(_LETTERS_OF_MESSAGE * metrics.averageCharWidth(), 2 * metrics.lineSpacing())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(0, self.sizeHint().height())


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


class ChangesLink(FittingButton):
    """The link from a bag with several changes to its own ones, and back: "7 changes – judge each?"."""

    # Not an `OutlinedButton` too: PySide crashes when it paints a widget with two base classes.
    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        paint_outline(self)

    def offer(self, forms: Sequence[str], tip: str, spoken: str) -> None:
        """Offer the link in one of these forms, the longest first.

        A screen reader reads ``spoken``, since it cannot read signs.
        """
        self.set_forms(forms)
        self.setAccessibleName(". ".join(filter(None, (spoken or forms[0], tip))))
        set_tip(self, forms[0], tip)
        self.setAccessibleDescription(tip)


class VerdictBar(QtWidgets.QWidget):
    """The question and the four buttons; it shows what the caller passes and saves nothing."""

    def __init__(self, actions: Actions, sides: Sides, more: QtWidgets.QWidget | None = None) -> None:
        """Create the bar; with hidden sides a question asks for a side.

        ``more`` is a button for the evidence, at the end of the line of a question about it.
        """
        super().__init__()
        # Give a verdict, say that a click came too early, and judge the own changes one by one.
        self.judge: Callable[[Verdict], None] = lambda _: None
        self.say_too_fast: Callable[[], None] = lambda: None
        self.walk_changes: Callable[[], None] = lambda: None
        # The questions about a bag and about one change, in their forms.
        self._of_bag: Sequence[str] = BLIND_QUESTIONS if sides.are_hidden else QUESTIONS
        self._of_change: Sequence[str] = BLIND_CHANGE_QUESTIONS if sides.are_hidden else CHANGE_QUESTIONS
        words = self._words = sides.words
        self._actions = actions
        self._given: Collection[Verdict] = ()
        self._is_about_change = self._is_about_link = self._is_ruled = self._offers_who = False
        self._has_link = False
        self._buttons: dict[Verdict, VerdictButton] = {}
        self._message = MessageLabel(quiet=True)
        row = QtWidgets.QHBoxLayout()
        row.setSpacing(GRID // 2)
        for verdict in VERDICT_ACTIONS.values():
            button = VerdictButton(verdict, words, self)
            self._buttons[verdict] = button
            row.addWidget(button)
        self._who_button = _LineButton()
        # Store who is who, and go back from it.
        self.store_button, self.back_button = _LineButton(), _LineButton()
        self.back_button.say("Back", "Esc")
        for other in (self._who_button, self.store_button, self.back_button):
            other.hide()
            row.addWidget(other)
        row.addSpacing(GRID)
        row.addWidget(self._message, 1)
        column = self._column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        above = QtWidgets.QHBoxLayout()
        above.setSpacing(GRID)
        self._question = QuestionLine(self._of_bag)
        self._link = ChangesLink()
        above.addWidget(self._question)
        above.addStretch(1)
        above.addWidget(self._link)
        self._more = more or QtWidgets.QWidget()
        above.addWidget(self._more)
        column.addLayout(above)
        column.addLayout(row)
        # As high with the link as without it: the answers must not move.
        self._question.setMinimumHeight(self._link.sizeHint().height())
        clicks: list[tuple[QtWidgets.QAbstractButton, Callable[[], object]]] = [
            (self._link, self._follow_link),
            (self._who_button, actions["who_is_who"].trigger),
            *((button, button.choose) for button in self._buttons.values()),
        ]
        for clicked, act in clicks:
            clicked.clicked.connect(act)
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
        self._offer_link(link, self._describe_link(), spoken)
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
        self._offer_link(("The whole bag",), "Judge the whole bag (Esc)")
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
        self.store_button.say(f"Store: {outcome}", "Enter")
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
        self.store_button.setVisible(self._is_ruled)
        self.back_button.setVisible(self._is_ruled)
        self._link.setVisible(self._has_link and not self._is_ruled)
        self._more.setVisible(not self._is_ruled and not self._is_about_link)
        # At once, so that no form is painted that fits only the former words.
        self._column.activate()

    def _offer_link(self, forms: Sequence[str], tip: str, spoken: str = "") -> None:
        self._has_link = bool(forms[0])
        self._link.offer(forms, tip, spoken)

    @QtCore.Slot(str)
    def show_message(self, sentence: str) -> None:
        """Show a message next to the buttons; "" shows none."""
        self._message.set_sentence(sentence)

    def message(self) -> str:
        """Return the message next to the buttons."""
        return self._message.sentence()

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

    @QtCore.Slot()
    def _follow_link(self) -> None:
        if self._is_about_change or self._is_about_link:
            self._actions["whole_bag"].trigger()
        else:
            self.walk_changes()

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
