"""Writing of a comparison into the tables of a review file, within the caller's transaction.

A comparison consists of bags: connected chains of both graphs, which a reviewer judges together. Each bag
becomes a row of the table ``bag``: the columns that the list of bags shows, then the bag as packed JSON. The
tables ``header``, ``document`` and ``search`` have what belongs to all bags together.

``coala.review.writing`` calls this module. It adds the rest of a review: verdicts carried over from other
files, blindness, and the seal (a hash over the file).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from coala.base.plain_text import json_encoder
from coala.base.process import without_collector
from coala.base.second_process import do_apart
from coala.diff.headlines import Headline, write_headline
from coala.diff.sentences import BagSentences
from coala.diff.signature import sign_changes
from coala.engine import summary as summaries
from coala.engine.summary import Summary
from coala.model.nouns import OF_RECORDS, choose_nouns
from coala.model.options import DEFAULTS
from coala.model.values import Span
from coala.review.search import SearchedTexts, pack_searched_texts, write_searched_texts
from coala.review.storage import schema, serialization
from coala.review.storage.bag_slices import BAG_SLICES, bag_slices_to_json
from coala.review.storage.link_counts import LINK_COUNTS, link_counts_to_json
from coala.review.storage.serialization import pack_bag
from coala.verdicts.bag_groups import number_equals
from coala.verdicts.bag_slices import BagSlice, BagSlicer, StatedForms
from coala.verdicts.facts import KINDS_OF_CONTENT, count_content
from coala.verdicts.links import LinkCounts, count_links

if TYPE_CHECKING:
    # A tally opens reviews without numpy.
    from coala.engine.context import BagContext


_SPANS_AT_ONCE = 300
"""The least number of spans in a batch of bags."""

_Companion = TypeVar("_Companion")
"""What a caller passes through ``BagRegister.add`` with each bag, such as its effects on the scores."""

_encode = json_encoder(ascii_only=True, comma=", ", colon=": ")


class BagSummary(NamedTuple):
    """Part of one bag that a register keeps."""

    headline: Headline
    searched: SearchedTexts
    slice: BagSlice
    links: LinkCounts
    content: Mapping[str, LinkCounts]
    signature: str


class BagRegister:
    """What a file stores about all bags of a comparison together, in their order.

    These are the searched texts, the numbers of coreference links, facts, statements and types that each bag
    made and lost, the types and forms of each bag, and the groups of bags with the same changes. ``texts``
    maps documents to their texts. ``settings`` are those of the comparison, and ``stated`` returns the forms
    that the graphs state.
    """

    def __init__(
        self,
        texts: Mapping[str, str | None],
        settings: Mapping[str, str],
        stated: StatedForms | None = None,
    ) -> None:
        self._texts = texts
        languages = settings.get("language", DEFAULTS.language).split(",")
        self._slicer = BagSlicer(None if choose_nouns(settings) == OF_RECORDS else languages, stated)
        self._summaries: list[BagSummary] = []

    def add(
        self, bags: Iterable[tuple[BagSentences, _Companion]]
    ) -> Iterator[tuple[BagSentences, _Companion, Headline]]:
        """Add the next bags; yield each with its companion value and its headline in the list."""
        for sentences, companion, summary in self.summarize(bags):
            self.keep(summary)
            yield sentences, companion, summary.headline

    def summarize(
        self, bags: Iterable[tuple[BagSentences, _Companion]], first: int = 0
    ) -> Iterator[tuple[BagSentences, _Companion, BagSummary]]:
        """Yield bags with what is to be kept of them, without keeping it; ``first`` numbers the first bag.

        Each step is done for a batch of bags before the next step, which is faster than bag by bag.
        """
        number = first
        for batch in _in_batches(bags):
            described = [sentences for sentences, _ in batch]
            headlines = [write_headline(sentences, self._texts.get) for sentences in described]
            searched = [
                write_searched_texts(sentences.bag, headline)
                for sentences, headline in zip(described, headlines, strict=True)
            ]
            slices = [self._slicer.slice(each.bag, place) for place, each in enumerate(described, number)]
            links = [count_links(sentences.bag) for sentences in described]
            content = [count_content(sentences.bag) for sentences in described]
            summaries = map(
                BagSummary, headlines, searched, slices, links, content, map(sign_changes, described)
            )
            yield from ((*pair, summary) for pair, summary in zip(batch, summaries, strict=True))
            number += len(batch)

    def keep(self, summary: BagSummary) -> None:
        """Add the next bag."""
        self._slicer.add(summary.slice)
        self._summaries.append(summary)

    def header(self) -> dict[str, str]:
        """Return the entries for the table ``header``; without counts of facts, say, if no bag has facts."""
        values = {
            LINK_COUNTS: link_counts_to_json([summary.links for summary in self._summaries]),
            BAG_SLICES: bag_slices_to_json(self._slicer.finish()),
            schema.SAME_CHANGES: json.dumps(number_equals([each.signature for each in self._summaries])),
        }
        nothing = LinkCounts(0, ())
        for content in KINDS_OF_CONTENT:
            if any(content in summary.content for summary in self._summaries):
                values[content] = link_counts_to_json(
                    [summary.content.get(content, nothing) for summary in self._summaries]
                )
        return values

    def search_fields(self) -> Iterable[tuple[str, bytes]]:
        """Return the rows of the table ``search``."""
        return pack_searched_texts([summary.searched for summary in self._summaries])


def _in_batches(
    bags: Iterable[tuple[BagSentences, _Companion]],
) -> Iterator[list[tuple[BagSentences, _Companion]]]:
    """Yield the bags in batches; a large bag is released before the next one is built."""
    batch = []
    spans = 0
    for bag in bags:
        batch.append(bag)
        spans += len(bag[0].bag.spans)
        if spans >= _SPANS_AT_ONCE:
            yield batch
            batch, spans = [], 0
    if batch:
        yield batch


class LaterBags(NamedTuple):
    """Last bags of a comparison, which a second process may describe."""

    first: int
    """Number of the first of them."""
    bags: Iterable[tuple[BagSentences, Mapping[str, float | None]]]


class WrittenComparison(NamedTuple):
    """The arguments of ``write_review`` that describe the result of the comparison."""

    summary: Summary
    bags: Iterable[tuple[BagSentences, Mapping[str, float | None]]]
    """Each bag with its shares: metric to the change of its F1 that the bag causes."""
    texts: Mapping[str, str | None]
    """Document to text; None if it has no text."""
    context: BagContext | None
    """The mentions and gold chains around the bags."""
    inputs: Mapping[str, str]
    """Role to path of the compared files."""
    later: LaterBags | None = None
    """Those after ``bags``. With them, a second process may make the rows of documents too."""


class _DescribedBag(NamedTuple):
    """Content of a row of the table ``bag``, and the part that the register keeps."""

    fingerprint: str
    title: str
    kinds: str
    spans: tuple[Span, ...]
    documents: int
    shares: str
    content: bytes
    gold: bytes | None
    summary: BagSummary


EarlierBags = Callable[[str, Sequence[Span]], Iterable[str]]
"""Returns the fingerprints of judged bags of earlier comparisons that share mentions with a bag.

