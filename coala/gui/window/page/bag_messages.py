"""What a review page shows around the current bag: gold, when it may be shown, and similar bags.

Similar bags have the same kind of change as the current one. Gold, the reference graph, may hint at the right
answer, so by default it is hidden until the bag has a verdict. Then its chains may be shown in the text.
"""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from coala.base.sequences import LruCache
from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.action_set import Actions
from coala.gui.session.bag_filter import PickedBags
from coala.gui.session.changes import Changes
from coala.gui.session.session import Session
from coala.model.bag import GoldChain
from coala.present.gold_remark import GoldRemark, describe_gold

SIMILAR_ACTIONS = ("next_alike", "list_alike")

_REMARKS_KEPT = 8

_NO_SIMILAR_BAGS = "No similar bags."


class SimilarBags(QtCore.QObject):
    """The similar bags of the current bag: their number, the next of them, and the list of them alone."""

    def __init__(self, session: Session, pane: BagPane, actions: Actions, page: QtWidgets.QWidget) -> None:
        super().__init__(page)
        self._session, self._review = session, session.review
        self._pane = pane
        pane.claim.similar.addActions([actions[name] for name in SIMILAR_ACTIONS])
        session.changed.connect(self._follow)

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.bag and self._pane.displayed() is not None:
            self._show(self._session.current)

    def _show(self, number: int) -> None:
        """Show next to a bag how many bags have the same change."""
        try:
            self._pane.claim.show_similar(len(self._review.similar_bags(number)))
        except CoalaError as error:
            self._pane.claim.show_similar(1)
            self._session.fail(error)

    def go_on(self) -> None:
        """Show the next bag with the same change, even if the filter hides it."""
        bags = self._find_similar()
        if bags:
            # After the last similar bag comes the first one again.
            place = (bags.index(self._session.current) + 1) % len(bags)
            if self._session.visit(bags[place]):
                self._session.say(f"Similar bag {place + 1:,} of {len(bags):,}")

    def list_only(self) -> None:
        """List the bags with the same change, and no others."""
        if bags := self._find_similar():
            number = self._session.current + 1
            picked = PickedBags(f"the change is similar to that of bag {number:,}", frozenset(bags))
            self._session.pick(picked, self._session.filter.text)

    def _find_similar(self) -> tuple[int, ...]:
        """Return the bags with the same change; () with a message if there are no others."""
        number = self._session.current
        if number < 0:
            return ()
        try:
            bags = self._review.similar_bags(number)
        except CoalaError as error:
            self._session.fail(error)
            return ()
        if len(bags) > 1:
            return bags
        self._session.say(_NO_SIMILAR_BAGS)
        return ()


class GoldPresenter(QtCore.QObject):
    """The switch for gold: what the pane shows of it depends on the actions and the verdict.

    It also records when gold was on the screen, because a later verdict on the bag then counts as given with
    gold.
    """

    def __init__(
        self,
        session: Session,
        pane: BagPane,
        actions: Actions,
        parent: QtCore.QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._pane = session, pane
        self._actions = actions
        # In a large bag it takes a moment to find out what gold says, and a key asks several times.
        self._remarks = LruCache[int, GoldRemark | None](_REMARKS_KEPT)
        # Not at once: after an answer the next bag is shown before anything of this one is painted.
        self._look_timer = QtCore.QTimer(self, singleShot=True)
        self._look_timer.timeout.connect(self._record_seen)
        pane.claim.listed.connect(self.look)
        session.changed.connect(self._follow)

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        is_judged = changes.judged == self._session.current >= 0
        if (changes.bag or is_judged) and self._pane.displayed() is not None:
            self._show(self._session.current)

    def _show(self, number: int) -> None:
        """Show for the current bag what may be shown of gold."""
        session = self._session
        is_shown = session.gold.shows_gold(number)
        remark = self.remark(number)
        self._pane.show_gold(shown=is_shown, remark="" if remark is None else remark.sentence)
        wanted = is_shown and self._actions["gold"].isChecked()
        chains = self._read_gold_chains(number) if wanted else None
        self._pane.show_gold_chains(chains, everywhere=session.gold.shows_all)
        self.look()

    def remark(self, number: int) -> GoldRemark | None:
        """Return what gold says of a bag; None if nothing may be shown of it."""
        review = self._session.review
        if review.blind or review.summary.gold is None or not self._session.gold.shows_gold(number):
            return None
        return self._remarks.get(number, self._describe_gold)

    def _describe_gold(self, number: int) -> GoldRemark | None:
        gold = self._read_gold_chains(number)
        try:
            bag = self._session.review.bag(number)
        except CoalaError:
            # The page shows the error in place of the bag.
            return None
        return None if gold is None else describe_gold(bag, gold)

    def show_chains(self) -> None:
        """Show or hide gold's chains of the bag, by the state of the action and if they may be shown."""
        number = self._session.current
        if number < 0:
            return
        if self._actions["gold"].isChecked():
            if not self._session.gold.shows_gold(number):
                self._session.say("Gold is shown after your verdict.")
            elif self._read_gold_chains(number) is None:
                self._session.say("This review has no gold chains.")
        self._show(number)

    def show_first(self) -> None:
        """Show gold before the verdict too, or only after it, by the state of the action."""
        self._session.show_gold_first(shown=self._actions["gold_first"].isChecked())
        if self._pane.displayed() is not None:
            self._show(self._session.current)

    @QtCore.Slot()
    def look(self) -> None:
        """Check soon, once the window is painted, what of gold is on the screen."""
        self._look_timer.start()

    @QtCore.Slot()
    def _record_seen(self) -> None:
        """Record that gold is on the screen, so that the next verdict counts as given with gold."""
        number = self._session.current
        if number < 0 or self._pane.displayed() is None:
            return
        if self._pane.shows_gold():
            self._session.gold.record_seen([number])
        if self._pane.shows_gold_of_others():
            self._session.gold.record_all_seen()

    def _read_gold_chains(self, number: int) -> tuple[GoldChain, ...] | None:
        try:
            return self._session.review.gold(number)
        except CoalaError as error:
            self._session.fail(error)
            return None
