"""Comments on the bag that was answered last, and on the current one.

A comment, a note and tags, gives the reason for a verdict. After an answer the window shows the next bag at
once, and most reasons come to mind then. So the strip below the answers shows the last answer, and takes its
comment, until the reviewer returns to a judged bag or writes a note on the current one.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from PySide6 import QtCore, QtGui

from coala.base.plain_text import one_line
from coala.errors import CoalaError
from coala.gui.bag_list.model import BagRow
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import USUAL_TAGS
from coala.gui.session.changes import Changes, Say
from coala.gui.session.controller import ReviewController
from coala.gui.sidebar.last_verdict import LastAnswer, LastVerdictBar
from coala.gui.window.page.bag_messages import GoldPresenter
from coala.model.bag import Verdict
from coala.present.judged_changes import describe_answer
from coala.present.link_question import AskedLink, say_answer
from coala.present.phrases import points, verdict_words
from coala.verdicts.comment import Comment
from coala.verdicts.state import State

_DRAFT_MILLISECONDS = 400
_LONGEST_TITLE = 50
_FEW_CHANGES = 8
"""With more changes than these in a bag, one answer for all is likely to be wrong for some of them."""

_MOST_LISTED = 5
"""The most answers that a hover over the strip lists."""

_READING = frozenset(("next_mention", "previous_mention", "mention_after", "mention_before"))
"""The names of the actions that read on in the current bag."""


class AnswerReasons(QtCore.QObject):
    """The strip below the answers, and the comments that are written in it.

    Tags, note and undo in the strip are always for its bag: undo is offered if the last step was there.

    The strip is about one bag. The window goes on to the next bag by itself, so this is the bag that was
    answered last, until the reviewer shows a judged bag. The key for a note is for the last answer until the
    reviewer works on the current bag: goes on, reads on, or turns to its changes. Tags are always for the bag
    in the strip.
    """

    def __init__(
        self,
        controller: ReviewController,
        bar: LastVerdictBar,
        gold: GoldPresenter,
        actions: Actions,
        parent: QtCore.QObject,
    ) -> None:
        super().__init__(parent)
        self._gold = gold
        controller.save = self.save
        self._controller, self._review, self._bar = controller, controller.review, bar
        # Bags by number, -1 for none: the one in the strip, the one that was answered last, and the current
        # one while a note on it is written before it has a verdict.
        self._shown = self._last = self._noted = -1
        # The bags that were answered in this session, the latest last.
        self._answered: dict[int, None] = {}
        # True until the reviewer works on the next bag.
        self._is_fresh = False
        # The changes of the last answered bag if they are many and got one answer together, else 0.
        self._unseen_changes = 0
        # The drawn link that was answered last, with the name of its part.
        self._link: tuple[AskedLink, str] | None = None
        # A crash loses at most the text typed in this time and while the disk writes.
        self._draft_timer = QtCore.QTimer(self, singleShot=True)
        self._draft_timer.setInterval(_DRAFT_MILLISECONDS)
        self._draft_timer.timeout.connect(self._save_draft)
        # Not at once: an answer that is undone at once was not seen with gold.
        self._look_timer = QtCore.QTimer(bar, singleShot=True)
        self._look_timer.timeout.connect(self._record_seen)
        controller.changed.connect(self._follow)
        actions.triggered.connect(self._note_action)
        bar.opened.connect(self._open_note)
        bar.editor.changed.connect(self.save)
        bar.editor.writing.connect(self._schedule_draft)
        bar.editor.finished.connect(self._finish)

    def note_answer(self, number: int, changes: int = 0, link: tuple[AskedLink, str] | None = None) -> None:
        """Record that a bag was answered; the next one, if any, is already shown.

        If this one answer is for many `changes`, the strip offers to judge each of them. If it is for a
        drawn `link`, given with the name of its part, the strip says so.
        """
        self._link = link
        self._unseen_changes = changes if changes > _FEW_CHANGES else 0
        if self._noted == number:
            self._noted = -1
        if self._shown == number:
            self._bar.close_note()
        self._last, self._is_fresh = number, True
        self._answered.pop(number, None)
        self._answered[number] = None
        self.show()
        gold, _ = self._describe_gold(number, verdict_words(blind=self._review.blind))
        if gold:
            self._controller.say(f"Gold on bag {number + 1:,}: {gold}", Say.ALOUD)

    def toggle_tag(self, place: int) -> None:
        """Add or remove the quick tag at a place, on the bag in the strip."""
        if not self._bar.has_tags():
            self._controller.say("Answer first, then say why.")
        elif self.save():
            state = self._controller.progress.state(self._shown)
            self._controller.annotate(self._shown, state.comment.toggled(USUAL_TAGS[place]))

    def write_tags(self) -> None:
        """Move the focus to the field for other tags."""
        if self._bar.has_tags():
            self._bar.close_note()
            self._bar.editor.tags.focus_field()
        else:
            self._controller.say("Answer first, then say why.")

    def write_note(self) -> None:
        """Move the focus to the note on the last answer, or else on the current bag."""
        is_for_last = self._is_fresh and self._is_answered(self._last)
        number = self._last if is_for_last else self._controller.current
        if number < 0:
            return
        if number == self._controller.current:
            self._noted = number
            self.show()
        self._open_note()

    def is_writing(self) -> bool:
        """Return True if the focus is in a field of the strip."""
        return self._bar.editor.is_writing()

    @QtCore.Slot()
    def leave(self) -> None:
        """Leave the fields of the strip if the focus is in one of them, and save the comment."""
        if self.is_writing():
            self._finish()

    def take_comment(self) -> Comment | None:
        """Return the comment to save with an answer on the current bag, as it is written in the strip.

        A comment on another bag is saved first; return None if that fails.
        """
        current = self._controller.current
        if self._shown == current:
            return self._bar.written()
        return self._controller.progress.state(current).comment if self.save() else None

    @QtCore.Slot()
    def save(self) -> bool:
        """Save the comment in the strip if it changed; return True once it is on disk."""
        if self._shown < 0 or self._review.read_only:
            return True
        comment = self._bar.written()
        if comment.draft == self._controller.progress.state(self._shown).comment.draft:
            self._save_draft()
        return self._controller.annotate(self._shown, comment)

    def _show_draft(self, number: int) -> None:
        """Restore the note that was being written on the current bag when the program ended."""
        try:
            draft = self._review.draft(number)
        except CoalaError as error:
            self._controller.fail(error)
            return
        if draft is not None and not self._review.read_only:
            self._noted = number
            self.show()
            self._bar.open_note(draft)
            self._controller.say("Your unfinished note on this bag was restored.", Say.ON_BAG)

    def show(self) -> None:
        """Show the bag of the strip as it is on disk."""
        former, self._shown = self._shown, self._choose_bag()
        if self._shown != former:
            # The comment on the former bag is saved.
            self._draft_timer.stop()
        if self._shown < 0:
            self._bar.show_answer(LastAnswer())
            return
        self._look_timer.start()
        review, state = self._review, self._controller.progress.state(self._shown)
        words = verdict_words(blind=review.blind)
        on_link = self._say_link(state) if self._shown == self._last else ""
        takes_comment = not review.read_only
        changes = 0 if state.rows else self._unseen_changes
        # The tags are next to the line, unless they cannot be changed.
        without_links, links = self._controller.split_links(self._shown)
        shown = (
            without_links._replace(comment=Comment(state.comment.note)) if takes_comment else without_links
        )
        gold, gold_tip = self._describe_gold(self._shown, words)
        self._bar.show_answer(
            LastAnswer(
                self._shown,
                on_link or self._describe(self._shown, shown, links, words),
                on_link or describe_answer(f"Bag {self._shown + 1:,}", State(state.verdict), words, links),
                state,
                takes_comment=takes_comment,
                can_undo=self._shown == self._controller.bag_to_undo(),
                changes=changes if self._shown == self._last and state.groups is None else 0,
                offers_who=changes > 0 and self._controller.offers_groups(self._shown),
                gold=gold,
                gold_tip=gold_tip,
                former=tuple(self._describe_former(number, words) for number in self._list_former()),
            )
        )

    def _say_link(self, state: State) -> str:
        """Return the answer on the link that was answered last, "" if it was another answer, or is undone."""
        answer = None if self._link is None else self._link[0].read_answer(state)
        if self._link is None or answer is None:
            return ""
        return f"\N{CHECK MARK} Bag {self._shown + 1:,}, {say_answer(self._link[1], answer)}"

    def _describe(self, number: int, state: State, links: int, words: Mapping[Verdict, str]) -> str:
        """Return the answer on a bag in a line, with the title of the bag; a blind review has no titles.

        ``links`` is the number of answers on links of the bag, which ``state`` leaves out.
        """
        bag, review = f"Bag {number + 1:,}", self._review
        title = "" if review.blind else BagRow(review.entries[number], state, False, words).title
        name = f"{bag} ({one_line(title, _LONGEST_TITLE)})" if title else bag
        return describe_answer(name, state, words, links)

    def _list_former(self) -> list[int]:
        """Return the bags that were answered before that of the strip in this session, the latest first."""
        answered = (
            each for each in reversed(self._answered) if each != self._shown and self._is_answered(each)
        )
        return list(islice(answered, _MOST_LISTED - 1))

    def _describe_former(self, number: int, words: Mapping[Verdict, str]) -> str:
        """Return the answer on a bag in a line, with what gold says if that may be shown."""
        state, links = self._controller.split_links(number)
        line = self._describe(number, state._replace(comment=Comment()), links, words)
        gold, _ = self._describe_gold(number, words)
        return f"{line} \N{MIDDLE DOT} gold: {gold}" if gold else line

    @QtCore.Slot()
    def _record_seen(self) -> None:
        """Record that gold is in the strip, so that a later verdict on the bags counts as given with gold."""
        if self._shown >= 0 and self._bar.isVisible():
            words = verdict_words(blind=self._review.blind)
            listed = [self._shown, *self._list_former()]
            self._controller.record_gold_seen(each for each in listed if self._describe_gold(each, words)[0])

    def _describe_gold(self, number: int, words: Mapping[Verdict, str]) -> tuple[str, str]:
        """Return gold's verdict on a bag with its effect, and a sentence; "" if hidden."""
        remark = self._gold.remark(number) if self._is_answered(number) else None
        if remark is None or remark.verdict is None:
            return "", ""
        try:
            share = self._controller.find_own_share(number)
        except CoalaError as error:
            self._controller.fail(error)
            share = None
        effect = "" if share is None else f" {points(share)}"
        return f"{words[remark.verdict]}{effect}", remark.sentence

    def _choose_bag(self) -> int:
        """Return the bag that the strip is about."""
        current, last = self._controller.current, self._last
        if self._noted >= 0:
            return self._noted
        if self._is_fresh and self._is_answered(last):
            return last
        if current >= 0:
            state = self._controller.progress.state(current)
            if state.is_judged or state.comment != Comment():
                return current
        return last if self._is_answered(last) else -1

    def _is_answered(self, number: int) -> bool:
        return number >= 0 and self._controller.progress.state(number).is_judged

    @QtCore.Slot()
    def _open_note(self) -> None:
        """Open the note on the bag in the strip, with its draft if there is one."""
        if not self._bar.is_open():
            try:
                draft = self._review.draft(self._shown)
            except CoalaError as error:
                self._controller.fail(error)
                draft = None
            self._bar.open_note(draft)
        self._bar.editor.note.focus_end()

    @QtCore.Slot()
    def _finish(self) -> None:
        if self.save():
            # Before the note closes, or Qt would move the focus to the next widget.
            self._controller.changed.emit(Changes(focus=True))
            self._noted = -1
            self._bar.close_note()
            self.show()

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.bag or changes.subject:
            self.turn_to_current()
        if changes.bag and self._controller.current >= 0:
            self._show_draft(self._controller.current)
        if changes.judged >= 0:
            if changes.judged != self._last:
                self._is_fresh = False
            self.show()
        if changes.steps:
            self.show()

    def turn_to_current(self) -> None:
        """Use the key for notes for the current bag from now on, because the reviewer works on it."""
        self._is_fresh = False
        if self._noted != self._controller.current:
            self._noted = -1
        self.show()

    @QtCore.Slot(QtGui.QAction)
    def _note_action(self, action: QtGui.QAction) -> None:
        if action.objectName() in _READING:
            self.turn_to_current()

    @QtCore.Slot()
    def _schedule_draft(self) -> None:
        # Not restarted by each letter: a reviewer who never pauses would lose everything.
        if not self._review.read_only and not self._draft_timer.isActive():
            self._draft_timer.start()

    @QtCore.Slot()
    def _save_draft(self) -> None:
        self._draft_timer.stop()
        if self._shown < 0:
            return
        try:
            self._review.keep_draft(self._shown, self._bar.written())
        except CoalaError as error:
            self._controller.fail(error)
