"""A bag as blocks: what it is, what changed in it, what the texts say there, its chains and its documents.

They do not show what gold says, which a reviewer may not know yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from coala.base.numerals import count
from coala.diff.sentences import BagSentences
from coala.model.bag import BASELINE, CHANGED, Divergence
from coala.presentation.bag_out.blocks import (
    Block,
    BlockWords,
    HeadingBlock,
    ItemBlock,
    StyledWords,
    WordStyle,
    print_markdown,
    print_text,
)
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


class ListedChange(NamedTuple):
    """A change as a page lists it: its place among all, and its words."""

    place: int
    change: Divergence
    kind: str
    sentence: str


class ListedChain(NamedTuple):
    """A chain as a page lists it, with its words."""

    chain: ShownChain
    label: str
    size: str


def bag_to_text(headed: HeadedBag) -> str:
    """Return the bag as plain text."""
    return "".join(print_text(bag_blocks(headed)))


def bag_to_markdown(headed: HeadedBag) -> str:
    """Return the bag as Markdown, in which no sign of its words is markup."""
    return "".join(print_markdown(bag_blocks(headed)))


def list_changes(sentences: BagSentences) -> Iterator[ListedChange]:
    """Yield the first changes of a bag; ``say_rest`` counts the others."""
    for place, change in enumerate(sentences.ranked[:MOST_CHANGES]):
        yield ListedChange(place, change, kind_word(change.kind), clean(sentences.describe(change)))


def list_chains(chains: Chains, side: int) -> Iterator[ListedChain]:
    """Yield the first chains of a side; ``say_rest`` counts the others."""
    for chain in islice(chains.in_order(side), MOST_CHAINS):
        yield ListedChain(chain, clean(chain.label), count(len(chain.spans), "mention"))


def say_rest(total: int, most: int, what: str) -> str:
    """Return how many are left out of a list, "" if all are in it."""
    return f"and {count(total - most, f'more {what}')}" if total > most else ""


def bag_blocks(headed: HeadedBag) -> Iterator[Block]:
    """Yield all that a page has on a bag."""
    displayed = display_bag(headed.bag, headed.sides)
    chains = Chains(displayed)
    yield from _story(headed, chains, displayed)
    for side, title in zip((BASELINE, CHANGED), map(str.capitalize, headed.sides), strict=True):
        number = chains.count(side)
        yield HeadingBlock(3, (f"{title}: {count(number, 'chain')}",))
        for listed in list_chains(chains, side):
            yield from _chain(listed, chains, displayed)
        yield from _rest(number, MOST_CHAINS, "chain")
    yield HeadingBlock(3, ("Documents",))
    for document in displayed.documents:
        label = StyledWords(clean(displayed.labels[document]))
        yield ItemBlock((label, ": ", StyledWords(clean(document), WordStyle.NAME)))


def story_blocks(headed: HeadedBag) -> Iterator[Block]:
    """Yield the same without its chains and documents."""
    displayed = display_bag(headed.bag, headed.sides)
    return _story(headed, Chains(displayed), displayed)


def _story(headed: HeadedBag, chains: Chains, displayed: DisplayedBag) -> Iterator[Block]:
    """Yield what the bag is, what is said of it, what changed, and what the texts say there."""
    yield HeadingBlock(2, (StyledWords(headed.title),))
    for name, said in headed.head:
        yield ItemBlock((f"{name}: ", StyledWords(said, WordStyle.NAME)))
    for who, said in headed.judged:
        yield ItemBlock((who, ": ", StyledWords(said)))
    sentences = BagSentences(headed.bag)
    verdicts = ChangeKeys(headed.bag, sentences.ranked).read(headed.rows)
    if verdicts.given:
        yield ItemBlock(("Changes: ", StyledWords(say_judged(verdicts))))
    yield HeadingBlock(3, ("What changed",))
    for listed in list_changes(sentences):
        given = say_verdicts(verdicts.of(listed.place), headed.words)
        judged = ("; judged ", StyledWords(given)) if given else ()
        yield ItemBlock((f"{listed.kind}: ", StyledWords(listed.sentence), *judged))
    yield from _rest(len(sentences.ranked), MOST_CHANGES, "change")
    yield from _sentences(headed, chains, displayed)


def _sentences(headed: HeadedBag, chains: Chains, displayed: DisplayedBag) -> Iterator[Block]:
    """Yield what the texts say around the mentions that went another way."""
    bag = headed.bag
    divergent = [span for span in range(len(bag.spans)) if chains.is_divergent(span)]
    # Without a place there is no sentence.
    placed = sorted((span for span in divergent if not bag.spans[span].unplaced), key=displayed.place)
    items = []
    for span in placed[:MOST_SENTENCES]:
        place = bag.spans[span]
        text = headed.text_of(place.document)
        if text is None:
            continue
        sentence = find_sentence(text, place.begin, place.end)
        left = text[max(sentence.begin, place.begin - _LONGEST_SIDE) : place.begin]
        right = text[place.end : min(sentence.end, place.end + _LONGEST_SIDE)]
        way = " → ".join(_signs(chains.chains_of(side, span)) or "nowhere" for side in (BASELINE, CHANGED))
        where = StyledWords(clean(displayed.labels[place.document]))
        context = _in_context(left, text[place.begin : place.end], right)
        items.append(ItemBlock((f"{way}, ", where, f" {offsets(place)}: ", *context)))
    if items:
        yield HeadingBlock(3, ("What the texts say there",))
        yield from items
        yield from _rest(len(placed), MOST_SENTENCES, "mention")


def _in_context(left: str, words: str, right: str) -> BlockWords:
    before, behind = clean(left), clean(right)
    return (
        StyledWords(before),
        " " if before and left[-1:].isspace() else "",
        StyledWords(clean(words), WordStyle.MENTION),
        " " if behind and right[:1].isspace() else "",
        StyledWords(behind),
    )


def _chain(listed: ListedChain, chains: Chains, displayed: DisplayedBag) -> Iterator[Block]:
    chain = listed.chain
    types = (" (", StyledWords(", ".join(chain.types)), ")") if chain.types else ()
    yield ItemBlock((f"{chain.sign}: ", StyledWords(listed.label), *types, f", {listed.size}"))
    for prop in chain.properties:
        yield ItemBlock(("only here: ", StyledWords(clean(prop.words))), 1)
    # What went elsewhere is what the report is about.
    spans = sorted(chain.spans, key=lambda span: (not chains.is_divergent(span), displayed.place(span)))
    for span in spans[:MOST_MENTIONS]:
        place = displayed.extents.place(chain.side, span)
        said = displayed.extents.words(chain.side, span)
        words: BlockWords = ("words unknown",) if said is None else ("“", StyledWords(clean(said)), "”")
        elsewhere = _signs(chains.chains_of(1 - chain.side, span)) or "nowhere"
        where = StyledWords(clean(displayed.labels[place.document]))
        there = displayed.sides[1 - chain.side]
        yield ItemBlock((*words, ", ", where, f" {offsets(place)}, {there}: {elsewhere}"), 1)
    yield from _rest(len(spans), MOST_MENTIONS, "mention", 1)


def _signs(chains: Sequence[ShownChain]) -> str:
    return ", ".join(chain.sign for chain in chains)


def _rest(total: int, most: int, what: str, depth: int = 0) -> Iterator[Block]:
    if rest := say_rest(total, most, what):
        yield ItemBlock((rest,), depth)
