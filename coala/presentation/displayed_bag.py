"""A bag gets what all its views need: numbers, extents, and its documents in the order of the screen.

It is computed once a bag and handed on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from coala.base.plain_text import plain_words
from coala.diff.sentences import document_label
from coala.model.bag import Bag, Extents
from coala.model.kinds import Kind
from coala.presentation.instance_numbers import Numbering, number_instances


@dataclass(frozen=True, eq=False)
class DisplayedBag:
    """A bag as the screen shows it.

    ``documents`` are in the order of the screen, ``labels`` their short names, and ``order`` has the spans as
    they come in these documents.
    """

    bag: Bag
    numbering: Numbering
    extents: Extents
    documents: tuple[str, ...]
    labels: Mapping[str, str]
    order: tuple[int, ...]


def display_bag(bag: Bag) -> DisplayedBag:
    """Number the instances of a bag and order its documents and spans."""
    documents = _order_documents(bag)
    place = {document: number for number, document in enumerate(documents)}
    # The spans of a bag are sorted, and so are those of each document.
    order = sorted(range(len(bag.spans)), key=lambda span: place[bag.spans[span].document])
    return DisplayedBag(
        bag, number_instances(bag), Extents(bag), documents, document_labels(documents), tuple(order)
    )


def document_labels(documents: Iterable[str]) -> dict[str, str]:
    """Short names, with more of the identifier where two documents would have the same."""
    labels = {document: document_label(document) for document in documents}
    seen = Counter(labels.values())
    return {
        document: label if seen[label] == 1 else plain_words(document) for document, label in labels.items()
    }


def _order_documents(bag: Bag) -> tuple[str, ...]:
    """The bag's documents, those in which something differs first, else in sorted order."""
    differing = {
        bag.spans[span].document
        for row in bag.divergences
        # A changed type or statement leaves the spans where they are.
        if row.kind not in (Kind.TYPE, Kind.STATEMENT)
        for span in row.spans
    }
    return tuple(sorted(bag.documents, key=lambda document: (document not in differing, document)))
