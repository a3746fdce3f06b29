"""The window on why a bag is one: what holds it together, and how two of its mentions are connected.

A bag connects all chains of both graphs that share mentions, directly or through others. A *cut span* is a
mention without which the bag would fall apart. For two mentions the window shows the path from one to the
other: a chain, a mention that it shares with the next chain, and so on. A span is a piece of text; here each
mention is known by the index of its span in ``Bag.spans``. In a large bag the search takes time, so it runs
in the background.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base.numerals import count
from coala.gui.jobs import BackgroundJob
from coala.gui.widgets.labels import KeyLabel, PlainLabel
from coala.gui.widgets.painting import resize_on_screen
from coala.gui.widgets.theme import GRID
from coala.model.bag import Bag
from coala.present.bag_connectivity import (
    BLIND_PLACES,
    PLACES,
    CutSpan,
    MentionPair,
    Reasons,
    choose_pair,
    find_reasons,
    name_mentions,
)
from coala.present.displayed_bag import DisplayedBag

_RULE = "Chains of both graphs that share a mention are in one bag."


class Question:
    """A question about a bag, which a background job answers: how the mentions of `pair` are connected.

    The answer also has the cut spans, unless they are known already. `places` are the words for the graphs.
    """

    def __init__(
        self, bag: Bag, pair: MentionPair, cut_spans: tuple[CutSpan, ...] | None, places: tuple[str, str]
    ) -> None:
        self.bag = bag
        self._pair = pair
        self._cut_spans = cut_spans
        self._places = places

    def __call__(
        self, *, progress: Callable[[str, int, int], None], cancelled: Callable[[], bool]
    ) -> ConnectionAnswer:
        return ConnectionAnswer(
            self, find_reasons(self.bag, self._pair, cancelled, self._cut_spans, self._places)
        )


class ConnectionAnswer(NamedTuple):
    """A question with its reasons."""

    question: Question
    reasons: Reasons


class ConnectivityWindow(QtWidgets.QDialog):
    """The window about the current bag, which stays open next to the review and follows the bag."""

    def __init__(
        self, parent: QtWidgets.QWidget | None, choose_span: Callable[[int], None], *, blind: bool
    ) -> None:
        """Create a window without a bag; in a `blind` review it names no graph.

        `choose_span` shows a mention in the review, by the index of its span.
        """
        super().__init__(parent)
        self._choose_span = choose_span
        self._places = BLIND_PLACES if blind else PLACES
        self.setWindowTitle("Why is this one bag?")
        resize_on_screen(self, 76 * GRID, 52 * GRID)
        self._bag: Bag | None = None
        self._job: BackgroundJob | None = None
        # None until a job has found them.
        self._cut_spans: tuple[CutSpan, ...] | None = None
        # The last question, which need not be the one that the job answers.
        self._question: Question | None = None
        self._summary = PlainLabel(wrap=True)
        self._sentences = QtCore.QStringListModel(self)
        self._names = QtCore.QStringListModel(self)
        self._list = QtWidgets.QListView()
        self._list.setAccessibleName("Mentions that hold the bag together")
        self._list.setModel(self._sentences)
        self._list.setUniformItemSizes(True)
        self._list.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._first_box, self._second_box = (MentionBox(self._names, name) for name in ("From", "To"))
        self._path = QtWidgets.QPlainTextEdit()
        self._path.setReadOnly(True)
        self._path.setTabChangesFocus(True)
        self._path.setAccessibleName("How they are connected")
        self._lay_out()
        self._list.selectionModel().currentChanged.connect(self._choose_cut_span)
        self._list.clicked.connect(self._choose_cut_span)
        for box in (self._first_box, self._second_box):
            box.activated.connect(self._ask_for_path)

    def show_bag(self, displayed: DisplayedBag) -> None:
        """Show another bag; the answers follow when a background job has found them."""
        bag = displayed.bag
        self._bag, self._cut_spans = bag, None
        self._sentences.setStringList([])
        self._path.clear()
        self._names.setStringList(name_mentions(bag))
        for box, span in zip(
            (self._first_box, self._second_box), choose_pair(bag, displayed.numbering), strict=True
        ):
            box.setCurrentIndex(span)
        if len(bag.spans) == 1:
            self._cut_spans = ()
            self._say(bag.nouns.say("This bag has one mention, so there is nothing to connect."))
            return
        self._say(f"{_measure(bag)}: looking…")
        for part in (self._first_box, self._second_box):
            part.setEnabled(True)
        self._ask_for_path()

    def show_nothing(self) -> None:
        """Show that there is no bag."""
        self._bag = None
        self._sentences.setStringList([])
        self._names.setStringList([])
        self._say("Choose a bag to see this.")

    def is_running(self) -> bool:
        """Return True if a background job is running."""
        return self._job is not None

    def text(self) -> str:
        """Return the texts of the window, from top to bottom."""
        return "\n".join((self._summary.text(), *self._sentences.stringList(), self._path.toPlainText()))

    def drain(self) -> None:
        """Wait until no background job is running."""
        self._bag = None
        if self._job is not None:
            self._job.drain()

    def _lay_out(self) -> None:
        form = QtWidgets.QFormLayout()
        form.setSpacing(GRID)
        form.setFieldGrowthPolicy(QtWidgets.QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(KeyLabel("&From", self._first_box), self._first_box)
        form.addRow(KeyLabel("&To", self._second_box), self._second_box)
        buttons = QtWidgets.QDialogButtonBox(QtWidgets.QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        # Enter chooses the mention that was typed.
        buttons.button(QtWidgets.QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(self._summary)
        column.addWidget(self._list, 1)
        column.addWidget(PlainLabel("How two mentions are connected", bold=True))
        column.addLayout(form)
        column.addWidget(self._path, 1)
        column.addWidget(buttons)

    def _say(self, sentence: str) -> None:
        """Show a sentence in place of all answers."""
        self._summary.setText(sentence)
        self._list.hide()
        self._path.clear()
        for part in (self._first_box, self._second_box):
            part.setEnabled(False)

    @QtCore.Slot()
    def _ask_for_path(self) -> None:
        pair = MentionPair(self._first_box.currentIndex(), self._second_box.currentIndex())
        if self._bag is None or min(pair) < 0:
            return
        self._question = Question(self._bag, pair, self._cut_spans, self._places)
        # One job at a time: if its question is outdated when it ends, the last question is asked.
        if self._job is None:
            self._job = BackgroundJob(self._question, self, done=self._show_answer, failed=self._fail)
            self._job.start()

    @QtCore.Slot(object)
    def _show_answer(self, answer: ConnectionAnswer) -> None:
        self._end_job()
        question, reasons = answer
        if self._bag is None or question.bag is not self._bag:
            self._ask_for_path()
            return
        if self._cut_spans is None:
            self._cut_spans = reasons.cut_spans
            self._sentences.setStringList([cut.words for cut in reasons.cut_spans])
            self._list.setVisible(bool(reasons.cut_spans))
            self._summary.setText(_summarise(self._bag, len(reasons.cut_spans)))
        if question is self._question:
            self._path.setPlainText("\n".join(reasons.path) or "From and To are the same mention.")
        else:
            self._ask_for_path()

    @QtCore.Slot(str)
    def _fail(self, sentence: str) -> None:
        self._end_job()
        self._say(sentence)

    def _end_job(self) -> None:
        if self._job is not None:
            self._job.wait()
            self._job.deleteLater()
            self._job = None

    @QtCore.Slot(QtCore.QModelIndex)
    def _choose_cut_span(self, index: QtCore.QModelIndex) -> None:
        if index.isValid() and self._cut_spans:
            self._choose_span(self._cut_spans[index.row()].span)


class MentionBox(QtWidgets.QComboBox):
    """A box to choose one of thousands of mentions by typing any part of its name."""

    def __init__(self, names: QtCore.QStringListModel, title: str) -> None:
        super().__init__()
        self.setAccessibleName(f"{title}: type part of a mention to find it")
        self.setEditable(True)
        self.setInsertPolicy(QtWidgets.QComboBox.InsertPolicy.NoInsert)
        # Without this a combo box measures every name to find its width.
        self.setSizeAdjustPolicy(QtWidgets.QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(20)
        self.setModel(names)
        view = self.view()
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        if isinstance(view, QtWidgets.QListView):
            view.setUniformItemSizes(True)
        finder = QtWidgets.QCompleter(names, self)
        finder.setFilterMode(Qt.MatchFlag.MatchContains)
        finder.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        finder.setCompletionMode(QtWidgets.QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(finder)

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusInEvent(event)
        line = self.lineEdit()
        if line is not None:
            line.selectAll()

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:
        super().focusOutEvent(event)
        # Text that was typed but not chosen names no mention.
        self.setEditText(self.itemText(self.currentIndex()))


def _summarise(bag: Bag, cut_spans: int) -> str:
    nouns = bag.nouns
    end = "No single mention holds this bag together: without any of them it would still be one bag."
    if cut_spans:
        verb = "holds" if cut_spans == 1 else "hold"
        end = f"{count(cut_spans, nouns.mention)} {verb} this bag together:"
    return nouns.say(f"{_measure(bag)}. {_RULE} {end}")


def _measure(bag: Bag) -> str:
    return bag.nouns.size(len(bag.spans), len(bag.documents))
