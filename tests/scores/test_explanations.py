"""The formulas with their numbers in them."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from hypothesis import given

from coala.scores.explanations import (
    ALL_CLASSES,
    FIRST_CLASSES,
    MEANINGS,
    TERMS,
    Explanation,
    explain_all,
    explanation_from_json,
    explanation_to_json,
)
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS, score_all
from coala.scores.ratio import Ratio
from tests.support.partitions import Classes, key_and_response, sides, two


def explained(key: str, response: str) -> dict[str, Explanation]:
    pair = ClusterPair(*two(key, response))
    return explain_all(pair, score_all(pair.key, pair.response))


def evaluate(text: str) -> Fraction:
    """The value of a formula as it is written: ``((2² + 1²)/3 + 1²/1) / (3 + 1)``."""
    python = text.replace("²", "**2").replace("−", "-").replace("·", "*")
    assert re.fullmatch(r"[0-9()+\-*/ ]+", python)
    value = eval(re.sub(r"(?<!\*\*)\b\d+", r"Fraction(\g<0>)", python), {"Fraction": Fraction})
    assert isinstance(value, Fraction)
    return value


def assert_adds_up(line: str, ratio: Ratio) -> None:
    name, _, rest = line.partition(" = ")
    assert name in ("R", "P")
    if ratio.exact is None:
        assert line.endswith("= 0/0: undefined")
        return
    terms = re.split(r" = | ≈ ", rest)[0]
    assert evaluate(terms) == ratio.exact
    assert line.endswith(f" {ratio.value:.4f}")


def test_mucs_own_example_reads_as_on_paper() -> None:
    # ABC falls into AB, C; D is alone and has no link.
    assert explained("ABC D", "AB C D")["muc"].numbers == (
        "R = (3−2 + 1−1) / (2 + 0) = 1/2 = 0.5000",
        "P = (2−1 + 1−1 + 1−1) / (1 + 0 + 0) = 1/1 = 1.0000",
        "F1 = 2 · 1.0000 · 0.5000 / (1.0000 + 0.5000) = 0.6667",
    )


def test_b_cubed_has_a_square_for_each_part_of_a_class() -> None:
    found = explained("ABC D", "AB C D")

    assert found["b_cubed"].numbers[0] == "R = ((2² + 1²)/3 + 1²/1) / (3 + 1) = 2/3 = 0.6667"
    assert found["b_cubed_class"].numbers[0] == "R = ((2² + 1²)/3² + 1²/1²) / 2 = 7/9 = 0.7778"


def test_a_class_that_the_response_lacks_adds_nothing() -> None:
    assert explained("AB CD", "AB")["b_cubed"].numbers[0] == "R = (2²/2 + 0/2) / (2 + 2) = 1/2 = 0.5000"


@given(key_and_response)
def test_the_terms_add_up_to_the_exact_score(partitions: tuple[Classes, Classes]) -> None:
    key, response = sides(*partitions)
    pair = ClusterPair(key, response)
    scores = score_all(pair.key, pair.response)

    found = explain_all(pair, scores)

    for name in TERMS:
        recall, precision, _ = found[name].numbers
        assert_adds_up(recall, scores[name].recall)
        assert_adds_up(precision, scores[name].precision)


@given(key_and_response)
def test_blancs_halves_add_up_to_the_exact_score(partitions: tuple[Classes, Classes]) -> None:
    key, response = sides(*partitions)
    pair = ClusterPair(key, response)
    scores = score_all(pair.key, pair.response)

    *_, recall, precision, f1 = ("", "", *explain_all(pair, scores)["blanc"].numbers)

    score = scores["blanc"]
    if score.exact_f1 is None:
        assert f1.endswith("undefined")
        return
    assert_adds_up(recall, score.recall)
    assert_adds_up(precision, score.precision)
    assert evaluate(f1.split(" = ")[1]) == score.exact_f1


def test_of_many_classes_the_first_that_are_not_trivial_are_shown_and_the_total_is_of_all() -> None:
    found = explained("A B C D E F GH IJ", "A B C D E F G H IJ")["muc"]

    assert found.numbers[0] == "R = (2−2 + 2−1 + … and 6 more classes) / (1 + 1 + …) = 1/2 = 0.5000"


def test_where_all_of_many_classes_are_trivial_the_first_are_shown() -> None:
    found = explained("A B C D E F G", "A B C D E F G")["b_cubed"]

    assert found.numbers[0] == (
        "R = (1²/1 + 1²/1 + 1²/1 + 1²/1 + … and 3 more classes) / (1 + 1 + 1 + 1 + …) = 1/1 = 1.0000"
    )
    assert FIRST_CLASSES < ALL_CLASSES


def test_a_class_in_many_parts_shows_the_first() -> None:
    found = explained("ABCDEFGH", "A B C D E F G H")["b_cubed"]

    assert found.numbers[0] == "R = ((1² + 1² + 1² + 1² + … and 4 more parts)/8) / 8 = 1/8 = 0.1250"


def test_a_fraction_too_long_to_read_is_shown_by_its_value() -> None:
    # Response classes of 2, 3, 5, 7 and 11 spans, each with one span elsewhere in the key.
    response = "ab cde fghij klmnopq rstuvwxyzAB"
    key = "a bc de fghi j klmnop q rstuvwxyzA B"

    line = explained(key, response)["b_cubed_class"].numbers[1]

    # 2 · 1/4 + 5/9 + 17/25 + 37/49 + 101/121, over 5 classes.
    exact = (Fraction(2, 4) + Fraction(5, 9) + Fraction(17, 25) + Fraction(37, 49) + Fraction(101, 121)) / 5
    assert line.endswith(f") / 5 ≈ {float(exact):.4f}")


def test_undefined_is_said_and_not_shown_as_zero() -> None:
    found = explained("A", "A")

    assert found["muc"].numbers == (
        "R = (1−1) / 0 = 0/0: undefined",
        "P = (1−1) / 0 = 0/0: undefined",
        "F1 = n/a: recall or precision is undefined",
    )
    assert found["conll"].numbers == ("F1 = (n/a + 1.0000 + 1.0000) / 3 = n/a",)
    assert explained("AB", "CD")["muc"].numbers[2].endswith("= 0/0: undefined")


def test_an_empty_side_has_no_terms() -> None:
    assert explained("", "AB")["muc"].numbers[:2] == ("R = 0/0: undefined", "P = (2−2) / 1 = 0/1 = 0.0000")


def test_metrics_without_terms_show_their_totals() -> None:
    found = explained("ABC D", "AB C D")

    assert found["ceaf_m"].numbers[0] == "R = 3/4 = 0.7500"
    assert found["mentions"].numbers[0] == "R = 4/4 = 1.0000"
    assert found["conll"].numbers == ("F1 = (0.6667 + 0.8000 + 0.7200) / 3 = 0.7289",)


def test_blanc_says_which_kind_of_link_does_not_count() -> None:
    assert explained("AB", "AB")["blanc"].numbers == (
        "links: 1 in both, 1 in the key, 1 in the response",
        "The key has no non-links: they do not count",
        "R = 1/1 = 1.0000",
        "P = 1/1 = 1.0000",
        "F1 = 2·1/(1 + 1) = 1.0000",
    )


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_is_explained_under_its_own_title_in_plain_text(name: str) -> None:
    meaning = MEANINGS[name]

    assert meaning.title == METRICS[name].title
    assert re.search(r"\d{4}", meaning.source)
    assert meaning.formula
    assert not any(sign in line for line in meaning.lines for sign in "<>")


def test_an_explanation_reads_from_title_to_source() -> None:
    lines = explained("ABC D", "AB C D")["muc"].lines

    assert lines[0] == "MUC"
    assert lines[-1] == "Source: Vilain et al. 1995"
    assert "R = (3−2 + 1−1) / (2 + 0) = 1/2 = 0.5000" in lines


def test_what_is_stored_comes_back_as_it_was() -> None:
    for explanation in explained("ABC D", "AB C D").values():
        assert explanation_from_json(json.loads(json.dumps(explanation_to_json(explanation)))) == explanation
