"""What lint found to text and to JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from coala.engine.lint import Lint
from coala.engine.summary import Side
from coala.model.notices import Notice, effect, notice_as_json
from coala.reading.remarks import MOST_EXAMPLES


def render_lint_text(lint: Lint) -> Iterator[str]:
    """One paragraph a graph, then one a pair; examples are indented below their sentence."""
    for place, graph in enumerate(lint.graphs):
        if place:
            yield ""
        yield f"{graph.side.path}: {_figures(graph.side)}"
        yield from _notices(graph.notices)
    for pair in lint.pairs:
        yield ""
        yield f"{pair.first} (first) beside {pair.second} (second)"
        yield from _notices(pair.notices)


def render_lint_json(lint: Lint) -> str:
    """The ``coala-lint/1`` document."""
    document = {
        "format": "coala-lint/1",
        "clean": lint.clean,
        "graphs": [
            {key: value for key, value in graph.side._asdict().items() if key != "sources"}
            | {"warnings": _as_json(graph.notices)}
            for graph in lint.graphs
        ],
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "warnings": _as_json(pair.notices),
                "likely_documents": [found._asdict() for found in pair.documents],
            }
            for pair in lint.pairs
        ],
        "unreadable": [graph._asdict() for graph in lint.unreadable],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _as_json(notices: Sequence[Notice]) -> list[dict[str, object]]:
    return [notice_as_json(notice) | {"effect": effect(notice.code)} for notice in notices]


def _notices(notices: Sequence[Notice]) -> Iterator[str]:
    if not notices:
        yield "  nothing to remark"
    for notice in notices:
        yield f"  {notice.code}: {' '.join(f'{notice.message} {effect(notice.code)}'.split())}"
        for example in notice.examples:
            yield f"      {' '.join(example.split())}"
        # Fewer examples than there may be are all: an example can be of a pair, and a count of its parts.
        if len(notice.examples) == MOST_EXAMPLES and notice.count > MOST_EXAMPLES:
            yield f"      and {notice.count - len(notice.examples):,} more"


def _figures(side: Side) -> str:
    counts = {
        "document": side.documents,
        "instance": side.instances,
        "mention": side.mentions,
        "statement": side.statements,
    }
    return ", ".join(
        f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s" for noun, number in counts.items()
    )