It gets the fingerprint of the bag, a hash of its content, and its spans. The bag that was judged last comes
first.
"""


def delete_comparison(connection: sqlite3.Connection, tables: Iterable[str] = ()) -> None:
    """Delete the comparison in a file, and all rows of further ``tables``.

    Verdicts remain, and so do header entries whose key begins with ``schema.KEPT``.
    """
    connection.execute("DELETE FROM header WHERE substr(key, 1, ?) <> ?", (len(schema.KEPT), schema.KEPT))
    for table in ("bag", "search", *tables):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own


def insert_comparison(
    connection: sqlite3.Connection, comparison: WrittenComparison, earlier: EarlierBags
) -> None:
    """Insert a comparison into a file without one; call ``earlier`` for each bag in order."""
    summary = json.dumps(summaries.summary_to_json(comparison.summary))
    connection.execute("INSERT INTO header VALUES ('summary', ?)", (summary,))
    connection.execute("INSERT INTO header VALUES ('inputs', ?)", (json.dumps(dict(comparison.inputs)),))
    context, later = comparison.context, comparison.later
    stated = None if context is None else context.stated_forms
    register = BagRegister(comparison.texts, comparison.summary.settings, stated)
    jobs = (
        lambda: () if later is None else _describe_bags(later.bags, register, context, later.first),
        lambda: (_document_row(name, text, context) for name, text in comparison.texts.items()),
    )
    with without_collector(), do_apart(*jobs, forks=later is not None) as (described, documents):
        bags = chain(_describe_bags(comparison.bags, register, context), described)
        connection.executemany(
            "INSERT INTO bag VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            _bag_rows(bags, earlier, register, context),
        )
        connection.executemany("INSERT OR REPLACE INTO document VALUES (?, ?, ?)", documents)
    connection.executemany("INSERT INTO header VALUES (?, ?)", register.header().items())
    connection.executemany("INSERT INTO search VALUES (?, ?)", register.search_fields())


def _document_row(name: str, text: str | None, context: BagContext | None) -> tuple[object, ...]:
    return (
        name,
        None if text is None else serialization.pack_text(name, text),
        None if context is None else serialization.pack_mentions(name, context.mentions_in(name)),
    )


def _describe_bags(
    bags: Iterable[tuple[BagSentences, Mapping[str, float | None]]],
    register: BagRegister,
    context: BagContext | None,
    first: int = 0,
) -> Iterator[_DescribedBag]:
    """Yield what is to be stored of bags; the register keeps nothing yet. ``first`` numbers the first bag."""
    for number, (sentences, shares, summary) in enumerate(register.summarize(bags, first), first):
        bag = sentences.bag
        gold = None if context is None else context.gold_chains(number)
        yield _DescribedBag(
            bag.fingerprint,
            bag.title,
            " ".join(bag.kinds),
            bag.spans,
            len(bag.documents),
            _encode(dict(shares)),
            pack_bag(bag),
            None if gold is None else serialization.pack([bag.fingerprint, gold]),
            summary,
        )


def _bag_rows(
    bags: Iterable[_DescribedBag], earlier: EarlierBags, register: BagRegister, context: BagContext | None
) -> Iterator[tuple[object, ...]]:
    """Yield the rows of all bags, in the order of the columns of the table ``bag`` (``schema``)."""
    for number, bag in enumerate(bags):
        register.keep(bag.summary)
        yield (
            number,
            bag.fingerprint,
            bag.title,
            bag.kinds,
            len(bag.spans),
            bag.documents,
            bag.shares,
            bag.summary.headline.stored,
            None if context is None else context.groups[number],  # bags that gold joins have one group
            " ".join(earlier(bag.fingerprint, bag.spans)),
            bag.content,
            bag.gold,
        )
