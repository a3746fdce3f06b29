"""The session of one open review: the only way from the window to a changed verdict.

A view calls the session, which pushes an undo command; the command changes the review, and the session tells
it in events of one kind. A verdict is on disk before anything on the screen learns of it.

A reviewer answers one bag after another. An answer is a verdict on the current bag, or on one of its changes.
``rows`` are the verdicts on its changes, each stored on the rows of the change by their keys. Answers in
quick succession are a *burst*, which is undone as one step. Gold may hint at the right answer. So it is
hidden until a bag is judged, unless the reviewer wants it first, and each verdict stores if gold was seen
before it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from PySide6 import QtCore, QtGui

from coala.errors import CoalaError
from coala.gui.session.bag_filter import BagFilter, BagListing, BagOrder, Order, PickedBags
from coala.gui.session.changes import Announcement, Changes, Say
from coala.gui.session.gold_visibility import GoldVisibility
from coala.gui.session.progress import DrawnProgress, ReviewProgress
from coala.gui.session.undo import JudgeCommand, StepKind, Subject, find_answered_subject, restore_commands
from coala.model.bag import Verdict
from coala.present.phrases import judgement
from coala.present.steps import describe_change, shows_by_itself
from coala.review.drawing import draw_order
from coala.review.file import Review
from coala.review.history import ReviewHistory
from coala.review.raters import Adjudication
from coala.review.storage.journal import MOST_STEPS
from coala.verdicts.changes import Rows
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups
from coala.verdicts.links import count_part_links
from coala.verdicts.sampling import LINK_UNITS, DrawnSample
from coala.verdicts.state import Manner, State

_ALL_LISTED = "All bags are listed again"


def describe_step(
    number: int,
    before: State,
    after: State,
    how: StepKind,
    undo_key: str,
    steps: int,
    *,
    words: Mapping[Verdict, str],
    is_link: bool = False,
) -> str:
    """Describe for the status line what a step, or its undo, just changed in bag ``number``.

    With several ``steps`` the bag is the last one of a burst of answers. ``is_link`` if it was an answer on a
    drawn link; "" for a new one.
    """
    bag = f"Bag {number + 1:,}"
    if steps > 1:
        return f"{steps:,} quick answers {how}. {bag} is shown"
    if is_link:
        # The page says which answer is new, and on which part.
        return "" if how == "judged" else f"{bag}: answer on a drawn link {how}"
    change = f"{bag}: {describe_change(before, after, words)}"
    if how == "undone":
        is_comment = before._replace(comment=after.comment) == after
        return f"{change}, verdict unchanged" if is_comment and after.verdict else change
    return f"{change}. {undo_key} undoes this" if undo_key else change


def _find_places(sample: DrawnSample, bag: int) -> Iterator[int]:
    """Yield the places of the items of a bag in the random order."""
    return (place for place, item in enumerate(sample.order) if sample.items[item].bag == bag)


class Session(QtCore.QObject):
    """One open review with its current bag, the rows of the list, and the undo stack."""

    changed = QtCore.Signal(Changes)
    said = QtCore.Signal(Announcement)
    failed = QtCore.Signal(object)  # a CoalaError

    def __init__(
        self,
        review: Review,
        parent: QtCore.QObject | None = None,
        *,
        order: BagOrder | None = None,
        gold_first: bool = False,
    ) -> None:
        super().__init__(parent)
        self.review = review
        # What the search could not do or does not cover, or "".
        self.hint = ""
        # Saves the comment that is being written; False if that fails.
        self.save: Callable[[], bool] = lambda: True
        self.history = ReviewHistory(review)
        self.progress = ReviewProgress(review)
        self._numbers = {entry.fingerprint: entry.number for entry in review.entries}
        self.listing = BagListing(review, self.progress)
        # Numbers of bags; -1 means that there is no bag.
        self._current = -1
        self._bag_before_filter = self._bag_before_search = -1
        # For each bag that was shown, True if it has several links made or lost.
        self._offered: dict[int, bool] = {}
        self.gold = GoldVisibility(review, self.progress)
        self.gold.first = gold_first
        self._adjudication: Adjudication | None = None
        self._has_failed = False
        # The index of the last step on the stack and its subject, if the step was an answer.
        self._last_answer: tuple[int, Subject] | None = None
        # The number of steps that are being undone or redone together, and how many of them are left.
        self._steps, self._steps_left = 1, 0
        self._stack = QtGui.QUndoStack(self)
        self._stack.setUndoLimit(MOST_STEPS)
        self.undo_key = ""
        self._restore()
        self.sample: DrawnSample | None = None
        # The place in the random order of the item that was shown last.
        self._place = -1
        if order is not None and order.way is not Order.TEXT:
            self.apply_order(order)

    def say(self, text: str, how: Say = Say.FOR_NOW) -> None:
        """Show a sentence to the reviewer."""
        self.said.emit(Announcement(text, how))

    def fail(self, error: CoalaError) -> None:
        """Show an error to the reviewer."""
        self.failed.emit(error)

    @property
    def current(self) -> int:
        return self._current

    @property
    def shown(self) -> Sequence[int]:
        """The numbers of the bags in the list, in its order."""
        return self.listing.shown

    @property
    def filter(self) -> BagFilter:
        return self.listing.filter

    @property
    def order(self) -> BagOrder:
        return self.listing.order

    def share(self, number: int) -> float | None:
        """Return the share of a bag by which the list is ordered; None in other orders."""
        return self.listing.shares(self.order.metric)[number] if self.order.by_share else None

    def find_own_share(self, number: int) -> float | None:
        """Return a bag's effect on the F1 of the list's metric, if it may be shown and is of no other bag."""
        groups = self.review.groups
        if not self.gold.shows_share(number) or (groups and len(groups.find_group(number)) > 1):
            return None
        return self.review.shares(number).get(self.order.metric)

    def show_gold_first(self, *, shown: bool) -> None:
        """Show gold before the verdict too, or only after it."""
        if shown != self.gold.first:
            self.gold.first = shown
            if self.order.by_share and not self.gold.shows_all:
                self.apply_order(BagOrder(Order.TEXT, self.order.metric))
            self.changed.emit(Changes(gold=True))

    @property
    def adjudication(self) -> Adjudication | None:
        """The bags that are being settled; None outside adjudication."""
        return self._adjudication

    def adjudicate(self, adjudication: Adjudication | None) -> None:
        """Let answers to these bags settle them from now on; None ends adjudication."""
        self._adjudication = adjudication

    def settles(self, number: int) -> bool:
        """Return True if an answer to a bag settles it."""
        return self._adjudication is not None and number in self._adjudication

    @property
    def stack(self) -> QtGui.QUndoStack:
        """The undo stack, to watch only: to undo, call the session."""
        return self._stack

    def bag_to_undo(self) -> int:
        """Return the number of the bag that undo would change, -1 if there is nothing to undo."""
        command = self._stack.command(self._stack.index() - 1) if self._stack.canUndo() else None
        return command.number if isinstance(command, JudgeCommand) else -1

    def start(self, bag: int | None = None) -> None:
        """Show a bag, or else the first bag without a verdict, or else the first bag."""
        self._place = -1
        sample, drawn = self.sample, self.count_drawn()
        if bag is None and sample is not None and drawn is not None and not drawn.open:
            # A sample that is judged ends with its last item; another bag does not belong to it.
            bag = sample.find_item(drawn.size - 1).bag
        if bag is None and (self.go_to_next_drawn(from_first=True) or self.go_to_next_item()):
            return
        row = self.find_next_open(-1) if bag is None else self.listing.row(bag)
        self._go_to_row(0 if row is None else row)

    @QtCore.Slot(int)
    def show(self, number: int) -> None:
        """Show a bag; in the random order, a divided bag with the first of its drawn items that is open."""
        if number == self._current:
            return
        sample = self._find_divided()
        if sample is not None and number >= 0:
            verdicts, places = self.progress.list_item_verdicts(sample), list(_find_places(sample, number))
            open_places = (place for place in places if verdicts[sample.order[place]] is None)
            self._show_item(sample, next(open_places, places[0]))
        else:
            self._show_bag(number)

    def _show_bag(self, number: int) -> None:
        if number != self._current:
            self._current = number
            self.changed.emit(Changes(bag=True))

    def _show_item(self, sample: DrawnSample, place: int) -> None:
        """Show the item at a place of the random order: a bag, or one link or change of it."""
        bag, unit, keys = sample.find_item(place)
        self._place = place
        self._show_bag(bag)
        if unit in LINK_UNITS:
            self.changed.emit(Changes(link=keys[0]))
        elif keys:
            self.changed.emit(Changes(rows=frozenset(keys)))

    def _show_rows(self, number: int, keys: frozenset[str]) -> None:
        """Show what has the rows with these keys: a drawn link of the current bag, or a change of it."""
        sample, on_links = self.sample, keys & self._find_link_keys(number)
        if sample is None or not on_links:
            self.changed.emit(Changes(rows=keys))
        else:
            places = _find_places(sample, number)
            self._show_item(sample, next(at for at in places if sample.find_item(at).keys[0] in on_links))

    def _find_link_keys(self, number: int) -> frozenset[str]:
        """Return the keys of the links of a bag that a sample draws one by one."""
        return frozenset() if self.sample is None else self.sample.link_keys.get(number, frozenset())

    def split_links(self, number: int) -> tuple[State, int]:
        """Return the state of a bag without the answers on its drawn links, and the number of these."""
        state, keys = self.progress.state(number), self._find_link_keys(number)
        rows = tuple(row for row in state.rows if row[0] not in keys)
        return state._replace(rows=rows), len(state.rows) - len(rows)

    def _find_divided(self) -> DrawnSample | None:
        """Return the sample if the list has its order and some of its items are of divided bags."""
        sample = self.sample
        is_divided = self.order.way is Order.SAMPLE and sample is not None and sample.divided
        return sample if is_divided and self._adjudication is None else None

    def go_to_next_item(self, step: int = 1) -> bool:
        """Go to the nearest item without a verdict in the random order; return False if there is none.

        This is for random orders with items of divided bags; in all others there is none.
        """
        sample = self._find_divided()
        if sample is None:
            return False
        verdicts, items = self.progress.list_item_verdicts(sample), len(sample.order)
        for distance in range(1, items + 1):
            place = (self._place + step * distance) % items
            item = sample.order[place]
            if verdicts[item] is None and self.listing.row(sample.items[item].bag) >= 0:
                self._show_item(sample, place)
                return True
        return False

    def count_drawn(self) -> DrawnProgress | None:
        """Count the verdicts on the drawn items; None unless the list has their order and others follow."""
        sample = self.sample
        is_listed = self.order.way is Order.SAMPLE and self._adjudication is None
        if sample is None or not sample.size or not is_listed:
            return None
        is_whole = sample.size == len(sample.order) and not sample.divided
        return None if is_whole else self.progress.count_drawn(sample)

    def go_to_next_drawn(self, step: int = 1, *, from_first: bool = False) -> bool:
        """Go to the nearest drawn item without a verdict, or to the first one with ``from_first``.

        Return False if none is left or listed.
        """
        sample, drawn = self.sample, self.count_drawn()
        if sample is None or drawn is None:
            return False
        here = -1 if from_first else self._find_place(sample)
        listed = [
            place
            for place in drawn.open
            if place != here and self.listing.row(sample.find_item(place).bag) >= 0
        ]
        if not listed:
            return False
        ahead = [place for place in listed if (place - here) * step > 0]
        self._show_item(sample, (ahead or listed)[0 if step > 0 else -1])
        return True

    def _find_place(self, sample: DrawnSample) -> int:
        """Return the place of the current item in the random order, -1 without one."""
        # Without divided bags it is that of the bag.
        return self._place if sample.divided or self._current < 0 else sample.order.index(self._current)

    def go_on_drawn(self, before: DrawnProgress | None) -> bool:
        """Go on after an answer in a sample: to the next drawn item, or stay if none is left.

        ``before`` is the progress before the answer. Return False if the answer was to no sample, or to more
        than was drawn.
        """
        if before is None or self.sample is None:
            return False
        if not before.open:
            # Another answer to a drawn item is no wish for more items.
            return 0 <= self._find_place(self.sample) < before.size
        now = self.count_drawn()
        return now is not None and (not now.open or self.go_to_next_drawn())

    def set_filter(self, wanted: BagFilter) -> None:
        """List the bags that pass the filter; the current bag stays if it passes.

        When the filter is cleared, the bag that was current before the filter comes back; the same holds for
        the query alone.
        """
        former = self.filter
        if former.is_empty:
            self._bag_before_filter = self._current
        if not former.has_query:
            self._bag_before_search = self._current
        back = self._current
        if wanted.is_empty and not former.is_empty:
            back = self._bag_before_filter
        elif former.has_query and not wanted.has_query and wanted.picked is former.picked:
            back = self._bag_before_search
        try:
            self.hint = self.listing.apply_filter(wanted)
        except CoalaError as error:
            self.hint = f"{error} The list stays as it was."
            self.changed.emit(Changes(hint=True))
            return
        self.changed.emit(Changes(listed=True, hint=True))
        if self.listing.row(back) >= 0:
            self.show(back)
        else:
            self._go_to_row(0)

    def set_order(self, order: BagOrder) -> None:
        """List the same bags in another order, and go to its top."""
        if not self.apply_order(order):
            return
        sample = self._find_divided()
        if sample is None or not self.shown:
            self._go_to_row(0)
        else:
            first = self.shown[0]
            self._show_item(sample, next(_find_places(sample, first)))

    def apply_order(self, order: BagOrder) -> bool:
        """List the same bags in another order; return False, and show why, if that cannot be done."""
        if order.by_share and not self.gold.shows_all:
            # The place of a bag in the list would reveal gold.
            self.say("Show gold before your verdict to order bags by their effect on the score.", Say.DONE)
            return False
        try:
            if order.way is Order.SAMPLE and self.sample is None:
                self.sample = draw_order(self.review)
            self.listing.apply_order(order, self.sample)
        except CoalaError as error:
            self.fail(error)
            return False
        if order.by_share:
            self.gold.record_all_seen()
        self.changed.emit(Changes(listed=True))
        return True

    def go(self, step: int) -> None:
        """Go one row down (1) or up (-1); stop at the ends."""
        row = self.listing.row(self._current) + step
        if 0 <= row < len(self.shown):
            self.show(self.shown[row])

    def go_to_unjudged(self, step: int = 1) -> None:
        """Go to the nearest bag without a verdict, down (1) or up (-1), or to the nearest drawn change."""
        if self.go_to_next_drawn(step) or self.go_to_next_item(step):
            return
        row = self.find_next_open(self.listing.row(self._current), step)
        if row is not None:
            self.show(self.shown[row])
        elif not self.shown:
            self.say("No bags match.")
        elif self._adjudication is not None:
            self.say("All listed bags are settled.")
        elif self.progress.answered == self.progress.total:
            self.say("All bags are judged.")
        else:
            self.say("All listed bags are judged.")

    def has_open(self) -> bool:
        """Return True if a listed bag, or an item of the sample, needs an answer."""
        drawn, divided = self.count_drawn(), self._find_divided()
        return (
            (drawn is not None and bool(drawn.open))
            or (divided is not None and None in self.progress.list_item_verdicts(divided))
            or self.find_next_open(-1) is not None
        )

    def judge(
        self,
        verdict: Verdict | None,
        comment: Comment,
        *,
        rows: Rows | None = None,
        groups: Groups | None = None,
        continues: bool = False,
        answers: bool = False,
    ) -> bool:
        """Give the current bag this verdict and comment; return True once they are on disk.

        Without ``rows`` the verdicts on its changes stay, without ``groups`` who is who. With ``answers`` a
        verdict carried over from another review becomes one of this review, and settles a bag; if people
        agree on the bag, their verdict takes their groups along. A new comment alone does neither.
        """
        number = self._current
        if number < 0:
            return True
        # Build the new state: the verdict, how it came about, the verdicts on changes, and if gold was seen.
        before = self.progress.state(number)
        state = before._replace(verdict=verdict, comment=comment)
        if answers and groups is None and self._adjudication is not None:
            groups = self._adjudication.find_agreed_groups(number, verdict)
        manner = self._find_manner(number, verdict, before)
        if verdict is not before.verdict or (answers and manner is not before.manner):
            state = state._replace(manner=manner, origin=None)
        if rows is not None:
            state = state._replace(rows=rows)
        if groups is not None:
            state = state._replace(groups=groups)
        if (state.answer, state.manner) != (before.answer, before.manner):
            state = state._replace(gold_seen=self.gold.was_seen(number, before), by_model=False)
        if state == before:
            message = (
                "This has no verdict to remove."
                if verdict is None
                else f"Already {judgement(verdict, self.review.sides.words)}."
            )
            if rows is not None:
                message = "Nothing to change here."
            self.say(message)
            return True
        return self._push(number, state, continues=continues)

    def annotate(self, number: int, comment: Comment) -> bool:
        """Give any bag this comment; return True once it is on disk."""
        before = self.progress.state(number)
        state = before._replace(comment=comment)
        return state == before or self._push(number, state, continues=False)

    def judge_and_go_on(
        self,
        verdict: Verdict,
        comment: Comment,
        *,
        rows: Rows | None = None,
        groups: Groups | None = None,
        continues: bool = False,
    ) -> bool:
        """Judge the current bag and show the next one without a verdict, if there is one.

        The verdict follows from ``rows``, verdicts on its changes, or from ``groups``, if there are any. An
        answer that ``continues`` a burst is undone together with the answer before. Return True once the
        verdict is on disk.
        """
        was_unfinished, drawn = self.progress.answered < self.progress.total, self.count_drawn()
        if self._current < 0 or not self.judge(
            verdict, comment, rows=rows, groups=groups, continues=continues, answers=True
        ):
            return False
        if self.go_on_drawn(drawn) or self.go_to_next_item():
            return True
        row = self.find_next_open(self.listing.row(self._current))
        if row is not None:
            self.show(self.shown[row])
        elif self._adjudication is not None:
            self.say("All listed bags are settled.")
        elif self.progress.answered < self.progress.total:
            self.say("All listed bags are judged.")
        elif was_unfinished:
            self.changed.emit(Changes(done=True))
        return True

    def offers_groups(self, number: int) -> bool:
        """Return True if a reviewer can say who is who in a bag: it has several links made or lost."""
        if number < 0 or self.review.read_only:
            return False
        if number not in self._offered:
            self._offered[number] = count_part_links(self.review.find_parts(number)) > 1
        return self._offered[number]

    def follows_changes(self, number: int) -> bool:
        """Return True if the verdict on a bag came with verdicts on its changes, and not by itself."""
        fingerprint = self.review.entries[number].fingerprint
        steps = [act for act in self.review.history() if act.done and act.fingerprint == fingerprint]
        on_bag = [step for step in steps if step.before.verdict != step.after.verdict]
        return bool(on_bag) and on_bag[-1].before.rows != on_bag[-1].after.rows

    @QtCore.Slot()
    def undo(self) -> None:
        """Undo the last verdict or note, or the whole last burst of answers."""
        # Step n of the stack is the command n - 1; go back to the first step of the burst.
        first = last = self._stack.index()
        while first > 0:
            first -= 1
            if not self._is_continuation(first):
                break
        self._run_steps(range(last, first, -1), self._stack.undo, "Nothing to undo.")

    @QtCore.Slot()
    def redo(self) -> None:
        """Redo what the last undo took back."""
        # Go on as long as the next step continues the burst.
        first = last = self._stack.index()
        while last < self._stack.count():
            last += 1
            if not self._is_continuation(last):
                break
        self._run_steps(range(first, last), self._stack.redo, "Nothing to redo.")

    def judgement_done(self, number: int, before: State, after: State, *, how: StepKind) -> None:
        """Announce a change that is now on disk; after undo and redo also go to its bag."""
        self.progress.update(number)
        self.changed.emit(Changes(judged=number, answered=before.answer != after.answer))
        if self._steps_left:
            return
        keys = frozenset(key for key, _ in {*before.rows} ^ {*after.rows})
        was_hidden = how != "judged" and self.reveal(number)
        if how != "judged":
            self._show_rows(number, keys)
        words, is_link = self.review.sides.words, bool(keys & self._find_link_keys(number))
        sentence = describe_step(
            number, before, after, how, self.undo_key, self._steps, words=words, is_link=is_link
        )
        if was_hidden:
            sentence = f"{sentence}. {_ALL_LISTED}"
        in_sight = how == "judged" and (is_link or shows_by_itself(before, after))
        self.say("" if in_sight else sentence, Say.DONE)
        if in_sight:
            self.say(sentence, Say.ALOUD)

    def judgement_failed(self, error: CoalaError) -> None:
        self._has_failed = True
        self.fail(error)
        # The last status message described a success, which this is not.
        self.say("", Say.DONE)

    def _push(self, number: int, state: State, *, continues: bool) -> bool:
        """Give a bag a state by a new undo command; return True once it is on disk."""
        self._has_failed = False
        self._steps, self._steps_left = 1, 0
        subject = find_answered_subject(number, self.progress.state(number), state)
        continues = continues and self._follows_answer(subject)
        self._stack.push(JudgeCommand(self.review, self, number, state, continues=continues))
        self._last_answer = None if subject is None else (self._stack.index(), subject)
        if self._restore_after_failure():
            return False
        self.changed.emit(Changes(steps=True))
        return True

    def find_next_open(self, row: int, step: int = 1) -> int | None:
        """Return the row of the nearest bag that needs an answer, or None."""
        waiting = self.progress if self._adjudication is None else self._adjudication
        return waiting.next_waiting(self.shown, row, step)

    def _find_manner(self, number: int, verdict: Verdict | None, before: State) -> Manner:
        """Return how a verdict comes about; a new verdict on a settled bag settles it again."""
        if verdict is not None and (self.settles(number) or before.manner is Manner.ADJUDICATION):
            return Manner.ADJUDICATION
        return Manner.ALONE

    def _follows_answer(self, subject: Subject | None) -> bool:
        """Return True if the last step answered another subject.

        A second answer to the same subject is a change of mind, and so a step of its own.
        """
        if self._last_answer is None or subject is None:
            return False
        step, answered = self._last_answer
        return step == self._stack.index() and answered != subject

    def _is_continuation(self, step: int) -> bool:
        """Return True if a step of the stack is undone together with the one before it."""
        command = self._stack.command(step) if step < self._stack.count() else None
        return isinstance(command, JudgeCommand) and command.continues

    def _run_steps(self, steps: Collection[int], run_step: Callable[[], None], message_if_none: str) -> None:
        """Undo or redo these steps of the stack with ``run_step``; only the last shows its bag and a message.

        ``message_if_none`` is shown if there are no steps.
        """
        self._has_failed = False
        self._steps = self._steps_left = len(steps)
        self._last_answer = None
        if not steps:
            self.say(message_if_none)
        for _ in steps:
            self._steps_left -= 1
            run_step()
            if self._restore_after_failure():
                return
        self.changed.emit(Changes(steps=True))

    def reveal(self, number: int) -> bool:
        """Show a bag; if the filter hides it, clear the filter first, and return True."""
        is_hidden = self.listing.row(number) < 0
        if is_hidden:
            self.set_filter(BagFilter())
        self.show(number)
        return is_hidden

    def visit(self, number: int) -> bool:
        """Go to a bag that a view names, even if the filter hides it, once the comment is saved.

        Return False if it cannot be saved.
        """
        if not self.save():
            return False
        self.changed.emit(Changes(visit=True))
        if self.reveal(number):
            self.say(_ALL_LISTED)
        self.changed.emit(Changes(focus=True))
        return True

    def pick(self, picked: PickedBags, query: str = "") -> None:
        """List these bags alone, or those of them that a query finds, once the comment is saved."""
        if self.save():
            self.changed.emit(Changes(visit=True))
            self.set_filter(BagFilter(query, picked))

    def _go_to_row(self, row: int) -> None:
        self.show(self.shown[row] if row < len(self.shown) else -1)

    def _restore_after_failure(self) -> bool:
        """Rebuild the stack from the journal if the last step failed; return True if it did.

        Qt's stack has then moved although the review did not.
        """
        if self._has_failed:
            self._restore()
        return self._has_failed

    def _restore(self) -> None:
        """Fill the stack with the steps of the journal, without changing the review."""
        self._stack.clear()
        commands = restore_commands(self.review, self, self._numbers)
        for command in commands:
            self._stack.push(command)
        self._stack.setIndex(sum(command.is_done for command in commands))
        for command in commands:
            command.wake()
