"""Every metric that the CoNLL reference scorer has, against its own test cases (Pradhan et al. 2014).

``measured.json`` has the numerators and denominators that the Perl scorer v8.01 printed for each case, and
the values that its authors expect. Where a score here is another, the rule of the specification (section 5)
is the reason, and the test has its name:

- 0/0 is undefined here; the Perl scorer prints 0.
- A span in two chains joins them here; the Perl scorer drops it from the second (cases A8 and A9).

LEA, B³ by class and mention detection are not in that scorer.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from coala.engine.scope import cluster_sides
from coala.engine.score import KEY_AND_RESPONSE
from coala.model.options import ReadOptions
from coala.prepare.prepare import Preparation, prepare
from coala.reading.read import read_graphs
from coala.scores.metric import ClusterPair
from coala.scores.metrics.registry import METRICS
from coala.scores.partition import Clusters
from coala.scores.ratio import Ratio, Score

CASES = Path(__file__).parents[3].parent / "shared" / "data" / "scorers"

if not CASES.is_dir():
    pytest.skip("the CoNLL scorer's cases are not beside the project", allow_module_level=True)

THEIRS = {"muc": "muc", "b_cubed": "bcub", "ceaf_m": "ceafm", "ceaf_e": "ceafe", "blanc": "blanc"}
"""Our names of metrics, and those of the reference scorer."""

MEASURED: list[dict[str, Any]] = json.loads((CASES / "measured.json").read_text(encoding="utf-8"))


@cache
def sides_of(key_file: str, response_file: str) -> tuple[Clusters, Clusters]:
    """Return the classes of both files as ``coala score`` reads them; some responses have other words."""
    read = read_graphs([str(CASES / key_file), str(CASES / response_file)], ReadOptions())
    key, response = cluster_sides(prepare(read, KEY_AND_RESPONSE, Preparation(count_words=True)).corpus)
    return key, response


def read_sides(case: dict[str, Any]) -> tuple[Clusters, Clusters]:
    return sides_of(case["key"], case["response"])


REPEATED_IN_ANOTHER_CHAIN = ("A8", "A9")


def by_id(name: str) -> dict[str, Any]:
    return next(case for case in MEASURED if case["id"] == name)


def test_there_are_36_cases() -> None:
    assert len(MEASURED) == 36


def agrees(ratio: Ratio, numerator: float, denominator: float) -> bool:
    """Return True if figures are equal in 15 printed digits; BLANC is printed as a value over 1."""
    if not denominator:
        return ratio.value is None
    return ratio.value == pytest.approx(numerator / denominator, rel=1e-12)


def harmonic(score: Score) -> float:
    """Return F1, and 0 where it is undefined, as the Perl scorer has it."""
    return 0.0 if score.f1 is None else score.f1


@pytest.mark.parametrize("metric", THEIRS)
@pytest.mark.parametrize(
    "case",
    [case for case in MEASURED if case["id"] not in REPEATED_IN_ANOTHER_CHAIN],
    ids=lambda case: str(case["id"]),
)
def test_the_perl_scorers_numbers_come_out(case: dict[str, Any], metric: str) -> None:
    key, response = read_sides(case)
    printed = case["actual"][THEIRS[metric]]

    score = METRICS[metric].score(ClusterPair(key, response))

    assert agrees(score.recall, printed["rn"], printed["rd"])
    if (case["id"], metric) in NO_LINK_THAT_COUNTS:
        assert score.precision.value is None
        assert printed["pn"] == 0
    else:
        assert agrees(score.precision, printed["pn"], printed["pd"])
    if metric in ("muc", "ceaf_m"):
        # These count whole things, and the counts themselves are kept.
        assert score.recall == (printed["rn"], printed["rd"])
        assert score.precision == (printed["pn"], printed["pd"])
    expected = case["expected"].get(THEIRS[metric])
    if expected is not None:
        assert harmonic(score) == pytest.approx(expected[2], abs=5e-5)
    # BLANC's F is a mean, which was printed for some cases, with four digits that are cut off, not rounded;
    # the file's own F is 2PR/(P + R), which BLANC's is not.
    printed_f1 = printed.get("F_printed", None if metric == "blanc" else printed["F"])
    if printed_f1 is not None:
        assert harmonic(score) == pytest.approx(printed_f1, abs=1.01e-4)


NO_LINK_THAT_COUNTS = {("M2", "blanc"), ("M5", "blanc"), ("N2", "blanc"), ("N5", "blanc")}
"""Key all one class and response all singletons, or the other way about: the key has links of one kind
only, the response none of that kind. Precision is 0/0, undefined here; the Perl scorer prints 0."""


@pytest.mark.parametrize("name", ["N1", "N4"])
def test_where_there_is_nothing_to_link_muc_is_undefined_and_the_perl_scorer_prints_0(name: str) -> None:
    score = METRICS["muc"].score(ClusterPair(*read_sides(by_id(name))))

    assert score.recall == score.precision == (0, 0)
    assert score.f1 is None
    assert by_id(name)["actual"]["muc"]["F"] == 0


@pytest.mark.parametrize("name", REPEATED_IN_ANOTHER_CHAIN)
def test_a_mention_in_two_chains_joins_them_where_the_perl_scorer_drops_the_second(name: str) -> None:
    # The response says b in chain 1 = {b, c, x} and again (once or ten times) in chain 3 = {b, z}. The Perl
    # scorer keeps only b's first chain and scores {a} {b, c, x} {d, y} {z}. The specification (section 5)
    # has chains that share a span as one class: {a} {b, c, x, z} {d, y}. The key is {a} {b, c} {d, e, f}.
    key, response = read_sides(by_id(name))
    assert key.sizes.tolist() == [1, 2, 3]
    assert sorted(response.sizes.tolist()) == [1, 2, 4]
    assert response.joined == 1

    scores = {metric: METRICS[metric].score(ClusterPair(key, response)) for metric in METRICS}

    # {b, c} stays whole, {d, e, f} falls apart: 1 of 3. {b, c, x, z} keeps one link of 3, {d, y} none of 1.
    assert scores["muc"].recall == (1, 3)
    assert scores["muc"].precision == (1, 4)
    # a, b, c find all, d a third: (3 + 1/3)/6. Of seven: a 1, b and c 2/4 each, d 1/2.
    assert scores["b_cubed"].recall == (5, 9)
    assert scores["b_cubed"].precision == (5, 14)
    # a with a, {b, c} with {b, c, x, z}, {d, e, f} with {d, y}: 1 + 2 + 1 mentions; by entity
    # 1 + 2·2/6 + 2·1/5 = 31/15, over 3 classes and 3.
    assert scores["ceaf_m"].recall == (4, 6)
    assert scores["ceaf_m"].precision == (4, 7)
    assert scores["ceaf_e"].recall == scores["ceaf_e"].precision == (31, 45)
    # Of the key's 1 + 3 links bc is found, of the 11 others a-b, a-c, a-d, b-d, c-d. The response has 6 + 1
    # links and 21 − 7 others.
    assert scores["blanc"].recall.exact == (Fraction(1, 4) + Fraction(5, 11)) / 2
    assert scores["blanc"].precision.exact == (Fraction(1, 7) + Fraction(5, 14)) / 2
    # The Perl scorer's precision for the same file is another: 17/6 of 7.
    assert by_id(name)["actual"]["bcub"]["pn"] == pytest.approx(float(Fraction(17, 6)))
