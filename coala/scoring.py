"""A key graph and a response graph to scores: the road of ``coala score``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from coala.common_ground import check_common, notices
from coala.comparison import import_scipy, never, side
from coala.errors import CoalaError
from coala.model import Graph, Notice
from coala.reading import Progress, ReadOptions, read_graphs
from coala.scores import METRICS, Metric, Score, clusters, score_all
from coala.spans import corpus
from coala.summary import Side

KEY_AND_RESPONSE = ("key", "response")
ALL_METRICS = "all"


@dataclass(frozen=True)
class Scored:
    """What a response is worth against a key, by each metric that was asked for."""

    key: Side
    response: Side
    scores: Mapping[str, Score]
    notices: tuple[Notice, ...]


def chosen_metrics(names: Sequence[str]) -> dict[str, Metric]:
    """The metrics of these names; raises ``CoalaError`` for one that there is not."""
    if list(names) == [ALL_METRICS]:
        return dict(METRICS)
    unknown = [name for name in names if name not in METRICS]
    if unknown:
        raise CoalaError(f"There is no metric '{unknown[0]}'; choose from {', '.join(METRICS)}, or all.")
    return {name: METRICS[name] for name in names}


def score_paths(
    key: str,
    response: str,
    *,
    metrics: Sequence[str] = (ALL_METRICS,),
    options: ReadOptions | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Scored:
    """Read both graphs and score the response. Raises ``ReadingError`` when a graph cannot be used."""
    chosen = chosen_metrics(metrics)
    graphs = read_graphs(
        [key, response],
        options or ReadOptions(),
        progress=progress,
        cancelled=never,
        meanwhile=import_scipy,
    )
    return score_graphs(graphs[0], graphs[1], chosen)


def score_graphs(key: Graph, response: Graph, metrics: Mapping[str, Metric] = METRICS) -> Scored:
    """Score a response that has been read."""
    check_common(key, response, KEY_AND_RESPONSE)
    graphs = (key, response)
    whole = corpus(graphs)
    sides = [
        clusters(spans, graph.mentions.instance, whole.spans)
        for spans, graph in zip(whole.mentions, graphs, strict=True)
    ]
    return Scored(
        key=side(whole, 0),
        response=side(whole, 1),
        scores=score_all(sides[0], sides[1], metrics),
        notices=tuple(notices(graphs, KEY_AND_RESPONSE)),
    )
