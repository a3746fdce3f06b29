"""Scores of a response against a key to text and to JSON (specification, section 7)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

from coala.report.scores_text import score_table
from coala.scores import scores_as_json
from coala.scoring import Scored
from coala.summary import side_to_json


def score_text(scored: Scored) -> Iterator[str]:
    """A table of the scores for a terminal."""
    yield f"{scored.response.path} against {scored.key.path}"
    yield from score_table(scored.scores)


def score_json(scored: Scored) -> str:
    """The ``coala-score/1`` document."""
    document = {
        "format": "coala-score/1",
        "key": side_to_json(scored.key),
        "response": side_to_json(scored.response),
        "scores": scores_as_json(scored.scores),
        "warnings": [asdict(notice) for notice in scored.notices],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
