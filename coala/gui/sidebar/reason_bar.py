"""The strip below the verdict buttons: the last answer, with its reason and a button that undoes it.

A comment, a note and tags, gives the reason for a verdict. After an answer the window shows the next bag at
once, and most reasons come to mind then. So the strip shows the last answer, and takes its comment, until the
reviewer returns to a judged bag or writes a note on the current one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import islice

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import one_line
from coala.errors import CoalaError, ReviewError
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import TAG_ACTIONS, TAG_MEANINGS, USUAL_TAGS, speak_key
from coala.gui.session.changes import Changes, Say
from coala.gui.session.session import Session
from coala.gui.sidebar.reason_fields import NoteEdit, TagChip, TagField
from coala.gui.widgets.labels import FittingButton, FittingLabel
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, Theme
from coala.gui.widgets.tool_button import ToolButton
from coala.present.figures import points
from coala.present.gold_remark import GoldRemark
from coala.present.judged_changes import describe_answer
from coala.present.link_question import AskedLink, say_answer
from coala.verdicts.comment import Comment, clean_tags
from coala.verdicts.state import State

_DRAFT_MILLISECONDS = 400
_TITLES = 50, 40, 30, 24, 18, 12
_FEW_CHANGES = 8
"""With more changes than these in a bag, one answer for all is likely to be wrong for some of them."""

_MOST_LISTED = 5
"""The most answers that a hover over the strip lists."""

_READING = frozenset(("next_mention", "previous_mention", "mention_after", "mention_before"))
"""The names of the actions that read on in the current bag."""

_WHO_FORMS = (
    "\N{MIDDLE DOT} judged as a whole \N{MIDDLE DOT} who is who?",
    "as a whole \N{MIDDLE DOT} who is who?",
    "who is who?",
)


class ReasonBar(QtWidgets.QWidget):
    """A line with the answer, tags, and buttons for the note and for undo; the note replaces the tags.

    Tags, note and undo in the strip are always for its bag: undo is offered if the last step was there.

    The strip is about one bag. The window goes on to the next bag by itself, so this is the bag that was
    answered last, until the reviewer shows a judged bag. The key for a note is for the last answer until the
    reviewer works on the current bag: goes on, reads on, or turns to its changes. Tags are always for the bag
    in the strip.

    A hover lists the last answers. The height of the strip does not change. While there is no answer, the
    legend may be in its place.
    """

    def __init__(
        self,
        session: Session,
        actions: Actions,
        find_gold: Callable[[int], GoldRemark | None],
        legend: QtWidgets.QWidget,
    ) -> None:
        """Create an empty strip; ``find_gold`` returns what may be shown of gold on a bag."""
        super().__init__()
        self.setAccessibleName("Last answers")
        session.save = self.save
        self._session, self._review = session, session.review
        self._actions, self._find_gold, self._legend = actions, find_gold, legend
        # Goes back to a bag to judge its changes, or to say who is who in it.
        self.judge_each: Callable[[int], None] = lambda _: None
        self._words = self._review.sides.words
        self._offers_legend = False
        # Bags by number, -1 for none: the one in the strip, the one that was answered last, and the current
        # one while a note on it is written before it has a verdict.
        self._shown = self._last = self._noted = -1
        # The name of the bag for screen readers, once there was one.
        self._bag = ""
        # The state of the bag in the strip on disk, its answer in words, longest form first, and what a hover
        # lists.
        self._state, self._answers, self._listed = State(), [""], [""]
        # The bags that were answered in this session, the latest last.
        self._answered: dict[int, None] = {}
        # True until the reviewer works on the next bag.
        self._is_fresh = False
        # The changes of the last answered bag if they are many and got one answer together, else 0.
        self._unseen_changes = 0
        # The parts that the note replaces, and whether each is for this bag.
        self._offered: dict[QtWidgets.QWidget, bool] = {}
        # The drawn link that was answered last, with the name of its part.
        self._link: tuple[AskedLink, str] | None = None
        # A crash loses at most the text typed in this time and while the disk writes.
        self._draft_timer = QtCore.QTimer(self, singleShot=True)
        self._draft_timer.setInterval(_DRAFT_MILLISECONDS)
        self._draft_timer.timeout.connect(self._save_draft)
        # Not at once: an answer that is undone at once was not seen with gold.
        self._look_timer = QtCore.QTimer(self, singleShot=True)
        self._look_timer.timeout.connect(self._record_seen)
        self._lay_out()
        self._refresh()
        self._note.textChanged.connect(self._schedule_draft)
        session.changed.connect(self._follow)
        actions.triggered.connect(self._note_action)
        actions.keys_changed.connect(self._show_keys)

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
            self._show_note(shown=False)
        self._last, self._is_fresh = number, True
        self._answered.pop(number, None)
        self._answered[number] = None
        self._refresh()
        gold, _ = self._describe_gold(number)
        if gold:
            self._session.say(f"Gold on bag {number + 1:,}: {gold}", Say.ALOUD)

    def toggle_tag(self, place: int) -> None:
        """Add or remove the quick tag at a place, on the bag in the strip."""
        if not self._offered.get(self._tags):
            self._session.say("Answer first, then say why.")
        elif self.save():
            state = self._session.progress.state(self._shown)
            self._session.annotate(self._shown, state.comment.toggled(USUAL_TAGS[place]))

    def write_tags(self) -> None:
        """Move the focus to the field for other tags."""
        if not self._offered.get(self._tags):
            self._session.say("Answer first, then say why.")
        else:
            self._show_note(shown=False)
            self._tag_field.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)

    def write_note(self) -> None:
        """Move the focus to the note on the last answer, or else on the current bag."""
        is_for_last = self._is_fresh and self._is_answered(self._last)
        number = self._last if is_for_last else self._session.current
        if number < 0:
            return
        if number == self._session.current:
            self._noted = number
            self._refresh()
        self.open_note()

    @QtCore.Slot()
    def open_note(self) -> None:
        """Open the note on the bag in the strip, with its draft if there is one."""
        if not self.is_open():
            draft = self._read_draft(self._shown)
            self._show_note(shown=True)
            if draft is not None:
                self._note.show_draft(draft.note)
        self._note.focus_end()

    def is_open(self) -> bool:
        """Return True if the field of the note is shown."""
        return not self._note.isHidden()

    def is_writing(self) -> bool:
        """Return True if the focus is in a field of the strip."""
        return self._note.hasFocus() or self._tag_field.hasFocus()

    @QtCore.Slot()
    def leave(self) -> None:
        """Leave the fields of the strip if the focus is in one of them, and save the comment."""
        if self.is_writing():
            self._finish()

    def turn_to_current(self) -> None:
        """Use the key for notes for the current bag from now on, because the reviewer works on it."""
        self._is_fresh = False
        if self._noted != self._session.current:
            self._noted = -1
        self._refresh()

    def take_comment(self) -> Comment | None:
        """Return the comment to save with an answer on the current bag, as it is written in the strip.

        A comment on another bag is saved first; return None if that fails.
        """
        current = self._session.current
        if self._shown == current:
            return self.written()
        return self._session.progress.state(current).comment if self.save() else None

    @QtCore.Slot()
    def save(self) -> bool:
        """Save the comment in the strip if it changed; return True once it is on disk."""
        if self._shown < 0 or self._review.read_only:
            return True
        comment = self.written()
        if comment.draft == self._session.progress.state(self._shown).comment.draft:
            self._save_draft()
        return self._session.annotate(self._shown, comment)

    def written(self) -> Comment:
        """Return the comment in the fields, saved or not.

        The tags are cleaned as in a review file, or as written if they are invalid.
        """
        if self.is_writing():
            # The text that an input method is still composing.
            QtGui.QGuiApplication.inputMethod().commit()
        chosen = [tag for tag, chip in self._chips.items() if chip.isChecked()]
        tags = (*chosen, *self._tag_field.text().replace(",", " ").split())
        with suppress(ReviewError):
            tags = clean_tags(tags)
        return Comment(self._note.note(), tags)

    def text(self) -> str:
        """Return the line, "" before the first verdict."""
        return self._line.accessibleName()

    def gold_text(self) -> str:
        """Return what the strip says of gold, "" for nothing."""
        return "" if self._gold_button.isHidden() else self._gold_button.text()

    def offer_legend(self, *, offered: bool) -> None:
        """Show the legend while there is no answer, or no longer."""
        self._offers_legend = offered
        self._show_note(shown=self.is_open())

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        # The buttons above are for the current bag, and the strip is usually about another one.
        if self._shown >= 0:
            painter = QtGui.QPainter(self)
            painter.setPen(Theme.from_palette(self.palette()).line)
            painter.drawLine(self.rect().topLeft(), self.rect().topRight())

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.FontChange:
            self._fit_height()

    def _lay_out(self) -> None:
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Fixed)
        self._line = FittingLabel(quiet=True)
        self._chips = {tag: TagChip(tag) for tag in USUAL_TAGS}
        self._tag_field = TagField(self._session.progress.list_tags(), self.save, self._finish)
        self._note = NoteEdit(self.save, self._finish)
        self._gold_button, self._changes_button = FittingButton(), FittingButton()
        self._note_button, self._undo_button = ToolButton(), ToolButton()
        self._note_button.setText("note")
        self._undo_button.setText("undo")
        clicks: list[tuple[QtWidgets.QToolButton, Callable[[], object]]] = [
            (self._gold_button, self._show_bag),
            (self._changes_button, self._judge_changes),
            (self._note_button, self.open_note),
            (self._undo_button, self._actions["undo"].trigger),
            *((chip, self.save) for chip in self._chips.values()),
        ]
        for button, act in clicks:
            button.clicked.connect(act)
        self._tags = QtWidgets.QWidget()
        tags = QtWidgets.QHBoxLayout(self._tags)
        why = FittingLabel(("\N{MIDDLE DOT} why?", ""), quiet=True)
        set_tip(why)  # that of the strip
        tags.addWidget(why)
        for chip in self._chips.values():
            tags.addWidget(chip)
        tags.addWidget(self._tag_field, 1)
        row = QtWidgets.QHBoxLayout(self)
        for layout in (tags, row):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(GRID // 2)
        row.addWidget(self._legend, 1)
        for part in (self._line, self._gold_button, self._changes_button, self._tags):
            row.addWidget(part)
        row.addWidget(self._note, 1)
        row.addWidget(self._note_button)
        row.addWidget(self._undo_button)
        row.addStretch()
        self._fit_height()
        self._note.hide()

    def minimumSizeHint(self) -> QtCore.QSize:
        # The strip must not widen the window.
        return QtCore.QSize(0, super().minimumSizeHint().height())

    def _fit_height(self) -> None:
        # A fixed height: the verdict buttons above must not move.
        height = max(self._tags.sizeHint().height(), self._note.fontMetrics().height() + GRID // 2)
        self._note.setFixedHeight(height)
        self.setFixedHeight(height)

    def _refresh(self) -> None:
        """Show the bag of the strip as it is on disk; what could not be saved stays in the open field."""
        former, self._shown = self._shown, self._choose_bag()
        number = self._shown
        state = State() if number < 0 else self._session.progress.state(number)
        takes_comment = number >= 0 and not self._review.read_only
        if number != former:
            # The comment on the former bag is saved.
            self._draft_timer.stop()
            self._bag = f"bag {number + 1:,}"
            self._note.setAccessibleName(f"Note on {self._bag}")
            self._tag_field.setAccessibleName(f"Other tags for {self._bag}")
        # An equal state was shown before; the open field may have text that is not saved yet.
        if number != former or not self.is_open() or state != self._state:
            self._state = state
            self._show_comment(writable=takes_comment)
        gold, gold_tip = self._describe_gold(number)
        self._describe_answer(gold, takes_comment=takes_comment)
        # Also for the gaps between the parts, and for a screen reader that enters the strip.
        set_tip(self, *self._listed)
        changes = self._unseen_changes if number == self._last and not state.rows else 0
        self._hint_at_changes(changes, says_who=changes > 0 and self._session.offers_groups(number))
        word = gold.rpartition(" ")[0] or gold
        self._gold_button.set_forms((f"\N{MIDDLE DOT} gold: {gold}", f"gold: {gold}", f"gold: {word}"))
        set_tip(self._gold_button, gold_tip, "Click to see the bag.")
        self._gold_button.setAccessibleName(f"Gold says {gold}: {gold_tip}. See the bag.")
        self._offered = {
            self._gold_button: bool(gold),
            self._changes_button: changes > 0 and state.groups is None,
            # Tags say why, so not before there is an answer.
            self._tags: takes_comment and (state.is_judged or bool(state.comment.tags)),
            self._note_button: takes_comment,
            self._undo_button: number >= 0 and number == self._session.bag_to_undo(),
        }
        self._show_keys()
        self._show_note(shown=self.is_open() and number == former and takes_comment)
        self.update()
        if number >= 0:
            self._look_timer.start()

    def _show_note(self, *, shown: bool) -> None:
        """Show the field of the note in the place of tags and buttons, or these again."""
        self._legend.setVisible(self._offers_legend and self._shown < 0 and not shown)
        self._note.setVisible(shown)
        for part, is_offered in self._offered.items():
            part.setVisible(is_offered and not shown)
        self._line.set_forms(self._answers[-2:] if shown else self._answers)
        set_tip(self._line, *self._listed)

    def _show_comment(self, *, writable: bool) -> None:
        """Show the saved comment in the fields; unsaved tags are dropped."""
        comment = self._state.comment
        self._note.show_note(comment.note)
        self._note.setReadOnly(not writable)
        for tag, chip in self._chips.items():
            chip.setChecked(tag in comment.tags)
            chip.setEnabled(writable)
        others = [tag for tag in comment.tags if tag not in self._chips]
        self._tag_field.setText(" ".join(others))
        self._tag_field.learn(others)
        self._tag_field.setReadOnly(not writable)
        self._tag_field.setEnabled(writable or bool(others))

    def _describe_answer(self, gold: str, *, takes_comment: bool) -> None:
        """Write how the bag of the strip and those before it were answered."""
        number = self._shown
        if number < 0:
            self._answers, self._listed = [""], []
            return
        without_links, links = self._session.split_links(number)
        # The tags are next to the line, unless they cannot be changed.
        shown = Comment(self._state.comment.note) if takes_comment else without_links.comment
        on_link = self._say_link() if number == self._last else ""
        state, verdict = without_links._replace(comment=shown), State(self._state.verdict)
        bare = without_links._replace(comment=Comment())
        titled = [
            self._describe(number, each, links, most)
            for each in dict.fromkeys((state, bare))
            for most in _TITLES
        ]
        short = [describe_answer(f"{bag}{number + 1:,}", verdict, self._words) for bag in ("Bag ", "")]
        self._answers = [on_link] if on_link else [*titled, *short]
        ends = f" \N{MIDDLE DOT} gold: {gold}" if gold else ""
        self._listed = [f"{self._answers[0]}{ends}", *map(self._describe_former, self._list_former())]

    def _say_link(self) -> str:
        """Return the answer on the link that was answered last, "" if it was another answer, or is undone."""
        answer = None if self._link is None else self._link[0].read_answer(self._state)
        if self._link is None or answer is None:
            return ""
        return f"\N{CHECK MARK} Bag {self._shown + 1:,}, {say_answer(self._link[1], answer)}"

    def _describe(self, number: int, state: State, links: int, most: int = _TITLES[0]) -> str:
        """Return the answer on a bag in a line, with ``most`` letters of its title unless it is blind.

        ``links`` is the number of answers on links of the bag, which ``state`` leaves out.
        """
        bag, title = f"Bag {number + 1:,}", self._review.entries[number].title
        name = bag if self._review.blind or not title else f"{bag} ({one_line(title, most)})"
        return describe_answer(name, state, self._words, links)

    def _list_former(self) -> list[int]:
        """Return the bags that were answered before that of the strip in this session, the latest first."""
        answered = (
            each for each in reversed(self._answered) if each != self._shown and self._is_answered(each)
        )
        return list(islice(answered, _MOST_LISTED - 1))

    def _describe_former(self, number: int) -> str:
        """Return the answer on a bag in a line, with what gold says if that may be shown."""
        state, links = self._session.split_links(number)
        line = self._describe(number, state._replace(comment=Comment()), links)
        gold, _ = self._describe_gold(number)
        return f"{line} \N{MIDDLE DOT} gold: {gold}" if gold else line

    def _describe_gold(self, number: int) -> tuple[str, str]:
        """Return gold's verdict on a bag with its effect, and a sentence; "" if hidden."""
        remark = self._find_gold(number) if self._is_answered(number) else None
        if remark is None or remark.verdict is None:
            return "", ""
        try:
            share = self._session.find_own_share(number)
        except CoalaError as error:
            self._session.fail(error)
            share = None
        effect = "" if share is None else f" {points(share)}"
        return f"{self._words[remark.verdict]}{effect}", remark.sentence

    @QtCore.Slot()
    def _record_seen(self) -> None:
        """Record that gold is in the strip, so that a later verdict on the bags counts as given with gold."""
        if self._shown >= 0 and self.isVisible():
            listed = [self._shown, *self._list_former()]
            self._session.gold.record_seen(each for each in listed if self._describe_gold(each)[0])

    def _choose_bag(self) -> int:
        """Return the bag that the strip is about."""
        current, last = self._session.current, self._last
        if self._noted >= 0:
            return self._noted
        if self._is_fresh and self._is_answered(last):
            return last
        if current >= 0:
            state = self._session.progress.state(current)
            if state.is_judged or state.comment != Comment():
                return current
        return last if self._is_answered(last) else -1

    def _is_answered(self, number: int) -> bool:
        return number >= 0 and self._session.progress.state(number).is_judged

    @QtCore.Slot()
    def _show_keys(self) -> None:
        bag = f"bag {self._shown + 1:,}"
        for button, name, does in (
            (self._note_button, "note", f"Write a note on {bag}"),
            (self._undo_button, "undo", f"Undo the last step, {bag}"),
        ):
            key = self._actions.key(name)
            set_tip(button, f"{does} ({key})" if key else does)
            button.setAccessibleName(f"{does}, key {speak_key(key)}" if key else does)
        for name, (tag, chip) in zip(TAG_ACTIONS, self._chips.items(), strict=True):
            key = self._actions.key(name)
            reason = f"Why: {TAG_MEANINGS[tag]}" + (f" ({key})" if key else "")
            set_tip(chip, reason, *([f"Adds a tag to {self._bag}"] if self._bag else []))
            of_bag = f" for {self._bag}" if self._bag else ""
            chip.setAccessibleName(f"Tag {tag}{of_bag}" + (f", key {speak_key(key)}" if key else ""))

    def _hint_at_changes(self, changes: int, *, says_who: bool) -> None:
        """Offer to judge each of these changes, or to say who is who in them."""
        if says_who:
            forms: tuple[str, ...] = _WHO_FORMS
            tip = "One verdict for many links leaves open which of them are right."
            does, spoken = "Click to say who is who.", f"{tip} Who is who?"
        else:
            forms = (
                f"\N{MIDDLE DOT} counts for all {changes:,} changes \N{MIDDLE DOT} judge each?",
                f"for all {changes:,} changes \N{MIDDLE DOT} judge each?",
                f"all {changes:,} \N{MIDDLE DOT} judge each?",
            )
            tip, does = f"The verdict counts for all {changes:,} changes.", "Click to judge each of them."
            spoken = f"{tip} Judge each?"
        # Where not even the shortest one fits, the rest of the strip is more.
        self._changes_button.set_forms((*forms, ""))
        self._changes_button.setAccessibleName(spoken)
        set_tip(self._changes_button, tip, does)

    @QtCore.Slot()
    def _judge_changes(self) -> None:
        self.judge_each(self._shown)

    @QtCore.Slot()
    def _show_bag(self) -> None:
        self._session.visit(self._shown)

    @QtCore.Slot()
    def _finish(self) -> None:
        if self.save():
            # Before the note closes, or Qt would move the focus to the next widget.
            self._session.changed.emit(Changes(focus=True))
            self._noted = -1
            self._show_note(shown=False)
            self._refresh()

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.bag or changes.subject:
            self.turn_to_current()
        if changes.bag and self._session.current >= 0:
            self._restore_draft(self._session.current)
        if changes.judged >= 0:
            if changes.judged != self._last:
                self._is_fresh = False
            self._refresh()
        if changes.steps or changes.gold:
            self._refresh()

    @QtCore.Slot(QtGui.QAction)
    def _note_action(self, action: QtGui.QAction) -> None:
        if action.objectName() in _READING:
            self.turn_to_current()

    def _restore_draft(self, number: int) -> None:
        """Restore the note that was being written on the current bag when the program ended."""
        draft = self._read_draft(number)
        if draft is not None and not self._review.read_only:
            self._noted = number
            self._refresh()
            self._show_note(shown=True)
            self._note.show_draft(draft.note)
            self._session.say("Your unfinished note on this bag was restored.", Say.ON_BAG)

    def _read_draft(self, number: int) -> Comment | None:
        try:
            return self._review.draft(number)
        except CoalaError as error:
            self._session.fail(error)
            return None

    @QtCore.Slot()
    def _schedule_draft(self) -> None:
        # Not restarted by each letter: a reviewer who never pauses would lose everything.
        is_edited = self._note.document().isModified()
        if is_edited and not self._review.read_only and not self._draft_timer.isActive():
            self._draft_timer.start()

    @QtCore.Slot()
    def _save_draft(self) -> None:
        self._draft_timer.stop()
        if self._shown < 0:
            return
        try:
            self._review.keep_draft(self._shown, self.written())
        except CoalaError as error:
            self._session.fail(error)
