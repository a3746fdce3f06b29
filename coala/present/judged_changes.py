"""Words and signs for verdicts on own changes of a bag, and the questions that ask for a verdict.

A reviewer judges a bag as a whole, and may also judge its own changes, such as one of a type
(``coala.verdicts.changes``). ``Rows`` are verdicts as they are stored, and ``ChangeVerdicts`` the same by the
position of the change in the list of all changes. Questions have several wordings, from the longest to the
shortest, so that the window can choose one that fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from coala.base import numerals
from coala.model.bag import Verdict
from coala.model.kinds import FACT_KINDS, PROPERTY_KINDS, Kind
from coala.present.phrases import VERDICT_SIGNS, kind_word, quote_comment
from coala.verdicts.changes import ChangeVerdicts, Rows
from coala.verdicts.state import Manner, State
from coala.verdicts.tally import Tally

QUESTIONS = ("Is the changed system better here?", "Is changed better here?", "Better here?")
"""Questions for a bag whose changes have no verdicts, from the longest to the shortest."""

BLIND_QUESTIONS = ("Which side is better here?", "Which is better?")
"""Questions for a bag of a blind review, from the longest to the shortest."""

CHANGE_QUESTIONS = ("Is this change for the better?", "Change better?", "Better?")
"""Questions for one change, from the longest to the shortest."""

BLIND_CHANGE_QUESTIONS = ("Which side is better in this change?", "Which is better?")
"""Questions for one change in a blind review, from the longest to the shortest."""


_NOT_JUDGED = "\N{WHITE CIRCLE}"
_LONGEST_NOTE = 60
# A longer row of signs is hard to read: the signs are counted instead.
_MOST_SIGNS = 8


def say_verdicts(verdicts: Iterable[Verdict], words: Mapping[Verdict, str]) -> str:
    """Return the verdicts on one change by sign and word: "− worse"; "" if it is not judged.

    ``words`` are the words for verdicts, which are different in a blind review.
    """
    return ", ".join(f"{VERDICT_SIGNS[verdict]} {words[verdict]}" for verdict in verdicts)


def say_judged(changes: ChangeVerdicts) -> str:
    """Return how many own changes are judged, and how: "2 of 3 changes judged: + − ○"; "" if none is."""
    if not changes.given:
        return ""
    return f"{len(changes.given):,} of {_count(changes)} judged: {show_signs(changes)}"


def show_signs(changes: ChangeVerdicts) -> str:
    """Return the sign of each own change in order, or the count of each sign of many: "+ 12, − 3"."""
    if len(changes.own) <= _MOST_SIGNS:
        verdicts_of_each = map(changes.get_verdicts, changes.own)
        return " ".join(
            "/".join(VERDICT_SIGNS[verdict] for verdict in verdicts) or _NOT_JUDGED
            for verdicts in verdicts_of_each
        )
    counts = Counter(verdict for verdicts in changes.given.values() for verdict in verdicts)
    return ", ".join(
        f"{VERDICT_SIGNS[verdict]} {counts[verdict]:,}" for verdict in Verdict if counts[verdict]
    )


def speak_judged(changes: ChangeVerdicts, words: Mapping[Verdict, str]) -> str:
    """Return how many changes are judged, and how: "3 of 4 changes judged: 2 better, 1 worse"; "" if none."""
    if not changes.given:
        return ""
    counts = Counter(verdict for verdicts in changes.given.values() for verdict in verdicts)
    given = ", ".join(f"{counts[verdict]:,} {words[verdict]}" for verdict in Verdict if counts[verdict])
    return f"{len(changes.given):,} of {_count(changes)} judged: {given}"


def say_each(changes: ChangeVerdicts, words: Mapping[Verdict, str]) -> str:
    """Return the judged changes by their numbers in the list: "change 1: + better, change 3: − worse"."""
    if len(changes.given) > _MOST_SIGNS:
        return say_judged(changes)
    return ", ".join(
        f"change {place + 1}: {say_verdicts(verdicts, words)}" for place, verdicts in changes.given.items()
    )


def offer_changes(changes: ChangeVerdicts, kinds: Collection[Kind], chosen: int | None) -> Sequence[str]:
    """Return the label of the link to the own changes, from the longest wording to the shortest.

    ``kinds`` are the kinds of the own changes. The label says how many there are, "7 types – judge each?",
    how they are judged, or which one is chosen (by its position from 0): "Change 2 of 7 ×". Different own
    changes are "7 changes", next to changes of mentions "7 other changes". It is empty for a bag of one
    change, or without own ones.
    """
    if changes.total < 2 or not changes.own:
        return ("",)
    if chosen is not None:
        which = f"{chosen + 1:,} of {changes.total:,} \N{MULTIPLICATION SIGN}"
        return f"Change {which}", which
    if judged := say_judged(changes):
        return judged, f"{len(changes.given):,} of {_count(changes)} judged", _count(changes)
    number = len(changes.own)
    noun = name_changes(kinds) or ("change" if number == changes.total else "other change")
    return ask_for_each(number, noun), numerals.count(number, noun)


def name_changes(kinds: Collection[Kind]) -> str:
    """Return the noun for own changes of one kind: "type", "entity link"; "" if their kinds differ."""
    names = {"fact" if kind in FACT_KINDS else kind_word(kind) for kind in kinds}
    return names.pop() if len(names) == 1 else ""


def ask_for_each(number: int, noun: str) -> str:
    """Return the offer to judge a number of changes: "2 types – judge each?"."""
    return f"{numerals.count(number, noun)} \N{EN DASH} judge {'it' if number == 1 else 'each'}?"


def say_counted(tally: Tally) -> str:
    """Return what the tables by kind count, and in how many bags; "" if nothing is judged.

    For example "7 links and changes in 3 judged bags; 2 open".
    """
    number = tally.changes.judged + tally.changes.unsure + tally.changes.open
    if not number:
        return ""
    has_links = any(kind not in PROPERTY_KINDS for kind in tally.by_kind)
    words = ("link or change", "links and changes") if has_links else ("change", "changes")
    noun = "bag" if tally.changes_alone else "judged bag"
    bags = numerals.count(tally.judged + tally.unsure + tally.changes_alone, noun)
    parts = [f"{numerals.count(number, *words)} in {bags}"]
    if tally.changes.open:
        parts.append(f"{tally.changes.open:,} open")
    if tally.bags_by_change:
        parts.append(f"{numerals.count(tally.bags_by_change, 'bag')} judged change by change")
    return "; ".join(parts)


def mark_rows(rows: Rows) -> str:
    """Return the verdicts on own changes and links as signs: "changes + −"; "" without any."""
    signs = " ".join(VERDICT_SIGNS[verdict] for verdict in list_distinct_verdicts(rows))
    return f"changes {signs}" if signs else ""


def describe_answer(bag: str, state: State, words: Mapping[Verdict, str], links: int = 0) -> str:
    """Return the answer on a bag with its comment: "✓ Bag 6 (Milbury): worse · name · “who is he”".

    ``links`` is the number of its drawn links that are answered, which are not in the state.
    """
    settled = ", settled" if state.manner is Manner.ADJUDICATION else ""
    judged = f"{bag}: not judged"
    if state.verdict is not None:
        judged = f"\N{CHECK MARK} {bag}: {words[state.verdict]}{settled}"
    comment = quote_comment(state.comment, _LONGEST_NOTE)
    return " · ".join(filter(None, (judged, mark_rows(state.rows), say_links(links), *comment)))


def say_links(links: int) -> str:
    """Return how many drawn links of a bag are answered: "3 links answered"; "" for none."""
    return f"{numerals.count(links, 'link')} answered" if links else ""


def speak_rows(rows: Rows, words: Mapping[Verdict, str]) -> str:
    """Return the verdicts on own changes and links in words: "changes judged better, worse"; "" if none."""
    spoken = ", ".join(words[verdict] for verdict in list_distinct_verdicts(rows))
    return f"changes judged {spoken}" if spoken else ""


def list_distinct_verdicts(rows: Iterable[tuple[str, Verdict]]) -> tuple[Verdict, ...]:
    """Return the different verdicts, each once, in the order of ``Verdict``."""
    given = {verdict for _, verdict in rows}
    return tuple(verdict for verdict in Verdict if verdict in given)


def _count(changes: ChangeVerdicts) -> str:
    return numerals.count(len(changes.own), "change")
