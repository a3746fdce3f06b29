"""Divergences become plain sentences, the most surprising one first: it is the title of the bag.

A sentence names what was joined or parted, each side by its own chain (specification, section 3). Its words
are neutral on purpose: a merge or a split is a kind of change, not a good or a bad one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from coala.base import numerals
from coala.base.plain_text import plain_words, readable
from coala.diff.fact_wording import change_in_words
from coala.diff.names import InstanceNames, InstancePlace, quoted
from coala.diff.ranked import RankedChanges, find_ways, merge_rows
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, Statement
from coala.model.kinds import CHAIN_PAIR_KINDS, PROPERTY_KINDS, Kind

# How many mentions, or added or dropped types or statements, a sentence lists before it counts the rest.
LISTED = 3
# What two long values are told apart by: some words before their first difference, and some after it.
_BEFORE, _AFTER = 15, 40


class BagSentences:
    """Says what happened in one bag; ``sign_of`` is for a reader who sees signs beside the chains' names."""

    def __init__(self, bag: Bag, sign_of: Callable[[InstancePlace], str] | None = None) -> None:
        self.bag = bag
        self.names = InstanceNames(bag, sign_of)

    def tell(self) -> Bag:
        """The bag with its title and the sentences of its rows, which ``bag`` is from now on."""
        told = tuple(row._replace(sentence=self.describe(row)) for row in self.bag.divergences)
        # Most bags have one row, whose sentence need not be made again.
        title = told[0].sentence if len(told) == 1 else self.title
        self.bag = replace(self.bag, title=title, divergences=told)
        return self.bag

    def describe(self, row: Divergence) -> str:
        """One divergence, or several of one kind between the same instances, in words."""
        if row.fact is not None:
            return change_in_words(row.kind, row.fact)
        # No more of them are told, of however many.
        words = [self.bag.words[span] for span in row.spans[:LISTED]]
        spans = _spans(words, len(row.spans))
        ends = self.ends(row)
        if ends is not None:
            first, second = self.names.tell_apart(*ends)
            return _between(row.kind, spans, first, second, whole=self.is_whole(row))
        place = _place(row)
        name = self.names.name(place)
        match row.kind:
            case Kind.MENTION_ADDED:
                return f"{spans} added to {self.names.beside_words(place, words)}"
            case Kind.MENTION_DROPPED:
                return f"{spans} dropped from {self.names.beside_words(place, words)}"
            case Kind.INSTANCE_ADDED:
                return f"{name} is new, with {numerals.count(len(row.spans), 'mention')}"
            case Kind.INSTANCE_DROPPED:
                return f"{name} is gone, with {numerals.count(len(row.spans), 'mention')}"
            case Kind.TYPE if len(row.dropped) == len(row.added) == 1:
                return f"{name} {_changes('type', [(row.dropped[0], row.added[0])], [], [])}"
            case Kind.TYPE:
                return f"{name} {_changes('type', [], row.dropped, row.added)}"
            case _:
                return f"{name} {_changes('statement', *pair_statements(self.bag, row))}"

    @cached_property
    def ranked(self) -> RankedChanges:
        """One row for all spans that took the same way between two instances, the most surprising first.

        ``describe`` makes their sentences: a great bag has more than anybody reads.
        """
        rows = self.bag.divergences
        ways = find_ways(rows)
        if len(ways) > 1:
            ways.sort(key=lambda way: self.surprise(merge_rows([rows[place] for place in way])))
        return RankedChanges(rows, ways)

    @property
    def headline(self) -> str:
        """The sentence of the most surprising change."""
        # Only a file that somebody else wrote has a bag without changes.
        return self.describe(self.ranked[0]) if self.ranked else self.bag.title

    @property
    def title(self) -> str:
        """The headline, and how many more changes there are."""
        more = len(self.ranked) - 1
        return f"{self.headline}, and {more:,} more" if more > 0 else self.headline

    def ends(self, row: Divergence) -> tuple[InstancePlace, InstancePlace] | None:
        """The two chains that a row joins, parts or moves a mention between, on the side where they are two.

        Of a merge and a move these are baseline instances, of a split changed ones: what took the mentions
        away comes first in a split, and last in the others. None for a row about one instance.
        """
        if row.kind not in CHAIN_PAIR_KINDS or row.baseline is None or row.changed is None:
            return None
        old, new = (BASELINE, row.baseline), (CHANGED, row.changed)
        if row.kind is Kind.SPLIT:
            rest = self._partner_of[BASELINE](row.baseline)
            return new, old if rest in (None, row.changed) else (CHANGED, rest)
        host = self._partner_of[CHANGED](row.changed)
        return old, new if host in (None, row.baseline) else (BASELINE, host)

    def surprise(self, row: Divergence) -> tuple[bool, int, bool, int]:
        """What rows are sorted by: names that differ, many mentions, facts, and the order of the text."""
        ends = self.ends(row)
        spans = row.spans
        # A row between two chains is of no property, and has one span more often than not.
        moved = 0 if ends is None and row.kind in PROPERTY_KINDS else len(spans)
        first = spans[0] if len(spans) == 1 else min(spans, default=len(self.bag.spans))
        return ends is None or self.names.agree(*ends), -moved, row.fact is None, first

    @cached_property
    def _partner_of(self) -> tuple[Callable[[int], int | None], Callable[[int], int | None]]:
        """The partner of an instance by its index, for either side."""
        partners = self.bag.partners
        return dict(partners).get, {new: old for old, new in partners}.get

    def is_whole(self, row: Divergence) -> bool:
        """Whether an instance went over, or broke off, with all its mentions."""
        if row.kind is Kind.SPLIT:
            return row.changed is not None and row.spans == self.bag.changed[row.changed].spans
        return row.baseline is not None and row.spans == self.bag.baseline[row.baseline].spans


