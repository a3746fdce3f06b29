"""Export of a review as JSON: the ``coala-export/1`` document, written bag by bag.

The document has the origin, the tally and the scores, then "bags": each bag with its spans, its changes and
every reviewer's answer. It is written in pieces, so that memory does not grow with the number of bags.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coala.base.json_stream import stream_json
from coala.diff.properties import Properties
from coala.diff.row_keys import row_keys
from coala.engine.summary import side_to_json, summary_to_json
from coala.model.bag import Bag
from coala.present.who_is_who import groups_to_json
from coala.results.diff_json import divergence_to_json, span_to_json
from coala.results.verdicts.answering import answer_pools, answer_to_json
from coala.results.verdicts.judged import ExportedBag, Judged, Provenance, ReviewerAnswer
from coala.results.verdicts.links import estimate_review_links
from coala.results.verdicts.named_groups import find_overruled, name_answer
from coala.results.verdicts.reviewers import counted_to_json
from coala.review.storage.provenance import ReviewProvenance
from coala.verdicts.groups import Groups
from coala.verdicts.state import State
from coala.verdicts.tally import tally_as_json

EXPORT_FORMAT = "coala-export/1"


def write_document(judged: Judged) -> Iterator[str]:
    """Yield the document, in pieces."""
    head = {
        "format": EXPORT_FORMAT,
        "provenance": _provenance_to_json(judged.provenance),
        "answer": answer_to_json(
            answer_pools([judged.pool], estimate_review_links(judged.pool), judged.tally)
        ),
        "tally": tally_as_json(judged.tally)
        | {
            "disputed": judged.disputed,
            "judged_by_changes_alone": judged.pool.by_changes_alone,
            **counted_to_json(judged.pool.counted),
        },
        "scores": summary_to_json(judged.review.summary)["scores"],
    }
    bags = (_bag_to_json(judged, bag) for bag in judged.walk(judged.bags))
    yield from stream_json(head, "bags", bags)


def _provenance_to_json(provenance: Provenance) -> dict[str, Any]:
    return {
        "review": provenance.review,
        "tool": {"name": "COALA", "version": provenance.tool, "compared_by": provenance.compared_by},
        "time": provenance.time,
        "inputs": {role: side_to_json(side) for role, side in provenance.inputs},
        "options": dict(provenance.settings),
        "reviewers": [judge._asdict() for judge in provenance.reviewers],
        "made": None if provenance.made is None else _made_to_json(provenance.made),
    }


def _made_to_json(made: ReviewProvenance) -> dict[str, Any]:
    return {
        "version": made.version,
        "command": list(made.command),
        "time": made.time,
        "who": made.who,
        "inputs": [source._asdict() for source in made.inputs],
        "reviews": [source._asdict() for source in made.reviews],
    }


def _bag_to_json(judged: Judged, bag: ExportedBag) -> dict[str, Any]:
    content, entry = judged.read_bag(bag), bag.entry
    return {
        "number": entry.number + 1,
        "fingerprint": entry.fingerprint,
        "title": entry.title,
        "kinds": [kind.value for kind in entry.kinds],
        "verdict": None if bag.verdict is None else bag.verdict.value,
        "disputed": bag.disputed,
        "verdicts": [_answer_to_json(judged, bag, answer) for answer in bag.answers],
        "documents": list(content.documents),
        "spans": [
            span_to_json(span) | {"text": words}
            for span, words in zip(content.spans, content.words, strict=True)
        ],
        "divergences": list(_divergences_to_json(content, gold=judged.shows_gold(bag))),
        "shares": judged.shares(bag),
    }


def _answer_to_json(judged: Judged, bag: ExportedBag, answer: ReviewerAnswer) -> dict[str, Any]:
    state, number = answer.state, bag.entry.number
    follows = find_overruled(judged.review, number, state)
    return {
        "reviewer": answer.reviewer,
        "reviewer_kind": answer.kind.value,
        "time": answer.time,
        "verdict": None if state.verdict is None else state.verdict.value,
        # Who is who, as an answer to a question states it.
        **({} if state.groups is None else _groups_to_json(judged, number, state, state.groups)),
        "follows": None if follows is None else follows.value,
        "rows": {key: verdict.value for key, verdict in state.rows},
        "note": state.comment.note,
        "tags": list(state.comment.tags),
        "manner": state.manner.value,
        "before": None if answer.before is None else answer.before.value,
        "origin": None if state.origin is None else state.origin._asdict(),
        "gold_in_sight": state.gold_seen,
        "swapped": state.swapped,
        "confidence": state.confidence,
    }


def _groups_to_json(judged: Judged, number: int, state: State, groups: Groups) -> dict[str, Any]:
    """Return who is who, with the side whose chains were its start, and how many parts were moved."""
    start = None if groups.start is None else ("baseline", "changed")[groups.start]
    named = groups_to_json(name_answer(judged.review, number, state))
    return named | {"start": start, "moved": groups.moved}


def _divergences_to_json(bag: Bag, *, gold: bool) -> Iterator[dict[str, Any]]:
    properties = Properties(bag)
    for row, key in zip(bag.divergences, row_keys(bag), strict=True):
        direction = row.direction.value or None if gold else None
        yield {"key": key, **divergence_to_json(row, properties, {"direction": direction})}
