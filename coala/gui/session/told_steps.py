"""A step that was done, undone or done again is told in a sentence, for the status line."""

from __future__ import annotations

from collections.abc import Mapping

from coala.base.plain_text import one_line
from coala.gui.session.undo import How
from coala.model.bag import Verdict
from coala.presentation import phrases
from coala.presentation.judged_changes import verdicts_of
from coala.verdicts.state import Manner, State


def tell_step(
    title: str, before: State, after: State, how: How, undo_key: str, steps: int, *, blind: bool
) -> str:
    """What just happened to a bag, for the status line; with more ``steps``, to the last of a burst."""
    bag, words = one_line(title, 90), phrases.verdict_words(blind=blind)
    if steps > 1:
        done = "Undone" if how == "undone" else "Done again"
        return f"{done}: {steps:,} answers given in quick succession, as one step; now here: {bag}"
    if how == "undone" and before.verdict == after.verdict and before.rows != after.rows:
        return f"Undone: {_change(after, before, words)}: {bag}"
    if how == "undone":
        judged = phrases.judgement(after.verdict, words)
        return f"Undone: {_change(after, before, words)}; now {judged}: {bag}"
    done = "Done again: " if how == "redone" else ""
    hint = f", undo with {undo_key}" if undo_key else ""
    change = f"{done}{_change(before, after, words)}{hint}: {bag}"
    return change[0].upper() + change[1:]


def _change(before: State, after: State, words: Mapping[Verdict, str]) -> str:
    if before.rows != after.rows and after.verdict in (None, before.verdict):
        given = ", ".join(words[verdict] for verdict in verdicts_of({*after.rows} - {*before.rows}))
        change = f"a change judged {given}" if given else "the verdict on a change removed"
        # One that followed from all changes, and does so no more.
        return change if before.verdict is after.verdict else f"{change}, and the verdict on the bag removed"
    if after.verdict is not None and before.manner is not after.manner is Manner.ADJUDICATION:
        return f"settled as {words[after.verdict]}"
    if before.verdict == after.verdict and before.origin != after.origin:
        judged = phrases.judgement(after.verdict, words)
        return f"{judged} here too" if after.origin is None else f"{judged}, taken over again"
    if before.verdict == after.verdict:
        return phrases.comment_step(before.comment, after.comment)
    if after.verdict is None:
        return "verdict removed"
    was = "" if before.verdict is None else f", was {words[before.verdict]}"
    follows = "" if before.rows == after.rows else ", which follows from its changes"
    return f"judged {words[after.verdict]}{follows}{was}"
