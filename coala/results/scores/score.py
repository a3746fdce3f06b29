"""Report and JSON of ``coala score``: the scores of a response against a key.

Both have the scores of the whole corpus and, if requested, those of relations, of facts, by document and by
type of instance. Both show which optional mentions count for neither side, if any are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from coala.base.numerals import count
from coala.engine.score import KEY_AND_RESPONSE, NO_TYPE, Scored, SliceTable
from coala.engine.summary import side_to_json, texts_aligned_to_json
from coala.model.notices.notice import notice_to_json
from coala.model.options import COUNT, Match
from coala.prepare.span_matching import LeftOutMentions, describe_left_out
from coala.present.blocks import Block, Note, Report, say
from coala.present.figures import Rate, show
from coala.results.diff import describe_aligned
from coala.results.diff_json import joined_to_json, span_to_json
from coala.results.score_tables import (
    TITLES_WITH_LINKS,
    describe_links,
    list_link_scores,
    make_score_table,
    name_scores,
)
from coala.results.scores.class_parts import parted_classes_to_json, report_parted_classes
from coala.results.scores.relations import (
    facts_to_json,
    relations_to_json,
    report_facts,
    report_relations,
)
from coala.results.scores.slices import report_slices, slices_to_json
from coala.scores.findings import FILTER
from coala.scores.link_scores import links_to_json
from coala.scores.metrics.registry import METRICS
from coala.scores.ratio import Score, scores_to_json

# The most tables in the text; the JSON has those of a corpus of thousands of documents.
MOST_TABLES = 50

MOST_LEFT_OUT = 3
"""The most examples in a line of text; the JSON has more."""


def report_score(scored: Scored) -> Report:
    """Report a table of the scores, then those that were requested besides."""
    scores = scored.scores | list_link_scores(scored.links)
    claimed = next(name for name in ("conll", *scores) if name in scores)
    f1 = f"{name_scores(scored.nouns)[claimed]} F1 {show(Rate(scores[claimed].f1))}"
    dropped = "" if scored.singletons else ", without singletons"
    joined = "" if scored.match is Match.EXACT else f", match {scored.match.value}"
    if scored.crac:
        joined += ", zeros by dependency"
    claim = f"{f1}: {scored.response.path} against {scored.key.path}{dropped}{joined}"
    wanted = "slice" if scored.slices else ""
    return Report("score", claim, tuple(_list_blocks(scored, scores)), wanted=wanted)


def _list_blocks(scored: Scored, scores: Mapping[str, Score]) -> Iterator[Block]:
    nouns = scored.nouns
    yield from map(Note, describe_aligned(scored.texts_aligned, KEY_AND_RESPONSE))
    yield make_score_table(scores, name_scores(nouns))
    if scored.links is not None:
        yield from describe_links(scored.links, KEY_AND_RESPONSE)
    yield from map(Note, _describe_left_out(scored.left_out))
    if scored.relations is not None:
        yield from report_relations(scored.relations)
    if scored.facts is not None:
        yield from report_facts(scored.facts)
    if scored.by_document is not None and scored.micro is not None:
        documents = count(len(scored.by_document), "document")
        title = f"Micro over {documents}, every class restricted to one document"
        yield make_score_table(scored.micro, TITLES_WITH_LINKS, title=title)
        yield from _list_tables(scored.by_document)
    if scored.whole is not None:
        for table in scored.slices:
            yield from report_slices({"": table}, {"": scored.whole}, nouns)
    if scored.parted is not None:
        yield from report_parted_classes(scored.parted, KEY_AND_RESPONSE, nouns)
    if scored.by_type is not None:
        without = ", ".join(metric.title for metric in METRICS.values() if not metric.is_by_class)
        classes = "recall of the key's classes of the type, precision of the response's"
        yield say(f"By type: {classes} ({without} has none)")
        yield from _list_tables(scored.by_type)


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
    document |= tables_to_json(scored)
    if scored.joined:
        document["joined_spans"] = joined_to_json(scored.joined, KEY_AND_RESPONSE)
    document["warnings"] = list(map(notice_to_json, scored.notices))
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def tables_to_json(scored: Scored) -> dict[str, object]:
    """Return the tables by document, by type and by slice, as far as they were requested."""
    tables: dict[str, object] = {}
    if scored.by_document is not None and scored.micro is not None:
        tables["micro"] = scores_to_json(scored.micro)
        tables["by_document"] = _tables_to_json(scored.by_document)
    if scored.by_type is not None:
        tables["by_type"] = _tables_to_json(scored.by_type)
    if scored.parted is not None:
        tables["parted_chains"] = parted_classes_to_json(scored.parted)
    if scored.slices:
        tables["by"] = {table.name: slices_to_json(table) for table in scored.slices}
    return tables


def list_slices(scored: Scored) -> list[SliceTable]:
    """Return all tables that were requested as tables of slices: those by document and by type, too."""
    tables = {"document": scored.by_document, "type": scored.by_type}
    return [
        *(SliceTable(name, FILTER, rows) for name, rows in tables.items() if rows is not None),
        *scored.slices,
    ]


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


def _list_tables(tables: Mapping[str, Mapping[str, Score]]) -> Iterator[Block]:
    for name, scores in list(tables.items())[:MOST_TABLES]:
        title = "(no type)" if name == NO_TYPE else name
        yield make_score_table(scores, TITLES_WITH_LINKS, title=title)
    if len(tables) > MOST_TABLES:
        yield Note(f"and {len(tables) - MOST_TABLES:,} more: --json has them all.")
