"""A comparison is written into a review file, new or existing, wholly or not at all."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from coala.base.plain_text import json_encoder
from coala.base.process import without_collector
from coala.diff.headlines import Headline, write_headline
from coala.diff.sameness.signature import sign_changes
from coala.diff.sentences import BagSentences
from coala.engine import summary as summaries
from coala.engine.summary import Summary
from coala.model.bag import Bag
from coala.review.blind.blindness import BlindWish, refuse_known_verdicts, write_blindness
from coala.review.board.columns import refuse_board
from coala.review.contents import SAME_CHANGES
from coala.review.former_bags import FormerBags, MemoryCounts
from coala.review.kept_texts import keep_texts
from coala.review.memory import Memory, StoredBag, fuller_bags, read_stored_bags, read_verdicts, take_over
from coala.review.search import SearchIndexWriter
from coala.review.storage import schema, serialization
from coala.review.storage.backups import back_up
from coala.review.storage.files import opening, review_paths, sqlite_errors
from coala.review.storage.great_bags.great_bag import pack_bag
from coala.review.storage.link_counts import FACT_NUMBERS, LINKS, link_counts_to_json
from coala.review.storage.provenance import SourceFile, read_reviews, read_source, write_provenance
from coala.review.storage.seals import reseal
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
            SAME_CHANGES: json.dumps(number_equals(self._signatures)),
        }
        if any(bag.rows for bag in self._facts):
            told[FACT_NUMBERS] = link_counts_to_json(self._facts)
        return told

    def search_fields(self) -> Iterable[tuple[str, bytes]]:
        """The rows of the table ``search``."""
        return self._index.contents()


class _Given(NamedTuple):
    """What is to be written into a file: the arguments of ``write_review``, and their files as they are."""

    summary: Summary
    bags: Iterable[tuple[BagSentences, Mapping[str, float | None]]]
    texts: Mapping[str, str | None]
    context: BagContext | None
    inputs: Mapping[str, str]
    memory: Memory
    command: Sequence[str]
    blind: BlindWish | None
    sources: Sequence[SourceFile]
    reviews: Sequence[SourceFile]


def write_review(
    path: Path,
    summary: Summary,
    bags: Iterable[tuple[BagSentences, Mapping[str, float | None]]],
    texts: Mapping[str, str | None],
    context: BagContext | None = None,
    inputs: Mapping[str, str] | None = None,
    memory: Memory | None = None,
    command: Sequence[str] = (),
    blind: BlindWish | None = None,
) -> MemoryCounts:
    """Put a comparison into the review file at ``path``, new or existing, wholly or not at all.

    ``bags`` are the interesting ones in the order of the list (``Comparison.told``), each with its shares
    (metric to change of F1); ``texts`` maps the documents that they touch to their text, and ``context`` is
    what stands around these bags. ``inputs`` says where each graph was (``Comparison.inputs``), and
    ``command`` in which words the review was asked for. An existing journal is kept, and gets the verdicts
    of ``memory``. Returns what became of these in the comparison. With ``blind`` the review is to be judged
    blind, as one that is stays, and takes no verdicts of others over. Raises ``ReviewError`` when the place
    cannot be written or holds what is no review.
    """
    review_paths.require_name(path)
    path = path.resolve()
    inputs, memory = inputs or {}, memory or Memory()
    # Before anything is locked: a great graph takes a second.
    sources = [read_source(role, place) for role, place in inputs.items()]
    reviews = read_reviews(memory.paths)
    given = _Given(summary, bags, texts, context, inputs, memory, command, blind, sources, reviews)
    if review_paths.exists(path):
        connection = opening.connect(path)
        try:
            with sqlite_errors.translated(path):
                refuse_board(connection, path, "write the comparison of two graphs into another file")
                back_up(connection, path)
                return _replace(connection, path, given)
        finally:
            connection.close()
    with (
        review_paths.new_review(path) as unfinished,
        closing(opening.create(unfinished, shown=path)) as connection,
    ):
        return _replace(connection, path, given)


def _replace(connection: sqlite3.Connection, path: Path, given: _Given) -> MemoryCounts:
    verdicts, stored = read_verdicts(connection, path), read_stored_bags(connection, path)
    connection.execute("BEGIN IMMEDIATE")
    try:
        wished, taken_over = given.blind is not None, bool(given.memory.files)
        refuse_known_verdicts(connection, path, wished=wished, judged=bool(verdicts), taken_over=taken_over)
        take_over(connection, verdicts, given.memory)
        former = FormerBags(verdicts, fuller_bags(given.memory.bags, stored))
        connection.execute("DELETE FROM header WHERE substr(key, 1, ?) <> ?", (len(schema.KEPT), schema.KEPT))
        for table in ("bag", "search"):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 - the names stand one line above
        connection.execute(
            "INSERT INTO header VALUES ('summary', ?)",
            (json.dumps(summaries.summary_to_json(given.summary)),),
        )
        connection.execute("INSERT INTO header VALUES ('inputs', ?)", (json.dumps(dict(given.inputs)),))
        settings = given.summary.settings
        write_provenance(connection, given.command, settings, given.sources, given.reviews)
        if given.blind is not None:
            write_blindness(connection, path, given.blind, given.summary.interesting)
        connection.executemany(
            "INSERT OR REPLACE INTO document VALUES (?, ?, ?)",
            (_document_row(name, text, given.context) for name, text in given.texts.items()),
        )
        register = BagRegister(given.texts)
        with without_collector():
            connection.executemany(
                "INSERT INTO bag VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                _bag_rows(given, former, register),
            )
        connection.executemany("INSERT INTO header VALUES (?, ?)", register.header().items())
        connection.executemany("INSERT INTO search VALUES (?, ?)", register.search_fields())
        keep_texts(connection, path, former.documents(), given.texts.keys(), given.memory.paths)
        return commit_questions(connection, former, stored, given.memory)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def commit_questions(
    connection: sqlite3.Connection, former: FormerBags, stored: Mapping[str, StoredBag], memory: Memory
) -> MemoryCounts:
    """Keep what was asked before, seal all that was written, and end the transaction."""
    kept = ((name, data) for name, data in former.questions() if data != _question(stored.get(name)))
    connection.executemany("INSERT OR REPLACE INTO question VALUES (?, ?)", kept)
    counts = former.counts(memory)
    if memory.files:
        connection.execute("INSERT INTO header VALUES ('memory', ?)", (json.dumps(counts.as_json),))
    reseal(connection)
    connection.execute("COMMIT")
    return counts


def _question(stored: StoredBag | None) -> bytes | None:
    return None if stored is None else stored.question


def _document_row(name: str, text: str | None, context: BagContext | None) -> tuple[object, ...]:
    mentions = None if context is None else serialization.mentions_to_json(name, context.mentions_in(name))
    return (
        name,
        None if text is None else serialization.pack_text(name, text),
        None if mentions is None else serialization.pack(mentions),
    )


def _bag_rows(given: _Given, former: FormerBags, register: BagRegister) -> Iterator[tuple[object, ...]]:
    for number, (sentences, shares) in enumerate(given.bags):
        headline = register.add(sentences)
        yield _bag_row(number, sentences.bag, shares, former, given.context, headline)


def _bag_row(
    number: int,
    bag: Bag,
    shares: Mapping[str, float | None],
    former: FormerBags,
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
        " ".join(former.of_bag(bag)),
        pack_bag(bag),
        None if gold is None else serialization.pack([bag.fingerprint, gold]),
    )
