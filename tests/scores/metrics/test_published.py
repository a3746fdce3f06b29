"""Systems on ECB+ against gold: the scores that their authors published, to a thousandth of a point."""

from __future__ import annotations

import json

import pytest

from coala.engine.score import score_paths
from tests.support.paths import SHARED

ECBPLUS = SHARED / "data" / "ecbplus"

if not ECBPLUS.is_dir():
    pytest.skip("ECB+ is not beside the project", allow_module_level=True)

THEIRS = {"muc": "muc", "b_cubed": "bcub", "ceaf_e": "ceafe", "lea": "lea"}


@pytest.mark.parametrize("system", ["lemma-delta", "feature0", "feature0-kmeans"])
def test_every_published_score_comes_out(system: str) -> None:
    published = json.loads((ECBPLUS / "published.json").read_text(encoding="utf-8"))["systems"][system]

    scores = score_paths(str(ECBPLUS / "gold.ttl"), str(ECBPLUS / f"{system}.ttl")).scores

    assert set(published) == set(THEIRS.values())
    for ours, theirs in THEIRS.items():
        score = scores[ours]
        for value, name in (
            (score.recall.value, "recall"),
            (score.precision.value, "precision"),
            (score.f1, "f1"),
        ):
            assert value is not None
            assert 100 * value == pytest.approx(published[theirs][name], abs=1e-3)
