"""JSON of ``coala diff``: the ``coala-diff/1`` document, written bag by bag.

The document has the summary of the comparison, then "interesting_bags": each bag that differs, with its spans
and its divergences. The functions for a span and a divergence are also used by other JSON documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from coala.base.json_stream import stream_json
from coala.base.process import without_collector
from coala.diff.properties import Properties
from coala.engine.compare import Comparison
from coala.engine.summary import summary_to_json
from coala.model.bag import Bag, Divergence, FactDifference
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.prepare.span_matching import MatchedSpan
from coala.results.diff import ROLES

if TYPE_CHECKING:
    from coala.review.history import HistoryCounts


def render_diff_json(comparison: Comparison, verdicts: HistoryCounts | None = None) -> Iterator[str]:
    """Yield the ``coala-diff/1`` document in chunks, so that memory does not grow with the number of bags.

    ``verdicts`` has what became of the verdicts of other reviews, if there are any.
    """
    summary = summary_to_json(comparison.summary)
    if comparison.joined:
        summary["joined_spans"] = joined_to_json(comparison.joined, ROLES)
    if verdicts is not None:
        summary["verdicts"] = verdicts.as_json
    yield from stream_json(summary, "interesting_bags", _list_bags(comparison))


def _list_bags(comparison: Comparison) -> Iterator[dict[str, Any]]:
    groups = [] if comparison.summary.gold is None else comparison.context.groups
    for number, (bag, shares) in enumerate(comparison.iterate_bags()):
        # Bags that gold joins have one number and one share in common; null means a single bag.
        effect = {"shares": shares} | ({"share_group": groups[number]} if groups else {})
        with without_collector():
            document = _bag_to_json(bag) | effect
        yield document


def joined_to_json(joined: Sequence[MatchedSpan], roles: Sequence[str]) -> list[dict[str, Any]]:
    """Return the spans that count as spans of another extent: the graph, the kept span and its own extent."""
    return [
        {
            "graph": roles[row.graph],
            "kept": span_to_json(row.kept),
            "extent": span_to_json(row.extent),
        }
        for row in joined
    ]


def _bag_to_json(bag: Bag) -> dict[str, Any]:
    extents, properties = _extents_to_json(bag), Properties(bag)
    return {
        "fingerprint": bag.fingerprint,
        "title": bag.title,
        "spans": [
            {**_span_with_text(span, words), "extents": extents[number]}
            if number in extents
            else _span_with_text(span, words)
            for number, (span, words) in enumerate(zip(bag.spans, bag.words, strict=True))
        ],
        "divergences": [
            divergence_to_json(row, properties, {"direction": row.direction} if row.direction else {})
            for row in bag.divergences
        ],
    }


def divergence_to_json(
    row: Divergence, properties: Properties, direction: Mapping[str, str | None]
) -> dict[str, Any]:
    """Return the JSON of a divergence. ``direction`` is {"direction": …}, or {} to leave it out."""
    return {
        "kind": row.kind.value,
        "sentence": row.sentence,
        "spans": list(row.spans),
        "added": list(row.added),
        "dropped": list(row.dropped),
        **direction,
        **({"link": _link_to_json(row, properties)} if row.kind is Kind.LINK or row.is_relink else {}),
        **({"fact": _fact_to_json(row.fact)} if row.fact else {}),
    }


def _link_to_json(row: Divergence, properties: Properties) -> dict[str, Any]:
    """Return the JSON of a changed link: the title of its knowledge base, and the IRIs of the entries."""
    dropped, added = properties.find_changed_entries(row)
    return {
        "base": next((entry.base for entry in (*added, *dropped)), ""),
        "added": [entry.name for entry in added],
        "dropped": [entry.name for entry in dropped],
    }


def _fact_to_json(fact: FactDifference) -> dict[str, Any]:
    """Return the JSON of a fact that diverges: predicate or event, arguments and places in both graphs."""
    return {
        "event": fact.is_event,
        "baseline": fact.before and fact.before.label,
        "changed": fact.after and fact.after.label,
        "arguments": [
            {
                "role": argument.role.label,
                "baseline": argument.before,
                "changed": argument.after,
                "differs": argument.differs,
            }
            | ({"baseline_role": argument.former.label} if argument.former else {})
            for argument in fact.arguments
        ],
        "places": [
            {"role": place.role, "baseline": place.before, "changed": place.after}
            | _span_with_text(place.span, place.words)
            for place in fact.places
        ],
    }


def _extents_to_json(bag: Bag) -> dict[int, dict[str, Any]]:
    """Return for each joined span the graphs that have it with another extent, with extent and words."""
    found: dict[int, dict[str, Any]] = {}
    for graph, instances in (("baseline", bag.baseline), ("changed", bag.changed)):
        for instance in instances:
            for extent in instance.extents:
                found.setdefault(extent.span, {})[graph] = _span_with_text(extent.own, extent.words)
    return found


def _span_with_text(span: Span, words: str | None) -> dict[str, Any]:
    return {**span_to_json(span), "text": words}


def span_to_json(span: Span) -> dict[str, Any]:
    result: dict[str, Any] = {"document": span.document, "begin": span.begin, "end": span.end}
    if span.fragments:
        result["fragments"] = span.fragments
    if span.zero:
        result["zero"] = span.zero
    if span.unplaced:
        result["placed"] = False
    return result
