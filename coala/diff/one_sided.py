"""Notices about types, statements or facts that only one of two graphs has at all.

If, say, the baseline has no statement at all, every statement of the changed graph is a divergence, and the
coreference changes are hard to find among them. Nothing is omitted: the notice says how many bags are only
about that, and how to omit them.

What a graph states is a set of the names ``TYPES``, ``STATEMENTS`` and ``FACTS``, called its content here. A
*lack* is content that one graph lacks and the other one has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans
from coala.base.numerals import count
from coala.diff.bags import Bags
from coala.diff.divergences import KINDS, Divergences
from coala.model.columns import distinct
from coala.model.corpus import Corpus
from coala.model.graph import Graph
from coala.model.kinds import COREFERENCE, FACT_KINDS, FACTS, GROUPS, STATEMENTS, TYPES, Kind
from coala.model.notices.notice import Notice, make_notice

_KINDS = {TYPES: {Kind.TYPE}, STATEMENTS: {Kind.STATEMENT} | FACT_KINDS, FACTS: FACT_KINDS}
"""The kinds of divergence that the lack of this content causes; facts are statements too."""


_FEWEST_SINGLETONS = 10
"""Fewer chains of one mention are single changes, not the habit of a system that writes them."""


class _Lack(NamedTuple):
    """The content that one graph (0 or 1) lacks and the other one has."""

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

    ``roles`` are the words for the two graphs in the notice ("baseline", "changed graph"). There is no notice
    if the user has ``chosen`` no kinds of coreference. ``content`` is the content of each complete graph, if
    the corpus has only a part of it.
    """
    if chosen.isdisjoint(GROUPS[COREFERENCE]):
        return
    content = content or [list_content(graph) for graph in corpus.graphs[:2]]
    # Only lacks that cause divergences of the chosen kinds matter.
    lacks = [
        _Lack(lack.graph, names) for lack in _find_lacks(content) if (names := _find_divergent(lack, rows))
    ]
    kinds = {kind for lack in lacks for name in lack.names for kind in _KINDS[name]}
    # The bags to count are those without a row of any other kind.
    is_other_kind = ~np.array([kind in kinds for kind in KINDS], dtype=bool)
    total = len(rows.interesting)
    if found := total - len(distinct(rows.bag[is_other_kind[rows.kind]])):
        met = dict.fromkeys(name for lack in lacks for name in lack.names)
        yield make_notice(
            "one-sided-kinds",
            found,
            lacks=_write_lacks(lacks, roles),
            total=count(total, "interesting bag"),
            kinds=" and ".join(met),
        )


def note_one_sided_singletons(
    corpus: Corpus, rows: Divergences, bags: Bags, roles: Sequence[str]
) -> Iterator[Notice]:
    """Yield a notice if only one of two graphs has chains of one mention, and bags differ only by these."""
    singletons = [int(np.count_nonzero(np.bincount(corpus.instances[graph]) == 1)) for graph in (0, 1)]
    if min(singletons) > 0 or max(singletons) < _FEWEST_SINGLETONS:
        return
    graph = singletons.index(max(singletons))
    kind = KINDS.index((Kind.INSTANCE_DROPPED, Kind.INSTANCE_ADDED)[graph])
    # Bags of one span have one of these chains, and nothing of the other graph.
    is_alone = np.bincount(bags.of_span[bags.of_span >= 0], minlength=bags.count) == 1
    if found := len(distinct(rows.bag[(rows.kind == kind) & is_alone[rows.bag]])):
        total = count(len(rows.interesting), "interesting bag")
        yield make_notice("one-sided-singletons", found, role=roles[graph], total=total)


def note_one_sided_content(corpus: Corpus, roles: Sequence[str]) -> Iterator[Notice]:
    """Yield notices about the instances with content that the other of two graphs lacks."""
    for lack in _find_lacks([list_content(graph) for graph in corpus.graphs[:2]]):
        other = corpus.graphs[1 - lack.graph]
        has_content = np.zeros(len(other.names), dtype=bool)
        for name in lack.names:
            has_content |= _find_instances_with(other, name)
        yield make_notice(
            "one-sided-content",
            int(has_content.sum()),
            lacks=_write_lacks([lack], roles),
            total=count(len(other.names), "instance"),
            other=roles[1 - lack.graph],
        )


def _find_instances_with(graph: Graph, name: str) -> Booleans:
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
        # Without statements there are no facts either: one word is enough.
        if STATEMENTS in missing:
            missing -= {FACTS}
        if missing:
            yield _Lack(graph, tuple(name for name in _KINDS if name in missing))


def _find_divergent(lack: _Lack, rows: Divergences) -> tuple[str, ...]:
    """Return the lacking content that causes rows, which are of the chosen kinds."""
    met = {KINDS[kind] for kind in distinct(rows.kind).tolist()}
    return tuple(name for name in lack.names if not met.isdisjoint(_KINDS[name]))


def _write_lacks(lacks: Sequence[_Lack], roles: Sequence[str]) -> str:
    """Return a sentence such as "The baseline has no types and no statements at all"."""
    sentence = " and ".join(
        f"the {roles[lack.graph]} has " + " and ".join(f"no {name}" for name in lack.names) for lack in lacks
    )
    return f"{sentence[:1].upper()}{sentence[1:]} at all"
