"""What a bag is about stands on top in one sentence, with all its changes behind a button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base import numerals
from coala.base.plain_text import one_line
from coala.diff.changes.ranked import RankedChanges
from coala.gui.bag_view.change_list import ChangeList
from coala.gui.widgets.labels import ElidedLabel, PlainLabel, caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, Theme, bold, headline
from coala.model.bag import Verdict
from coala.presentation.chain_map.claim import state_claim
from coala.presentation.chains import PreparedBag
from coala.presentation.judged_changes import say_judged
from coala.verdicts.changes import ChangeVerdicts

# A longer headline is a list; its changes are listed below it.
_HEADLINE_LINES = 2
_LONGEST_HEADLINE = 300
# What a mouse hits easily.
_LINE = 3 * GRID
# What is opened must leave room for the evidence.
_LEAST_CHANGES, _MOST_CHANGES = 2, 6


class ClaimBar(QtWidgets.QWidget):
    """Says what changed; ``chosen`` emits the place of the change that is picked from the list."""

    chosen = QtCore.Signal(int)
    left = QtCore.Signal()  # the list, for the bag as a whole
    opening = QtCore.Signal()  # before the list of changes is shown
    listed = QtCore.Signal()  # the list of changes was opened or closed

    def __init__(self, theme: Theme, words: Mapping[Verdict, str]) -> None:
        """``words`` are what verdicts are called."""
        super().__init__()
        self._changes = RankedChanges((), ())
        self._room = 0
        self._headline = _Headline()
        self._claim = ElidedLabel(quiet=True)
        self._size = PlainLabel(quiet=True)
        self._button = QtWidgets.QToolButton()
        self._button.setCheckable(True)
        self._button.setAutoRaise(True)
        self._button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._button.setArrowType(Qt.ArrowType.RightArrow)
        self._alike = _MenuButton()
        self._alike_words = self._changes_words = "", ""
        self._alike.setAutoRaise(True)
        self._alike.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self._alike, "Bags whose change is the same up to names: walk them, list them, answer them")
        self._alike.hide()
        # Nothing beside it may be cut for it: the headline says more.
        self._claim.setMinimumWidth(1)
        self._fit_line()
        self._list = ChangeList(theme, words)
        self._list.hide()
        below = QtWidgets.QHBoxLayout()
        below.setSpacing(GRID)
        below.addWidget(self._claim, 1)
        below.addWidget(self._button)
        below.addWidget(self._alike)
        below.addWidget(self._size)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, GRID, 0)
        column.setSpacing(0)
        column.addWidget(self._headline)
        column.addLayout(below)
        column.addWidget(self._list)
        self._button.toggled.connect(self._show_list)
        self._list.chosen.connect(self.chosen)
        self._list.left.connect(self.left)

    def show_bag(self, prepared: PreparedBag, number: int | None = None) -> None:
        """Say what a bag is about; ``number`` is the one that a reviewer calls it by."""
        displayed, chains, sentences = prepared
        bag = displayed.bag
        self._changes = sentences.ranked
        # The most surprising one; how many more there are stands on the button.
        self._headline.set_sentence(sentences.headline)
        self._claim.set_full_text(state_claim(chains))
        size = [f"bag {number:,}"] if number is not None else []
        size.append(numerals.count(len(bag.spans), "mention"))
        if len(displayed.documents) > 1:
            size.append(numerals.count(len(displayed.documents), "doc"))
        self._size.setText(" · ".join(size))
        several = len(self._changes) > 1
        self._button.setVisible(several)
        self._name_button(ChangeVerdicts(len(self._changes)))
        self._list.show_changes(self._changes, chains, sentences)
        self._fit_list()
        self._list.setVisible(several and self._button.isChecked())

    def offer_alike(self, actions: Sequence[QtGui.QAction]) -> None:
        """Take over what can be done with the bags that have the same change."""
        self._alike.addActions(actions)

    def show_alike(self, bags: int) -> None:
        """Say of how many bags with the same change this is one."""
        self._alike_words = f"one of {bags:,} with the same change", f"one of {bags:,}"
        self._alike.setAccessibleName(self._alike_words[0])
        self._alike.setVisible(bags > 1)
        self._fit_buttons()

    def show_verdicts(self, verdicts: ChangeVerdicts) -> None:
        """Say of each change how it is judged, and on the button of all."""
        self._list.change_model().show_verdicts(verdicts)
        self._name_button(verdicts)

    def tell(self, change: int) -> str:
        """One change in words, as the list has it."""
        model = self._list.change_model()
        return str(model.data(model.index(change)))

    def leave_room(self, height: int) -> None:
        """Let the list be this high at most, but for its first lines."""
        self._room = height
        self._fit_list()

    def _fit_list(self) -> None:
        fitting = max(_LEAST_CHANGES, min(_MOST_CHANGES, self._room // self._list.height_of(1)))
        self._list.setFixedHeight(self._list.height_of(min(fitting, max(1, len(self._changes)))))

    def select(self, change: int | None) -> None:
        """Select a change in the list, which is opened for it, or none."""
        if change is not None:
            self._button.setChecked(True)
        self._list.select(change)

    def height_of_list(self) -> int:
        """The height of the list of changes where it is, or is about to be, open."""
        return self._list.maximumHeight() if self._button.isChecked() and len(self._changes) > 1 else 0

    def close_list(self) -> None:
        """Fold the changes behind their button."""
        self._button.setChecked(False)

    def show_gold(self, *, shown: bool) -> None:
        """Say of each change whether it went towards gold, or keep it to oneself."""
        self._list.change_model().show_gold(shown=shown)

    def tells_gold(self) -> bool:
        """Whether the list is open and says of a change where it went from gold's point of view."""
        return self._list.isVisible() and self._list.change_model().tells_gold()

    def changes(self) -> RankedChanges:
        """The changes of the bag, in the order of the list."""
        return self._changes

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of another palette."""
        self._list.set_theme(theme)

    def _name_button(self, verdicts: ChangeVerdicts) -> None:
        changes = say_judged(verdicts) or numerals.count(verdicts.total, "change")
        given = f"{len(verdicts.given):,} of " if verdicts.given else ""
        self._changes_words = changes, f"{given}{numerals.count(verdicts.total, 'change')}"
        self._fit_buttons()
        self._button.setAccessibleName(f"List of {changes}")
        set_tip(self._button, f"List what changed: {changes}")

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._fit_line()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_buttons()

    def _fit_line(self) -> None:
        """In large letters buttons are hardly higher than their words, which leaves room for the evidence.

        A bag without any has a line as high, so that nothing below it jumps.
        """
        most = max(_LINE, self.fontMetrics().lineSpacing() + GRID // 4)
        for button in (self._button, self._alike):
            button.setMaximumHeight(most)
        self._claim.setMinimumHeight(min(most, self._alike.sizeHint().height()))

    def _fit_buttons(self) -> None:
        """Name both buttons in full where the words beside them need not be cut for that."""
        beside = [
            part for part in (self._claim, self._button, self._alike, self._size) if not part.isHidden()
        ]
        for alike, changes in ((0, 0), (1, 0), (1, 1)):
            self._alike.setText(caption(self._alike_words[alike]))
            self._button.setText(caption(self._changes_words[changes]))
            if sum(part.sizeHint().width() + GRID for part in beside) + GRID <= self.width():
                break

    @QtCore.Slot(bool)
    def _show_list(self, shown: bool) -> None:
        if shown:
            self.opening.emit()
        self._button.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)
        self._list.setVisible(shown and len(self._changes) > 1)
        self.listed.emit()


class _MenuButton(QtWidgets.QToolButton):
    """Opens a menu, with an arrow as large as that of a list beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setArrowType(Qt.ArrowType.DownArrow)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        option = QtWidgets.QStyleOptionToolButton()
        self.initStyleOption(option)
        # Without the style's own, tiny and below the words.
        option.features &= ~QtWidgets.QStyleOptionToolButton.ToolButtonFeature.HasMenu
        QtWidgets.QStylePainter(self).drawComplexControl(
            QtWidgets.QStyle.ComplexControl.CC_ToolButton, option
        )


