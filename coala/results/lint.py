"""Text and JSON of ``coala lint``: what is suspicious in graphs, each alone and each pair together.

A warning is a ``Notice``: a code, a sentence, its effect on a comparison, and examples.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from coala.base.numerals import count
from coala.engine.lint import Lint
from coala.model.facts import FactFigures
from coala.model.notices.notice import Notice, notice_to_json
from coala.model.nouns import IN_TEXTS, Nouns
from coala.results.diff import describe_side


def render_lint_text(lint: Lint, nouns: Nouns = IN_TEXTS) -> Iterator[str]:
    """Yield a paragraph for each graph and each pair, with examples indented below their sentence."""
    for place, graph in enumerate(lint.graphs):
        if place:
            yield ""
        yield f"{graph.side.path}: {describe_side(graph.side, nouns)}"
        yield from _render_facts(graph.facts)
        yield from _render_notices(graph.notices)
    for pair in lint.pairs:
        yield ""
        yield f"{pair.first} (first) next to {pair.second} (second)"
        yield from _render_notices(pair.notices)


def render_lint_json(lint: Lint) -> str:
    """Return the ``coala-lint/1`` document."""
    document = {
        "format": "coala-lint/1",
        "clean": lint.is_clean,
        "graphs": [
            {key: value for key, value in graph.side._asdict().items() if key != "sources"}
            | {"facts": graph.facts._asdict(), "warnings": _notices_to_json(graph.notices)}
            for graph in lint.graphs
        ],
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "warnings": _notices_to_json(pair.notices),
                "likely_documents": [likely._asdict() for likely in pair.documents],
                "aligned_documents": [
                    {key: value for key, value in row._asdict().items() if key != "graph"}
                    for row in pair.aligned
                ],
            }
            for pair in lint.pairs
        ],
        "unreadable": [graph._asdict() for graph in lint.unreadable],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _render_facts(facts: FactFigures) -> Iterator[str]:
    if facts.facts:
        ways = ", ".join(f"{name} {number:,}" for name, number in facts.origins.items())
        yield (
            f"  facts: {facts.facts:,}, {count(facts.events, 'event')} among them; "
            f"{count(facts.statements, 'statement')} ({ways}), {facts.with_words:,} with "
            "the words that state them"
        )


def _notices_to_json(notices: Sequence[Notice]) -> list[dict[str, object]]:
    return [notice_to_json(notice) | {"effect": notice.effect} for notice in notices]


def _render_notices(notices: Sequence[Notice]) -> Iterator[str]:
    if not notices:
        yield "  no warnings"
    for notice in notices:
        yield f"  {notice.code}: {' '.join(f'{notice.message} {notice.effect}'.split())}"
        for example in notice.examples:
            yield f"      {' '.join(example.split())}"
        if notice.unlisted:
            yield f"      and {notice.unlisted:,} more"
