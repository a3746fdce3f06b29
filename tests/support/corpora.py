"""The corpora of many read-only tests, compared once in each process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from coala.engine.compare import Comparison, compare
from coala.review.blind.blindness import BlindWish
from coala.review.writing import write_review
from tests.support.paths import SAMPLES, SHARED

NEWSWIRE = SAMPLES / "newswire"
ECBPLUS = SHARED / "data" / "ecbplus"


@cache
def compare_newswire(*, gold: bool = False) -> Comparison:
    """Compare the two systems of the newswire sample: 28 interesting bags."""
    return _compare(NEWSWIRE, "baseline", "changed", gold)


@cache
def compare_ecbplus(
    baseline: str = "lemma-delta", changed: str = "feature0", *, gold: bool = False
) -> Comparison:
    """Compare two published systems on ECB+; the usual two have 146 interesting bags."""
    return _compare(ECBPLUS, baseline, changed, gold)


def _compare(folder: Path, baseline: str, changed: str, gold: bool) -> Comparison:
    paths = (str(folder / f"{name}.ttl") for name in (baseline, changed))
    return compare(*paths, gold=str(folder / "gold.ttl") if gold else None)


def write_newswire(path: Path, *, gold: bool = False, blind: BlindWish | None = None) -> Path:
    """Write the review of the newswire sample to ``path``."""
    made = compare_newswire(gold=gold)
    write_review(
        path, made.summary, made.iterate_sentences(), made.texts(), made.context, made.inputs, blind=blind
    )
    return path
