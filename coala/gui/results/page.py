"""The page with the results of a review. It takes the place of the bag while it is shown.

From top to bottom: the answer in a paragraph, verdicts, scores, effects of bags on the score, verdicts
against the score, and how to judge fewer bags. What does not apply is left out. The page is filled when it is
shown, so a verdict costs nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.numerals import count
from coala.errors import CoalaError
from coala.gui.results.agreement import AgreementSection
from coala.gui.results.effects import EffectSection
from coala.gui.results.fewer_bags import FewerBagsSection
from coala.gui.results.kept_links import KeptLinksView
from coala.gui.results.outcome import count_hidden, find_answer
from coala.gui.results.scores import ScoreSection
from coala.gui.results.section import ParagraphLabel, ResultsSection
from coala.gui.results.verdicts import VerdictSection
from coala.gui.session.action_set import Actions
from coala.gui.session.changes import Changes
from coala.gui.session.session import Session
from coala.gui.widgets.labels import PlainLabel, make_button
from coala.gui.widgets.scroll import VerticalScrollArea
from coala.gui.widgets.theme import GRID, Theme
from coala.present.answer import write_answer
from coala.present.explanations import Topic, list_topics
from coala.present.reviewers import describe_minutes
from coala.results.verdicts.group_counts import count_groups, describe_group_counts
from coala.results.verdicts.links import describe_all_content
from coala.review.drawing import KeptSample, find_kept_links
from coala.review.pooling import pool_visible
from coala.review.raters import Adjudication, list_others

# Wait for a pause in a series of changes.
_PAUSE_MILLISECONDS = 150
# Tables and bars wider than this are hard to read along.
_LETTERS_OF_PAGE = 120


class ResultsPage(QtWidgets.QStackedWidget):
    """The results, or the questions about links that both graphs have, which are reached from there."""

    def __init__(
        self,
        session: Session,
        actions: Actions,
        about: str,
        *,
        close: Callable[[], None],
        draw: Callable[[int], None],
    ) -> None:
        """Lay out the sections; ``about`` is a sentence on what was compared.

        ``close`` brings the bag back; ``draw`` draws a sample of this number of items.
        """
        super().__init__()
        self._session, self._actions, self._close = session, actions, close
        review = session.review
        summary = review.summary
        self._has_gold = summary.gold is not None
        self._links: KeptLinksView | None = None
        self._answer = ParagraphLabel(large=True)
        self._own_alone = QtWidgets.QCheckBox("Only my verdicts")
        self._own_alone.toggled.connect(self.refresh)
        self._hidden = ParagraphLabel(quiet=True)
        self._minutes = ParagraphLabel(quiet=True)
        kinds = [kind for kind, bags in summary.kinds.items() if bags]
        self.verdicts = VerdictSection(kinds, session.pick, review.nouns)
        self.disagreements = ResultsSection("Disagreements")
        self._disputes = ParagraphLabel()
        settle = make_button("&Settle them", actions["adjudicate"].trigger)
        self.disagreements.column.addWidget(self._disputes)
        self.disagreements.column.addWidget(settle, 0, QtCore.Qt.AlignmentFlag.AlignLeft)
        self.scores = ScoreSection(summary, actions["gold_first"].trigger)
        self.effects = EffectSection(session)
        self.agreement = AgreementSection(session)
        self.fewer_bags = FewerBagsSection(session, draw, self.show_links)
        self._about = ParagraphLabel(about, quiet=True)
        self._timer = QtCore.QTimer(self, singleShot=True)
        self._timer.setInterval(_PAUSE_MILLISECONDS)
        self._timer.timeout.connect(self._refresh_if_visible)
        self._lay_out()
        session.changed.connect(self._follow)

    def answer(self) -> str:
        """Return the paragraph at the top."""
        return self._answer.text()

    def minutes(self) -> str:
        return self._minutes.text()

    def take_focus(self) -> None:
        """Move the focus to the page, so that arrow keys scroll it."""
        current = self.currentWidget()
        if current is not None:
            current.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)

    @QtCore.Slot()
    def refresh(self) -> None:
        """Show the results as they are now."""
        try:
            self._fill()
        except CoalaError as error:
            self._session.fail(error)

    def ask_sample_size(self) -> bool:
        """Move the focus to the field for the size of a sample; return False if none can be drawn."""
        if not self.fewer_bags.focus_size():
            return False
        self._scroll_to_sample()
        return True

    @QtCore.Slot()
    def _scroll_to_sample(self) -> None:
        """Keep the field for the size of a sample in sight while it has the focus."""
        if self.fewer_bags.has_focus():
            self._overview.ensureWidgetVisible(self.fewer_bags)

    @QtCore.Slot()
    def show_links(self) -> None:
        """Ask about the drawn links that both graphs have."""
        kept = self._find_kept_links()
        if kept is None or not kept.questions:
            return
        self._links = KeptLinksView(self._session.review, kept, self.show_overview)
        self._links.setFocusPolicy(QtCore.Qt.FocusPolicy.StrongFocus)
        self.addWidget(self._links)
        self.setCurrentWidget(self._links)
        self.take_focus()

    @QtCore.Slot()
    def show_overview(self) -> None:
        """Show the sections again, in place of the questions about links."""
        if self._links is None:
            return
        self.setCurrentWidget(self._overview)
        self.removeWidget(self._links)
        self._links.deleteLater()
        self._links = None
        self.refresh()
        self.take_focus()

    def links_view(self) -> KeptLinksView | None:
        """Return the questions about links while they are shown."""
        return self._links

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        bar = self._overview.verticalScrollBar().sizeHint().width()
        self.scores.fit(self.width() - bar - 2 * GRID)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() == QtCore.Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        content = QtWidgets.QWidget()
        self._overview = _Overview(content)
        self._overview.setAccessibleName("Results")
        # With large letters in a narrow window the tables are wider than the page.
        self._overview.setHorizontalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        # When they are shown first, the results are laid out in several steps.
        self._overview.verticalScrollBar().rangeChanged.connect(self._scroll_to_sample)
        self.addWidget(self._overview)
        outer = QtWidgets.QHBoxLayout(content)
        outer.setContentsMargins(GRID, GRID // 2, GRID, GRID)
        inside = QtWidgets.QWidget()
        inside.setMaximumWidth(_LETTERS_OF_PAGE * self.fontMetrics().averageCharWidth())
        outer.addWidget(inside, 1)
        outer.addStretch(0)
        column = QtWidgets.QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3 * GRID)
        top = QtWidgets.QVBoxLayout()
        top.setSpacing(GRID)
        top.addLayout(self._make_head())
        top.addWidget(self._answer)
        top.addWidget(self._own_alone)
        top.addWidget(self._hidden)
        top.addWidget(self._minutes)
        column.addLayout(top)
        for section in self._sections():
            column.addWidget(section)
        column.addWidget(self._about)
        column.addStretch(1)

    def _sections(self) -> tuple[QtWidgets.QWidget, ...]:
        return (
            self.verdicts,
            self.disagreements,
            self.scores,
            self.effects,
            self.agreement,
            self.fewer_bags,
        )

    def _make_head(self) -> QtWidgets.QHBoxLayout:
        row = QtWidgets.QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(PlainLabel("Results", large=True, bold=True), 1)
        for action, text in ((self._actions["share"], "S&hare…"), (self._actions["export"], "E&xport…")):
            button = make_button(text, action.trigger, tip=action.toolTip())
            if self._session.review.blind:
                # Never shown here: without a parent it would be a window for a moment.
                button.hide()
            row.addWidget(button)
        row.addWidget(make_button("&Back to the bag", self._close, tip="Esc"))
        return row

    def _fill(self) -> None:
        session = self._session
        review = session.review
        hidden = count_hidden(review)
        self._own_alone.setVisible(not review.blind and bool(list_others(review)) and not hidden)
        self._hidden.setVisible(bool(hidden))
        these = "it" if hidden == 1 else "them"
        self._hidden.setText(
            f"Verdicts of others on {count(hidden, 'bag')} are hidden until you have judged {these}."
        )
        pool = pool_visible(review, own_alone=self._own_alone.isChecked())
        stated = find_answer(session, pool)
        self._answer.setText(write_answer(stated))
        minutes = describe_minutes(review.minutes())
        self._minutes.setText(minutes)
        self._minutes.setVisible(bool(minutes))
        if review.blind:
            # Any of the sections would reveal which side was better.
            for section in (*self._sections(), self._about):
                section.hide()
            return
        tally = stated.tally
        unmoved = describe_group_counts(count_groups([pool]))
        self.verdicts.show_tally(tally, *unmoved, *describe_all_content(pool))
        self.verdicts.show_wholes(stated.links)
        disputed = other_groups = 0
        if list_others(review):
            adjudication = Adjudication(review)
            disputed, other_groups = len(adjudication.disputed), len(adjudication.other_groups)
        self.disagreements.setVisible(bool(disputed or other_groups))
        self._disputes.setText(
            f"Reviewers disagree on {count(disputed + other_groups, 'bag')}. Your answer is final."
        )
        shows_all = session.gold.shows_all
        self.scores.hide_from(0 if shows_all else session.progress.verdicts.count(None))
        shares = self._read_shares()
        self.effects.refresh()
        self.agreement.setVisible(self._has_gold)
        if self._has_gold:
            self.agreement.refresh()
        self.fewer_bags.refresh(self._find_kept_links())
        number = session.current
        # How many bags gold joins with this one is hidden with their effect.
        bags = len(review.groups.find_group(number)) if shares else 1
        topics = list_topics(review.summary, tally, shares, bags, whole=shows_all)
        self.verdicts.show_topics(_choose(topics, "tally"))
        of_scores = _choose(topics, "scores", "bootstrap", "share_test", "mentions")
        self.scores.show_topics(of_scores if shows_all else [])
        self.effects.show_topics(_choose(topics, "share", *(["findings"] if self._has_gold else [])))
        self._record_gold()

    def _read_shares(self) -> Mapping[str, float | None] | None:
        """Return the effects of the current bag for their explanation; empty while they are hidden."""
        number = self._session.current
        if number < 0:
            return None
        return self._session.review.shares(number) if self._session.gold.shows_share(number) else {}

    def _record_gold(self) -> None:
        """Record for which bags the page shows gold: later verdicts on them count as given with gold."""
        session = self._session
        if not self._has_gold:
            return
        if session.gold.shows_all:
            session.gold.record_all_seen()
        else:
            session.gold.record_seen(filter(session.gold.shows_share, range(session.progress.total)))

    def _find_kept_links(self) -> KeptSample | None:
        try:
            return find_kept_links(self._session.review)
        except CoalaError as error:
            self._session.fail(error)
            return None

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if self.isVisible() and (changes.judged >= 0 or changes.gold or changes.bag):
            self._timer.start()

    @QtCore.Slot()
    def _refresh_if_visible(self) -> None:
        if self.isVisible():
            self.refresh()


class _Overview(VerticalScrollArea):
    """The scroll area of the sections, with a frame while it has the focus and arrow keys scroll it."""

    def __init__(self, content: QtWidgets.QWidget) -> None:
        super().__init__(content)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.StrongFocus)
        # Room for the frame.
        self.setViewportMargins(2, 2, 2, 2)

    def event(self, event: QtCore.QEvent) -> bool:
        done = super().event(event)
        kinds = QtCore.QEvent.Type
        if event.type() in (kinds.FocusIn, kinds.FocusOut):
            self.update()
        elif event.type() == kinds.Paint and self.hasFocus():
            painter = QtGui.QPainter(self)
            painter.setPen(Theme.from_palette(self.palette()).focus)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        return done


def _choose(topics: list[Topic], *blocks: str) -> list[Topic]:
    """Return the topics of these blocks, which are the first words of their keys."""
    return [topic for topic in topics if topic.key.partition(" ")[0] in blocks]
