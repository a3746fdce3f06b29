"""The answer to the question of a review in one paragraph.

It says whether the change helped, how sure that is, and where it hurts. It is the head of the results in the
window, of the tally on the command line and of the HTML page. It speaks of verdicts only: how similar two
systems are says nothing about which is better.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

from coala.base.numerals import count, signed_count
from coala.base.plain_text import one_line
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS, Nouns
from coala.verdicts.changes import MOST_TOGETHER
from coala.verdicts.estimates import LinkEstimates, LinkShare
from coala.verdicts.sampling import SampleEstimate
from coala.verdicts.shares import Estimate
from coala.verdicts.tally import Counts, Tally

NEEDED_VERDICTS = 10
"""With fewer verdicts a conclusion would change with nearly every further one."""

# A net of 1 or 2 is a bag or two more on one side, which says little about a tag or a kind.
_LEAST_NET = 3
# Better and worse are called nearly level if chance alone gives the difference every second time.
_LEVEL = 0.5
_LONGEST_NAME = 40

_PLACE_OF_TAG: Mapping[str, str] = {
    "name": "where namesakes meet",
    "pronoun": "at pronouns",
    "generic": "at generic mentions",
    "part": "where a part is taken for the whole",
}
"""Where the bags with a usual tag are; the reviewer's own tags have no such words."""

_PLACE_OF_KIND: Mapping[Kind, str] = {
    Kind.MOVED: "where mentions moved",
    Kind.SPLIT: "where chains were split",
    Kind.MERGED: "where chains were joined",
    Kind.MENTION_ADDED: "where mentions were added",
    Kind.MENTION_DROPPED: "where mentions were dropped",
    Kind.INSTANCE_ADDED: "where chains are new",
    Kind.INSTANCE_DROPPED: "where chains are gone",
    Kind.TYPE: "where types changed",
    Kind.STATEMENT: "where statements changed",
    Kind.LINK: "where entity links changed",
    Kind.FACT_ADDED: "where facts were added",
    Kind.FACT_DROPPED: "where facts were dropped",
    Kind.FACT_CHANGED: "where facts changed",
    Kind.FACT_RETYPED: "where facts have another predicate",
}


_Name = TypeVar("_Name", str, Kind)


class ReviewOutcome(NamedTuple):
    """The state of a review, as far as the answer depends on it.

    ``sample`` is the estimate from a random sample of ``drawn`` items, which ``unit`` names: bags, or items
    where changes of great bags are drawn by themselves. ``tally`` then counts these too, except by kind and
    by tag. ``disagreements`` counts bags that the tally leaves out because reviewers differ. A ``blind``
    review must not reveal which side was better. ``column`` is the name of a column of a board. ``together``
    is the mean verdict on all items of several ``comparisons``, None if it cannot be estimated.
    """

    tally: Tally
    links: LinkEstimates | None = None
    sample: SampleEstimate | None = None
    drawn: int = 0
    disagreements: int = 0
    blind: bool = False
    column: str = ""
    comparisons: int = 1
    together: Estimate | None = None
    unit: str = "bag"
    nouns: Nouns = IN_TEXTS

    @property
    def has_conclusion(self) -> bool:
        """True if there are enough verdicts for a conclusion, and it may be shown."""
        is_judged = self.tally.judged >= NEEDED_VERDICTS or (self.tally.judged and not _count_left(self))
        return bool(is_judged) and not self.blind


def write_answer(outcome: ReviewOutcome) -> str:
    """Return the paragraph that answers whether the change helped, how sure that is, and where it hurts."""
    return " ".join(_list_sentences(outcome))


def _list_sentences(outcome: ReviewOutcome) -> Iterator[str]:
    tally = outcome.tally
    answered = tally.judged + tally.unsure
    if not tally.interesting:
        yield "The two graphs do not differ, so there is nothing to judge."
        return
    if outcome.blind:
        yield f"This review is blind: {answered:,} of {count(tally.interesting, 'bag')} judged."
        yield "Its result is shown once you reveal which system is which."
        return
    has_conclusion = _count_judged(outcome) >= NEEDED_VERDICTS or not _count_left(outcome)
    if not tally.judged and not _count_left(outcome):
        yield f"No conclusion: {_say_all_unsure(tally.unsure)}."
    elif has_conclusion:
        yield from _conclude(outcome)
        yield from _describe_links(outcome.links)
        yield from _name_exception(tally, outcome.nouns)
        if outcome.unit == "item":
            yield f"An item is a bag, or one change of a bag with more than {MOST_TOGETHER} changes."
    else:
        where = "" if outcome.sample is None else " in the sample"
        needed = min(NEEDED_VERDICTS, tally.interesting)
        yield (
            f"{count(needed, 'verdict')} {'is' if needed == 1 else 'are'} needed before COALA draws a "
            f"conclusion; {_count_judged(outcome):,} given{where}."
        )
        if tally.unsure:
            yield "\N{LEFT DOUBLE QUOTATION MARK}Not sure\N{RIGHT DOUBLE QUOTATION MARK} does not count."
    if outcome.disagreements:
        bags = count(outcome.disagreements, "bag")
        yield f"{bags} left out, because reviewers disagree."


