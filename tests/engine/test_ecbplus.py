"""Published systems on ECB+: bags as counted independently, scores as published by their authors."""

from __future__ import annotations

import json

import pytest

from coala.engine.compare import compare
from tests.support.corpora import compare_ecbplus
from tests.support.paths import SHARED, needs_shared

pytestmark = needs_shared

FOLDER = SHARED / "data" / "ecbplus"
METRICS = {"muc": "muc", "b_cubed": "bcub"}


@pytest.mark.parametrize(
    ("baseline", "changed", "bags", "interesting"),
    [("lemma-delta", "feature0", 776, 146), ("feature0", "feature0-kmeans", 794, 23)],
)
def test_the_bags_are_as_many_as_an_independent_count_found(
    baseline: str, changed: str, bags: int, interesting: int
) -> None:
    summary = compare_ecbplus(baseline, changed).summary
    assert (summary.bags, summary.interesting) == (bags, interesting)


@pytest.mark.parametrize("name", ["gold", "lemma-delta", "feature0", "feature0-kmeans"])
def test_a_graph_against_itself_has_nothing_interesting(name: str) -> None:
    path = str(FOLDER / f"{name}.ttl")
    assert compare(path, path).summary.interesting == 0


def test_the_scores_are_the_published_ones() -> None:
    published = json.loads((FOLDER / "published.json").read_text(encoding="utf-8"))["systems"]
    pair = ("lemma-delta", "feature0")
    comparison = compare_ecbplus(*pair, gold=True)
    for side, name in zip(("baseline", "changed"), pair, strict=True):
        for metric, theirs in METRICS.items():
            score = comparison.summary.scores[side][metric]
            assert score.recall.value is not None
            assert score.precision.value is not None
            assert 100 * score.recall.value == pytest.approx(published[name][theirs]["recall"], abs=5e-4)
            assert 100 * score.precision.value == pytest.approx(
                published[name][theirs]["precision"], abs=5e-4
            )
