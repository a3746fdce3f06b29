"""A report on one bag, as text or Markdown to copy into a message or an issue.

The report has a head, the verdicts, the changes, the sentences around them, the chains of both sides and the
documents. It is built as blocks (``coala.present.blocks``), which are printed in either form. What gold says
is left out, since the reviewer may not know it yet. Words from graphs and reviewers pass ``clean``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import clean
from coala.diff.chain_order import sign_chains
from coala.diff.sentences import BagSentences
from coala.engine.settings import describe_settings
from coala.engine.summary import Summary
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, Verdict
from coala.model.kinds import Kind
from coala.model.nouns import OF_RECORDS
from coala.present.blocks import Block, BlockWords, HeadingBlock, ItemBlock, StyledWords, WordStyle
from coala.present.chains import Chains, ShownChain
from coala.present.displayed_bag import DisplayedBag, display_bag
from coala.present.entry_table import MOST_ENTRY_ROWS
from coala.present.evidence.excerpts import find_sentence
from coala.present.judged_changes import say_judged, say_verdicts
from coala.present.phrases import judgement, kind_word, offsets
from coala.present.printers.markdown import print_markdown
from coala.present.printers.text import print_text
from coala.present.who_is_who import name_groups, say_groups
from coala.review.file import Review
from coala.verdicts.by_kind import judge_changes
from coala.verdicts.changes import ChangeKeys, Rows
from coala.verdicts.comment import LONGEST_NOTE
from coala.verdicts.groups import Groups
from coala.verdicts.links import find_parts
from coala.verdicts.state import State

# Replacing by a pattern is much faster than ``str.translate``, and most texts have none.
_ISOLATES = re.compile("[\u2066-\u2069]")


@dataclass(frozen=True)
class BagReport:
    """A bag with everything else that a report on it needs."""

    bag: Bag
    title: str
    name: str  # a name that "Go to bag" accepts
    head: tuple[tuple[str, str], ...]  # lines of a word and its value: ("Size", "5 mentions in 2 documents")
    judged: tuple[tuple[str | StyledWords, str], ...]  # such lines for the reviewer's verdict and comment
    rows: Rows  # the verdicts on own changes and links
    groups: tuple[Groups, ...]  # who is who by the reviewers who said so
    text_of: Callable[[str], str | None]  # returns the text of a document, or None
    sides: tuple[str, str]  # the names of the graphs
    words: Mapping[Verdict, str]  # the words for verdicts


def report_bag(review: Review, number: int) -> BagReport:
    """Return bag ``number`` (from 0) of a review with the head of its report."""
    bag, summary = review.bag(number), review.summary
    name = f"{'' if review.blind else clean(review.name)}#{number + 1}"
    compared = describe_settings(summary.settings)
    size = bag.nouns.size(len(bag.spans), len(bag.documents))
    head = (
        ("Bag", name),
        ("Size", size),
        ("Fingerprint", bag.fingerprint),
        # A blind review does not reveal which side is the changed graph.
        *(() if review.blind else _name_graphs(summary)),
        *((("Compared", clean(compared)),) if compared else ()),
        ("COALA", clean(summary.version)),
    )
    title = clean(BagSentences(bag).title if review.blind else review.entries[number].title)
    sides, words, _ = review.sides
    state = review.state(review.entries[number].fingerprint)
    if state.groups is not None:
        # Raises an error if the groups do not fit the bag.
        review.place_parts(number, state.groups)
    judged = tuple(_list_verdict(bag, state, words))
    groups = () if state.groups is None else (state.groups,)
    return BagReport(bag, title, name, head, judged, state.rows, groups, review.text, sides, words)


def _name_graphs(summary: Summary) -> Iterator[tuple[str, str]]:
    baseline, changed = summary.shown_paths
    yield "Baseline", _shorten_path(baseline)
    yield "Changed", _shorten_path(changed)


def _list_verdict(bag: Bag, state: State, words: Mapping[Verdict, str]) -> Iterator[tuple[str, str]]:
    yield "Verdict", judgement(state.verdict, words)
    if state.groups is not None:
        named = name_groups(sign_chains(bag), find_parts(bag), state.groups)
        yield "Who is who", say_groups(named)
    if state.comment.tags:
        yield "Tags", clean(", ".join(state.comment.tags), LONGEST_NOTE)
    if state.comment.note:
        yield "Note", clean(state.comment.note, LONGEST_NOTE)


def _shorten_path(path: str) -> str:
    """Return the name of a file with its folder; the rest of the path is private."""
    return clean("/".join(PurePath(path).parts[-2:]))


# A longer report is unreadable.
MOST_CHANGES = 40
MOST_CHAINS = 40
MOST_MENTIONS = 25
MOST_SENTENCES = 10
_TITLE_MENTIONS = 3
# The most characters of a sentence on either side of a mention.
_LONGEST_SIDE = 200


class ListedChange(NamedTuple):
    """A change in a list: its position among all changes, its kind, and its sentence with isolated names."""

    place: int
    change: Divergence
    kind: str
    sentence: str


class ListedChain(NamedTuple):
    """A chain in a list, with its label and size in words."""

    chain: ShownChain
    label: str
    size: str


def bag_to_text(report: BagReport) -> str:
    """Return the bag as plain text."""
    return "".join(f"{line}\n" for line in print_text(bag_blocks(report)))


def bag_to_markdown(report: BagReport) -> str:
    """Return the bag as Markdown, in which no sign of its words is markup."""
    return "".join(print_markdown(bag_blocks(report)))


def list_changes(sentences: BagSentences) -> Iterator[ListedChange]:
    """Yield the first changes of a bag; ``say_rest`` counts the others."""
    for place, change in enumerate(sentences.changes[:MOST_CHANGES]):
        yield ListedChange(
            place, change, kind_word(change.kind, sentences.bag.nouns), sentences.describe(change)
        )


def list_chains(chains: Chains, side: int, title: Divergence | None) -> Iterator[ListedChain]:
    """Yield the first chains of a side, with those of the title; ``say_rest`` counts the others."""
    for chain in chains.first(side, MOST_CHAINS, title):
        yield ListedChain(chain, clean(chain.label), count(len(chain.spans), chains.nouns.mention))


def keep_title(spans: Sequence[int], most: int, title: Divergence | None) -> list[int]:
    """Return the first ``most`` spans; if none of them is a mention of the title, its first ones are last."""
    titled = frozenset(() if title is None else title.spans)
    if not titled.isdisjoint(spans[:most]):
        return list(spans[:most])
    late = [span for span in spans[most:] if span in titled][:_TITLE_MENTIONS]
    return [*spans[: most - len(late)], *late]


def say_rest(total: int, most: int, what: str) -> str:
    """Return how many entries are left out of a list; "" if all are in it."""
    return f"and {count(total - most, f'more {what}')}" if total > most else ""


def bag_blocks(report: BagReport) -> Iterator[Block]:
    """Yield the whole report on a bag."""
    displayed = display_bag(report.bag, report.sides)
    chains = Chains(displayed)
    yield from _write_story(report, chains, displayed)
    first_change = BagSentences(report.bag).first
    for side, title in zip((BASELINE, CHANGED), map(str.capitalize, report.sides), strict=True):
        number = chains.count(side)
        yield HeadingBlock(3, (f"{title}: {count(number, chains.nouns.chain)}",))
        for listed in list_chains(chains, side, first_change):
            yield from _write_chain(listed, chains, displayed)
        yield from _write_rest(number, MOST_CHAINS, chains.nouns.chain)
    yield HeadingBlock(3, ("Documents",))
    for document in displayed.documents:
        label = StyledWords(clean(displayed.labels[document]))
        yield ItemBlock((label, ": ", StyledWords(clean(document), WordStyle.NAME)))


def story_blocks(report: BagReport) -> Iterator[Block]:
    """Return the report on a bag without its chains and documents."""
    displayed = display_bag(report.bag, report.sides)
    return _write_story(report, Chains(displayed), displayed)


def _write_story(report: BagReport, chains: Chains, displayed: DisplayedBag) -> Iterator[Block]:
    """Yield the head, the verdicts, the changes, and the sentences around them."""
    yield HeadingBlock(2, (StyledWords(report.title),))
    for name, value in report.head:
        yield ItemBlock((f"{name}: ", StyledWords(value, WordStyle.NAME)))
    for who, value in report.judged:
        yield ItemBlock((who, ": ", StyledWords(value)))
    sentences = BagSentences(report.bag)
    if judged_alone := say_judged(ChangeKeys(report.bag, sentences.changes).read(report.rows)):
        yield ItemBlock(("Changes: ", StyledWords(judged_alone)))
    yield HeadingBlock(3, ("What changed",))
    listed_changes = list(list_changes(sentences))
    for listed, verdict in zip(listed_changes, _judge(report, sentences, listed_changes), strict=True):
        judged = () if verdict is None else ("; judged ", StyledWords(say_verdicts((verdict,), report.words)))
        yield ItemBlock((f"{listed.kind}: ", StyledWords(clean(listed.sentence)), *judged))
    yield from _write_rest(len(sentences.changes), MOST_CHANGES, "change")
    yield from _write_sentences(report, chains, displayed, sentences.first)


def _judge(
    report: BagReport, sentences: BagSentences, listed: Sequence[ListedChange]
) -> Sequence[Verdict | None]:
    """Return the verdict on each of these changes that it has itself, or that follows from who is who."""
    if not (report.rows or report.groups):
        return [None] * len(listed)
    changes = [sentences.changes.rows_of(each.place) for each in listed]
    return judge_changes(report.bag, changes, None, report.rows, report.groups)


def _write_sentences(
    report: BagReport, chains: Chains, displayed: DisplayedBag, title: Divergence | None
) -> Iterator[Block]:
    """Yield the sentences around the mentions that moved, or whose chains changed otherwise."""
    bag = report.bag
    divergent: Collection[int] = [span for span in range(len(bag.spans)) if chains.is_divergent(span)]
    if not divergent:
        # A changed link, type or statement leaves every mention where it is.
        divergent = {span for row in bag.divergences for span in row.spans}
    # An unplaced mention has no sentence.
    placed = sorted((span for span in divergent if not bag.spans[span].unplaced), key=displayed.position_of)
    items = []
    for span in keep_title(placed, MOST_SENTENCES, title):
        place = bag.spans[span]
        text = report.text_of(place.document)
        if text is None:
            continue
        sentence = find_sentence(text, place.begin, place.end)
        left = text[max(sentence.begin, place.begin - _LONGEST_SIDE) : place.begin]
        right = text[place.end : min(sentence.end, place.end + _LONGEST_SIDE)]
        move = " → ".join(
            _join_signs(chains.chains_of(side, span)) or "nowhere" for side in (BASELINE, CHANGED)
        )
        where = StyledWords(clean(displayed.labels[place.document]))
        context = _put_in_context(left, text[place.begin : place.end], right)
        items.append(ItemBlock((f"{move}, ", where, f" {offsets(place)}: ", *context)))
    if items:
        yield HeadingBlock(3, ("The records" if chains.nouns == OF_RECORDS else "What the texts say there",))
        yield from items
        yield from _write_rest(len(placed), MOST_SENTENCES, chains.nouns.mention)


def _put_in_context(left: str, words: str, right: str) -> BlockWords:
    """Return a mention between the text before and after it, each on one line."""
    before, behind = clean(left), clean(right)
    return (
        StyledWords(before),
        " " if before and left[-1:].isspace() else "",
        StyledWords(clean(words), WordStyle.MENTION),
        " " if behind and right[:1].isspace() else "",
        StyledWords(behind),
    )


def _write_chain(listed: ListedChain, chains: Chains, displayed: DisplayedBag) -> Iterator[Block]:
    chain = listed.chain
    types = (" (", StyledWords(", ".join(chain.types)), ")") if chain.types else ()
    yield ItemBlock((f"{chain.sign}: ", StyledWords(listed.label), *types, f", {listed.size}"))
    for entry in chain.entries[:MOST_ENTRY_ROWS]:
        described = (": ", StyledWords(clean(entry.description))) if entry.description else ()
        yield ItemBlock(("linked to ", StyledWords(clean(entry.shown)), *described), 1)
    for prop in (each for each in chain.properties if each.kind is not Kind.LINK):
        yield ItemBlock(("only here: ", StyledWords(clean(prop.words))), 1)
    # Mentions that moved come first: the report is about them.
    spans = sorted(chain.spans, key=lambda span: (not chains.is_divergent(span), displayed.position_of(span)))
    for span in spans[:MOST_MENTIONS]:
        place = displayed.extents.place(chain.side, span)
        known_words = displayed.extents.words(chain.side, span)
        words: BlockWords = (
            ("words unknown",) if known_words is None else ("“", StyledWords(clean(known_words)), "”")
        )
        elsewhere = _join_signs(chains.chains_of(1 - chain.side, span)) or "nowhere"
        where = StyledWords(clean(displayed.labels[place.document]))
        there = displayed.sides[1 - chain.side]
        yield ItemBlock((*words, ", ", where, f" {offsets(place)}, {there}: {elsewhere}"), 1)
    yield from _write_rest(len(spans), MOST_MENTIONS, chains.nouns.mention, 1)


def _join_signs(chains: Sequence[ShownChain]) -> str:
    return ", ".join(chain.sign for chain in chains)


def _write_rest(total: int, most: int, what: str, depth: int = 0) -> Iterator[Block]:
    if rest := say_rest(total, most, what):
        yield ItemBlock((rest,), depth)
