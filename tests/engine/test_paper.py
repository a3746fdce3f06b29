"""The example of the paper, with the results in the README of the samples."""

from __future__ import annotations

import re

import pytest

from coala.engine.compare import compare
from tests.support.paths import SAMPLES

README = (SAMPLES / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"\| `(\w\.ttl)` against `(\w\.ttl)` \| (\d+) \| (\d+) \| (.+) \|", README)


def test_the_readme_has_both_pairs() -> None:
    assert [row[:2] for row in ROWS] == [("X.ttl", "Y.ttl"), ("X.ttl", "Z.ttl")]


@pytest.mark.parametrize(("baseline", "changed", "bags", "interesting", "what"), ROWS)
def test_a_pair_diverges_as_the_readme_says(
    baseline: str, changed: str, bags: str, interesting: str, what: str
) -> None:
    folder = SAMPLES / "paper"
    comparison = compare(str(folder / baseline), str(folder / changed))
    assert (comparison.summary.bags, comparison.summary.interesting) == (int(bags), int(interesting))
    assert [bag.title for bag, _ in comparison.iterate_bags()] == [what]
    assert comparison.summary.notices == ()
