"""The paragraph that answers whether the change helped, in every situation of a review."""

from __future__ import annotations

import re
from itertools import product

import pytest

from coala.present.answer import write_answer, write_for_paper
from coala.verdicts.answer import Saying
from tests.golden.answers import judge_sample, make_situations, tell, tell_sample

SITUATIONS = make_situations()


def test_situations_have_every_saying() -> None:
    assert {told.answer.says for told in SITUATIONS.values()} == set(Saying)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_answer_is_whole_sentences_with_a_direction_only_if_it_may(situation: str) -> None:
    told = SITUATIONS[situation]
    answer, paper = write_answer(told), write_for_paper(told.answer)
    found = re.findall(r"\b(?:helped|hurt)\b", answer)
    assert found == ["helped" if told.tally.net > 0 else "hurt"] * told.answer.says.is_direction
    assert not re.search(r"helped|hurt", paper)
    assert answer[0].isupper() or answer[0].isdigit()
    assert answer.endswith(".")
    assert "  " not in answer
    assert not re.search(r"(?<![\d,])1 (bags|links|changes|models)\b|all 1 ", answer + paper)


def test_answer_of_a_blind_review_is_equal_for_opposite_verdicts() -> None:
    better, worse = (tell(40, signs * 28, blind=True) for signs in "+-")
    assert write_answer(better) == write_answer(worse)


@pytest.mark.parametrize(("bags", "signs"), [*product((28, 146, 2_000), ("++=+-+-+=+-+" * 2, "+--+-=" * 4))])
def test_promised_number_of_bags_gives_a_direction_if_the_trend_continues(bags: int, signs: str) -> None:
    told = tell_sample(bags, len(signs), signs)
    step = told.answer.next_step
    assert step is not None
    assert not told.answer.says.is_direction
    drawn = signs
    while len(drawn) < len(signs) + step.bags:
        drawn += signs
    # Verdicts come in whole numbers, so up to a tenth more may be needed.
    size = min(bags, -(-11 * (len(signs) + step.bags) // 10))
    found = tell_sample(bags, size, drawn[:size].ljust(size, "+" if told.tally.net > 0 else "-"))
    assert found.answer.says.is_direction or size == bags
    fewer = (len(signs) + step.bags) * 7 // 10
    if fewer > len(signs) and size < bags:
        assert not tell_sample(bags, fewer, drawn[:fewer]).answer.says.is_direction


def test_sample_mean_has_open_bags_at_their_worst_and_at_their_best() -> None:
    sure, unsure = judge_sample(146, 40, "++=+-++-+-" * 4), judge_sample(146, 40, "++=?+-++?-" * 4)
    assert unsure.low < sure.low < sure.high < unsure.high
