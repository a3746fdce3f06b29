"""The parts of a bag, and drawn links, as the page to judge on shows them.

A part has the mentions that both sides keep together. The reviewer says which parts are one thing, or of a
drawn link if its part is the same as one of the earlier parts of its chain.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import isolate
from coala.diff.names import choose_label
from coala.judging.part_questions import CLOSE, OPEN, LinkQuestion, QuestionPart, mark_in_sentence
from coala.model.bag import BASELINE, CHANGED
from coala.model.nouns import Nouns
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.evidence import TextOf
from coala.present.link_question import put_new_first
from coala.present.part_labels import label_parts
from coala.verdicts.links import Part

_MOST_SENTENCES = 12
"""Of a part; the words of all of its mentions are on the page."""
_MOST_EARLIER_SENTENCES = 4
"""Of a part to which a drawn link may lead."""


class MarkedSentence(NamedTuple):
    """A sentence around a mention."""

    before: str
    words: str
    after: str


def split_sentence(sentence: str) -> MarkedSentence:
    """Return a sentence of a question in three pieces."""
    before, _, rest = sentence.partition(OPEN)
    words, _, after = rest.partition(CLOSE)
    return MarkedSentence(before, words, after)


def list_parts(
    text_of: TextOf, asked: Sequence[QuestionPart], parts: Sequence[Part], displayed: DisplayedBag
) -> list[dict[str, Any]]:
    """Return the template's values for the parts of a bag, in the order of the chain map."""
    labels = label_parts(displayed, parts)
    shown = zip(asked, labels, strict=True)
    return [
        _describe_part(text_of, part, displayed.bag.nouns)
        | {"words": label.name, "addition": label.addition, "list": _list_mentions(part)}
        for part, label in sorted(shown, key=lambda each: _map_order(each[0]))
    ]


def _map_order(part: QuestionPart) -> tuple[float, str, float]:
    first, second = part.signs
    return len(first) if first else inf, first or "", inf if second is None else float(second)


def _list_mentions(part: QuestionPart) -> str:
    """Return the words of all mentions of a part as JSON, by which it can be opened; "" if it has one."""
    return json.dumps(part.mentions, ensure_ascii=False) if len(part.mentions) > 1 else ""


def _describe_part(
    text_of: TextOf, part: QuestionPart, nouns: Nouns, most: int = _MOST_SENTENCES
) -> dict[str, Any]:
    first, second = part.signs
    total = len(part.mentions) + part.left_out
    others = part.spans[1:most]
    sentences = [mark_in_sentence(text_of, span) for span in others]
    left = total - 1 - len(others)
    return {
        "name": part.name,
        "first": first or "",
        "second": second or "",
        "number": total,
        "size": count(total, nouns.mention),
        "sentence": split_sentence(part.sentence),
        "sentences": [
            split_sentence(sentence or f"{OPEN}{words}{CLOSE}")
            for sentence, words in zip(sentences, part.mentions[1:], strict=False)
        ],
        "more": f"and {count(left, f'more {nouns.mention}')}" if left else "",
    }


def describe_link(text_of: TextOf, question: LinkQuestion, nouns: Nouns) -> dict[str, Any]:
    """Return the template's values for a drawn link."""

    def describe(part: QuestionPart, most: int) -> dict[str, Any]:
        words = choose_label(None, part.mentions, "?")
        return _describe_part(text_of, part, nouns, most) | {"words": words, "addition": "", "list": ""}

    asked = describe(question.part, _MOST_SENTENCES)
    earlier = [describe(part, _MOST_EARLIER_SENTENCES) for part in question.earlier]
    order = put_new_first(part["words"] for part in earlier)
    return {
        "link": question.number,
        "number": question.bag,
        "fingerprint": question.fingerprint,
        "title": f"Is {isolate(asked['words'])} the same as one of these?",
        "part": asked,
        "earlier": [earlier[place] for place in order],
        "more": f"and {count(question.left_out, 'more part')}" if question.left_out else "",
    }


def map_parts(
    parts: Sequence[Part], asked: Sequence[QuestionPart], displayed: DisplayedBag
) -> Mapping[tuple[int | None, int | None], str]:
    """Return the names of parts by the numbers of their chains, as the evidence marks them."""
    sides = displayed.numbering.baseline_rows, displayed.numbering.changed_rows
    found: dict[tuple[int | None, int | None], str] = {}
    for part, shown in zip(parts, asked, strict=True):
        for span in part.spans:
            old, new = (sides[side][span] for side in (BASELINE, CHANGED))
            found[old[0] if old else None, new[0] if new else None] = shown.name
    return found
