"""The questions about the bags of a review as JSON lines (``coala export --to questions``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from coala.judging.answers import ANSWERS_FORMAT
from coala.judging.open_review import AskedItem, OpenReview
from coala.model.nouns import OF_RECORDS

QUESTIONS_FORMAT = "coala-questions/1"


def write_questions(review: OpenReview, asked: Iterable[AskedItem] | None = None) -> Iterator[str]:
    """Yield a header, and a line for each item that the review asks about, or for the given ones.

    An item is a bag, or a link that a sample has drawn from a large bag.
    """
    yield _write_line(describe_questions(review))
    for item in review.asked if asked is None else asked:
        yield _write_line(review.ask(item).to_json())


_ON_TEXTS = "Two coreference systems were run on the same texts. "
_ON_LINKS = (
    "A line with a link asks about one link of a bag with many parts: is its part the same thing as one of "
    "the earlier parts of its chain? Some of these may be left out."
)
_ANSWER_ON_LINK = {
    "fingerprint": "that of the bag",
    "link": "its number",
    "verdict": "yes, no or not sure",
}


def describe_questions(review: OpenReview) -> dict[str, object]:
    """Return the header: what the lines have, and how an answer is written."""
    first, second = review.side_names
    nouns = review.review.nouns
    better = ("left", "right") if review.is_blind else ("worse", "better")
    return {
        "format": QUESTIONS_FORMAT,
        "review": review.identity,
        "bags": len(review),
        **({"sample": len(review.asked)} if review.is_sampled else {}),
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
        "parts": nouns.say(
            "Most bags have parts. A part has the mentions that both sides keep together: A1 has those in "
            f"chain A of the {first} side and in chain 1 of the {second} side; A- and -1 have those that "
            "only one side has. Its sentence has its first mention in brackets. Say who is who: which parts "
            "are one thing. The verdict follows from that. A bag without parts takes a verdict only."
        ),
        **({"links": nouns.say(_ON_LINKS)} if review.has_drawn_links else {}),
        "answer": {
            "format": ANSWERS_FORMAT,
            "header": {"format": ANSWERS_FORMAT, "review": review.identity, "sides": review.sides},
            "with_parts": {
                "fingerprint": "that of the bag",
                "groups": [["A1", "B1"], ["C2"]],
                "no_mention": ["D-"],
                "not_sure": ["F3"],
                "mixed": {"E1": [[0, 2], [1]]},
                "rest": f"optional: {first} or {second}",
            },
            "how_to_group": nouns.say(
                "Each list in groups is one thing, with the names of all its parts. Parts in no_mention "
                "refer to nothing, and parts in not_sure could be in several groups. A part with mentions of "
                "several things is opened in mixed: a list for each thing, in the order of their first "
                "mentions, with the numbers of its mentions from 0. Its pieces E1/1 and E1/2 are then named "
                "in the place of E1. Name every part of the bag once, or give in rest the side that groups "
                "all others right. All but groups is optional."
            ),
            **({"of_a_link": _ANSWER_ON_LINK} if review.has_drawn_links else {}),
            "line": {
                "fingerprint": "that of the bag",
                "verdict": f"{better[0]}, {better[1]}, same or not sure; with groups it follows from them",
                "changes": [{"change": 1, "verdict": "optional: a verdict on one change"}],
                "tags": ["optional"],
                "note": "optional: why",
                "confidence": "optional: 0 to 1",
            },
        },
    }


def _write_line(values: object) -> str:
    return json.dumps(values, ensure_ascii=False) + "\n"
