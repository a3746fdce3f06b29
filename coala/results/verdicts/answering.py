"""The answer to the question of one or more comparisons, from the verdicts that count in them.

Each output that says whether a change helped gets it from ``answer_pools``, so all outputs of a review say
the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from coala.present.answer import StatedAnswer, say_step, write_answer, write_for_paper
from coala.results.verdicts.samples import estimate_pool, estimate_pools, find_pool_sample
from coala.review.pooling import Pool
from coala.verdicts.answer import SampleMean, VerdictEvidence, answer_question
from coala.verdicts.estimates import LinkEstimates
from coala.verdicts.reliability import RatedBag, measure_coefficient
from coala.verdicts.state import VALUE_OF, Manner
from coala.verdicts.tally import Judgement, Tally, tally_verdicts


def tally_pools(pools: Sequence[Pool], reviewer: str | None = None) -> Tally:
    """Tally the bags: those of one comparison count once each, and several comparisons add up."""
    judged = sum((pool.judgements(reviewer) for pool in pools), Counter[Judgement]())
    disputed = 0 if reviewer is not None else sum(pool.disputed for pool in pools)
    return tally_verdicts(sum(len(pool.entries) for pool in pools), judged, disputed)


def answer_pools(
    pools: Sequence[Pool], links: LinkEstimates | None = None, tally: Tally | None = None
) -> StatedAnswer:
    """Return what may be said about some comparisons, with what its words need.

    ``links`` are those of a single comparison, ``tally`` that of all of them, if it is known.
    """
    tally = tally or tally_pools(pools)
    review = pools[0].reviews[0]
    evidence = VerdictEvidence(
        tally.interesting,
        tally,
        tally.disputed,
        sample=_find_sample_mean(pools, tally),
        agreement=_measure_agreement(pools),
        divided=sum(map(_count_divided, pools)),
        blind=any(review.blind for pool in pools for review in pool.reviews),
        drawn=sum(map(_count_drawn, pools)),
    )
    return StatedAnswer(
        answer_question(evidence),
        tally,
        links,
        column=(review.column or "") if len(pools) == 1 else "",
        nouns=review.nouns,
        only_models=pools[0].counted.only_models,
    )


def _find_sample_mean(pools: Sequence[Pool], tally: Tally) -> SampleMean | None:
    """Return the mean of all bags by random samples; None if there is none, or nothing left to estimate."""
    if tally.judged + tally.unsure + tally.disputed == tally.interesting:
        return None
    if all(find_pool_sample(pool) is None for pool in pools):
        return None
    mean = estimate_pools(pools)
    if mean is None:
        return None
    judged = left = bags = 0
    for pool in pools:
        sample = find_pool_sample(pool)
        if sample is None:
            judged += sum(result.verdict in VALUE_OF for result in pool.settled.values())
            bags += len(pool.entries)
            continue
        found = estimate_pool(pool, sample)
        judged += found.judged
        left += found.left
        bags += len(pool.entries) - len(sample.not_whole)
    low, high = mean.low, mean.high
    if bags == tally.interesting:
        # Verdicts outside of the sample can make sure what it leaves open.
        unknown = bags - tally.judged
        low, high = max(low, (tally.net - unknown) / bags), min(high, (tally.net + unknown) / bags)
    return SampleMean(judged, left, float(mean.value), low, high, bags)


def _count_drawn(pool: Pool) -> int:
    """Return the number of drawn items without an answer."""
    sample = find_pool_sample(pool)
    return 0 if sample is None else estimate_pool(pool, sample).left


def _count_divided(pool: Pool) -> int:
    """Return the number of bags with verdicts on drawn changes alone."""
    sample = find_pool_sample(pool)
    if sample is None:
        return 0
    settled = (pool.settled.get(pool.entries[bag].fingerprint) for bag in sample.not_whole)
    return sum(result is not None and result.by_changes_alone for result in settled)


def _measure_agreement(pools: Sequence[Pool]) -> Fraction | None:
    """Return κ of two reviewers, nominal α of more; None if it is undefined or there is one reviewer.

    Verdicts that settled a disagreement came after the others were seen, so they are left out.
    """
    names = sorted({name for pool in pools for name in pool.states})
    rated: Counter[RatedBag] = Counter()
    for pool in pools:
        own = [pool.states.get(name, {}) for name in names]
        for entry in pool.entries:
            states = [states.get(entry.fingerprint) for states in own]
            verdicts = tuple(
                None if state is None or state.manner is Manner.ADJUDICATION else state.verdict
                for state in states
            )
            rated[RatedBag(verdicts)] += 1
    return measure_coefficient(rated, len(names))


def answer_to_json(stated: StatedAnswer) -> dict[str, Any]:
    """Return the value of ``answer`` in the JSON of a tally."""
    answer = stated.answer
    return {
        "says": answer.says.value,
        "is_direction": answer.says.is_direction,
        "text": write_answer(stated),
        "for_a_paper": write_for_paper(answer) or None,
        "reason": answer.reason and answer.reason.value,
        "p": answer.p,
        "open": answer.evidence.open,
        "next_step": None
        if answer.next_step is None
        else {
            "step": answer.next_step.step.value,
            "bags": answer.next_step.bags,
            "text": say_step(answer.next_step, answer.evidence),
        },
    }
