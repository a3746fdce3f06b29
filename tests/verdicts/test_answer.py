"""What verdicts let one say, at each edge of the rules, and of judges who toss coins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.base.statistics import sign_test
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.verdicts.answer import (
    Answer,
    Reason,
    SampleMean,
    Saying,
    VerdictEvidence,
    answer_question,
)
from coala.verdicts.by_kind import BagKinds
from coala.verdicts.consensus import Settled, settle_all
from coala.verdicts.reliability import RatedBag, measure_coefficient
from coala.verdicts.sampling import DrawnSample, SampledItem, draw_sample, estimate_all
from coala.verdicts.state import State
from coala.verdicts.tally import Counts, make_judgement, tally_verdicts


def evidence(
    better: int = 0,
    worse: int = 0,
    same: int = 0,
    unsure: int = 0,
    *,
    disputed: int = 0,
    unjudged: int = 0,
    sample: SampleMean | None = None,
    agreement: Fraction | None = None,
) -> VerdictEvidence:
    counts = Counts(better, worse, same, unsure)
    interesting = counts.judged + unsure + disputed + unjudged
    return VerdictEvidence(interesting, counts, disputed, sample, agreement)


_OPPOSITE = {
    Saying.HELPED: Saying.HURT,
    Saying.PROBABLY_HELPED: Saying.PROBABLY_HURT,
    Saying.MORE_BETTER: Saying.MORE_WORSE,
}


def _mirror(of: VerdictEvidence) -> VerdictEvidence:
    counts = replace(of.counts, better=of.counts.worse, worse=of.counts.better)
    sample = of.sample and replace(of.sample, mean=-of.sample.mean, low=-of.sample.high, high=-of.sample.low)
    return replace(of, counts=counts, sample=sample)


def answer(of: VerdictEvidence) -> tuple[Saying, Reason | None]:
    """Return what is said and why no more, after a check that exchanged signs have the opposite answer."""
    found, mirrored = answer_question(of), answer_question(_mirror(of))
    assert mirrored.says is _OPPOSITE.get(found.says, found.says)
    assert (mirrored.reason, mirrored.p, mirrored.next_step) == (found.reason, found.p, found.next_step)
    return found.says, found.reason


NUMBERS = st.integers(0, 25)
LIMITS = st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1)).map(sorted)
SAMPLES = st.builds(
    lambda judged, left, limits: SampleMean(judged, left, limits[1], limits[0], limits[2], 100),
    *(st.integers(1, 30), st.integers(0, 5), LIMITS),
)


@given(
    st.builds(Counts, NUMBERS, NUMBERS, NUMBERS, NUMBERS),
    *(st.integers(0, 8), NUMBERS, st.none() | SAMPLES, st.none() | st.fractions(-1, 1, max_denominator=50)),
)
def test_answer_is_a_direction_exactly_where_the_specification_has_one(
    counts: Counts, disputed: int, unjudged: int, sample: SampleMean | None, agreement: Fraction | None
) -> None:
    of = evidence(
        *(counts.better, counts.worse, counts.same, counts.unsure),
        disputed=disputed,
        unjudged=unjudged,
        sample=sample if unjudged else None,
        agreement=agreement,
    )
    assume(of.sample is None or of.sample.judged <= of.interesting)
    p = sign_test(counts.better, counts.worse)
    share = Fraction(disputed, max(1, counts.judged + disputed))
    is_barred = share > Fraction(1, 5) or (
        share > Fraction(1, 10) and agreement is not None and agreement < Fraction(2, 5)
    )
    allowed = p is not None and p < 0.05 and not is_barred and counts.judged >= 10
    is_certain = abs(counts.net) > counts.unsure + disputed + unjudged
    excludes_0 = of.sample is not None and (of.sample.low > 0 if counts.net > 0 else of.sample.high < 0)
    found = answer_question(of)
    if not allowed:
        assert not found.says.is_direction
    elif is_certain and counts.better + counts.worse >= 10:
        assert found.says is (Saying.HELPED if counts.net > 0 else Saying.HURT)
    elif not is_certain and of.sample is not None and of.sample.judged >= 10 and excludes_0:
        assert found.says is (Saying.PROBABLY_HELPED if counts.net > 0 else Saying.PROBABLY_HURT)
    else:
        assert not found.says.is_direction
    if found.says.is_direction:
        assert found.reason is None


def _answer_of_reviewers(
    verdicts: Sequence[Sequence[Verdict | None]], sample: DrawnSample | None = None
) -> Answer:
    """Return the answer as ``answer_pools`` finds it; ``verdicts`` are by reviewer and bag."""
    bags = len(verdicts[0])
    states = {
        f"judge {number}": {
            str(bag): State(verdict) for bag, verdict in enumerate(own) if verdict is not None
        }
        for number, own in enumerate(verdicts)
    }
    settled = settle_all(states, [str(bag) for bag in range(bags)])
    disputed = {int(bag) for bag, result in settled.items() if result.disputed}
    judgements = Counter(
        make_judgement(result.verdict, result, BagKinds())
        for result in settled.values()
        if not result.disputed
    )
    tally = tally_verdicts(bags, judgements, len(disputed))
    rated = Counter(RatedBag(of_bag) for of_bag in zip(*verdicts, strict=True))
    agreement = measure_coefficient(rated, len(verdicts))
    mean = None if sample is None else _find_mean(sample, settled, disputed)
    return answer_question(VerdictEvidence(bags, tally, tally.disputed, mean, agreement))


def _find_mean(sample: DrawnSample, settled: dict[str, Settled], disputed: set[int]) -> SampleMean | None:
    verdicts = [
        settled[str(bag)].verdict if str(bag) in settled else None for bag in range(len(sample.order))
    ]
    found = estimate_all(sample, verdicts, passed=disputed)
    if found.mean is None:
        return None
    left = sample.size - len(found.items)
    return SampleMean(
        found.judged, left, float(found.mean.value), found.mean.low, found.mean.high, len(verdicts)
    )


SEEDS = 160
BETTER, WORSE, SAME, UNSURE = Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE
COINS = [(BETTER, WORSE), (BETTER, SAME, WORSE), (BETTER, WORSE, UNSURE)]


@pytest.mark.parametrize("judges", [1, 2, 3])
@pytest.mark.parametrize("bags", [31, 200])
@pytest.mark.parametrize("coin", COINS)
def test_judges_who_toss_coins_give_no_direction_in_95_of_100_cases(
    coin: tuple[Verdict, ...], bags: int, judges: int
) -> None:
    directions = 0
    for seed in range(SEEDS):
        toss = random.Random(seed)
        found = _answer_of_reviewers([toss.choices(coin, k=bags) for _ in range(judges)])
        directions += found.says.is_direction
    assert directions <= SEEDS // 20


@pytest.mark.parametrize("judges", [1, 2])
@pytest.mark.parametrize("coin", COINS)
def test_judges_of_a_sample_who_toss_coins_give_no_direction_in_95_of_100_cases(
    coin: tuple[Verdict, ...], judges: int
) -> None:
    directions = 0
    items = [SampledItem(str(bag), (Kind.MERGED if bag % 3 else Kind.SPLIT,), 1) for bag in range(200)]
    for seed in range(SEEDS):
        sample, toss = draw_sample(items, 60, seed), random.Random(seed)
        drawn = set(sample.drawn)
        found = _answer_of_reviewers(
            [[toss.choice(coin) if bag in drawn else None for bag in range(200)] for _ in range(judges)],
            sample,
        )
        directions += found.says.is_direction
    assert directions <= SEEDS // 20


def test_judges_who_agree_on_most_bags_give_a_direction() -> None:
    # What bars coins does not bar judges who see the same: 3 of 40 in dispute.
    one = [BETTER] * 34 + [WORSE] * 6
    other = [*one[:31], *[WORSE] * 3, *one[34:]]
    assert _answer_of_reviewers([one, other]).says is Saying.HELPED