def _say_all_unsure(unsure: int) -> str:
    verdicts = "the only verdict is" if unsure == 1 else f"all {unsure:,} verdicts are"
    return f"{verdicts} \N{LEFT DOUBLE QUOTATION MARK}not sure\N{RIGHT DOUBLE QUOTATION MARK}"


def _count_left(outcome: ReviewOutcome) -> int:
    """Return the number of bags that no verdict counts for yet, without those that are not sure."""
    tally = outcome.tally
    return tally.interesting - tally.judged - tally.unsure


def _count_judged(outcome: ReviewOutcome) -> int:
    """Return the number of verdicts behind the estimate."""
    in_sample = outcome.sample is not None and _count_left(outcome)
    return outcome.sample.judged if in_sample and outcome.sample is not None else outcome.tally.judged


def _conclude(outcome: ReviewOutcome) -> Iterator[str]:
    """Yield the conclusion with the verdicts, and what would make it surer."""
    tally, left, mean = outcome.tally, _count_left(outcome), _estimate_mean(outcome)
    unit = outcome.unit
    counts = f"{count(tally.better, unit)} better, {tally.worse:,} worse, {tally.same:,} same"
    subject = "the change"
    if outcome.column:
        subject = f"the change in the column {one_line(outcome.column, _LONGEST_NAME)}"
    opening = subject[0].upper() + subject[1:]
    if left and abs(tally.net) > left:
        yield f"{opening} {'helped' if tally.net > 0 else 'hurt'}: {counts}."
        others = f"The other {unit}" if left == 1 else f"The other {left:,} {unit}s"
        yield f"{others} cannot change this result."
        return
    if mean is None:
        yield f"No conclusion about all {outcome.comparisons:,} comparisons together: {counts} so far."
        yield "Some comparisons have no counted verdict yet, and may be different."
        return
    helped = "helped" if mean.value > 0 else "hurt"
    if not left and not mean.value:
        yield f"{opening} neither helped nor hurt: {counts}."
        yield f"All {unit}s are judged, so this is the final result."
    elif not left:
        is_level = tally.sign_test_p is not None and tally.sign_test_p >= _LEVEL
        if is_level and tally.judged >= NEEDED_VERDICTS:
            yield f"{opening} made no clear difference: {counts}. Better and worse are nearly level."
        else:
            yield f"{opening} {helped}: {counts}."
    elif mean.low > 0 or mean.high < 0:
        yield f"{opening} probably {helped}: {counts}, {_say_basis(outcome)}."
    else:
        yield f"It is still undecided whether {subject} helped: {counts} so far."
        # Rounded outwards, so that an undecided sign never looks decided.
        bags = tally.interesting - tally.unsure
        low, high = math.floor(bags * mean.low), math.ceil(bags * mean.high)
        basis = _say_basis(outcome)
        yield (
            f"{basis[0].upper()}{basis[1:]}, better minus worse over all {unit}s is between "
            f"{signed_count(low)} and {signed_count(high)} (95 % interval)."
        )
        if outcome.comparisons == 1:
            yield _say_what_decides(outcome, mean)


def _say_basis(outcome: ReviewOutcome) -> str:
    """Return what the estimate for all bags rests on."""
    left = _count_left(outcome)
    if outcome.comparisons > 1:
        return f"with each of the {outcome.comparisons:,} comparisons weighted by its {outcome.unit}s"
    if outcome.sample is not None:
        items = count(outcome.tally.interesting, outcome.unit)
        return f"by a random sample of {outcome.drawn:,} of {items}"
    return "if the bag left is like these" if left == 1 else f"if the {left:,} bags left are like these"


