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
from coala.model.kinds import PROPERTY_KINDS
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

    Both are empty where a verdict says more than claims do, as of types and facts. ``one_change`` tells that
    a verdict on the whole bag is one on its only change; ``spans`` are all of the bag's, in its order.
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
    whole = all(row.kind not in PROPERTY_KINDS and told.issuperset(row.spans) for row in bag.divergences)
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
    """A claim as sets; that of a verdict that was given, or one that is to be decided."""

    expected: Expected
    spans: frozenset[int]
    others: frozenset[int]


class Entailment:
    """What the verdicts on some bags of a board say of its other bags, by their numbers in ``bags``.

    A verdict costs what the bags cost that share spans with its bag, not what the board costs, and of a bag
    of thousands of spans a few operations on sets.
    """

    def __init__(self, bags: Sequence[BagClaims]) -> None:
        self._bags = bags
        self._facts: dict[int, list[_Fact]] = {}
        self._holders: defaultdict[int, list[int]] = defaultdict(list)
        for number, claims in enumerate(bags):
            for span in claims.spans:
                self._holders[span].append(number)
        self._touching: dict[int, frozenset[int]] = {}
        self._asked: dict[int, dict[Verdict, list[_Fact]]] = {}
        # Equal sets are one, so that most comparisons of great chains are of two addresses.
        self._known_sets: dict[frozenset[int], frozenset[int]] = {}

    def tell(self, bag: int, claims: Iterable[Claim]) -> None:
        """Take what the verdicts on a bag claim now, in the place of what they claimed before."""
        facts = self._as_sets(claims)
        self._facts.pop(bag, None)
        if facts:
            self._facts[bag] = facts

    def touching(self, bag: int) -> frozenset[int]:
        """The bags of which a verdict on this one may say something."""
        found = self._touching.get(bag)
        if found is None:
            held = {other for span in self._bags[bag].spans for other in self._holders[span]}
            found = self._touching[bag] = frozenset(held - {bag})
        return found

    def of_bag(self, bag: int) -> EntailedVerdict | None:
        """What the verdicts on other bags say of one; None where they do not decide all of it alike."""
        told = [(other, self._facts[other]) for other in sorted(self.touching(bag)) if other in self._facts]
        found = [
            (verdict, by)
            for verdict, asked in self._claims_of(bag).items()
            if asked and told and (by := _all_entailed(asked, told)) is not None
        ]
        if len(found) != 1:
            return None
        ((verdict, by),) = found
        return EntailedVerdict(verdict, tuple(sorted(by, key=lambda other: (-by[other], other))))

    def __iter__(self) -> Iterator[int]:
        """The bags on which something was told."""
        return iter(self._facts)

    def _claims_of(self, bag: int) -> dict[Verdict, list[_Fact]]:
        found = self._asked.get(bag)
        if found is None:
            claims = self._bags[bag]
            found = self._asked[bag] = {
                Verdict.BETTER: self._as_sets(claims.better),
                Verdict.WORSE: self._as_sets(claims.worse),
            }
        return found

    def _as_sets(self, claims: Iterable[Claim]) -> list[_Fact]:
        return [_Fact(each.expected, self._set(each.spans), self._set(each.others)) for each in claims]

    def _set(self, spans: tuple[int, ...]) -> frozenset[int]:
        made = frozenset(spans)
        return self._known_sets.setdefault(made, made)


_Told = Sequence[tuple[int, Sequence[_Fact]]]
"""What verdicts say, by the bags that they are on."""


def _all_entailed(asked: Iterable[_Fact], told: _Told) -> Counter[int] | None:
    """The bags whose verdicts decide all that is asked, by the links that they decide; None if not all is."""
    by: Counter[int] = Counter()
    for claim in asked:
        found = _entailed(claim, told)
        if found is None:
            return None
        by.update(found)
    return by


class _Alike(NamedTuple):
    """Spans of which the same facts speak: ``told`` has the bag, what is said, and the spans beside them."""

    spans: frozenset[int]
    told: list[tuple[int, Expected, frozenset[int]]]


def _entailed(claim: _Fact, told: _Told) -> Counter[int] | None:
    alike = [_Alike(claim.spans, [])]
    for bag, facts in told:
        for fact in facts:
            for side, beside in ((fact.spans, fact.others), (fact.others, fact.spans)):
                if side is claim.spans or not side.isdisjoint(claim.spans):
                    said = bag, fact.expected, beside
                    alike = [part for each in alike for part in _parted(each, side, said)]
    by: Counter[int] = Counter()
    for spans, said_of in alike:
        found = _decided(claim, said_of)
        if found is None:
            return None
        by.update({bag: links * len(spans) for bag, links in found.items()})
    return by


def _parted(each: _Alike, side: frozenset[int], said: tuple[int, Expected, frozenset[int]]) -> list[_Alike]:
    """Those of the spans that lie on a side of a fact get what it says of them."""
    inside = each.spans if each.spans is side else each.spans & side
    if len(inside) == len(each.spans):
        each.told.append(said)
        return [each]
    if not inside:
        return [each]
    return [_Alike(inside, [*each.told, said]), _Alike(each.spans - inside, each.told)]


def _decided(claim: _Fact, told: Iterable[tuple[int, Expected, frozenset[int]]]) -> Counter[int] | None:
    """The bags whose verdicts decide so of a span, None where none do or some say the opposite."""
    by: Counter[int] = Counter()
    if claim.expected in (Expected.MENTION, Expected.NO_MENTION):
        for bag, expected, _ in told:
            said = Expected.MENTION if expected is Expected.TOGETHER else expected
            if said is _OPPOSITE[claim.expected]:
                return None
            by[bag] += said is claim.expected
        return +by or None
    held: frozenset[int] = frozenset()
    for bag, expected, beside in told:
        hit = claim.others if beside is claim.others else claim.others & beside
        if not hit:
            continue
        if expected is not claim.expected:
            return None
        by[bag] += len(hit)
        held = hit if len(hit) == len(claim.others) else held | hit
    return by if 2 * len(held) > len(claim.others) else None