class _Headline(PlainLabel):
    """A sentence in the larger size, in as many lines as it needs, of which the last may be cut."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence = ""
        self.setFont(bold(headline(self.font())))
        # With a fixed height it would be one line high, whatever it needs at its width.
        policy = QtWidgets.QSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Minimum
        )
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_sentence(self, sentence: str) -> None:
        self._sentence = one_line(sentence, _LONGEST_HEADLINE)
        self.setAccessibleName(self._sentence)
        set_tip(self, sentence)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QtCore.QSize:
        width = self.fontMetrics().horizontalAdvance(self._sentence)
        return QtCore.QSize(width, self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QtCore.QSize:
        return QtCore.QSize(8 * GRID, self.fontMetrics().lineSpacing())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return len(self._lines(width)) * self.fontMetrics().lineSpacing()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        painter.setPen(self.palette().color(QtGui.QPalette.ColorRole.WindowText))
        spacing = self.fontMetrics().lineSpacing()
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        for number, words in enumerate(self._lines(self.width())):
            line = QtCore.QRect(0, number * spacing, self.width(), spacing)
            painter.drawText(line, flags | Qt.TextFlag.TextSingleLine, words)

    def _lines(self, width: int) -> list[str]:
        """The sentence cut between words; what does not fit into the last line is left out in its middle."""
        layout = QtGui.QTextLayout(self._sentence, self.font())
        layout.beginLayout()
        lines: list[str] = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            begin, end = line.textStart(), line.textStart() + line.textLength()
            if len(lines) + 1 == _HEADLINE_LINES:
                rest = _from_utf16(self._sentence, begin)
                lines.append(self.fontMetrics().elidedText(rest, Qt.TextElideMode.ElideMiddle, width))
                break
            lines.append(_from_utf16(self._sentence, begin, end).rstrip())
        layout.endLayout()
        return lines or [""]


def _from_utf16(text: str, begin: int, end: int | None = None) -> str:
    """A stretch of a text between two places that Qt counts in UTF-16 units."""
    units = text.encode("utf-16-le", "surrogatepass")
    stop = None if end is None else 2 * end
    return units[2 * begin : stop].decode("utf-16-le", "replace")
