"""Notices about types, statements or facts that only one of two graphs has at all.

Every statement of the other graph is then a divergence, and the coreference changes are hard to find among
them. Nothing is omitted; the notice says how to do so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np

from coala.diff.divergences import KINDS, Divergences
from coala.model.columns import distinct
from coala.model.corpus import Corpus
from coala.model.graph import Booleans, Graph
from coala.model.kinds import COREFERENCE, FACT_KINDS, FACTS, GROUPS, STATEMENTS, TYPES, Kind
from coala.model.notices.notice import Notice, make_notice

_KINDS = {TYPES: {Kind.TYPE}, STATEMENTS: {Kind.STATEMENT} | FACT_KINDS, FACTS: FACT_KINDS}
"""The kinds of divergence that this lack causes; facts are statements."""


class _Lack(NamedTuple):
    """The content that one graph lacks and the other one has."""

    graph: int
    names: tuple[str, ...]


def list_content(graph: Graph) -> AbstractSet[str]:
    """Return which of types, statements and facts a graph states."""
    counts = {TYPES: any(graph.types), STATEMENTS: len(graph.statements), FACTS: len(graph.facts)}
    return {name for name, count in counts.items() if count}


def note_one_sided(
    corpus: Corpus,
    rows: Divergences,
    roles: Sequence[str],
    chosen: AbstractSet[Kind],
    content: Sequence[AbstractSet[str]] | None = None,
) -> Iterator[Notice]:
    """Yield a notice about interesting bags that diverge only by content that one of two graphs lacks.

    There is no notice if the user has ``chosen`` no kinds of coreference. ``content`` is the content of each
    complete graph, if the corpus has only a part of it.
    """
    if chosen.isdisjoint(GROUPS[COREFERENCE]):
        return
    content = content or [list_content(graph) for graph in corpus.graphs[:2]]
    lacks = [
        _Lack(lack.graph, names) for lack in _find_lacks(content) if (names := _find_divergent(lack, rows))
    ]
    kinds = {kind for lack in lacks for name in lack.names for kind in _KINDS[name]}
    other = ~np.array([kind in kinds for kind in KINDS], dtype=bool)
    total = len(rows.interesting)
    if count := total - len(distinct(rows.bag[other[rows.kind]])):
        met = dict.fromkeys(name for lack in lacks for name in lack.names)
        yield make_notice(
            "one-sided-kinds",
            count,
            lacks=_say_lacks(lacks, roles),
            total=f"{total:,}",
            kinds=" and ".join(met),
        )


def note_one_sided_content(corpus: Corpus, roles: Sequence[str]) -> Iterator[Notice]:
    """Yield notices about the instances with content that the other of two graphs lacks."""
    for lack in _find_lacks([list_content(graph) for graph in corpus.graphs[:2]]):
        other = corpus.graphs[1 - lack.graph]
        has = np.zeros(len(other.names), dtype=bool)
        for name in lack.names:
            has |= _find_having(other, name)
        yield make_notice(
            "one-sided-content",
            int(has.sum()),
            lacks=_say_lacks([lack], roles),
            total=f"{len(other.names):,}",
            other=roles[1 - lack.graph],
        )


def _find_having(graph: Graph, name: str) -> Booleans:
    """Return the mask of instances that have a type, a statement or a fact."""
    if name == TYPES:
        return np.array([bool(types) for types in graph.types], dtype=bool)
    rows = graph.facts.statement if name == FACTS else slice(None)
    has = np.zeros(len(graph.names), dtype=bool)
    has[graph.statements.subject[rows]] = True
    return has


def _find_lacks(content: Sequence[AbstractSet[str]]) -> Iterator[_Lack]:
    for graph in (0, 1):
        missing = content[1 - graph] - content[graph]
        if STATEMENTS in missing:
            missing -= {FACTS}
        if missing:
            yield _Lack(graph, tuple(name for name in _KINDS if name in missing))


def _find_divergent(lack: _Lack, rows: Divergences) -> tuple[str, ...]:
    """Return the lacking content that causes rows, which are of the chosen kinds."""
    met = {KINDS[kind] for kind in distinct(rows.kind).tolist()}
    return tuple(name for name in lack.names if not met.isdisjoint(_KINDS[name]))


def _say_lacks(lacks: Sequence[_Lack], roles: Sequence[str]) -> str:
    sentence = " and ".join(
        f"the {roles[lack.graph]} has " + " and ".join(f"no {name}" for name in lack.names) for lack in lacks
    )
    return f"{sentence[:1].upper()}{sentence[1:]} at all"
