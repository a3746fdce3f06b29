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
    NextStep,
    Reason,
    SampleMean,
    Saying,
    Step,
    VerdictEvidence,
    answer_question,
)
from coala.verdicts.by_kind import BagKinds
from coala.verdicts.consensus import Settled, settle_all
from coala.verdicts.reliability import RatedBag, measure_coefficient
from coala.verdicts.sampling import DrawnSample, SampledItem, draw_sample, estimate_all
from coala.verdicts.state import State
from coala.verdicts.tally import Counts, make_judgement, tally_verdicts

GOOD_SAMPLE = SampleMean(20, 0, 0.6, 0.1, 0.9, 100)


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


MORE = Saying.MORE_BETTER


@pytest.mark.parametrize(
    ("of", "says", "reason"),
    [
        pytest.param(evidence(9, unjudged=1), Saying.OPEN, None, id="9 of 10 judged"),
        pytest.param(evidence(9), MORE, Reason.FEW, id="all of 9 judged"),
        pytest.param(evidence(5), MORE, Reason.CHANCE, id="all of 5 judged"),
        pytest.param(evidence(6), MORE, Reason.FEW, id="all of 6 judged, p = .03"),
        pytest.param(evidence(9, unsure=1), Saying.OPEN, None, id="9 of 10, one not sure"),
        pytest.param(evidence(10), Saying.HELPED, None, id="10 of 10 judged"),
        pytest.param(evidence(10, unjudged=1), Saying.HELPED, None, id="10 of 11 judged"),
        pytest.param(evidence(9, same=5), MORE, Reason.FEW, id="9 signs of 14 judged"),
        pytest.param(evidence(10, same=5), Saying.HELPED, None, id="10 signs of 15 judged"),
        pytest.param(evidence(9, 1, same=2), Saying.HELPED, None, id="10 signs, one against"),
        pytest.param(evidence(8, 1, same=3), MORE, Reason.FEW, id="9 signs, one against"),
    ],
)
def test_answer_when_few_are_judged(of: VerdictEvidence, says: Saying, reason: Reason | None) -> None:
    assert answer(of) == (says, reason)


@pytest.mark.parametrize(
    ("better", "worse", "p", "reason"),
    [
        (13, 4, 0.0490, None),
        (12, 4, 0.0768, Reason.CHANCE),
        (39, 23, 0.0559, Reason.CHANCE),
        (40, 23, 0.0430, None),
    ],
)
def test_answer_when_p_is_just_below_or_above_a_twentieth(
    better: int, worse: int, p: float, reason: Reason | None
) -> None:
    of = evidence(better, worse)
    assert answer_question(of).p == pytest.approx(p, abs=1e-4)
    assert answer(of) == (MORE if reason else Saying.HELPED, reason)
    # A sample or bags without an answer change nothing about chance.
    of = evidence(better, worse, unjudged=99, sample=GOOD_SAMPLE)
    assert answer(of) == (MORE if reason else Saying.PROBABLY_HELPED, reason)
    reason = reason or Reason.NO_SAMPLE
    assert answer(evidence(better, worse, unjudged=99)) == (MORE, reason)


@pytest.mark.parametrize(
    ("of", "reason"),
    [
        # The net is 12, and so is the number of open bags.
        pytest.param(evidence(13, 1, unsure=9, disputed=3), Reason.OPEN_BAGS, id="not sure and disputes"),
        pytest.param(evidence(13, 1, unsure=12), Reason.OPEN_BAGS, id="not sure"),
        pytest.param(evidence(13, 1, unjudged=12), Reason.NO_SAMPLE, id="no answer"),
        pytest.param(evidence(13, 1, unsure=5, disputed=3, unjudged=4), Reason.NO_SAMPLE, id="all three"),
        pytest.param(evidence(13, 1, same=7, unsure=12), Reason.OPEN_BAGS, id="with some the same"),
    ],
)
def test_answer_when_net_equals_open_bags_is_no_direction_and_with_one_fewer_it_is(
    of: VerdictEvidence, reason: Reason
) -> None:
    assert of.open == of.counts.net == 12
    assert answer(of) == (MORE, reason)
    fewer = {"unsure": of.counts.unsure - 1} if of.counts.unsure else {}
    one_fewer = replace(of, interesting=of.interesting - 1, counts=replace(of.counts, **fewer))
    assert one_fewer.open == 11
    assert answer(one_fewer) == (Saying.HELPED, None)


def test_answer_when_one_is_better_and_thirty_are_unsure_gives_no_direction() -> None:
    assert answer(evidence(1, unsure=30)) == (Saying.OPEN, None)


