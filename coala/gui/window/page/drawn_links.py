"""Drawn links as questions: asks about the current one, stores the answer, and goes on.

From a bag of many parts a sample draws single links. Each is a question of its own in the place of the
evidence. Its answers have the keys of verdicts: that of worse is no, that of better yes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from PySide6 import QtCore

from coala.base.sequences import LruCache
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.action_set import Actions
from coala.gui.session.changes import Changes, Say
from coala.gui.session.session import Session
from coala.gui.sidebar.reason_bar import ReasonBar
from coala.gui.window.page.answers import Answers
from coala.model.bag import Verdict
from coala.present.link_question import LINK_WORDS, AskedLink, KeyedLink, ask_link, key_links, say_answer
from coala.present.part_lines import PartLines

_BAGS_KEPT = 2


class _Links(NamedTuple):
    """The links of a bag by their keys, and the lines of its parts."""

    by_key: Mapping[str, KeyedLink]
    lines: PartLines


class DrawnLinks(QtCore.QObject):
    """The presenter of the questions about drawn links of one page."""

    def __init__(
        self,
        session: Session,
        pane: BagPane,
        reasons: ReasonBar,
        answers: Answers,
        actions: Actions,
        parent: QtCore.QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._review = session, session.review
        self._pane, self._reasons, self._answers, self._actions = pane, reasons, answers, actions
        # To find the links of a great bag takes a moment, and its next link is often asked about.
        self._known = LruCache[int, _Links](_BAGS_KEPT)
        # The key of the link that was asked about last, also after the reviewer has turned to its bag.
        self._last = ""
        answers.answer_link = self._answer
        session.changed.connect(self._follow)

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.bag:
            self._last = ""
        if changes.link:
            self.ask(changes.link)
        if changes.subject:
            self._follow_subject()

    def ask(self, key: str) -> None:
        """Ask about a link of the current bag; who is who there has answered it."""
        prepared, number = self._pane.prepared(), self._session.current
        if prepared is None or self._session.progress.state(number).groups is not None:
            self._pane.choose_bag()
            return
        known = self._known.get(number, self._read)
        link = known.by_key.get(key)
        if link is None:
            return
        self._pane.ask_link(ask_link(known.lines, link), known.lines)
        self._last = key
        self._session.say(self._pane.link.spoken(), Say.ALOUD)

    def resume(self) -> bool:
        """Ask again about the link from which the reviewer turned to its bag; return False without one."""
        if self._pane.link.asked() is not None or not self._is_open():
            return False
        self.ask(self._last)
        return True

    def _read(self, number: int) -> _Links:
        prepared = self._pane.prepared()
        assert prepared is not None
        lines = PartLines(prepared, self._review.find_parts(number), self._review.text)
        return _Links({link.key: link for link in key_links(prepared.displayed.bag, lines.parts)}, lines)

    def _answer(self, answer: Verdict | None) -> None:
        """Store the answer on the link that is asked about, and go on; None removes the answer."""
        asked = self._pane.link.asked()
        if asked is None:
            return
        if answer is not None and answer not in LINK_WORDS:
            self._session.say("That key gives no answer here: choose no, yes or not sure.")
        elif answer is None:
            self._store(asked, None)
        elif self._answers.accepts_answer():
            self._store(asked, answer)

    def _store(self, asked: AskedLink, answer: Verdict | None) -> None:
        comment = self._reasons.take_comment()
        if comment is None:
            return
        session, number = self._session, self._session.current
        is_writing, continues = self._reasons.is_writing(), self._answers.gate.follows_closely()
        state, drawn = session.progress.state(number), session.count_drawn()
        rows = dict(state.rows)
        rows.pop(asked.link.key, None)
        if answer is not None:
            rows[asked.link.key] = asked.link.to_verdict(answer)
        # The name, before another bag is shown.
        name = self._known.get(number, self._read).lines.line(asked.part).name
        if not session.judge(state.verdict, comment, rows=tuple(sorted(rows.items())), continues=continues):
            return
        self._session.say(say_answer(name, answer), Say.ALOUD)
        if answer is not None and not session.go_on_drawn(drawn):
            session.go_to_next_item()
        if session.current != number:
            self._session.changed.emit(Changes(went_on=number))
        self._reasons.note_answer(number, link=(asked, name))
        if is_writing:
            self._session.changed.emit(Changes(focus=True))

    def _follow_subject(self) -> None:
        """Say how to come back when the reviewer turns from a link to its bag."""
        if self._pane.link.asked() is None and self._pane.change() is None and self._is_open():
            key = self._actions.key("next_unjudged")
            back = f"{key} goes" if key else "The next unjudged item goes"
            self._session.say(f"You are judging the whole bag. {back} back to the drawn link.")

    def _is_open(self) -> bool:
        """Return True if the link that was asked about last has no answer yet."""
        if not self._last:
            return False
        state = self._session.progress.state(self._session.current)
        return self._last not in dict(state.rows) and state.groups is None
