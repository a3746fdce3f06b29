"""The page on which somebody judges a review without COALA: one HTML file, answers saved as JSON lines.

The page has no verdicts, scores, gold or effects. ``coala import`` reads the answers. With hidden sides, it
says left and right, and nothing in it tells which side is which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from coala.base.numerals import count
from coala.diff.ranked import rows_by_change
from coala.diff.sentences import BagSentences
from coala.errors import CoalaError
from coala.judging.open_review import AskedItem, OpenReview
from coala.judging.part_questions import LinkQuestion
from coala.judging.questions import BagQuestion
from coala.model.bag import BASELINE, CHANGED
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS, OF_RECORDS
from coala.output.html.bag_article import MarkedLine, describe_side, lay_out
from coala.output.html.judged_parts import count_part_links, describe_link, describe_parts, map_parts
from coala.output.html.template import fill_template
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.evidence.evidence import Evidence, TextOf
from coala.present.judged_changes import BLIND_QUESTIONS, QUESTIONS, ask_for_each, name_changes
from coala.present.link_question import LINK_QUESTION
from coala.present.prose import clean, say_rest

_TAGS = (
    ("name", "different things with the same or similar names"),
    ("pronoun", "a pronoun, such as she or it"),
    ("generic", "a kind in general, not one thing"),
    ("part", "a part or member taken for the whole"),
)


class _Answer(NamedTuple):
    word: str
    title: str
    sign: str


_ANSWERS = {
    False: (
        _Answer("worse", "Worse", "−"),
        _Answer("same", "Same", "="),
        _Answer("better", "Better", "+"),
        _Answer("not sure", "Not sure", "?"),
    ),
    True: (
        _Answer("left", "Left", "←"),
        _Answer("same", "Same", "="),
        _Answer("right", "Right", "→"),
        _Answer("not sure", "Not sure", "?"),
    ),
}


_LINK_ANSWERS = (
    # With the keys of the window.
    (_Answer("no", "No", "−"), 1),
    (_Answer("yes", "Yes", "+"), 3),
    (_Answer("not sure", "Not sure", "?"), 4),
)

_SYSTEMS = {
    IN_TEXTS: "Two systems marked which words of a text mean the same thing.",
    OF_RECORDS: "Two systems said which records are about the same thing.",
}

# How many things a page shows of a bag besides its first sentences.
_FILLS = 12
# The number of unpacked texts that are kept.
_TEXTS_KEPT = 64


def write_judging_page(review: OpenReview, asked: Iterable[AskedItem]) -> Iterator[str]:
    """Yield the page with these bags and links, in pieces."""
    # A review unpacks a text each time.
    text_of = lru_cache(_TEXTS_KEPT)(review.review.text)
    nouns = review.review.nouns
    first, second = review.side_names
    better = (
        "say which side is better."
        if review.is_blind
        else "say if the changed system is better or worse than the baseline there."
    )
    values: dict[str, object] = {
        "title": "Blind review" if review.is_blind else clean(review.review.path.stem),
        "review": review.identity,
        "sides": review.sides,
        "side_names": review.side_names,
        "mention": nouns.mention,
        "how": f"{_SYSTEMS[nouns]} For each place where they differ, {better}",
        "who": nouns.say(
            "Who is who? Each line has mentions that both sides keep together. Put lines into one group "
            "if they are the same thing. The verdict follows from the groups."
        ),
        "marks": nouns.say(
            f"A mention has the sign of its chains: a letter on the {first} side, a number on the {second} "
            f"side. “B→1” went from B to 1. Words are filled in the colour of the chain on the {first} side, "
            f"and underlined in that of the chain on the {second} side. Framed words moved, are new or are "
            "gone."
        ),
        "question": (BLIND_QUESTIONS if review.is_blind else QUESTIONS)[0],
        "answers": _ANSWERS[review.is_blind],
        "link_question": LINK_QUESTION,
        "link_answers": _LINK_ANSWERS,
        "tags": _TAGS,
        "items": (_describe(review, text_of, item) for item in asked),
    }
    return fill_template(
        "judging.html.j2", ["report.css", "judging.css"], values, scripts=("judging_groups.js", "judging.js")
    )


def _describe(review: OpenReview, text_of: TextOf, item: AskedItem) -> dict[str, Any]:
    # The page has its own evidence and lists of chains.
    question = review.ask(item, with_text=False)
    if isinstance(question, LinkQuestion):
        return describe_link(text_of, question, review.review.nouns)
    return _describe_bag(review, text_of, question)


def _describe_bag(review: OpenReview, text_of: TextOf, question: BagQuestion) -> dict[str, Any]:
    """Return the template's values for a bag."""
    number = question.number
    bag = review.shown_bag(number)
    displayed = display_bag(bag, review.side_names)
    chains = Chains(displayed)
    title = BagSentences(bag).first
    parts = review.shown_parts(number)
    # The verdict on a bag of one link says who is who.
    links = count_part_links(parts)
    has_groups = links > 1
    lines: list[MarkedLine] = []
    problem = ""
    try:
        evidence = Evidence(displayed, chains, text_of, title=title)
        # A page has room, and no button for more.
        evidence.fill_to(_FILLS)
        lines = list(lay_out(evidence.page(), displayed, chains))
    except CoalaError as error:
        problem = clean(str(error))
    # The verdict on a bag of one change is one on this change.
    changes = question.changes if len(rows_by_change(bag)) > 1 else ()
    total = len(changes) + question.changes_left_out
    noun = "" if question.changes_left_out else name_changes({Kind(change.kind) for change in changes})
    return {
        "link": None,
        "number": number,
        "fingerprint": question.fingerprint,
        "title": clean(BagSentences(bag, chains.order).title),
        "size": count(len(bag.spans), bag.nouns.mention),
        "lines": lines,
        "problem": problem,
        "more_title": bag.nouns.say("Chains and fingerprint"),
        "sides": [
            describe_side(chains, side, name.capitalize(), title)
            for side, name in zip((BASELINE, CHANGED), review.side_names, strict=True)
        ],
        "parts": describe_parts(text_of, question, parts, displayed) if has_groups else [],
        "part_of": map_parts(parts, question, displayed) if has_groups else {},
        "changes": changes,
        "changes_title": ask_for_each(total, noun or "change"),
        "more_changes": say_rest(total, len(changes), "change"),
    }
