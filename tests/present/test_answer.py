"""The paragraph that answers whether the change helped, in every situation of a review."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from coala.base.statistics import half_width_of_mean
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.present.answer import ReviewOutcome, write_answer
from coala.verdicts.estimates import Gap, LinkEstimates, LinkShare
from coala.verdicts.sampling import SampledItem, draw_sample, estimate_all
from coala.verdicts.shares import Estimate
from coala.verdicts.tally import Judgement, Tally, interval, tally_verdicts

SPLIT = (Kind.SPLIT,)


def tally_of(interesting: int, *parts: tuple[str, tuple[Kind, ...], tuple[str, ...]] | str) -> Tally:
    """Return the tally of signs, given as text, or with the kinds and the tags of their bags."""
    judged: Counter[Judgement] = Counter()
    for part in parts:
        signs, kinds, tags = (part, (), ()) if isinstance(part, str) else part
        judged.update(Judgement(Verdict(sign), kinds, tags) for sign in signs)
    return tally_verdicts(interesting, judged)


def links_of(share: Estimate | None, lost: Estimate | None = None) -> LinkEstimates:
    return LinkEstimates(
        LinkShare(50, 40, 32, share, Gap(0, 0)), LinkShare(9, 4, 2, lost, Gap(0, 0)), 0, 0, None, None
    )


EIGHTY_ONE = Estimate(Fraction(81, 100), 0.72, 0.88)

CASES = {
    "nothing differs": (
        ReviewOutcome(tally_of(0)),
        "The two graphs do not differ, so there is nothing to judge.",
    ),
    "too few": (
        ReviewOutcome(tally_of(146, "++-=")),
        "10 verdicts are needed before COALA draws a conclusion; 4 given.",
    ),
    "too few, some not sure": (
        ReviewOutcome(tally_of(146, "++-??????")),
        "10 verdicts are needed before COALA draws a conclusion; 3 given. “Not sure” does not count.",
    ),
    "few bags": (
        ReviewOutcome(tally_of(3, "+")),
        "3 verdicts are needed before COALA draws a conclusion; 1 given.",
    ),
    "one bag": (
        ReviewOutcome(tally_of(1)),
        "1 verdict is needed before COALA draws a conclusion; 0 given.",
    ),
    "few bags, all judged": (
        ReviewOutcome(tally_of(3, "++-")),
        "The change helped: 2 bags better, 1 worse, 0 same.",
    ),
    "helped": (
        ReviewOutcome(tally_of(28, "+" * 16, ("-------+", (), ("name",)), "-", "==="), links_of(EIGHTY_ONE)),
        "The change helped: 17 bags better, 8 worse, 3 same. "
        "By these verdicts, 81 % of the links that the change made are right (72 to 88). "
        "It hurts where namesakes meet (tag name: net −6 bags).",
    ),
    "nearly level": (
        ReviewOutcome(tally_of(28, "+" * 13 + "-" * 12 + "=??")),
        "The change made no clear difference: 13 bags better, 12 worse, 1 same. "
        "Better and worse are nearly level.",
    ),
    "hurt": (
        ReviewOutcome(
            tally_of(20, "-" * 15, ("+++", SPLIT, ()), "=="),
            links_of(None, Estimate(Fraction(1, 2), 0.5, 0.5)),
        ),
        "The change hurt: 3 bags better, 15 worse, 2 same. By these verdicts, 50 % of the links that "
        "it lost were wrong. It helps where chains were split (net +3 changes).",
    ),
    "few links judged": (
        ReviewOutcome(tally_of(12, "+" * 12), links_of(None, Estimate(Fraction(1, 2), 0.2, 0.8))),
        "The change helped: 12 bags better, 0 worse, 0 same.",
    ),
    "own tag": (
        ReviewOutcome(tally_of(13, "+" * 10, ("---", (), ("date",)))),
        "The change helped: 10 bags better, 3 worse, 0 same. "
        "It hurts in bags with the tag date (net −3 bags).",
    ),
    "for certain": (
        ReviewOutcome(tally_of(20, "+" * 14)),
        "The change helped: 14 bags better, 0 worse, 0 same. The other 6 bags cannot change this result.",
    ),
    "probably": (
        ReviewOutcome(tally_of(146, "+" * 15 + "--===")),
        "The change probably helped: 15 bags better, 2 worse, 3 same, if the 126 bags left are like these.",
    ),
    "undecided": (
        ReviewOutcome(tally_of(146, "+++++++----===")),
        "It is still undecided whether the change helped: 7 bags better, 4 worse, 3 same so far. If the "
        "132 bags left "
        "are like these, better minus worse over all bags is between −41 and +103 (95 % interval). "
        "About 39 more verdicts should be enough to decide, if the trend continues.",
    ),
    "undecided near the end": (
        ReviewOutcome(tally_of(30, "+++++++++--------" + "==")),
        "It is still undecided whether the change helped: 9 bags better, 8 worse, 2 same so far. If the "
        "11 bags left are "
        "like these, better minus worse over all bags is between −7 and +11 (95 % interval). "
        "You will probably need to judge all 11 remaining bags to decide.",
    ),
    "level": (
        ReviewOutcome(tally_of(40, "+++++-----")),
        "It is still undecided whether the change helped: 5 bags better, 5 worse, 0 same so far. If the "
        "30 bags left are "
        "like these, better minus worse over all bags is between −27 and +27 (95 % interval). "
        "So far it is a tie; the remaining bags may settle it.",
    ),
    "level at the end": (
        ReviewOutcome(tally_of(11, "+++++-----=")),
        "The change neither helped nor hurt: 5 bags better, 5 worse, 1 same. "
        "All bags are judged, so this is the final result.",
    ),
    "only not sure": (
        ReviewOutcome(tally_of(12, "?" * 12)),
        "No conclusion: all 12 verdicts are “not sure”.",
    ),
    "blind": (
        ReviewOutcome(tally_of(40, "+" * 28), links_of(EIGHTY_ONE), blind=True),
        "This review is blind: 28 of 40 bags judged. "
        "Its result is shown once you reveal which system is which.",
    ),
    "disagreements": (
        ReviewOutcome(tally_of(20, "+" * 17), disagreements=3),
        "The change helped: 17 bags better, 0 worse, 0 same. "
        "The other 3 bags cannot change this result. "
        "3 bags left out, because reviewers disagree.",
    ),
    "column of a board": (
        ReviewOutcome(tally_of(12, "+" * 12), column="titles: without"),
        "The change in the column titles: without helped: 12 bags better, 0 worse, 0 same.",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_answer_is_right_in_every_situation(case: str) -> None:
    outcome, answer = CASES[case]
    assert write_answer(outcome) == answer


def test_answer_of_a_blind_review_is_equal_for_opposite_verdicts() -> None:
    better, worse = (ReviewOutcome(tally_of(40, signs * 28), blind=True) for signs in "+-")
    assert write_answer(better) == write_answer(worse)


def sample_outcome(signs: str, bags: int = 146, drawn: int = 40) -> ReviewOutcome:
    """Return the outcome of a sample whose first bags have these verdicts."""
    sample = draw_sample([SampledItem(f"{number:064x}", SPLIT, 3) for number in range(bags)], drawn, seed=1)
    verdicts: list[Verdict | None] = [None] * bags
    for number, sign in zip(sample.drawn, signs, strict=False):
        verdicts[number] = Verdict(sign)
    return ReviewOutcome(tally_of(bags, signs), sample=estimate_all(sample, verdicts), drawn=drawn)


def test_answer_of_a_sample_names_its_size() -> None:
    assert write_answer(sample_outcome("+" * 12)).startswith(
        "The change probably helped: 12 bags better, 0 worse, 0 same, by a random sample of 40 of 146 bags."
    )
    assert "; 3 given in the sample." in write_answer(sample_outcome("+++"))


def test_sample_too_small_to_decide_is_called_so() -> None:
    level = "+" * 11 + "-" * 9
    expected = "Judging the rest of the sample will probably not be enough to decide."
    assert write_answer(sample_outcome(level)).endswith(expected)


@pytest.mark.parametrize("seed", range(30))
def test_promised_number_of_verdicts_decides_the_sign_if_the_trend_holds(seed: int) -> None:
    """Compare the number with a search over the interval of the tally, which has Student's quantile."""
    draw = random.Random(seed)
    bags = draw.randint(60, 2_000)
    signs = "".join(draw.choices("+-=", (5, 4, 2), k=draw.randint(30, 59)))
    tally = tally_of(bags, signs)
    bounds = interval(tally, bags)
    assert bounds is not None
    assert tally.mean is not None
    if not bounds[0] <= 0 <= bounds[1] or not tally.net:
        return
    variance = (tally.better + tally.worse - tally.net**2 / tally.judged) / (tally.judged - 1)
    enough = next(
        judged
        for judged in range(tally.judged + 1, bags + 1)
        if judged == bags or half_width_of_mean(variance, judged, bags) < abs(tally.mean)
    )
    said = write_answer(ReviewOutcome(tally)).rpartition(" interval). ")[2]
    if "only all" in said:
        assert enough >= bags - 1
    else:
        promised = int(said.split()[1].replace(",", ""))
        # The quantile falls a little with more verdicts, which the promise leaves out.
        assert enough - tally.judged <= promised <= 1.06 * (enough - tally.judged) + 3
