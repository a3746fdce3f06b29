"""Published systems on ECB+: bags as counted independently."""

from __future__ import annotations

import pytest

from coala.engine.compare import compare
from tests.support.corpora import compare_ecbplus
from tests.support.paths import SHARED, needs_shared

pytestmark = needs_shared

FOLDER = SHARED / "data" / "ecbplus"


@pytest.mark.parametrize(
    ("baseline", "changed", "bags", "interesting"),
    [("lemma-delta", "feature0", 776, 146), ("feature0", "feature0-kmeans", 794, 23)],
)
def test_the_bags_are_as_many_as_an_independent_count_found(
    baseline: str, changed: str, bags: int, interesting: int
) -> None:
    summary = compare_ecbplus(baseline, changed).summary
    assert (summary.bags, summary.interesting) == (bags, interesting)


@pytest.mark.parametrize("name", ["gold", "feature0-kmeans"])
def test_a_graph_against_itself_has_nothing_interesting(name: str) -> None:
    path = str(FOLDER / f"{name}.ttl")
    assert compare(path, path).summary.interesting == 0
