"""A bag becomes a page that a person reads: its changes, its chains with their mentions, as text or Markdown.

Nothing in it tells what gold says, which a reviewer may not know yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from coala.base.numerals import count
from coala.diff.sentences import BagSentences
from coala.model.bag import BASELINE, CHANGED
from coala.presentation.bag_out.headed_bag import HeadedBag, clean
from coala.presentation.chains import Chains, ShownChain
from coala.presentation.displayed_bag import DisplayedBag, display_bag
from coala.presentation.evidence.excerpts import find_sentence
from coala.presentation.judged_changes import say_judged, say_verdicts
from coala.presentation.phrases import kind_word, offsets
from coala.verdicts.changes import ChangeKeys

# A report of more is read by nobody; Turtle has all of them.
MOST_CHANGES = 40
MOST_CHAINS = 40
MOST_MENTIONS = 25
MOST_SENTENCES = 10
# Around a mention, within its sentence.
_LONGEST_SIDE = 200

# Those at the beginning of a line do no harm within one.
_MARKS = re.compile(r"([\\`*_\[\]<>#|~&@$])")
_TICKS = re.compile("`+")


class Markup(NamedTuple):
    """How a page is written: foreign text as words or as a name, a mention in its sentence, and lines."""

    word: Callable[[str], str]
    name: Callable[[str], str]
    mention: Callable[[str], str]
    heading: Callable[[str, int], str]
    item: Callable[[str, int], str]


def bag_to_text(headed: HeadedBag) -> str:
    """The bag as plain text."""
    return "".join(_page(headed, _TEXT))


def bag_to_markdown(headed: HeadedBag) -> str:
    """The bag as Markdown, in which no sign of its words is markup."""
    return "".join(_page(headed, MARKED))


def story_in_markdown(headed: HeadedBag) -> str:
    """The same without the list of its chains."""
    displayed = display_bag(headed.bag, headed.sides)
    return "".join(_story(headed, Chains(displayed), displayed, MARKED))


def _page(headed: HeadedBag, markup: Markup) -> Iterator[str]:
    word, item = markup.word, markup.item
    displayed = display_bag(headed.bag, headed.sides)
    chains = Chains(displayed)
    yield from _story(headed, chains, displayed, markup)
    for side, title in zip((BASELINE, CHANGED), map(str.capitalize, headed.sides), strict=True):
        number = chains.count(side)
        yield markup.heading(f"{title}: {count(number, 'chain')}", 2)
        for chain in islice(chains.in_order(side), MOST_CHAINS):
            yield from _chain(chain, chains, displayed, markup)
        yield from _rest(number - MOST_CHAINS, "chain", markup, 0)
    yield markup.heading("Documents", 2)
    for document in displayed.documents:
        yield item(f"{word(clean(displayed.labels[document]))}: {markup.name(clean(document))}", 0)


def _story(headed: HeadedBag, chains: Chains, displayed: DisplayedBag, markup: Markup) -> Iterator[str]:
    """What the bag is, what is said of it, what changed, and what the texts say there."""
    word, item = markup.word, markup.item
    yield markup.heading(word(headed.title), 1)
    for name, said in headed.head:
        yield item(f"{name}: {markup.name(said)}", 0)
    for name, said in headed.judged:
        yield item(f"{name}: {word(said)}", 0)
    sentences = BagSentences(headed.bag)
    verdicts = ChangeKeys(headed.bag, sentences.ranked).read(headed.rows)
    if verdicts.given:
        yield item(f"Changes: {word(say_judged(verdicts))}", 0)
    yield markup.heading("What changed", 2)
    for place, change in enumerate(sentences.ranked[:MOST_CHANGES]):
        said = say_verdicts(verdicts.of(place), headed.words)
        judged = f"; judged {word(said)}" if said else ""
        yield item(f"{kind_word(change.kind)}: {word(clean(sentences.describe(change)))}{judged}", 0)
    yield from _rest(len(sentences.ranked) - MOST_CHANGES, "change", markup, 0)
    yield from _sentences(headed, chains, displayed, markup)


def _sentences(headed: HeadedBag, chains: Chains, displayed: DisplayedBag, markup: Markup) -> Iterator[str]:
    """What the texts say around the mentions that went another way."""
    bag = headed.bag
    divergent = [span for span in range(len(bag.spans)) if chains.is_divergent(span)]
    # Without a place there is no sentence.
    placed = sorted((span for span in divergent if not bag.spans[span].unplaced), key=displayed.place)
    lines = []
    for span in placed[:MOST_SENTENCES]:
        place = bag.spans[span]
        text = headed.text_of(place.document)
        if text is None:
            continue
        sentence = find_sentence(text, place.begin, place.end)
        left = text[max(sentence.begin, place.begin - _LONGEST_SIDE) : place.begin]
        right = text[place.end : min(sentence.end, place.end + _LONGEST_SIDE)]
        told = _spaced(left, text[place.begin : place.end], right, markup)
        way = " → ".join(_signs(chains.chains_of(side, span)) or "nowhere" for side in (BASELINE, CHANGED))
        where = f"{markup.word(clean(displayed.labels[place.document]))} {offsets(place)}"
        lines.append(markup.item(f"{way}, {where}: {told}", 0))
    if lines:
        yield markup.heading("What the texts say there", 2)
        yield from lines
        yield from _rest(len(placed) - MOST_SENTENCES, "mention", markup, 0)


def _spaced(left: str, words: str, right: str, markup: Markup) -> str:
    before = " " if left[-1:].isspace() else ""
    behind = " " if right[:1].isspace() else ""
    mention = markup.mention(markup.word(clean(words)))
    return f"{markup.word(clean(left))}{before}{mention}{behind}{markup.word(clean(right))}".strip()


def _chain(chain: ShownChain, chains: Chains, displayed: DisplayedBag, markup: Markup) -> Iterator[str]:
    word = markup.word
    types = f" ({', '.join(map(word, chain.types))})" if chain.types else ""
    yield markup.item(f"{chain.sign}: {word(chain.label)}{types}, {count(len(chain.spans), 'mention')}", 0)
    for prop in chain.properties:
        yield markup.item(f"only here: {word(clean(prop.words))}", 1)
    # What went elsewhere is what the report is about.
    spans = sorted(chain.spans, key=lambda span: (not chains.is_divergent(span), displayed.place(span)))
    for span in spans[:MOST_MENTIONS]:
        place = displayed.extents.place(chain.side, span)
        said = displayed.extents.words(chain.side, span)
        words = "words unknown" if said is None else f"“{word(clean(said))}”"
        elsewhere = _signs(chains.chains_of(1 - chain.side, span))
        there = displayed.sides[1 - chain.side]
        where = f"{word(clean(displayed.labels[place.document]))} {offsets(place)}"
        yield markup.item(f"{words}, {where}, {there}: {elsewhere or 'nowhere'}", 1)
    yield from _rest(len(spans) - MOST_MENTIONS, "mention", markup, 1)


def _signs(chains: Sequence[ShownChain]) -> str:
    return ", ".join(chain.sign for chain in chains)


def _rest(number: int, what: str, markup: Markup, depth: int) -> Iterator[str]:
    if number > 0:
        yield markup.item(f"and {count(number, f'more {what}')}", depth)


def _unmarked(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def _as_code(text: str) -> str:
    """Text in which nothing is a link; its fence is longer than any within."""
    fence = "`" * (1 + max((len(ticks) for ticks in _TICKS.findall(text)), default=0))
    blank = " " if len(fence) > 1 else ""
    return f"{fence}{blank}{text}{blank}{fence}"


_TEXT = Markup(
    word=str,
    name=str,
    mention=lambda text: f"[{text}]",
    heading=lambda text, level: f"{text}\n" if level == 1 else f"\n{text}\n",
    item=lambda text, depth: f"{'  ' * (depth + 1)}{text}\n",
)
MARKED = Markup(
    word=_unmarked,
    name=_as_code,
    mention=lambda text: f"**{text}**",
    heading=lambda text, level: (
        f"{'#' * (level + 1)} {text}\n\n" if level == 1 else f"\n{'#' * (level + 1)} {text}\n\n"
    ),
    item=lambda text, depth: f"{'  ' * depth}- {text}\n",
)
