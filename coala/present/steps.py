"""Words for one step of a reviewer: what it changed in the state of a bag."""

from __future__ import annotations

from collections.abc import Mapping

from coala.model.bag import Verdict
from coala.present import phrases
from coala.present.judged_changes import list_distinct_verdicts
from coala.verdicts.state import Manner, State


def describe_change(before: State, after: State, words: Mapping[Verdict, str]) -> str:
    """Return what is new in the state ``after``: "judged better (was same)", "note removed".

    ``words`` are the words for verdicts.
    """
    if before.rows != after.rows and after.verdict in (None, before.verdict):
        given = ", ".join(
            words[verdict] for verdict in list_distinct_verdicts({*after.rows} - {*before.rows})
        )
        # The verdict on the bag followed from its changes, and may no longer do so.
        keeps_verdict = before.verdict is after.verdict
        if not given:
            return (
                "verdict on one change removed"
                if keeps_verdict
                else "verdicts on the bag and on one change removed"
            )
        change = f"one change judged {given}"
        return change if keeps_verdict else f"{change}, and verdict on the bag removed"
    if after.verdict is not None and before.manner is not after.manner is Manner.ADJUDICATION:
        return f"settled as {words[after.verdict]}"
    if after.verdict is not None and before.manner is Manner.ADJUDICATION is not after.manner:
        return f"no longer settled, judged {words[after.verdict]}"
    if after.verdict is not None and before.verdict == after.verdict and before.origin != after.origin:
        verdict = words[after.verdict]
        return f"confirmed as {verdict}" if after.origin is None else f"carried over as {verdict} again"
    if before.verdict == after.verdict and not _has_same_groups(before, after):
        return "who is who changed"
    if before.verdict == after.verdict:
        return phrases.comment_step(before.comment, after.comment)
    if after.verdict is None:
        return "verdict removed"
    was = "" if before.verdict is None else f" (was {words[before.verdict]})"
    return f"judged {words[after.verdict]}{_say_source(before, after)}{was}"


def _say_source(before: State, after: State) -> str:
    """Return how the verdict on a bag came from who is who or from its changes, "" if it did not."""
    if not _has_same_groups(before, after):
        return " with who is who"
    if before.rows == after.rows:
        return ""
    is_unanimous = list_distinct_verdicts(after.rows) == (after.verdict,)
    return " like all its changes" if is_unanimous else " on balance"


def _has_same_groups(before: State, after: State) -> bool:
    return before.answer[-1] == after.answer[-1]


def shows_by_itself(before: State, after: State) -> bool:
    """Return True if the last answer shows all of a step: a first verdict, or a comment."""
    if after.verdict is None or before.rows != after.rows:
        return False
    is_first = before.verdict is None and after.manner is Manner.ALONE
    return is_first or before._replace(comment=after.comment) == after
