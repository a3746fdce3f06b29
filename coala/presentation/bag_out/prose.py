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
from coala.presentation.phrases import kind_word, offsets

# A report of more is read by nobody; Turtle has all of them.
MOST_CHANGES = 40
MOST_CHAINS = 40
MOST_MENTIONS = 25

# Those at the beginning of a line do no harm within one.
_MARKS = re.compile(r"([\\`*_\[\]<>#|~&@$])")
_TICKS = re.compile("`+")


class Markup(NamedTuple):
    """How a page is written: foreign text as words or as a name, and lines."""

    word: Callable[[str], str]
    name: Callable[[str], str]
    heading: Callable[[str, int], str]
    item: Callable[[str, int], str]


def bag_to_text(headed: HeadedBag) -> str:
    """The bag as plain text."""
    return "".join(_page(headed, _TEXT))


def bag_to_markdown(headed: HeadedBag) -> str:
    """The bag as Markdown, in which no sign of its words is markup."""
    return "".join(_page(headed, _MARKED))


def _page(headed: HeadedBag, markup: Markup) -> Iterator[str]:
    word, item = markup.word, markup.item
    displayed = display_bag(headed.bag)
    yield markup.heading(word(headed.title), 1)
    for name, said in headed.head:
        yield item(f"{name}: {markup.name(said)}", 0)
    yield markup.heading("What changed", 2)
    sentences = BagSentences(headed.bag)
    for change in sentences.ranked[:MOST_CHANGES]:
        yield item(f"{kind_word(change.kind)}: {word(clean(sentences.describe(change)))}", 0)
    yield from _rest(len(sentences.ranked) - MOST_CHANGES, "change", markup, 0)
    chains = Chains(displayed)
    for side, title in ((BASELINE, "Baseline"), (CHANGED, "Changed")):
        number = chains.count(side)
        yield markup.heading(f"{title}: {count(number, 'chain')}", 2)
        for chain in islice(chains.in_order(side), MOST_CHAINS):
            yield from _chain(chain, chains, displayed, markup)
        yield from _rest(number - MOST_CHAINS, "chain", markup, 0)
    yield markup.heading("Documents", 2)
    for document in displayed.documents:
        yield item(f"{word(clean(displayed.labels[document]))}: {markup.name(clean(document))}", 0)


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
        there = ("baseline", "changed")[1 - chain.side]
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
    heading=lambda text, level: f"{text}\n" if level == 1 else f"\n{text}\n",
    item=lambda text, depth: f"{'  ' * (depth + 1)}{text}\n",
)
_MARKED = Markup(
    word=_unmarked,
    name=_as_code,
    heading=lambda text, level: (
        f"{'#' * (level + 1)} {text}\n\n" if level == 1 else f"\n{'#' * (level + 1)} {text}\n\n"
    ),
    item=lambda text, depth: f"{'  ' * depth}- {text}\n",
)
