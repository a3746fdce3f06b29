"""Writes what a comparison found into the tables of a review file, within the caller's transaction.

What else belongs to a review (verdicts carried over, blindness) is added by ``coala.review.writing``.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from coala.base.plain_text import json_encoder
from coala.base.process import without_collector
from coala.diff.headlines import Headline, write_headline
from coala.diff.sentences import BagSentences
from coala.diff.signature import sign_changes
from coala.engine import summary as summaries
from coala.engine.summary import Summary
from coala.model.bag import Bag
from coala.review.search import SearchIndexWriter
from coala.review.storage import schema, serialization
from coala.review.storage.great_bag import pack_bag
from coala.review.storage.link_counts import FACT_NUMBERS, LINKS, link_counts_to_json
from coala.verdicts.bag_groups import number_equals
from coala.verdicts.facts import count_facts
from coala.verdicts.links import LinkCounts, count_links, find_links

if TYPE_CHECKING:
    # A tally opens reviews without numpy.
    from coala.engine.context import BagContext


_encode = json_encoder(ascii_only=True, comma=", ", colon=": ")


class BagRegister:
    """Gathers, bag by bag in their order, what a file keeps of all bags of a comparison together.

    That is what can be searched, the links and facts that each bag made and lost, and which bags have the
    same changes. ``texts`` are those of the documents.
    """

    def __init__(self, texts: Mapping[str, str | None]) -> None:
        self._texts = texts
        self._index = SearchIndexWriter()
        self._links: list[LinkCounts] = []
        self._facts: list[LinkCounts] = []
        self._signatures: list[str] = []

    def add(self, sentences: BagSentences) -> Headline:
        """Take the next bag; what the list shows of it."""
        bag = sentences.bag
        headline = write_headline(sentences, self._texts.get)
        self._index.add(len(self._links), bag, headline)
        self._links.append(count_links(bag, find_links(bag)))
        self._facts.append(count_facts(bag))
        self._signatures.append(sign_changes(sentences))
        return headline

    def header(self) -> dict[str, str]:
        """What stands in the header of the comparison; no numbers of facts where no bag has any."""
        told = {
            LINKS: link_counts_to_json(self._links),
            schema.SAME_CHANGES: json.dumps(number_equals(self._signatures)),
        }
        if any(bag.rows for bag in self._facts):
            told[FACT_NUMBERS] = link_counts_to_json(self._facts)
        return told

    def search_fields(self) -> Iterable[tuple[str, bytes]]:
        """The rows of the table ``search``."""
        return self._index.contents()


class WrittenComparison(NamedTuple):
    """The arguments of ``write_review`` that say what the comparison found."""

    summary: Summary
    bags: Iterable[tuple[BagSentences, Mapping[str, float | None]]]
    texts: Mapping[str, str | None]
    context: BagContext | None
    inputs: Mapping[str, str]


EarlierBags = Callable[[Bag], Iterable[str]]
"""Returns the fingerprints of judged bags that share mentions with a bag, the last judged first."""


def delete_comparison(connection: sqlite3.Connection, tables: Iterable[str] = ()) -> None:
    """Delete the comparison in a file, and all rows of further ``tables``; what is kept stays."""
    connection.execute("DELETE FROM header WHERE substr(key, 1, ?) <> ?", (len(schema.KEPT), schema.KEPT))
    for table in ("bag", "search", *tables):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own


def insert_comparison(
    connection: sqlite3.Connection, comparison: WrittenComparison, earlier: EarlierBags
) -> None:
    """Insert a comparison into a file that holds none; ``earlier`` is asked for each bag in its order."""
    summary = json.dumps(summaries.summary_to_json(comparison.summary))
    connection.execute("INSERT INTO header VALUES ('summary', ?)", (summary,))
    connection.execute("INSERT INTO header VALUES ('inputs', ?)", (json.dumps(dict(comparison.inputs)),))
    connection.executemany(
        "INSERT OR REPLACE INTO document VALUES (?, ?, ?)",
        (_document_row(name, text, comparison.context) for name, text in comparison.texts.items()),
    )
    register = BagRegister(comparison.texts)
    with without_collector():
        connection.executemany(
            "INSERT INTO bag VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            _bag_rows(comparison, earlier, register),
        )
    connection.executemany("INSERT INTO header VALUES (?, ?)", register.header().items())
    connection.executemany("INSERT INTO search VALUES (?, ?)", register.search_fields())


def _document_row(name: str, text: str | None, context: BagContext | None) -> tuple[object, ...]:
    mentions = None if context is None else serialization.mentions_to_json(name, context.mentions_in(name))
    return (
        name,
        None if text is None else serialization.pack_text(name, text),
        None if mentions is None else serialization.pack(mentions),
    )


def _bag_rows(
    comparison: WrittenComparison, earlier: EarlierBags, register: BagRegister
) -> Iterator[tuple[object, ...]]:
    for number, (sentences, shares) in enumerate(comparison.bags):
        headline = register.add(sentences)
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
    return (
        number,
        bag.fingerprint,
        bag.title,
        " ".join(bag.kinds),
        len(bag.spans),
        len(bag.documents),
        _encode(dict(shares)),
        headline.stored,
        None if context is None else context.groups[number],
        " ".join(earlier(bag)),
        pack_bag(bag),
        None if gold is None else serialization.pack([bag.fingerprint, gold]),
    )
