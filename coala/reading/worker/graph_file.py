"""The file by which a child process passes the graph that it has read to its parent.

The file has a JSON header, then raw columns of 64-bit integers, then blocks of UTF-8. A block is a list of
strings that are joined; one of the columns has the end of each. So reading takes little time: the parent
decodes most strings only when it shows them. ``read_graph`` reads in the order in which ``write_graph``
wrote.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from coala.base.arrays import Integers
from coala.base.files import Source
from coala.base.sequences import Shared, Strings, StringsOrNone, join_strings
from coala.model.graph import Facts, Graph, Mentions, Statements
from coala.model.notices.notice import Notice
from coala.model.relations import Relations
from coala.model.values import SpanShape

_MENTIONS = [field.name for field in fields(Mentions)]
_STATEMENTS = [field.name for field in fields(Statements)]
_FACTS = [field.name for field in fields(Facts)]


def write_graph(file: str, graph: Graph) -> None:
    """Write the graph; the parent reads it after the child has ended."""
    types = graph.types
    assert isinstance(types, Shared)
    # Columns and blocks cannot store None, so only documents with a known text are listed.
    known = [place for place, text in enumerate(graph.texts) if text is not None]
    # Three numbers for each: the row of the mention, begin and end.
    minimums = sorted((row, *extent) for row, extent in graph.minimums.items())
    columns = [
        *(getattr(graph.mentions, name) for name in _MENTIONS),
        *(getattr(graph.statements, name) for name in _STATEMENTS),
        *(getattr(graph.facts, name) for name in _FACTS),
        types.code,
        *(_column(numbers) for numbers in (known, graph.mention_texts, sorted(graph.optional))),
        np.array(minimums, dtype=np.int64).reshape(-1),
        _column(number for number, more in graph.other_names.items() for _ in more),
        _column(graph.forms),
    ]
    strings = [
        join_strings(texts)
        for texts in (
            graph.documents,
            [graph.texts[place] or "" for place in known],
            graph.names,
            [label or "" for label in graph.labels],
            graph.predicates,
            graph.values,
            graph.paths,
            graph.mention_texts.values(),
            graph.term_labels.keys(),
            graph.term_labels.values(),
            graph.descriptions.keys(),
            graph.descriptions.values(),
            sorted(graph.unclear_values),
            (name for more in graph.other_names.values() for name in more),
            graph.forms.values(),
        )
    ]
    columns += [block.ends for block in strings]
    # The parts that are small are written as JSON.
    fields = {
        "path": graph.path,
        "shapes": graph.shapes,
        "types": types.values,
        "relations": [
            graph.relations.inverse,
            sorted(graph.relations.symmetric),
            sorted(graph.relations.transitive),
        ],
        "sources": graph.sources,
        "notices": graph.notices,
    }
    with open(file, "wb") as stream:
        _write_columns(stream, fields, columns, [block.block for block in strings])


def read_graph(file: str) -> Graph:
    """Read a graph that ``write_graph`` wrote."""
    with open(file, "rb") as stream:
        header, arrays, parts = _read_columns(stream)
    columns = iter(arrays)
    mentions = {name: next(columns) for name in _MENTIONS}
    statements = {name: next(columns) for name in _STATEMENTS}
    facts = {name: next(columns) for name in _FACTS}
    code, known, anchored, optional, minimums, renamed, formed = (next(columns) for _ in range(7))
    # The columns that are left have the ends of the strings in each block.
    blocks = map(Strings, parts, columns)
    documents = tuple(next(blocks))
    text_of = dict(zip(known.tolist(), next(blocks), strict=True))
    names, labels = next(blocks), StringsOrNone(next(blocks))
    predicates, values, paths = tuple(next(blocks)), next(blocks), tuple(next(blocks))
    mention_texts = dict(zip(anchored.tolist(), next(blocks), strict=True))
    term_labels, descriptions = (dict(zip(next(blocks), next(blocks), strict=True)) for _ in range(2))
    unclear_values = frozenset(next(blocks))
    other_names: dict[int, tuple[str, ...]] = {}
    for number, name in zip(renamed.tolist(), next(blocks), strict=True):
        other_names[number] = (*other_names.get(number, ()), name)
    forms = dict(zip(formed.tolist(), next(blocks), strict=True))
    inverse, symmetric, transitive = header["relations"]
    return Graph(
        path=header["path"],
        documents=documents,
        texts=tuple(map(text_of.get, range(len(documents)))),
        mentions=Mentions(**mentions),
        shapes=tuple(
            SpanShape(tuple((begin, end) for begin, end in parts), *marks)
            for parts, *marks in header["shapes"]
        ),
        names=names,
        labels=labels,
        types=Shared([tuple(types) for types in header["types"]], code),
        statements=Statements(inverse=statements.pop("inverse").astype(np.bool_), **statements),
        predicates=predicates,
        values=values,
        paths=paths,
        other_names=other_names,
        mention_texts=mention_texts,
        term_labels=term_labels,
        descriptions=descriptions,
        minimums={row: (begin, end) for row, begin, end in minimums.reshape(-1, 3).tolist()},
        optional=frozenset(optional.tolist()),
        forms=forms,
        unclear_values=unclear_values,
        facts=Facts(**facts),
        relations=Relations(
            tuple((first, second) for first, second in inverse), frozenset(symmetric), frozenset(transitive)
        ),
        sources=tuple(Source(*source) for source in header["sources"]),
        notices=tuple(Notice(*notice)._replace(examples=tuple(notice[3])) for notice in header["notices"]),
    )


def _column(numbers: Iterable[int]) -> Integers:
    return np.array(list(numbers), dtype=np.int64)


def _write_columns(
    stream: BinaryIO, fields: dict[str, Any], columns: Sequence[npt.ArrayLike], blocks: Sequence[bytes]
) -> None:
    """Write eight bytes with the length of a JSON header, the header, 64-bit columns, and blocks of bytes."""
    arrays = [np.ascontiguousarray(column, dtype=np.int64) for column in columns]
    header = json.dumps([fields, list(map(len, arrays)), list(map(len, blocks))]).encode("ascii")
    stream.write(len(header).to_bytes(8, "little"))
    stream.write(header)
    for array in arrays:
        # `tofile` would not report why writing failed.
        stream.write(array.data)
    for block in blocks:
        stream.write(block)


def _read_columns(stream: BinaryIO) -> tuple[dict[str, Any], list[Integers], list[bytes]]:
    """Read a file that ``_write_columns`` wrote."""
    fields, columns, blocks = json.loads(stream.read(int.from_bytes(stream.read(8), "little")))
    arrays = [np.fromfile(stream, dtype=np.int64, count=size) for size in columns]
    return fields, arrays, [stream.read(size) for size in blocks]
