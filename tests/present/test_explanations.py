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
    explain_bootstrap,
    explain_mentions,
    explain_score,
    explain_share,
    explain_share_test,
    explain_tally,
    list_topics,
)
from coala.scores.findings import Resampling
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


def test_a_score_shows_its_totals_and_the_formula_of_f1() -> None:
    # ABC falls into AB, C; D is alone and has no link.
    found = explained("ABC D", "AB C D")

    assert found["muc"].numbers == (
        "R = 1/2 = 0.5000",
        "P = 1/1 = 1.0000",
        "F1 = 2 · 1.0000 · 0.5000 / (1.0000 + 0.5000) = 0.6667",
    )
    assert found["ceaf_m"].numbers[0] == "R = 3/4 = 0.7500"
    assert found["conll"].numbers == ("F1 = (0.6667 + 0.8000 + 0.7200) / 3 = 0.7289",)


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


def test_undefined_is_said_and_not_shown_as_zero() -> None:
    found = explained("A", "A")

    assert found["muc"].numbers == (
        "R = 0/0: undefined",
        "P = 0/0: undefined",
        "F1 = n/a: undefined",
    )
    assert found["conll"].numbers == ("F1 = (n/a + 1.0000 + 1.0000) / 3 = n/a",)
    assert explained("AB", "CD")["muc"].numbers[2] == "F1 = 0.0000: nothing is common"
    assert explained("AB", "A B")["muc"].numbers[1:] == (
        "P = 0/0: undefined",
        "F1 = 0.0000: nothing is common",
    )


def test_blanc_says_which_kind_of_link_does_not_count() -> None:
    assert explained("AB", "AB")["blanc"].numbers == (
        "links: 1 in both, 1 in the key, 1 in the response",
        "The key has no non-links, so they do not count",
        "R = 1/1 = 1.0000",
        "P = 1/1 = 1.0000",
        "F1 = 2·1/(1 + 1) = 1.0000",
    )


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
    assert not set(explanation.text) & set("<>")


def test_the_specifications_own_tally_is_explained_with_its_numbers() -> None:
    found = numbers(judged(146, "++++++--=="))

    assert found["net"] == ("net = 6 − 2 = +4",)
    assert found["mean"] == ("mean = +4 / 10 = +0.400", "10 of 146 bags judged, 0 not sure")
    assert found["interval"] == ("(+4 ± 0) / 146 = n/a",)
    assert found["sign_test"] == ("n = 6 + 2 = 8, m = 2: p = 0.2891 (2 = dropped)",)


def test_where_nothing_is_judged_nothing_is_claimed() -> None:
    found = numbers(judged(5, "?"))

    assert found["net"] == ("net = 0 − 0 = 0",)
    assert found["mean"][0] == "mean = 0 / 0 = n/a"
    assert found["interval"] == ("(0 ± 1) / 5 = n/a",)
    assert found["sign_test"][0].endswith("p = n/a (0 = dropped)")


def test_bounds_of_the_mean_have_open_bags_at_their_worst_and_at_their_best() -> None:
    assert numbers(judged(5, "+++-?"))["interval"] == ("(+2 ± 1) / 5 = +0.20 to +0.60",)


def test_a_share_is_two_scores_and_their_difference_in_points() -> None:
    assert explain_share("B³ F1", -0.0042, f1=None).numbers == ("B³ F1: −0.42 points",)
    assert explain_share("B³ F1", -0.0042, f1=0.7).numbers == ("B³ F1: 0.700000 − 0.704200 = −0.42 points",)
    assert "n/a" in explain_share("MUC F1", None, f1=0.7).numbers[0]


def test_a_share_of_bags_that_gold_joins_is_theirs_together() -> None:
    told = explain_share("B³ F1", -0.0042, f1=0.7, bags=4)
    assert told.title == "Effect of 4 bags together"
    assert told.formula == (
        "effect = F1 now − F1 if these 4 bags together went back to the baseline; 1 point is 0.01",
    )


def test_the_share_of_mentions_is_a_quotient() -> None:
    assert explain_mentions(30, 120).numbers == ("share = 30 / 120 = 25.0 %",)
    assert explain_mentions(0, 0).numbers == ("share = 0 / 0 = n/a",)


def test_the_test_over_bags_says_what_it_dropped() -> None:
    def said(shares: list[float | None]) -> str:
        (sentence,) = explain_share_test(run_sign_test(shares)).numbers
        return sentence

    assert said([0.1] * 6 + [-0.2] * 2 + [0.0] * 10 + [None]) == (
        "6 bags raise the score, 2 lower it (10 without change dropped, 1 undefined): sign test p = 0.2891."
    )
    assert said([0.0, 0.0]) == "No bag moves the score (2 without change dropped)."
    assert said([0.5]).startswith("1 bag raises the score, 0 lower it")


def test_the_intervals_say_how_many_were_drawn_and_what_they_do_not_say() -> None:
    explanation = explain_bootstrap(Resampling({}, bags=572, samples=10_000, seed=1))

    assert explanation.numbers == ("B = 10,000 resamples of 572 bags",)
    assert "not for other corpora" in explanation.meaning


@pytest.mark.parametrize("name", ["net", "mean", "interval", "sign_test"])
def test_every_explanation_names_its_source_in_plain_text(name: str) -> None:
    text = explain_tally(judged(3, "+-"))[name].text

    assert "\n\nSource: " in text
    assert not set(text) & set("<>")


def test_hidden_share_is_explained_without_its_numbers() -> None:
    told = explain_share("B³ F1", -0.0042, f1=0.7, is_shown=False)
    assert told.numbers == ("B³ F1: shown after the verdict",)
    assert "0.0042" not in told.text


def test_every_figure_of_a_review_has_a_topic_with_a_source() -> None:
    found = list_topics(a_summary([a_bag(0)], gold=True), judged(1, ""), {"muc": 0.1})
    keys = {topic.key for topic in found}
    assert {"tally net", "tally mean", "tally interval", "tally sign_test", "bootstrap", "mentions"} <= keys
    for metric in METRICS:
        assert {f"scores changed {metric}", f"scores baseline {metric}", f"share {metric}"} <= keys
    assert all("\n\nSource: " in topic.text for topic in found)
    (bootstrap,) = [topic for topic in found if topic.key == "bootstrap"]
    assert "not for other corpora" in bootstrap.text
    assert "B = 10,000 resamples of 6 bags" in bootstrap.text


def test_without_gold_the_topic_of_intervals_says_why_there_are_none() -> None:
    found = list_topics(a_summary([a_bag(0)]), judged(1, ""), None)
    (bootstrap,) = [topic for topic in found if topic.key == "bootstrap"]
    assert "need a gold graph" in bootstrap.text
    assert [topic.group for topic in found if topic.key == "scores similarity muc"] == [
        "Similarity of the two systems"
    ]
