"""Adjudication, and the panel with the verdicts of other reviewers.

In adjudication the list has the bags on which reviewers of the file differ, in verdicts or in groups, and
then a tenth of those on which people agree. The answer of the current reviewer settles each: it counts in
place of all others.
"""

from __future__ import annotations

from PySide6 import QtCore

from coala.diff.sentences import BagSentences
from coala.errors import CoalaError
from coala.gui.bag_list.panel import BagListPanel
from coala.gui.session.action_set import Actions
from coala.gui.session.bag_filter import PickedBags
from coala.gui.session.changes import Changes
from coala.gui.session.session import Session
from coala.gui.sidebar.opinions_panel import OpinionsPanel
from coala.present.opinions import list_opinions
from coala.review.raters import Adjudication, ToSettle, name_reviewer, opinions_on
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.others import may_show_others
from coala.verdicts.state import Manner


class Adjudicator(QtCore.QObject):
    """The switch between adjudication and this reviewer's own review, and other reviewers' verdicts.

    Before this reviewer has judged a bag, only an adjudicator sees the others' verdicts on it.
    """

    def __init__(
        self,
        session: Session,
        panel: OpinionsPanel,
        bags: BagListPanel,
        actions: Actions,
        parent: QtCore.QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._panel, self._bags = session, panel, bags
        self._action = actions["adjudicate"]
        # An earlier page may have left it checked.
        self._action.setChecked(False)
        session.changed.connect(self._follow)

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.bag or changes.judged == self._session.current >= 0:
            self._show(self._session.current)

    def toggle(self) -> None:
        """List the bags to settle and let answers settle them, or return to this reviewer's own review."""
        if not self._session.save():
            self._action.setChecked(self._session.adjudication is not None)
            return
        if not self._action.isChecked():
            self._session.adjudicate(None)
            self._bags.clear_filter()
            self._show(self._session.current)
            return
        adjudication = Adjudication(self._session.review)
        try:
            queue, is_done = adjudication.queue, adjudication.is_done
        except CoalaError as error:
            self._action.setChecked(False)
            self._session.fail(error)
            return
        if queue:
            self._session.adjudicate(adjudication)
            self._session.pick(PickedBags(adjudication.sentence, frozenset(queue), queue))
            self._session.start()
            self._show(self._session.current)
            self._session.say(f"{adjudication.counts}. Your answer is final.")
            return
        self._action.setChecked(False)
        self._session.say(
            "All is settled: reviewers agree, and a tenth of their agreements is checked."
            if is_done
            else "Nothing to settle: no two people gave one answer to a bag, and no reviewers differ."
        )

    def _show(self, number: int) -> None:
        """Show other reviewers' verdicts on a bag, if they may be shown, else nothing."""
        session = self._session
        review, adjudication = session.review, session.adjudication
        is_settling = session.settles(number)
        if number < 0 or not may_show_others(review, review.entries[number].fingerprint, settles=is_settling):
            self._panel.show_opinions("", ())
            return
        opinions = opinions_on(review, number)
        own = session.progress.state(number)
        if is_settling and own.verdict is not None:
            opinions = {review.reviewer: own, **opinions}
        # Verdicts on changes are stored by the keys of rows; the bag says which changes these are.
        keys = None
        if any(state.rows for state in opinions.values()):
            bag = review.bag(number)
            keys = ChangeKeys(bag, BagSentences(bag).changes)
        title = "Other reviewers of this bag"
        if is_settling and adjudication is not None:
            is_settled = own.manner is Manner.ADJUDICATION
            title = "Settled by your verdict" if is_settled else _TITLES[adjudication.sort(number)]
        named = {name_reviewer(review, reviewer): state for reviewer, state in opinions.items()}
        self._panel.show_opinions(title if opinions else "", list_opinions(named, keys))


_TITLES = {
    ToSettle.DISAGREEMENT: "Disagreement: your answer is final",
    ToSettle.OTHER_GROUPS: "Equal verdicts, other groups: your answer is final",
    ToSettle.AGREEMENT: "Agreement to check: your answer is final",
}
