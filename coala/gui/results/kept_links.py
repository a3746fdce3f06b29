"""The view that asks about links of both graphs, one by one, whether each is right.

A link joins a mention to the mentions before it in its chain. Links that both graphs have ("kept links") are
in no bag, since nothing differs. So a random sample of them is judged here, for an estimate of how many are
right. An answer is stored as a verdict: better for a right link, worse for a wrong one, or not sure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import one_line
from coala.errors import CoalaError
from coala.gui.widgets.labels import NoticeBar, PlainLabel, caption, make_button
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.model.bag import AROUND_A_MENTION, KeptQuestion, MentionInText, Verdict
from coala.present import phrases
from coala.present.displayed_bag import document_labels
from coala.review.drawing import KeptSample, answer_kept_link
from coala.review.file import Review

# The words and the keys of each answer.
_ANSWERS: Mapping[Verdict, tuple[str, tuple[str, ...]]] = {
    Verdict.WORSE: ("Does not belong", ("-", "1")),
    Verdict.BETTER: ("Belongs", ("+", "3")),
    Verdict.UNSURE: ("Not sure", ("?", "4")),
}
_ANSWERS_BY_KEY = {key: verdict for verdict, (_, keys) in _ANSWERS.items() for key in keys}
# Next and previous question.
_STEP_KEYS = ("j", "k")
# The most characters of a mention, and of the text on either side of it.
_LONGEST_TEXT = 400


class KeptLinksView(QtWidgets.QWidget):
    """One question at a time; each answer is on disk before the next question is shown."""

    def __init__(
        self,
        review: Review,
        sample: KeptSample,
        close: Callable[[], None],
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        """Ask about the links of a sample; ``close`` leads back to where the view was opened."""
        super().__init__(parent)
        self._review, self._close = review, close
        self._questions = sample.questions
        # This reviewer's answers by the index of the question.
        self._answers = dict(sample.answers.get(review.reviewer, {}))
        # The index of the current question.
        self._place = self._find_open(-1)
        self._progress = PlainLabel(quiet=True)
        self._mention, self._source = PlainLabel(large=True, wrap=True), PlainLabel(quiet=True)
        self._before_title = PlainLabel(bold=True)
        # A document and a mention for each mention before the one in question, the nearest first. There are
        # enough labels for the longest question; the others stay hidden.
        self._before = [
            (PlainLabel(quiet=True), PlainLabel(wrap=True))
            for _ in range(max(map(_count_before, self._questions)))
        ]
        self._problem = NoticeBar()
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(
            PlainLabel("Does the mention in ⟦ ⟧ belong with an earlier mention of its chain?", bold=True)
        )
        column.addWidget(self._progress)
        column.addWidget(self._make_texts(), 1)
        column.addWidget(self._problem)
        column.addLayout(self._make_buttons())
        self._show()

    def text(self) -> str:
        """Return the current question and the progress, as plain text."""
        labels = [self._progress, self._mention, self._before_title, *(label for _, label in self._before)]
        return "\n".join(label.text() for label in labels if not label.isHidden())

    @QtCore.Slot()
    def go_back(self) -> None:
        """Show the previous question."""
        self._place = (self._place - 1) % len(self._questions)
        self._show()

    @QtCore.Slot()
    def go_on(self) -> None:
        """Show the next question."""
        self._place = (self._place + 1) % len(self._questions)
        self._show()

    def answer(self, verdict: Verdict) -> None:
        """Save the answer to the current question, and show the next one without an answer."""
        try:
            answer_kept_link(self._review, self._place, verdict)
        except CoalaError as error:
            self._problem.warn(str(error))
            return
        self._problem.hide()
        self._answers[self._place] = verdict
        self._place = self._find_open(self._place)
        self._show()

    def _make_texts(self) -> QtWidgets.QScrollArea:
        """Return the scroll area with the mention and those before it in its chain."""
        texts = QtWidgets.QWidget()
        column = QtWidgets.QVBoxLayout(texts)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(GRID // 2)
        for part in (self._source, self._mention, self._before_title):
            column.addSpacing(GRID)
            column.addWidget(part)
        for source, mention in self._before:
            column.addWidget(source)
            column.addWidget(mention)
        column.addStretch(1)
        area = QtWidgets.QScrollArea()
        area.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName("The mention and earlier ones in their texts")
        area.setWidget(texts)
        return area

    def _make_buttons(self) -> QtWidgets.QHBoxLayout:
        row = QtWidgets.QHBoxLayout()
        row.setSpacing(GRID)
        self._group = QtWidgets.QButtonGroup(self)
        self._group.setExclusive(False)
        self._verdicts = list(_ANSWERS)
        for place, (verdict, (words, keys)) in enumerate(_ANSWERS.items()):
            button = QtWidgets.QPushButton(caption(f"{phrases.VERDICT_SIGNS[verdict]} {words}"))
            set_tip(button, f"key {' or '.join(keys)}")
            button.setCheckable(True)
            button.setEnabled(not self._review.read_only)
            self._group.addButton(button, place)
            row.addWidget(button)
        self._group.idClicked.connect(self._answer_by_button)
        row.addStretch(1)
        row.addWidget(make_button("Back", self.go_back, tip="key K"))
        row.addWidget(make_button("Next", self.go_on, tip="key J"))
        row.addWidget(make_button("Back to the results", self._close, tip="key Esc"))
        return row

    def event(self, event: QtCore.QEvent) -> bool:
        # The same keys are actions of the window, on the bag that this view hides.
        if (
            event.type() == QtCore.QEvent.Type.ShortcutOverride
            and isinstance(event, QtGui.QKeyEvent)
            and event.text().lower() in (*_STEP_KEYS, *_ANSWERS_BY_KEY)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        key = event.text().lower()
        if event.key() == QtCore.Qt.Key.Key_Escape:
            self._close()
            return
        if key in _STEP_KEYS:
            (self.go_back if key == "k" else self.go_on)()
        elif key in _ANSWERS_BY_KEY and not self._review.read_only and not event.isAutoRepeat():
            self.answer(_ANSWERS_BY_KEY[key])
        else:
            super().keyPressEvent(event)

    @QtCore.Slot(int)
    def _answer_by_button(self, place: int) -> None:
        self.answer(self._verdicts[place])

    def _find_open(self, place: int) -> int:
        """Return the next question without an answer after ``place``; after the last one, begin again.

        If all have an answer, return ``place`` (at least 0).
        """
        count = len(self._questions)
        following = ((place + step) % count for step in range(1, count + 1))
        return next((number for number in following if number not in self._answers), max(place, 0))

    def _show(self) -> None:
        """Show the current question, and how many are answered."""
        done = len(self._answers)
        judged = "all judged" if done == len(self._questions) else f"{done:,} judged"
        self._progress.setText(f"Link {self._place + 1:,} of {len(self._questions):,} · {judged}")
        question = self._questions[self._place]
        names = document_labels(mention.document for mention in (question.mention, *question.before))
        self._source.setText(names[question.mention.document])
        self._mention.setText(_format_mention(question.mention))
        shown, everything = len(question.before), len(question.before) + question.more
        left_out = f" ({shown} of {everything:,} shown)" if question.more else ""
        self._before_title.setText(f"Earlier mentions of the chain, nearest first{left_out}")
        for place, (source, label) in enumerate(self._before):
            source.setVisible(place < shown)
            label.setVisible(place < shown)
            if place < shown:
                # The question has the nearest mention last.
                mention = question.before[-1 - place]
                source.setText(names[mention.document])
                label.setText(_format_mention(mention))
        given = self._answers.get(self._place)
        for place, verdict in enumerate(self._verdicts):
            self._group.button(place).setChecked(verdict is given)


def _count_before(question: KeptQuestion) -> int:
    return len(question.before)


def _format_mention(mention: MentionInText) -> str:
    """Return the mention in its text: "…said that ⟦she⟧ would come…"; the text is cut between words."""
    left, words, right = (one_line(text, _LONGEST_TEXT) for text in mention[1:])
    # Text of the full length was cut anywhere, so its outermost word may not be whole.
    if len(mention.left) >= AROUND_A_MENTION:
        left = f"…{left.partition(' ')[2] or left}"
    if len(mention.right) >= AROUND_A_MENTION:
        right = f"{right.rpartition(' ')[0] or right}…"
    before = " " if mention.left[-1:].isspace() else ""
    after = " " if mention.right[:1].isspace() else ""
    return f"{left.rstrip()}{before}⟦{words or 'a mention'}⟧{after}{right.lstrip()}"
