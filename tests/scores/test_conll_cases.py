"""MUC and B³ against the test cases of the CoNLL reference scorer (Pradhan et al. 2014).

``measured.json`` has the numerators and denominators that the Perl scorer v8.01 printed for each case.
It prints 0 for 0/0, where a score here is undefined, and B³'s sums unreduced and rounded to 15 digits.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coala.scores import b_cubed, muc
from coala.scores.clusters import Clusters, clusters
from coala.scores.ratio import Ratio

CASES = Path(__file__).parents[2].parent / "shared" / "data" / "scorers"

if not CASES.is_dir():
    pytest.skip("the CoNLL scorer's cases are not beside the project", allow_module_level=True)

MEASURED: list[dict[str, Any]] = json.loads((CASES / "measured.json").read_text(encoding="utf-8"))

Mention = tuple[int, int]


def read_mentions(path: Path) -> list[tuple[Mention, str]]:
    """Mentions (first line, last line) and their chains, from the last column: "(1", "1)", "(1)", "(1(3"."""
    mentions = []
    open_at: dict[str, list[int]] = {}
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines()):
        if text.startswith("#") or not text.strip():
            continue
        for opened, chain, closed in re.findall(r"(\(?)(\d+)(\)?)", text.split()[-1]):
            if opened:
                open_at.setdefault(chain, []).append(line)
            if closed:
                mentions.append(((open_at[chain].pop(), line), chain))
    return mentions


def read_sides(case: dict[str, Any]) -> tuple[Clusters, Clusters]:
    both = [read_mentions(CASES / case[name]) for name in ("key", "response")]
    spans = sorted({mention for mentions in both for mention, _ in mentions})
    key, response = (
        clusters(
            np.array([spans.index(mention) for mention, _ in mentions], np.int64),
            np.array([int(chain) for _, chain in mentions], np.int64),
            len(spans),
        )
        for mentions in both
    )
    return key, response


def by_id(name: str) -> dict[str, Any]:
    return next(case for case in MEASURED if case["id"] == name)


def agrees(ratio: Ratio, numerator: float, denominator: float) -> bool:
    if not denominator:
        return ratio.value is None
    return ratio.value == pytest.approx(numerator / denominator, rel=1e-12)


REPEATED_IN_ANOTHER_CHAIN = ("A8", "A9")


@pytest.mark.parametrize(
    "case",
    [case for case in MEASURED if case["id"] not in REPEATED_IN_ANOTHER_CHAIN],
    ids=lambda case: str(case["id"]),
)
def test_the_perl_scorers_numbers_come_out(case: dict[str, Any]) -> None:
    key, response = read_sides(case)
    links, mentions = case["actual"]["muc"], case["actual"]["bcub"]

    of_links, of_mentions = muc.score(key, response), b_cubed.score(key, response)

    assert of_links.recall == (links["rn"], links["rd"])
    assert of_links.precision == (links["pn"], links["pd"])
    assert agrees(of_mentions.recall, mentions["rn"], mentions["rd"])
    assert agrees(of_mentions.precision, mentions["pn"], mentions["pd"])


@pytest.mark.parametrize("name", REPEATED_IN_ANOTHER_CHAIN)
def test_a_mention_in_two_chains_joins_them_where_the_perl_scorer_drops_the_second(name: str) -> None:
    # The response says b in chain 1 = {b, c, x} and again (once or ten times) in chain 3 = {b, z}. The Perl
    # scorer keeps only b's first chain and scores {a} {b, c, x} {d, y} {z}. The specification (section 5)
    # has chains that share a span as one class: {a} {b, c, x, z} {d, y}. The key is {a} {b, c} {d, e, f}.
    key, response = read_sides(by_id(name))
    assert key.sizes.tolist() == [1, 2, 3]
    assert sorted(response.sizes.tolist()) == [1, 2, 4]
    assert response.joined == 1

    links, mentions = muc.score(key, response), b_cubed.score(key, response)

    # {b, c} stays whole, {d, e, f} falls apart: 1 of 3. {b, c, x, z} keeps one link of 3, {d, y} none of 1.
    assert links.recall == (1, 3)
    assert links.precision == (1, 4)
    # a, b, c find all, d a third: (3 + 1/3)/6. Of seven: a 1, b and c 2/4 each, d 1/2.
    assert mentions.recall == (5, 9)
    assert mentions.precision == (5, 14)
    # The Perl scorer's precision for the same file is another: 17/6 of 7.
    assert by_id(name)["actual"]["bcub"]["pn"] == pytest.approx(float(Fraction(17, 6)))
