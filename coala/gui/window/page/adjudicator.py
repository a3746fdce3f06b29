"""Adjudication of disputes, and the panel with the verdicts of other reviewers.

A dispute is a bag on which reviewers of the file differ. In adjudication the list has only the disputes, and
the answer of the current reviewer settles each: it counts in place of all others.
"""

from __future__ import annotations

from PySide6 import QtCore

from coala.base import numerals
from coala.diff.sentences import BagSentences
from coala.gui.bag_list.panel import BagListPanel
from coala.gui.session.action_set import Actions
from coala.gui.session.bag_filter import PickedBags
from coala.gui.session.controller import ReviewController
from coala.gui.sidebar.opinions_panel import OpinionsPanel
from coala.present.opinions import list_opinions
from coala.review.raters import Adjudication, opinions_on
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.state import Manner


class Adjudicator(QtCore.QObject):
    """The switch between adjudication and this reviewer's own review, and other reviewers' verdicts.

    Before this reviewer has judged a bag, only an adjudicator sees the others' verdicts on it.
    """

    announced = QtCore.Signal(str)

    def __init__(
        self,
        controller: ReviewController,
        panel: OpinionsPanel,
        bags: BagListPanel,
        actions: Actions,
        parent: QtCore.QObject,
    ) -> None:
        super().__init__(parent)
        self._controller, self._panel, self._bags = controller, panel, bags
        self._action = actions["adjudicate"]
        # An earlier page may have left it checked.
        self._action.setChecked(False)

    def toggle(self) -> None:
        """List the disputes and let answers settle them, or return to this reviewer's own review."""
        if not self._action.isChecked():
            self._controller.adjudicate(None)
            self._bags.clear_filter()
            self.show(self._controller.current)
            return
        review = self._controller.review
        adjudication = Adjudication(review)
        if adjudication.disputed:
            self._controller.adjudicate(adjudication)
            self._bags.pick(PickedBags(adjudication.sentence, adjudication.disputed))
            self._controller.start()
            self.show(self._controller.current)
            disagreements = numerals.count(len(adjudication.disputed), "disagreement")
            self.announced.emit(f"{disagreements}. Your verdict is final.")
            return
        self._action.setChecked(False)
        self.announced.emit("No disagreements are left to settle.")

    def show(self, number: int) -> None:
        """Show other reviewers' verdicts on a bag, if they may be shown, else nothing."""
        controller = self._controller
        if number < 0 or not controller.shows_others(number):
            self._panel.show_opinions("", ())
            return
        opinions = opinions_on(controller.review, number)
        is_dispute = controller.adjudication is not None and number in controller.adjudication.disputed
        own = controller.progress.state(number)
        if is_dispute and own.verdict is not None:
            opinions = {controller.review.reviewer: own, **opinions}
        # Verdicts on changes are stored by the keys of rows; the bag says which changes these are.
        keys = None
        if any(state.rows for state in opinions.values()):
            bag = controller.review.bag(number)
            keys = ChangeKeys(bag, BagSentences(bag).changes)
        title = "Other reviewers of this bag"
        if is_dispute:
            settled = own.manner is Manner.ADJUDICATION
            title = "Settled by your verdict" if settled else "Disagreement: your verdict is final"
        self._panel.show_opinions(title if opinions else "", list_opinions(opinions, keys))
