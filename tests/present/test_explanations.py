"""The figures of a review, explained with their own numbers."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given

from coala.model.bag import Verdict
from coala.present.explanations import (
    Explanation,
    explain_score,
    explain_tally,
    list_topics,
)
from coala.scores.metrics.registry import METRICS, score_pair
from coala.verdicts.by_kind import BagKinds
from coala.verdicts.tally import Judgement, Tally, tally_verdicts
from tests.support.partitions import Classes, key_and_response, pair_of, spelled_pair
from tests.support.reviews import a_bag, a_summary


def judged(interesting: int, verdicts: str) -> Tally:
    """Return the tally of ``++-``, one sign a bag."""
    return tally_verdicts(interesting, Counter(Judgement(Verdict(sign), BagKinds()) for sign in verdicts))


def numbers(total: Tally) -> dict[str, tuple[str, ...]]:
    return {name: explanation.numbers for name, explanation in explain_tally(total).items()}


def explained(key: str, response: str) -> dict[str, Explanation]:
    """Explain every score of a response against a key, such as "AB C" against "ABC"."""
    scores = score_pair(spelled_pair(key, response))
    return {name: explain_score(METRICS[name], scores) for name in scores}


@given(key_and_response)
def test_blancs_halves_add_up_to_the_exact_score(partitions: tuple[Classes, Classes]) -> None:
    scores = score_pair(pair_of(*partitions))

    *_, recall, precision, f1 = ("", "", *explain_score(METRICS["blanc"], scores).numbers)

    score = scores["blanc"]
    if score.exact_f1 is None:
        assert f1.endswith("undefined")
        return
    assert terms_of(recall) == score.recall.exact
    if score.precision.exact is None:
        assert precision == "P = 0/0: undefined"
    else:
        assert terms_of(precision) == score.precision.exact
    assert terms_of(f1) == score.exact_f1


def terms_of(line: str) -> Fraction:
    """Return the value after the first = of a line: ``(2/3 + 1/1) / 2``."""
    python = re.split(r" = | ≈ ", line)[1].replace("·", "*")
    assert re.fullmatch(r"[0-9()+\-*/ ]+", python)
    value = eval(re.sub(r"\d+", r"Fraction(\g<0>)", python), {"Fraction": Fraction})
    assert isinstance(value, Fraction)
    return value


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_is_explained_under_its_own_title_in_plain_text(name: str) -> None:
    explanation = explained("ABC D", "AB C D")[name]

    assert explanation.title == METRICS[name].title
    assert re.search(r"\n\nSource: .*\d{4}", explanation.text)
    assert explanation.formula


def test_where_nothing_is_judged_nothing_is_claimed() -> None:
    found = numbers(judged(5, "?"))
    results = [re.findall("(?:= |p )(0$|n/a)", lines[0]) for lines in found.values()]
    assert results == [["0"], ["n/a"], ["n/a"], ["n/a"]]


def test_every_figure_of_a_review_has_a_topic_with_a_source() -> None:
    found = list_topics(a_summary([a_bag(0)], gold=True), judged(1, ""), {"muc": 0.1})
    keys = {topic.key for topic in found}
    assert {"tally net", "tally mean", "tally interval", "tally sign_test", "bootstrap", "mentions"} <= keys
    for metric in METRICS:
        assert {f"scores changed {metric}", f"scores baseline {metric}", f"share {metric}"} <= keys
    assert all("\n\nSource: " in topic.text for topic in found)


def test_no_topic_has_a_figure_of_all_bags_with_gold_while_these_are_hidden() -> None:
    summary = a_summary([a_bag(0)], gold=True)
    shown, hidden = (
        {topic.key: topic.text for topic in list_topics(summary, judged(2, "+"), {"muc": 0.1}, whole=whole)}
        for whole in (True, False)
    )
    gone = {*shown} - {*hidden}
    assert {"bootstrap", "share_test"} <= gone
    assert all(key.startswith("scores ") for key in gone - {"bootstrap", "share_test"})
    assert not any(key.startswith("scores ") for key in hidden)
    # The effect of a bag has no scores, from which those of all bags would follow.
    assert "0.666667" in shown["share muc"]
    assert "0.666667" not in hidden["share muc"]
