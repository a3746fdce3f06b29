"""Two graphs to a comparison: the whole road on one page, for the command line and the desktop alike.

read → number the spans → bags → alignment → divergences → summary, and the interesting bags one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from coala import __version__
from coala.alignment import align
from coala.bag_content import BagContents, texts
from coala.bags import Bags, bags
from coala.divergence import KINDS, Divergences, divergences
from coala.errors import ReadingError
from coala.model import Bag, Graph, Kind, Notice
from coala.reading import Progress, ReadOptions, read_graphs
from coala.scores import closed_bags, clusters, score_all, shares
from coala.spans import Corpus, corpus
from coala.statements import statement_tables
from coala.summary import SIMILARITY, Side, Summary

if TYPE_CHECKING:
    import rdflib

Shares = Mapping[str, float | None]
"""Metric to the change of its F1 if the bag alone went back to the baseline; None where undefined."""

# Identifiers shown on each side when two graphs do not speak of the same corpus.
_SHOWN = 2


@dataclass(frozen=True, eq=False)
class Comparison:
    """What came out of comparing two graphs; it never changes."""

    summary: Summary
    corpus: Corpus
    bags: Bags
    divergences: Divergences
    contents: BagContents
    shares: Mapping[str, list[float | None]]
    """Metric to the share of each interesting bag, in their order."""

    def interesting(self) -> Iterator[tuple[Bag, Shares]]:
        """The interesting bags in the order of their first spans, each with its shares."""
        for place, bag in enumerate(self.contents):
            yield bag, {metric: values[place] for metric, values in self.shares.items()}

    def texts(self) -> dict[str, str | None]:
        """The text of each document that an interesting bag touches, None where it is not known."""
        touched = np.zeros(self.bags.count + 1, dtype=bool)
        touched[self.divergences.bag] = True
        documents = np.unique(self.corpus.document[touched[self.bags.of_span]])
        found = texts(self.corpus)
        return {self.corpus.documents[number]: found[number] for number in documents.tolist()}


def compare(
    baseline: str | rdflib.Graph,
    changed: str | rdflib.Graph,
    *,
    gold: str | rdflib.Graph | None = None,
    options: ReadOptions | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Comparison:
    """Compare two graphs, each a path (file, directory, ``-``) or an ``rdflib.Graph``.

    Raises ``ReadingError`` when a graph cannot be used, ``Cancelled`` when ``cancelled`` says so.
    """
    inputs = [baseline, changed] if gold is None else [baseline, changed, gold]
    graphs = read_graphs(
        inputs,
        options or ReadOptions(),
        progress=progress,
        cancelled=cancelled or _never,
        meanwhile=_import_scipy,
    )
    return compare_graphs(*graphs, options=options)


def compare_graphs(
    baseline: Graph, changed: Graph, gold: Graph | None = None, *, options: ReadOptions | None = None
) -> Comparison:
    """Compare two graphs that have been read."""
    _check_common(baseline, changed)
    graphs = (baseline, changed) if gold is None else (baseline, changed, gold)
    whole = corpus(graphs)
    tables = statement_tables(graphs[:2])
    pair = (tables[0], tables[1])
    found = bags(whole)
    alignment = align(whole, pair)
    rows = divergences(whole, found, alignment, pair)
    sides = [
        clusters(spans, graph.mentions.instance, whole.spans)
        for spans, graph in zip(whole.mentions, graphs, strict=True)
    ]
    key = sides[0] if gold is None else sides[2]
    scores = {SIMILARITY: score_all(key, sides[1])}
    bag, count, of_bag = found.of_span, found.count, np.arange(found.count)
    if gold is not None:
        scores = {"baseline": score_all(key, sides[0]), "changed": score_all(key, sides[1])}
        bag, count, of_bag = closed_bags(found.of_span, found.count, key)
    interesting = np.unique(rows.bag)
    by_metric = shares(key, sides[0], sides[1], bag, count)
    return Comparison(
        summary=Summary(
            baseline=_side(whole, 0),
            changed=_side(whole, 1),
            gold=None if gold is None else _side(whole, 2),
            bags=found.count,
            interesting=len(interesting),
            mentions=len(baseline.mentions) + len(changed.mentions),
            interesting_mentions=sum(
                int(np.isin(found.of_span[spans], interesting).sum()) for spans in whole.mentions[:2]
            ),
            largest=int(np.bincount(found.of_span[found.of_span >= 0]).max(initial=0)),
            kinds=_bags_by_kind(rows),
            scores=scores,
            notices=tuple(_notices(graphs)),
            settings=_settings(options or ReadOptions()),
            version=__version__,
        ),
        corpus=whole,
        bags=found,
        divergences=rows,
        contents=BagContents(whole, found, alignment, pair, rows),
        shares={
            metric: [None if np.isnan(value) else value for value in values[of_bag[interesting]].tolist()]
            for metric, values in by_metric.items()
        },
    )


def _side(whole: Corpus, number: int) -> Side:
    graph = whole.graphs[number]
    return Side(
        path=graph.path,
        documents=len(graph.documents),
        instances=len(graph.names),
        mentions=len(graph.mentions),
        spans=len(np.unique(whole.mentions[number])),
        statements=len(graph.statements),
        sources=graph.sources,
    )


def _bags_by_kind(rows: Divergences) -> dict[Kind, int]:
    seen = np.unique(np.stack([rows.bag, rows.kind]), axis=1)[1]
    return {KINDS[kind]: int((seen == kind).sum()) for kind in np.unique(seen).tolist()}


def _notices(graphs: tuple[Graph, ...]) -> Iterator[Notice]:
    for name, graph in zip(("baseline", "changed", "gold"), graphs, strict=False):
        for notice in graph.notices:
            yield replace(notice, message=f"{name} {graph.path}: {notice.message}")
    yield from _different_texts(*graphs[:2])
    yield from _different_documents(*graphs[:2])


def _different_texts(baseline: Graph, changed: Graph) -> Iterator[Notice]:
    texts_ = dict(zip(changed.documents, changed.texts, strict=True))
    differ = [
        name
        for name, text in zip(baseline.documents, baseline.texts, strict=True)
        if text is not None and texts_.get(name) is not None and texts_[name] != text
    ]
    if differ:
        yield Notice(
            "texts-differ",
            len(differ),
            f"{len(differ):,} documents have another text in the changed graph than in the baseline, such as "
            f"{differ[0]}; the baseline's is shown, so spans of the changed graph may be off.",
            tuple(differ[:10]),
        )


def _different_documents(baseline: Graph, changed: Graph) -> Iterator[Notice]:
    for one, other, where in ((baseline, changed, "baseline"), (changed, baseline, "changed graph")):
        known = set(other.documents)
        missing = [name for name in one.documents if name not in known]
        if missing:
            yield Notice(
                "document-in-one-graph",
                len(missing),
                f"{len(missing):,} of {len(one.documents):,} documents are in the {where} only, such as "
                f"{missing[0]}; all that is said of them counts as a divergence.",
                tuple(missing[:10]),
            )


def _check_common(baseline: Graph, changed: Graph) -> None:
    if not set(baseline.documents) & set(changed.documents):
        raise ReadingError(
            "The graphs share no document: the baseline's identifiers look like "
            f"{_look(baseline.documents)}, the changed graph's like {_look(changed.documents)}; "
            "documents are the same only when their identifiers are."
        )
    whole = corpus((baseline, changed))
    if not np.intersect1d(*whole.mentions).size:
        raise ReadingError(
            f"The graphs share no span: the baseline's look like {_look(_spans(whole, 0))}, the changed "
            f"graph's like {_look(_spans(whole, 1))}; check that both count offsets in the same text and unit."
        )


def _spans(whole: Corpus, graph: int) -> list[str]:
    numbers = whole.mentions[graph][:_SHOWN].tolist()
    return [f"{span.begin}–{span.end} in {span.document}" for span in map(whole.span, numbers)]


def _look(items: tuple[str, ...] | list[str]) -> str:
    return " and ".join(items[:_SHOWN])


def _settings(options: ReadOptions) -> dict[str, str]:
    return {
        "vocabulary": options.vocabulary or "nif",
        "texts": str(options.texts or ""),
        "base": options.base or "",
    }


def _never() -> bool:
    return False


def _import_scipy() -> None:
    """Children read the graphs on other cores while this process loads the library of the next step."""
    import scipy.sparse.csgraph  # noqa: F401 - the import is the point
