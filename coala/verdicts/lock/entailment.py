"""What verdicts on some bags assert of spans decides others: a bag all of whose links were judged elsewhere.

Columns of a board ask of the same links in bags that are not the same. A verdict on a change says which spans
belong together, which apart, and what is a mention (``assertions``). Where a verdict on another bag would say
nothing else, that bag has an implied one: each span of each of its assertions was judged to be with (or apart
from) more than half of those that represent its chain, and otherwise with none of them. What verdicts say
against each other implies nothing, nor does a verdict on a bag of several changes, which may have been given
for most of them; and nothing is concluded over a third mention.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from coala.model.bag import Bag, Verdict
from coala.model.kinds import Kind
from coala.verdicts.lock.assertions import OF_SPANS, Assertion, Expected, find_assertions

_OPPOSITE = {
    Expected.TOGETHER: Expected.APART,
    Expected.APART: Expected.TOGETHER,
    Expected.MENTION: Expected.NO_MENTION,
    Expected.NO_MENTION: Expected.MENTION,
}


class Claim(NamedTuple):
    """An assertion about spans (``Assertion``), which have their numbers on the board."""

    expected: Expected
    spans: tuple[int, ...]
    others: tuple[int, ...] = ()


class BagClaims(NamedTuple):
    """What a verdict on a bag would assert: ``better`` if it were that the changed graph is, or ``worse``.

    Both are empty where a verdict says more than claims do, as of types. ``one_change`` tells that a verdict
    on the whole bag is one on its only change; ``spans`` are all of the bag's, in its order.
    """

    spans: tuple[int, ...]
    better: tuple[Claim, ...]
    worse: tuple[Claim, ...]
    one_change: bool


class EntailedVerdict(NamedTuple):
    """What verdicts on other bags say of a bag, and on which, those that decide most of it first."""

    verdict: Verdict
    by: tuple[int, ...]


def find_claims(bag: Bag, spans: Sequence[int]) -> BagClaims:
    """What verdicts on a bag would assert; ``spans`` are the numbers of its spans on the board."""
    one_change = len({(row.kind, row.baseline, row.changed) for row in bag.divergences}) == 1
    better, worse = (_whole_claims(bag, verdict, spans) for verdict in (Verdict.BETTER, Verdict.WORSE))
    return BagClaims(tuple(spans), better, worse, one_change)


def _whole_claims(bag: Bag, verdict: Verdict, spans: Sequence[int]) -> tuple[Claim, ...]:
    found = find_assertions(bag, [None] * len(bag.divergences), verdict).assertions
    told = {span for each in found for span in (*each.spans, *each.others)}
    # What is asserted must be all that is asked.
    whole = all(
        row.kind not in (Kind.TYPE, Kind.STATEMENT) and told.issuperset(row.spans) for row in bag.divergences
    )
    return claims_of(found, spans) if whole else ()


def claims_of(assertions: Iterable[Assertion], spans: Sequence[int]) -> tuple[Claim, ...]:
    """What assertions of a bag claim, but for those about types and statements."""
    return tuple(
        Claim(
            each.expected,
            tuple(spans[span] for span in each.spans),
            tuple(spans[span] for span in each.others),
        )
        for each in assertions
        if each.expected in OF_SPANS
    )


class _Fact(NamedTuple):
    """A claim that a verdict on a bag made; mentions that are to be together are mentions."""

    bag: int
    expected: Expected
    spans: frozenset[int]
    others: frozenset[int]


class Entailment:
    """What the verdicts on some bags of a board say of its other bags, by their numbers in ``bags``.

    A verdict costs what the bags cost that share spans with its bag, not what the board costs.
    """

    def __init__(self, bags: Sequence[BagClaims]) -> None:
        self._bags = bags
        self._facts: dict[int, list[_Fact]] = {}
        self._of_span: defaultdict[int, list[_Fact]] = defaultdict(list)
        self._holders: defaultdict[int, list[int]] = defaultdict(list)
        for number, claims in enumerate(bags):
            for span in claims.spans:
                self._holders[span].append(number)

    def tell(self, bag: int, claims: Iterable[Claim]) -> None:
        """Take what the verdicts on a bag claim now, in the place of what they claimed before."""
        for fact in self._facts.pop(bag, ()):
            for span in fact.spans | fact.others:
                self._of_span[span].remove(fact)
        facts = [_Fact(bag, each.expected, frozenset(each.spans), frozenset(each.others)) for each in claims]
        if facts:
            self._facts[bag] = facts
        for fact in facts:
            for span in fact.spans | fact.others:
                self._of_span[span].append(fact)

    def touching(self, bag: int) -> set[int]:
        """The bags of which a verdict on this one may say something."""
        return {other for span in self._bags[bag].spans for other in self._holders[span]} - {bag}

    def of_bag(self, bag: int) -> EntailedVerdict | None:
        """What the verdicts on other bags say of one; None where they do not decide all of it alike."""
        claims = self._bags[bag]
        found = [
            (verdict, by)
            for verdict, told in ((Verdict.BETTER, claims.better), (Verdict.WORSE, claims.worse))
            if told and (by := self._all_entailed(bag, told)) is not None
        ]
        if len(found) != 1:
            return None
        ((verdict, by),) = found
        return EntailedVerdict(verdict, tuple(sorted(by, key=lambda other: (-by[other], other))))

    def _all_entailed(self, bag: int, claims: Iterable[Claim]) -> Counter[int] | None:
        by: Counter[int] = Counter()
        for claim in claims:
            found = self._entailed(bag, claim)
            if found is None:
                return None
            by.update(found)
        return by

    def _entailed(self, bag: int, claim: Claim) -> Counter[int] | None:
        """The bags whose verdicts say the same, by the links that they decide; None where they do not."""
        by: Counter[int] = Counter()
        others = frozenset(claim.others)
        known: dict[tuple[int, ...], Counter[int] | None] = {}
        for span in claim.spans:
            facts = [fact for fact in self._of_span.get(span, ()) if fact.bag != bag]
            # Many spans of a chain stand in the same facts on the same sides.
            signature = tuple(part for fact in facts for part in (id(fact), span in fact.spans))
            if signature not in known:
                known[signature] = _decided(claim.expected, span, others, facts)
            found = known[signature]
            if found is None:
                return None
            by.update(found)
        return by

    def __iter__(self) -> Iterator[int]:
        """The bags on which something was told."""
        return iter(self._facts)


def _decided(
    expected: Expected, span: int, others: frozenset[int], facts: Iterable[_Fact]
) -> Counter[int] | None:
    """The bags whose verdicts decide so of one span, None where none do or some say the opposite."""
    by: Counter[int] = Counter()
    if expected in (Expected.MENTION, Expected.NO_MENTION):
        for fact in facts:
            said = Expected.MENTION if fact.expected is Expected.TOGETHER else fact.expected
            if said is _OPPOSITE[expected]:
                return None
            by[fact.bag] += said is expected
        return +by or None
    held: set[int] = set()
    for fact in facts:
        hit = others & (fact.others if span in fact.spans else fact.spans)
        if not hit:
            continue
        if fact.expected is not expected:
            return None
        by[fact.bag] += len(hit)
        held |= hit
    return by if 2 * len(held) > len(others) else None
