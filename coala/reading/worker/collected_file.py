"""What was collected from a part of a file is written down, and added to what another collector has."""

from __future__ import annotations

from array import array
from collections.abc import Collection
from typing import BinaryIO

import numpy as np

from coala.model.graph import Integers
from coala.reading.interpretation.large.node_numbers import as_array, as_column
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import TERMS
from coala.reading.rdf.terms import ANCHOR, number_strings
from coala.reading.worker.column_file import read_columns, write_columns

_BETWEEN = "\0"
"""Stands between two strings: a text is cut at a sign faster than at numbers."""


def write_collected(stream: BinaryIO, collected: Collector) -> bool:
    """Write what was collected from a part of one file; False where it cannot be put together with others.

    These are nodes without a name, as triple terms are, and strings in which there is a zero byte.
    """
    nodes, blanks = collected.nodes, collected.blanks()
    if len(nodes) + len(blanks) < len(collected.names):
        return False
    strings: list[Collection[str]] = [
        nodes.keys(),
        [term.value for term in blanks],
        collected.met.keys(),
        collected.literals.keys(),
        collected.anchors.keys(),
        collected.texts.values(),
        collected.unreadable.values(),
    ]
    columns = [
        np.fromiter(numbers, dtype=np.int64, count=len(numbers))
        for numbers in (
            nodes.values(),
            blanks.values(),
            [collected.predicates[name] for name in collected.met],
            collected.texts.keys(),
            collected.unreadable.keys(),
            collected.text_conflicts,
        )
    ]
    columns += [as_array(column) for pairs in collected.pairs for column in pairs]
    columns += map(as_array, (*collected.others, *collected.misplaced))
    joined = list(map(_BETWEEN.join, strings))
    counts = list(map(len, strings))
    if any(block.count(_BETWEEN) >= max(1, count) for block, count in zip(joined, counts, strict=True)):
        return False
    fields = {"triples": collected.triples, "strings": counts}
    write_columns(stream, fields, columns, [block.encode("utf-8", "surrogatepass") for block in joined])
    return True


def add_collected(stream: BinaryIO, collector: Collector) -> None:
    """Add what was collected from a later part of the file that the collector reads."""
    fields, columns, blocks = read_columns(stream)
    strings = [_cut(block, count) for block, count in zip(blocks, fields["strings"], strict=True)]
    iris, labels, met, literals, anchors, texts, unreadable = strings
    iri, blank, role, with_text, with_unreadable, with_conflict, *rest = columns
    nodes = np.empty(len(iri) + len(blank), np.int64)
    nodes[iri] = collector.number_nodes(iris)
    nodes[blank] = [collector.number_blank(TERMS.blank(label)) for label in labels]
    predicates = np.zeros(int(role.max(initial=0)) + 1, np.int64)
    predicates[role] = [collector.number_predicate(name) for name in met]
    literal = np.array(number_strings(collector.literals, literals), np.int64)
    anchor = np.array(number_strings(collector.anchors, anchors), np.int64)
    # The first literal is -1: counted from behind, it is the last one.
    things = np.concatenate([nodes, ~literal[::-1]])
    for node, text in zip(nodes[with_text].tolist(), texts, strict=True):
        collector.add_text(node, text)
    for node, text in zip(nodes[with_unreadable].tolist(), unreadable, strict=True):
        collector.unreadable[node] = min(text, collector.unreadable.get(node, text))
    collector.text_conflicts.update(nodes[with_conflict].tolist())
    numbers = iter(rest)
    for number, pairs in enumerate(collector.pairs):
        _extend(pairs.subject, nodes[next(numbers)])
        said = next(numbers)
        _extend(pairs.object, said if number < ANCHOR else (anchor if number == ANCHOR else nodes)[said])
    known = (nodes, predicates, things, nodes, literal, literal)
    for column, new in zip((*collector.others, *collector.misplaced), known, strict=True):
        _extend(column, new[next(numbers)])
    collector.triples += fields["triples"]


def _cut(block: bytes, count: int) -> list[str]:
    return block.decode("utf-8", "surrogatepass").split(_BETWEEN) if count else []


def _extend(column: array[int], values: Integers) -> None:
    column.extend(as_column(values))
