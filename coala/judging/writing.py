"""The questions about the bags of a review as JSON lines (``coala export --to questions``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from coala.judging.answers import ANSWERS_FORMAT
from coala.judging.open_review import OpenReview
from coala.model.nouns import OF_RECORDS

QUESTIONS_FORMAT = "coala-questions/1"


def write_questions(review: OpenReview, numbers: Iterable[int] | None = None) -> Iterator[str]:
    """Yield a header and one line for each bag, or for those with the given ``numbers`` (from 1)."""
    yield _write_line(describe_questions(review))
    for number in range(1, len(review) + 1) if numbers is None else numbers:
        yield _write_line(review.question(number).to_json())


_ON_TEXTS = "Two coreference systems were run on the same texts. "


def describe_questions(review: OpenReview) -> dict[str, object]:
    """Return the header: what the lines have, and how an answer is written."""
    first, second = review.side_names
    nouns = review.review.nouns
    better = ("left", "right") if review.is_blind else ("worse", "better")
    return {
        "format": QUESTIONS_FORMAT,
        "review": review.identity,
        "bags": len(review),
        "blind": review.is_blind,
        "sides": review.sides,
        "task": (
            ("Two systems grouped the same records. " if nouns == OF_RECORDS else _ON_TEXTS)
            + nouns.say(
                "A chain has all mentions that a system says are the same thing. For each bag, compare the "
                f"chains of the {first} side with those of the {second} side, and say "
            )
            + ("which side is better." if review.is_blind else f"if the {second} side is better or worse.")
        ),
        "marks": nouns.say(
            f"⟦words|A→1⟧ is a mention in chain A of the {first} side and chain 1 of the {second} side; "
            "nothing before or after the arrow means that this side does not have the mention."
        ),
        "answer": {
            "format": ANSWERS_FORMAT,
            "header": {"format": ANSWERS_FORMAT, "review": review.identity, "sides": review.sides},
            "line": {
                "fingerprint": "that of the bag",
                "verdict": f"{better[0]}, {better[1]}, same or not sure",
                "changes": [{"change": 1, "verdict": "optional: a verdict on one change"}],
                "tags": ["optional"],
                "note": "optional: why",
                "confidence": "optional: 0 to 1",
            },
        },
    }


def _write_line(values: object) -> str:
    return json.dumps(values, ensure_ascii=False) + "\n"
