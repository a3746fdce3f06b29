"""Text and JSON of ``coala score``: the scores of a response against a key.

Both have the scores of the whole corpus and, if requested, those of relations, of facts, by document and by
type of instance. Both show which optional mentions count for neither side, if any are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from coala.base.numerals import count
from coala.engine.score import KEY_AND_RESPONSE, NO_TYPE, Scored
from coala.engine.summary import side_to_json, texts_aligned_to_json
from coala.model.notices.notice import notice_to_json
from coala.model.options import COUNT, Match
from coala.prepare.span_matching import LeftOutMentions, describe_left_out
from coala.results.diff_json import joined_to_json, span_to_json
from coala.results.diff_text import describe_aligned
from coala.results.scores.class_parts import parted_classes_to_json, render_parted_classes
from coala.results.scores.relation_table import (
    facts_to_json,
    relations_to_json,
    render_facts,
    render_relations,
)
from coala.results.scores.score_table import (
    TITLES_WITH_LINKS,
    describe_links,
    list_link_scores,
    name_scores,
    render_score_table,
)
from coala.results.scores.slice_table import render_slices, slices_to_json
from coala.scores.link_scores import links_to_json
from coala.scores.metrics.registry import METRICS
from coala.scores.ratio import Score, scores_to_json

# The most tables in the text; the JSON has those of a corpus of thousands of documents.
MOST_TABLES = 50

MOST_LEFT_OUT = 3
"""The most examples in a line of text; the JSON has more."""


def render_score_text(scored: Scored) -> Iterator[str]:
    """Yield a table of the scores, then one for each document or type if requested."""
    dropped = "" if scored.singletons else ", without singletons"
    joined = "" if scored.match is Match.EXACT else f", match {scored.match.value}"
    if scored.crac:
        joined += ", zeros by dependency"
    yield f"{scored.response.path} against {scored.key.path}{dropped}{joined}"
    yield from describe_aligned(scored.texts_aligned, KEY_AND_RESPONSE)
    nouns = scored.nouns
    yield from render_score_table(scored.scores | list_link_scores(scored.links), name_scores(nouns))
    if scored.links is not None:
        yield from describe_links(scored.links, KEY_AND_RESPONSE)
    yield from _describe_left_out(scored.left_out)
    if scored.relations is not None:
        yield ""
        yield from render_relations(scored.relations)
    if scored.facts is not None:
        yield ""
        yield from render_facts(scored.facts)
    if scored.by_document is not None and scored.micro is not None:
        yield ""
        documents = count(len(scored.by_document), "document")
        yield f"Micro over {documents}, every class restricted to one document"
        yield from render_score_table(scored.micro, TITLES_WITH_LINKS)
        yield from _render_tables(scored.by_document)
    if scored.whole is not None:
        for table in scored.slices:
            yield ""
            yield from render_slices(table, scored.whole, nouns)
    if scored.parted is not None:
        yield from render_parted_classes(scored.parted, KEY_AND_RESPONSE, nouns)
    if scored.by_type is not None:
        yield ""
        without = ", ".join(metric.title for metric in METRICS.values() if not metric.is_by_class)
        classes = "recall of the key's classes of the type, precision of the response's"
        yield f"By type: {classes} ({without} has none)"
        yield from _render_tables(scored.by_type)


def render_score_json(scored: Scored) -> str:
    """Return the ``coala-score/1`` document."""
    document: dict[str, object] = {
        "format": "coala-score/1",
        "key": side_to_json(scored.key),
        "response": side_to_json(scored.response),
        "singletons": "keep" if scored.singletons else "drop",
        "match": scored.match.value,
        **({"crac": True} if scored.crac else {}),
        "texts_aligned": texts_aligned_to_json(scored.texts_aligned, KEY_AND_RESPONSE),
        "scores": scores_to_json(scored.scores),
    }
    if scored.optional_mentions != COUNT:
        document["optional_mentions"] = scored.optional_mentions
        document["left_out"] = list(map(_left_out_to_json, scored.left_out))
    if scored.links is not None:
        document["link_scores"] = links_to_json(scored.links, by_document=scored.by_document is not None)
    if scored.relations is not None:
        document |= relations_to_json(scored.relations)
    if scored.facts is not None:
        document |= facts_to_json(scored.facts)
    if scored.by_document is not None and scored.micro is not None:
        document["micro"] = scores_to_json(scored.micro)
        document["by_document"] = _tables_to_json(scored.by_document)
    if scored.by_type is not None:
        document["by_type"] = _tables_to_json(scored.by_type)
    if scored.parted is not None:
        document["parted_chains"] = parted_classes_to_json(scored.parted)
    if scored.slices:
        document["by"] = {table.name: slices_to_json(table) for table in scored.slices}
    if scored.joined:
        document["joined_spans"] = joined_to_json(scored.joined, KEY_AND_RESPONSE)
    document["warnings"] = list(map(notice_to_json, scored.notices))
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _describe_left_out(left_out: Iterable[LeftOutMentions]) -> Iterator[str]:
    """Yield one line for each side, with the first of its mentions that count for neither."""
    for row in left_out:
        shown = zip(row.examples[:MOST_LEFT_OUT], row.words, strict=False)
        examples = ", ".join(describe_left_out(span, words) for span, words in shown)
        more = ", …" if len(row.rows) > MOST_LEFT_OUT else ""
        mentions = count(len(row.rows), "optional mention")
        graph, lacking = KEY_AND_RESPONSE[row.graph], KEY_AND_RESPONSE[row.lacking]
        yield f"Left out: {mentions} of the {graph} that the {lacking} lacks: {examples}{more}"


def _left_out_to_json(row: LeftOutMentions) -> dict[str, object]:
    return {
        "graph": KEY_AND_RESPONSE[row.graph],
        "lacking": KEY_AND_RESPONSE[row.lacking],
        "count": len(row.rows),
        "examples": [
            span_to_json(span) | {"text": words} for span, words in zip(row.examples, row.words, strict=True)
        ],
    }


def _tables_to_json(tables: Mapping[str, Mapping[str, Score]]) -> dict[str, object]:
    return {name: scores_to_json(scores) for name, scores in tables.items()}


def _render_tables(tables: Mapping[str, Mapping[str, Score]]) -> Iterator[str]:
    for place, (name, scores) in enumerate(tables.items()):
        if place == MOST_TABLES:
            yield ""
            yield f"and {len(tables) - place:,} more: --json has them all."
            return
        yield ""
        yield "(no type)" if name == NO_TYPE else name
        yield from render_score_table(scores, TITLES_WITH_LINKS)
