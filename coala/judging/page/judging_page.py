"""The page on which somebody judges a review without COALA: one HTML file, answers saved as JSON lines.

The page has no verdicts, scores, gold or effects. ``coala import`` reads the answers. With hidden sides, it
says left and right, and nothing in it tells which side is which.

A review may have 100,000 bags, so the bags are in compressed blocks, a tenth of the size. The browser opens
one bag at a time. A block is base64 of zlib of a JSON list, with an object for each item:
``number`` and ``fingerprint`` of the bag, ``link`` of a drawn link, ``title``, and ``html``, its article.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import clean, one_line
from coala.base.second_process import do_apart
from coala.errors import CoalaError
from coala.html.bag_article import MarkedLine, describe_side, lay_out
from coala.html.template import fill_template, open_template
from coala.judging.open_review import AskedItem, OpenReview
from coala.judging.page.judged_parts import describe_link, list_parts, map_parts
from coala.judging.questions import describe_parts, list_own_changes
from coala.model.bag import BASELINE, CHANGED
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS, OF_RECORDS
from coala.present.chains import prepare_bag
from coala.present.evidence.evidence import Evidence, TextOf
from coala.present.judged_changes import BLIND_QUESTIONS, QUESTIONS, ask_for_each, name_changes
from coala.present.link_question import LINK_QUESTION
from coala.present.prose import say_rest
from coala.verdicts.links import count_part_links

_FOLDER = Path(__file__).parent

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
# The number of bags and links that are compressed together.
_BLOCK = 256
# What the page needs of every bag and link at once; a bag has no link.
_ITEM = ("number", "link", "fingerprint", "title")


def write_judging_page(
    review: OpenReview, asked: Sequence[AskedItem], walk: Callable[[range], Iterable[int]] = iter
) -> Iterator[str]:
    """Yield the page with these bags and links, in pieces; ``walk`` follows its blocks."""
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
    }
    values["blocks"] = _write_all_blocks(values, review, asked, walk)
    return fill_template(
        "judging.html.j2",
        ["report.css", "judging.css"],
        values,
        scripts=("judging_groups.js", "judging.js"),
        folder=_FOLDER,
    )


def _write_all_blocks(
    values: dict[str, object],
    review: OpenReview,
    asked: Sequence[AskedItem],
    walk: Callable[[range], Iterable[int]],
) -> Iterator[str]:
    """Yield the blocks of a page with these values; a second process writes those of the second half."""
    blocks = range(0, len(asked), _BLOCK)
    middle = (len(blocks) + 1) // 2 * _BLOCK
    write_article = partial(open_template("judging_bag.html.j2", _FOLDER), values)

    def write_second_half() -> Iterator[str]:
        # Two processes cannot read through one connection.
        with review.open_again() as again:
            yield from _write_blocks(write_article, again, asked[middle:])

    with do_apart(write_second_half, forks=len(blocks) > 1) as (second_half,):
        written = chain(_write_blocks(write_article, review, asked[:middle]), second_half)
        for _ in walk(blocks):
            yield next(written)


def _write_blocks(
    write_article: Callable[..., str], review: OpenReview, asked: Iterable[AskedItem]
) -> Iterator[str]:
    """Yield the blocks with these bags and links."""
    # A review unpacks a text each time.
    text_of = lru_cache(_TEXTS_KEPT)(review.review.text)

    def make_item(item: AskedItem) -> dict[str, Any]:
        bag = _describe(review, text_of, item)
        named = {name: bag[name] for name in _ITEM if bag[name] is not None}
        return named | {"html": write_article(bag=bag)}

    items = map(make_item, asked)
    while block := list(islice(items, _BLOCK)):
        yield base64.b64encode(zlib.compress(json.dumps(block).encode("ascii"))).decode("ascii")


def _describe(review: OpenReview, text_of: TextOf, item: AskedItem) -> dict[str, Any]:
    if item.link is None:
        return _describe_bag(review, text_of, item.bag)
    return describe_link(text_of, review.ask_link(item.bag, item.link), review.review.nouns)


def _describe_bag(review: OpenReview, text_of: TextOf, number: int) -> dict[str, Any]:
    """Return the template's values for a bag, by its number (from 1)."""
    bag = review.shown_bag(number)
    prepared = prepare_bag(bag, review.side_names)
    displayed, chains, sentences = prepared
    title = sentences.first
    parts = review.shown_parts(number)
    # The verdict on a bag of one link says who is who.
    if count_part_links(parts) < 2:
        parts = ()
    asked = describe_parts(prepared, parts, text_of)
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
    is_one = len(sentences.changes) < 2
    changes, left_out = ((), 0) if is_one else list_own_changes(prepared, review.drawn_changes(number))
    total = len(changes) + left_out
    noun = "" if left_out else name_changes({Kind(change.kind) for change in changes})
    return {
        "link": None,
        "number": number,
        "fingerprint": review.review.entries[number - 1].fingerprint,
        "title": one_line(sentences.title),
        "size": count(len(bag.spans), bag.nouns.mention),
        "lines": lines,
        "problem": problem,
        "more_title": bag.nouns.say("Chains and fingerprint"),
        "sides": [
            describe_side(chains, side, name.capitalize(), title)
            for side, name in zip((BASELINE, CHANGED), review.side_names, strict=True)
        ],
        "parts": list_parts(text_of, asked, parts, displayed),
        "part_of": map_parts(parts, asked, displayed),
        "changes": tuple(change._replace(sentence=one_line(change.sentence)) for change in changes),
        "changes_title": ask_for_each(total, noun or "change"),
        "more_changes": say_rest(total, len(changes), "change"),
    }