def pair_statements(bag: Bag, row: Divergence) -> tuple[list[tuple[str, str]], Sequence[str], Sequence[str]]:
    """What a pair's statements changed: (dropped, added) of one predicate, then those that have no other.

    A dropped and an added statement are one change only where each is the only one of its predicate.
    """
    if not row.dropped or not row.added or row.baseline is None or row.changed is None:
        return [], row.dropped, row.added
    before = _by_predicate(bag.baseline[row.baseline].statements, row.dropped)
    after = _by_predicate(bag.changed[row.changed].statements, row.added)
    pairs = [
        (dropped[0], after[predicate][0])
        for predicate, dropped in before.items()
        if len(dropped) == len(after.get(predicate, ())) == 1
    ]
    paired = {said for pair in pairs for said in pair}
    return (
        pairs,
        [said for said in row.dropped if said not in paired],
        [said for said in row.added if said not in paired],
    )


def _by_predicate(statements: Sequence[Statement], told: Sequence[str]) -> dict[tuple[str, bool], list[str]]:
    """The statements that are told, by the full name and the direction of their predicates."""
    wanted = set(told)
    found: defaultdict[tuple[str, bool], list[str]] = defaultdict(list)
    for statement in statements:
        words = statement.in_words
        said = words.label if words.label in wanted else words.name
        if said in wanted:
            found[statement.predicate.name, statement.inverse].append(said)
    return found


def _place(row: Divergence) -> InstancePlace:
    """The one instance that a row is about; of a pair the changed side is named."""
    if row.changed is not None:
        return CHANGED, row.changed
    return BASELINE, row.baseline or 0


def _between(kind: Kind, spans: str, first: str, second: str, *, whole: bool) -> str:
    if kind is Kind.MOVED:
        return f"{spans} moved from {first} to {second}"
    if kind is Kind.MERGED:
        return f"{first} joined with {second}" if whole else f"{spans} of {first} joined with {second}"
    return f"{first} split from {second}" if whole else f"{spans} split from {second} into {first}"


def _spans(words: Sequence[str | None], many: int) -> str:
    shown = [quoted(text) if text else "a mention" for text in words]
    rest = many - len(shown)
    if rest:
        return f"{', '.join(shown)} and {rest:,} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def _changes(
    noun: str, pairs: Sequence[tuple[str, str]], dropped: Sequence[str], added: Sequence[str]
) -> str:
    parts = []
    if pairs:
        what = noun if len(pairs) == 1 else numerals.count(len(pairs), noun)
        parts.append(f"changed {what}: {_list([_arrow(*pair) for pair in pairs])}")
    if dropped:
        parts.append(f"lost {numerals.count(len(dropped), noun)}: {_list(list(map(plain_words, dropped)))}")
    if added:
        parts.append(f"gained {numerals.count(len(added), noun)}: {_list(list(map(plain_words, added)))}")
    return "; ".join(parts)


def _arrow(old: str, new: str) -> str:
    """Both ends of a change, cut around their first difference where they would read as equal."""
    before, after = plain_words(old), plain_words(new)
    if before == after:
        equal = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
        start = max(0, equal - _BEFORE)
        before, after = (
            ("…" if start else "") + readable(text[start : start + _BEFORE + _AFTER]) for text in (old, new)
        )
    if before == after:
        return f"{before}, in a part that is not shown"
    return f"{before} → {after}"


def _list(items: Sequence[str]) -> str:
    shown = ", ".join(items[:LISTED])
    return shown if len(items) <= LISTED else f"{shown} and {len(items) - LISTED:,} more"
