"""A bag prepared for the screen: numbered instances, and documents in display order.

It is computed once for each bag and passed to every view. On the screen, documents with differences come
first, and the spans of a document are together. In ``Bag.spans`` they need not be: an index of a span is a
position in the bag, and its place on the screen is ``DisplayedBag.position_of``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain

from coala.base.plain_text import plain_words
from coala.diff.names import shorten_document
from coala.model.bag import CHANGED, Bag, Extents, document_runs, documents_at
from coala.model.kinds import PROPERTY_KINDS
from coala.model.nouns import OF_RECORDS
from coala.model.sides import GRAPHS
from coala.present.instance_numbers import Numbering, number_instances

"""The names of the two graphs, except in a blind review."""

_BETWEEN_WORDS = re.compile(r"[\W_]")


@dataclass(frozen=True, eq=False)
class DisplayedBag:
    """A bag as the screen shows it."""

    bag: Bag
    numbering: Numbering  # the instances of both sides in one order
    extents: Extents  # where the graphs have other offsets than the bag
    documents: tuple[str, ...]  # in display order
    labels: Mapping[str, str]  # document -> its short name
    runs: Sequence[Sequence[range]]  # for each document, its spans as ranges of indices, ascending
    starts: tuple[int, ...]  # the number of spans before each document; the last element counts all
    sides: tuple[str, str]  # the names of the two graphs

    def spans_of(self, document: int) -> Sequence[int]:
        """Return the spans of a document, which is given by its number."""
        runs = self.runs[document]
        return runs[0] if len(runs) == 1 else tuple(chain.from_iterable(runs))

    def position_of(self, span: int) -> int:
        """Return the place of a span on the screen: the number of spans before it."""
        document = self.document_of(span)
        before = (len(range(run.start, min(run.stop, span))) for run in self.runs[document])
        return self.starts[document] + sum(before)

    def document_of(self, span: int) -> int:
        """Return the number of the document of a span."""
        return self._numbers[self.bag.spans[span].document]

    def names_at(self, side: int, span: int) -> list[str]:
        """Return the labels of the instances of a side that have a mention at a span."""
        instances, rows = (
            (self.bag.changed, self.numbering.changed_rows)
            if side == CHANGED
            else (self.bag.baseline, self.numbering.baseline_rows)
        )
        indices = (self.numbering.index(side, number) for number in rows[span])
        return [instances[index].label for index in indices if index is not None]

    def short_name(self, document: int) -> str:
        """Return the label of a document without the part that all labels of the bag share."""
        return self._short_names[document]

    @cached_property
    def _short_names(self) -> list[str]:
        names = [self.labels[document] for document in self.documents]
        # A part of a record's identifier is no identifier.
        return names if self.bag.nouns == OF_RECORDS else shorten_names(names)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {document: number for number, document in enumerate(self.documents)}


def display_bag(bag: Bag, sides: tuple[str, str] = GRAPHS.names) -> DisplayedBag:
    """Return a bag with numbered instances and ordered documents and spans."""
    runs = document_runs(bag.spans)
    spans_of: dict[str, list[range]] = {}
    for document, first, end in runs:
        spans_of.setdefault(document, []).append(range(first, end))
    documents = _order_documents(bag, spans_of)
    each = [spans_of[document] for document in documents]
    return DisplayedBag(
        bag,
        number_instances(bag),
        Extents(bag),
        documents,
        document_labels(documents),
        each,
        tuple(accumulate((sum(map(len, ranges)) for ranges in each), initial=0)),
        sides,
    )


def document_labels(documents: Iterable[str]) -> dict[str, str]:
    """Return short names of documents; longer ones where two documents would have the same."""
    labels = {document: plain_words(shorten_document(document)) for document in documents}
    seen = Counter(labels.values())
    return {
        document: label if seen[label] == 1 else plain_words(document) for document, label in labels.items()
    }


def shorten_names(names: Sequence[str]) -> list[str]:
    """Return the names without their common beginning and end, cut between words; each keeps a letter.

    "news-ada-01.txt" and "news-ben-02.txt" are "ada-01" and "ben-02".
    """
    if len(names) < 2:
        return list(names)
    head = _common_beginning(names)
    tail = _common_beginning([name[::-1] for name in names])[::-1]
    # Cut as much as possible at the end, then as much at the beginning as leaves a letter in each name.
    end = max((len(tail) - cut.start() for cut in _BETWEEN_WORDS.finditer(tail)), default=0)
    for begin in sorted((0, *(cut.end() for cut in _BETWEEN_WORDS.finditer(head))), reverse=True):
        short = [name[begin : len(name) - end] for name in names]
        if all(any(char.isalpha() for char in name) for name in short):
            return short
    return list(names)


def _common_beginning(names: Sequence[str]) -> str:
    # All names between these two in sorted order have the same beginning.
    first, last = min(names), max(names)
    while not last.startswith(first):
        first = first[:-1]
    return first


def _order_documents(bag: Bag, documents: Iterable[str]) -> tuple[str, ...]:
    """Return the bag's documents in sorted order, those with differences first."""
    # A changed type, statement or fact leaves the spans where they are.
    rows = (row for row in bag.divergences if row.kind not in PROPERTY_KINDS)
    differing = set(documents_at(bag.spans, {span for row in rows for span in row.spans}))
    return tuple(sorted(documents, key=lambda document: (document not in differing, document)))