@pytest.mark.parametrize(
    ("better", "disputed", "agreement", "is_barred"),
    [
        pytest.param(20, 5, None, False, id="a fifth"),
        pytest.param(20, 5, Fraction(2, 5), False, id="a fifth, kappa .40"),
        pytest.param(19, 5, None, True, id="just over a fifth"),
        pytest.param(19, 5, Fraction(9, 10), True, id="just over a fifth, kappa .90"),
        pytest.param(18, 2, Fraction(0), False, id="a tenth, kappa 0"),
        pytest.param(17, 2, Fraction(39, 100), True, id="just over a tenth, kappa .39"),
        pytest.param(17, 2, Fraction(-1, 5), True, id="just over a tenth, kappa below 0"),
        pytest.param(17, 2, Fraction(40, 100), False, id="just over a tenth, kappa .40"),
        pytest.param(17, 2, None, False, id="just over a tenth, kappa undefined"),
    ],
)
def test_answer_when_reviewers_disagree_is_a_direction_up_to_a_share(
    better: int, disputed: int, agreement: Fraction | None, is_barred: bool
) -> None:
    expected = (MORE, Reason.DISPUTES) if is_barred else (Saying.HELPED, None)
    assert answer(evidence(better, disputed=disputed, agreement=agreement)) == expected
    # Bags with ? are no judged ones, so they do not lower the share.
    assert answer(evidence(better, unsure=3, disputed=disputed, agreement=agreement)) == expected
    expected = (MORE, Reason.DISPUTES) if is_barred else (Saying.PROBABLY_HELPED, None)
    of = evidence(better, disputed=disputed, unjudged=99, sample=GOOD_SAMPLE, agreement=agreement)
    assert answer(of) == expected
    if is_barred:
        assert answer_question(of).next_step == NextStep(Step.SETTLE, disputed)


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [
        (1e-9, 0.9, Saying.PROBABLY_HELPED),
        (0.0, 0.9, MORE),
        (-1e-9, 0.9, MORE),
    ],
)
def test_answer_when_a_limit_of_the_mean_touches_0_is_no_direction(
    low: float, high: float, says: Saying
) -> None:
    of = evidence(14, 3, unjudged=83, sample=SampleMean(17, 0, 0.5, low, high, 100))
    assert answer(of) == (says, Reason.INTERVAL if says is MORE else None)


@pytest.mark.parametrize("judged", [9, 10])
def test_answer_when_a_sample_has_fewer_than_ten_verdicts_is_no_direction(judged: int) -> None:
    of = evidence(12, 1, unjudged=87, sample=SampleMean(judged, 0, 0.8, 0.2, 0.9, 100))
    assert answer(of) == ((MORE, Reason.FEW) if judged < 10 else (Saying.PROBABLY_HELPED, None))


def test_answer_when_a_sample_has_few_signs_is_a_direction() -> None:
    of = evidence(8, 0, same=4, unjudged=88, sample=SampleMean(12, 0, 0.6, 0.1, 0.9, 100))
    assert answer(of) == (Saying.PROBABLY_HELPED, None)


@pytest.mark.parametrize("left", [0, 4])
def test_next_step_of_a_probable_answer_is_the_rest_of_the_sample(left: int) -> None:
    sample = SampleMean(20, left, 0.6, 0.1, 0.9, 100)
    found = answer_question(evidence(17, 3, unjudged=80, sample=sample))
    assert found.says is Saying.PROBABLY_HELPED
    assert found.next_step == (NextStep(Step.JUDGE_SAMPLE, left) if left else None)


@pytest.mark.parametrize(
    ("of", "step"),
    [
        (evidence(unjudged=200), NextStep(Step.JUDGE, 10)),
        (evidence(4, 3, unjudged=2), NextStep(Step.JUDGE, 2)),
        (evidence(14, 2, unjudged=184), NextStep(Step.DRAW, 184)),
        (evidence(14, 9, unjudged=177), NextStep(Step.DRAW, 177)),
        (evidence(14, 9, unjudged=11), NextStep(Step.DRAW, 11)),
        (evidence(14, 9, unjudged=10), NextStep(Step.JUDGE, 10)),
        (evidence(13, 1, unsure=12), NextStep(Step.DECIDE, 12)),
        (evidence(13, 1, unsure=9, disputed=3), NextStep(Step.SETTLE, 3)),
        (evidence(16, 11), None),
        (evidence(13, 1, unjudged=3), None),
    ],
)
def test_next_step_brings_a_conclusion_closer(of: VerdictEvidence, step: NextStep | None) -> None:
    assert answer_question(of).next_step == step


@pytest.mark.parametrize(
    ("of", "says"),
    [
        (evidence(), Saying.NOTHING_DIFFERS),
        (evidence(5, 5), Saying.LEVEL),
        (evidence(same=12), Saying.ALL_SAME),
        (evidence(unsure=12), Saying.OPEN),
        (evidence(5, 4, unjudged=1), Saying.OPEN),
    ],
)
def test_answer_without_a_side_has_no_reason(of: VerdictEvidence, says: Saying) -> None:
    assert answer(of) == (says, None)
    assert answer_question(replace(of, blind=True)).says in (Saying.HIDDEN, Saying.NOTHING_DIFFERS)


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
    """Return the answer as ``coala.output.answering`` finds it; ``verdicts`` are by reviewer and bag."""
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


def test_next_step_when_only_bags_that_the_mean_leaves_out_are_unjudged_is_to_draw_these() -> None:
    sample = SampleMean(14, 0, 0.5, 0.5, 0.5, 100)
    of = evidence(9, 2, same=3, unjudged=2, sample=sample)
    assert answer_question(of).next_step == NextStep(Step.DRAW, 2)


def test_judges_who_agree_on_most_bags_give_a_direction() -> None:
    # What bars coins does not bar judges who see the same: 3 of 40 in dispute.
    one = [BETTER] * 34 + [WORSE] * 6
    other = [*one[:31], *[WORSE] * 3, *one[34:]]
    assert _answer_of_reviewers([one, other]).says is Saying.HELPED
