"""What a reviewer said of single changes of a bag is told in words and signs, and asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from coala.base import numerals
from coala.model.bag import Verdict
from coala.present.phrases import MINUS, VERDICT_SIGNS, quote_comment
from coala.verdicts.changes import ChangeVerdicts, Rows
from coala.verdicts.facts import FactProgress
from coala.verdicts.state import State
from coala.verdicts.tally import Tally

QUESTIONS = ("Is the changed system better here?", "Is changed better here?", "Better here?")
"""What is asked of a bag whose changes have no verdicts of their own, in ever fewer words."""

BLIND_QUESTIONS = ("Which side is better here?", "Which is better?")
"""The same of a bag of which nobody is told which side is which."""

_OPEN = "\N{WHITE CIRCLE}"
_LONGEST_NOTE = 60
# The signs of more are not read, but counted.
_MOST_SIGNS = 8


def say_verdicts(verdicts: Iterable[Verdict], words: Mapping[Verdict, str]) -> str:
    """The verdicts on one change, by sign and by word: "− worse"; "" where it is not judged."""
    return ", ".join(f"{VERDICT_SIGNS[verdict]} {words[verdict]}" for verdict in verdicts)


def say_judged(changes: ChangeVerdicts) -> str:
    """How many changes are judged, and how: "2 of 3 changes judged: + − ○"; "" where none is."""
    if not changes.given:
        return ""
    return f"{len(changes.given):,} of {_count(changes)} judged: {show_signs(changes)}"


def show_signs(changes: ChangeVerdicts) -> str:
    """The sign of each change in the order of the list, or of many how often each stands: "+ 12, − 3"."""
    if changes.total <= _MOST_SIGNS:
        each = (changes.of(change) for change in range(changes.total))
        return " ".join("/".join(VERDICT_SIGNS[verdict] for verdict in got) or _OPEN for got in each)
    number = Counter(verdict for got in changes.given.values() for verdict in got)
    return ", ".join(f"{VERDICT_SIGNS[each]} {number[each]:,}" for each in Verdict if number[each])


def say_each(changes: ChangeVerdicts, words: Mapping[Verdict, str]) -> str:
    """Which changes are judged, by their numbers in the list: "change 1: + better, change 3: − worse"."""
    if len(changes.given) > _MOST_SIGNS:
        return say_judged(changes)
    return ", ".join(
        f"change {place + 1}: {say_verdicts(got, words)}" for place, got in changes.given.items()
    )


def ask_of_bag(changes: ChangeVerdicts, given: Verdict | None, *, blind: bool) -> Sequence[str]:
    """What is asked of the bag as a whole, in ever fewer words: with what its changes say, as a question.

    With the verdict that it has already it is no question, unless another one follows from its changes.
    """
    judged = say_judged(changes)
    if not judged:
        return BLIND_QUESTIONS if blind else QUESTIONS
    bag = f"the bag: {VERDICT_SIGNS[given]}" if given else "the bag: ?"
    if changes.leave_open(given):
        signs = show_signs(changes)
        still = f"Is the whole bag still {VERDICT_SIGNS[given]}?" if given else ""
        whole = still or "And the whole bag?"
        return f"All {_count(changes)} judged: {signs}. {whole}", f"{signs}. {whole}", whole, "Whole bag?"
    number = f"{len(changes.given):,} of {changes.total:,} judged"
    return f"{judged}; {bag}", f"{number}: {show_signs(changes)}; {bag}", f"{number}; {bag}", bag


def ask_of_change(change: int, total: int, *, blind: bool) -> Sequence[str]:
    """What is asked of one change, by its place, in ever fewer words."""
    which = f"Change {change + 1:,} of {total:,}"
    asked = ("is the changed system better in it", "is changed better", "better")
    if blind:
        asked = ("which side is better in it", "which is better", "which")
    return *(f"{which}: {words}?" for words in asked), f"{change + 1:,} of {total:,}?"


def say_counted(tally: Tally) -> str:
    """Which verdicts on changes count by kind in the place of their bags'; "" where none does."""
    if not tally.changes:
        return ""
    changes, bags = numerals.count(tally.changes, "change"), numerals.count(tally.bags_by_change, "bag")
    return f"{changes} of {bags} by verdicts of their own"


def say_facts(facts: FactProgress) -> str:
    """How many facts were added and dropped, and how many of those judged are right; "" without facts."""
    if not facts.added and not facts.dropped:
        return ""
    sums = facts.sums
    told = [f"facts +{facts.added:,} {MINUS}{facts.dropped:,}"]
    if sums.added:
        told.append(f"added: {sums.right_added:,} right of {sums.added:,} judged")
    if sums.dropped:
        told.append(f"dropped: {sums.right_dropped:,} right of {sums.dropped:,} judged")
    return "; ".join(told)


def mark_rows(rows: Rows) -> str:
    """That changes of a bag have verdicts of their own, for a line of a list: "changes + −"."""
    signs = " ".join(VERDICT_SIGNS[verdict] for verdict in verdicts_of(rows))
    return f"changes {signs}" if signs else ""


def tell_answer(bag: str, state: State, words: Mapping[Verdict, str]) -> str:
    """Return the verdict on a bag and its reasons: "Bag 6, Milbury: worse · name · “who is he”".

    "" stands for a bag without a verdict.
    """
    if state.verdict is None:
        return ""
    told = f"{bag}: {words[state.verdict]}", mark_rows(state.rows)
    return " · ".join(filter(None, (*told, *quote_comment(state.comment, _LONGEST_NOTE))))


def speak_rows(rows: Rows, words: Mapping[Verdict, str]) -> str:
    """The same in words: "changes judged better, worse"."""
    said = ", ".join(words[verdict] for verdict in verdicts_of(rows))
    return f"changes judged {said}" if said else ""


def verdicts_of(rows: Iterable[tuple[str, Verdict]]) -> tuple[Verdict, ...]:
    """Which verdicts there are, each once."""
    given = {verdict for _, verdict in rows}
    return tuple(verdict for verdict in Verdict if verdict in given)


def _count(changes: ChangeVerdicts) -> str:
    return numerals.count(changes.total, "change")
