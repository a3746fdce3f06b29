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
    explain_mentions,
    explain_score,
    explain_share,
    explain_share_test,
    explain_tally,
    list_topics,
)
from coala.scores.metrics.registry import METRICS, score_pair
from coala.scores.significance import run_sign_test
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


def test_mean_without_its_parts_in_the_table_has_no_terms() -> None:
    scores = score_pair(spelled_pair("ABC D", "AB C D"))

    explanation = explain_score(METRICS["conll"], {"conll": scores["conll"]})

    assert explanation.numbers == ("F1 = 0.7289",)


def test_a_fraction_too_long_to_read_is_shown_by_its_value() -> None:
    # Response classes of 2, 3, 5, 7 and 11 spans, each with one span elsewhere in the key.
    response = "ab cde fghij klmnopq rstuvwxyzAB"
    key = "a bc de fghi j klmnop q rstuvwxyzA B"

    line = explained(key, response)["b_cubed_class"].numbers[1]

    # 2 · 1/4 + 5/9 + 17/25 + 37/49 + 101/121, over 5 classes.
    exact = (Fraction(2, 4) + Fraction(5, 9) + Fraction(17, 25) + Fraction(37, 49) + Fraction(101, 121)) / 5
    assert line == f"P ≈ {float(exact):.4f}"


def test_undefined_is_no_zero_and_nothing_in_common_is_one() -> None:
    found = explained("A", "A")
    assert [line.partition(":")[0] for line in found["muc"].numbers] == ["R = 0/0", "P = 0/0", "F1 = n/a"]
    assert found["conll"].numbers == ("F1 = (n/a + 1.0000 + 1.0000) / 3 = n/a",)
    assert explained("AB", "CD")["muc"].numbers[2].startswith("F1 = 0.0000:")
    lines = explained("AB", "A B")["muc"].numbers[1:]
    assert [line.partition(":")[0] for line in lines] == ["P = 0/0", "F1 = 0.0000"]


def test_blanc_says_which_kind_of_link_does_not_count() -> None:
    links, non_links, *scores = explained("AB", "AB")["blanc"].numbers
    assert re.findall(r"\d+", links) == ["1", "1", "1"]
    assert ("non-links" in non_links, re.findall(r"\d+", non_links)) == (True, [])
    assert scores == ["R = 1/1 = 1.0000", "P = 1/1 = 1.0000", "F1 = 2·1/(1 + 1) = 1.0000"]


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
    results = [re.findall("= (0$|n/a)", lines[0]) for lines in found.values()]
    assert results == [["0"], ["n/a"], ["n/a"], ["n/a"]]


def test_a_share_is_two_scores_and_their_difference_in_points() -> None:
    assert explain_share("B³ F1", -0.0042, f1=None).numbers[0].startswith("B³ F1: −0.42 ")
    assert "0.700000 − 0.704200 = −0.42 " in explain_share("B³ F1", -0.0042, f1=0.7).numbers[0]
    assert "n/a" in explain_share("MUC F1", None, f1=0.7).numbers[0]
    assert "0.0042" not in explain_share("B³ F1", -0.0042, f1=0.7, is_shown=False).text


def test_the_share_of_mentions_is_a_quotient() -> None:
    assert explain_mentions(30, 120).numbers == ("share = 30 / 120 = 25.0 %",)
    assert explain_mentions(0, 0).numbers == ("share = 0 / 0 = n/a",)


def test_sign_test_of_one_bag_has_a_singular() -> None:
    (sentence,) = explain_share_test(run_sign_test([0.5])).numbers
    assert sentence.startswith("1 bag raises ")


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


def test_without_gold_there_is_similarity_and_no_interval() -> None:
    found = {topic.key: topic for topic in list_topics(a_summary([a_bag(0)]), judged(1, ""), None)}
    assert "Source: " not in found["bootstrap"].text
    assert "scores similarity muc" in found
    assert "scores changed muc" not in found
