"""What the journal knows of a bag becomes lines for a person: when, who, and what stood there then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Verdict
from coala.present.judged_changes import say_each
from coala.present.phrases import VERDICT_SIGNS, comment_words, judgement
from coala.review.storage.journal import PastAct
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.state import State

_LONGEST_NOTE_SHOWN = 300
# Nobody reads on; a table of more would take a moment to lay out.
_MOST_LINES = 500


class HistoryLine(NamedTuple):
    """One act: the local time, the reviewer, and what was done."""

    when: str
    who: str
    what: str


def tell_history(acts: Iterable[PastAct], bag: Bag, words: Mapping[Verdict, str]) -> list[HistoryLine]:
    """The lines of a bag's history, newest first; of a very long one the newest."""
    newest = list(acts)[: -_MOST_LINES - 1 : -1]
    judged = any(act.state.rows for act in newest)
    keys = ChangeKeys(bag, BagSentences(bag).ranked) if judged else None
    return [
        HistoryLine(local_time(act.time), plain_words(act.reviewer), _what(act, keys, words))
        for act in newest
    ]


def local_time(time: str) -> str:
    """A time of a journal as the reader has it on the clock."""
    try:
        return f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError, OSError):
        # A journal of another hand may say anything.
        return plain_words(time)


def _what(act: PastAct, keys: ChangeKeys | None, words: Mapping[Verdict, str]) -> str:
    done = {"judge": "", "undo": "undone, back to: ", "redo": "done again: "}[act.act]
    where = "" if act.same else " (of the bag as it was in an earlier comparison)"
    return f"{done}{_stood(act.state, keys, words)}{where}"


def _stood(state: State, keys: ChangeKeys | None, words: Mapping[Verdict, str]) -> str:
    sign = f" {VERDICT_SIGNS[state.verdict]}" if state.verdict is not None else ""
    parts = [f"{judgement(state.verdict, words)}{sign}"]
    if state.rows and keys is not None:
        # Of an earlier comparison the bag may have none of them any more.
        parts.append(say_each(keys.read(state.rows), words) or "some changes judged")
    if state.origin is not None:
        given = local_time(state.origin.time)
        parts.append(f"taken over from {plain_words(state.origin.file)}, given {given}")
    if state.gold_seen:
        parts.append("with gold in sight")
    parts += comment_words(state.comment, _LONGEST_NOTE_SHOWN)
    return "; ".join(parts)
