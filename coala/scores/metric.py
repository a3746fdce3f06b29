"""Names into metrics: the one list of what can be scored, and all of it at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from coala.model import Integers
from coala.scores import b_cubed, muc
from coala.scores.clusters import Clusters
from coala.scores.ratio import Score, as_json
from coala.scores.sums import Sums


@dataclass(frozen=True)
class Metric:
    """A metric under its name in JSON (``key``) and on the screen (``title``)."""

    key: str
    title: str
    score: Callable[[Clusters, Clusters], Score]
    sums: Callable[[Clusters, Clusters, Integers, int], Sums]


METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        metric.key: metric
        for metric in (
            Metric("muc", "MUC", muc.score, muc.sums),
            Metric("b_cubed", "B³", b_cubed.score, b_cubed.sums),
            Metric(
                "b_cubed_class",
                "B³ by class",
                partial(b_cubed.score, weights="class"),
                partial(b_cubed.sums, weights="class"),
            ),
        )
    }
)
"""Every metric by its key, in the order in which they are shown."""


def score_all(key: Clusters, response: Clusters, metrics: Mapping[str, Metric] = METRICS) -> dict[str, Score]:
    """The score of a response against a key by each metric."""
    return {name: metric.score(key, response) for name, metric in metrics.items()}


def scores_as_json(scores: Mapping[str, Score]) -> dict[str, object]:
    """The ``scores`` of the specification, section 7."""
    return {name: as_json(score) for name, score in scores.items()}