def _estimate_mean(outcome: ReviewOutcome) -> Estimate | None:
    """Return the mean verdict over all bags with its interval; None if a comparison has no verdict."""
    tally = outcome.tally
    if outcome.comparisons > 1 and _count_left(outcome):
        return outcome.together
    if outcome.sample is not None and outcome.sample.mean is not None and _count_left(outcome):
        return outcome.sample.mean
    assert tally.mean is not None
    low, high = tally.interval or (-1.0, 1.0)
    return Estimate(Fraction(tally.net, tally.judged), low, high)


def _say_what_decides(outcome: ReviewOutcome, mean: Estimate) -> str:
    """Return how many more verdicts would decide the sign, if they go on like those given."""
    if not mean.value:
        return "So far it is a tie; the remaining bags may settle it."
    more, left = _count_missing(outcome, mean), _count_left(outcome)
    if outcome.sample is not None and _count_judged(outcome) + more > outcome.drawn:
        return "Judging the rest of the sample will probably not be enough to decide."
    if more >= left:
        rest = f"the last {outcome.unit}" if left == 1 else f"all {left:,} remaining {outcome.unit}s"
        return f"You will probably need to judge {rest} to decide."
    return f"About {count(more, 'more verdict')} should be enough to decide, if the trend continues."


def _count_missing(outcome: ReviewOutcome, mean: Estimate) -> int:
    """Return the least number of further verdicts for which the interval is expected to exclude 0.

    Half the width of the interval from n verdicts on N bags is proportional to √(1/n − 1/N), with the same
    mean and variance. So n must grow until 1/n − 1/N has shrunk by (mean / half width)².
    """
    judged, bags = _count_judged(outcome), outcome.tally.interesting - outcome.tally.unsure
    value = float(mean.value)
    half_width = value - mean.low if value > 0 else mean.high - value
    needed = 1 / (1 / bags + (value / half_width) ** 2 * (1 / judged - 1 / bags))
    return max(1, min(bags, math.ceil(needed)) - judged)


def _describe_links(links: LinkEstimates | None) -> Iterator[str]:
    """Yield the shares of right links made and of wrong links lost, if enough of them are judged."""
    if links is None:
        return
    parts = []
    if (right := _find_share(links.made)) is not None:
        parts.append(f"{_say_share(right)} of the links that the change made are right{_say_limits(right)}")
    if (wrong := _find_share(links.lost)) is not None:
        parts.append(f"{_say_share(wrong)} of the links that it lost were wrong{_say_limits(wrong)}")
    if parts:
        # The share of right links might be taken for one by gold.
        yield f"By these verdicts, {' and '.join(parts)}."


def _find_share(links: LinkShare) -> Estimate | None:
    """Return the share, None if it rests on so few links that it would say nothing."""
    share = links.share
    if share is None or share.low == share.high or links.judged >= NEEDED_VERDICTS:
        return share
    return None


def _say_share(share: Estimate) -> str:
    return f"{100 * float(share.value):.0f} %"


def _say_limits(share: Estimate) -> str:
    return "" if share.low == share.high else f" ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _name_exception(tally: Tally, nouns: Nouns) -> Iterator[str]:
    """Yield where the change hurts although it helps on the whole, or where it helps although it hurts."""
    against = -1 if tally.net >= 0 else 1
    by_tag = _find_exception(tally.by_tag, against)
    by_kind = None if by_tag is not None else _find_exception(tally.by_kind, against)
    if by_tag is not None:
        place, found, unit = nouns.say(_PLACE_OF_TAG.get(by_tag, "")), tally.by_tag[by_tag], "bags"
        name = f"tag {one_line(by_tag, _LONGEST_NAME)}"
        where = f"{place} ({name}: " if place else f"in bags with the {name} ("
    elif by_kind is not None:
        where, found, unit = f"{nouns.say(_PLACE_OF_KIND[by_kind])} (", tally.by_kind[by_kind], "changes"
    else:
        return
    yield f"It {'hurts' if against < 0 else 'helps'} {where}net {signed_count(found.net)} {unit})."


def _find_exception(counts: Mapping[_Name, Counts], against: int) -> _Name | None:
    """Return the tag or kind whose net has the sign ``against`` most clearly; None if all are small."""
    most = max(counts, key=lambda name: against * counts[name].net, default=None)
    return most if most is not None and against * counts[most].net >= _LEAST_NET else None
