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
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from coala.base.plain_text import json_encoder
from coala.base.process import without_collector
from coala.diff.headlines import Headline, write_headline
from coala.diff.sentences import BagSentences
from coala.diff.signature import sign_changes
from coala.engine import summary as summaries
from coala.engine.summary import Summary
from coala.model.bag import Bag
from coala.model.nouns import OF_RECORDS, choose_nouns
from coala.model.options import DEFAULTS
from coala.review.search import SearchTextWriter
from coala.review.storage import schema, serialization
from coala.review.storage.bag_slices import BAG_SLICES, bag_slices_to_json
from coala.review.storage.link_counts import LINK_COUNTS, link_counts_to_json
from coala.review.storage.serialization import pack_bag
from coala.verdicts.bag_groups import number_equals
from coala.verdicts.bag_slices import BagSlicer, StatedForms
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
        self._search_texts = SearchTextWriter()
        self._links: list[LinkCounts] = []
        self._content: list[Mapping[str, LinkCounts]] = []
        self._signatures: list[str] = []

    def add(
        self, bags: Iterable[tuple[BagSentences, _Companion]]
    ) -> Iterator[tuple[BagSentences, _Companion, Headline]]:
        """Add the next bags; yield each with its companion value and its headline in the list.

        Each step is done for a batch of bags before the next step, which is faster than bag by bag.
        """
        for batch in _in_batches(bags):
            described = [sentences for sentences, _ in batch]
            headlines = [write_headline(sentences, self._texts.get) for sentences in described]
            for sentences, headline in zip(described, headlines, strict=True):
                self._search_texts.add(sentences.bag, headline)
                self._slicer.add(sentences.bag)
            self._links += [count_links(sentences.bag) for sentences in described]
            self._content += [count_content(sentences.bag) for sentences in described]
            self._signatures += map(sign_changes, described)
            yield from ((*pair, headline) for pair, headline in zip(batch, headlines, strict=True))

    def header(self) -> dict[str, str]:
        """Return the entries for the table ``header``; without counts of facts, say, if no bag has facts."""
        values = {
            LINK_COUNTS: link_counts_to_json(self._links),
            BAG_SLICES: bag_slices_to_json(self._slicer.finish()),
            schema.SAME_CHANGES: json.dumps(number_equals(self._signatures)),
        }
        nothing = LinkCounts(0, ())
        for content in KINDS_OF_CONTENT:
            if any(content in counts for counts in self._content):
                values[content] = link_counts_to_json(
                    [counts.get(content, nothing) for counts in self._content]
                )
        return values

    def search_fields(self) -> Iterable[tuple[str, bytes]]:
        """Return the rows of the table ``search``."""
        return self._search_texts.contents()


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


EarlierBags = Callable[[Bag], Iterable[str]]
"""Returns the fingerprints of judged bags of earlier comparisons that share mentions with a bag.

The bag that was judged last comes first. A fingerprint is a hash of the content of a bag.
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
    connection.executemany(
        "INSERT OR REPLACE INTO document VALUES (?, ?, ?)",
        (_document_row(name, text, comparison.context) for name, text in comparison.texts.items()),
    )
    context = comparison.context
    stated = None if context is None else context.stated_forms
    register = BagRegister(comparison.texts, comparison.summary.settings, stated)
    with without_collector():
        connection.executemany(
            "INSERT INTO bag VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            _bag_rows(comparison, earlier, register),
        )
    connection.executemany("INSERT INTO header VALUES (?, ?)", register.header().items())
    connection.executemany("INSERT INTO search VALUES (?, ?)", register.search_fields())


def _document_row(name: str, text: str | None, context: BagContext | None) -> tuple[object, ...]:
    return (
        name,
        None if text is None else serialization.pack_text(name, text),
        None if context is None else serialization.pack_mentions(name, context.mentions_in(name)),
    )


def _bag_rows(
    comparison: WrittenComparison, earlier: EarlierBags, register: BagRegister
) -> Iterator[tuple[object, ...]]:
    for number, (sentences, shares, headline) in enumerate(register.add(comparison.bags)):
        yield _bag_row(number, sentences.bag, shares, earlier, comparison.context, headline)


def _bag_row(
    number: int,
    bag: Bag,
    shares: Mapping[str, float | None],
    earlier: EarlierBags,
    context: BagContext | None,
    headline: Headline,
) -> tuple[object, ...]:
    gold = None if context is None else context.gold_chains(number)
    # In the order of the columns of the table ``bag`` (``schema``).
    return (
        number,
        bag.fingerprint,
        bag.title,
        " ".join(bag.kinds),
        len(bag.spans),
        len(bag.documents),
        _encode(dict(shares)),
        headline.stored,
        None if context is None else context.groups[number],  # bags that gold joins have one group
        " ".join(earlier(bag)),
        pack_bag(bag),
        None if gold is None else serialization.pack([bag.fingerprint, gold]),
    )
