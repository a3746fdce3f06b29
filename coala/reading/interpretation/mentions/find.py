"""Rows of spans and links to instances become usable mentions, and a remark about every other one.

Left out is what has no place in a text; what merely looks odd is kept, with a remark.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableMapping, Sequence
from itertools import compress
from operator import not_
from typing import NamedTuple

from coala.model.values import Fragments, SpanShape, parse_value
from coala.reading.interpretation.mentions.checks import Check
from coala.reading.interpretation.mentions.rows import PlaceRows, gather_places
from coala.reading.interpretation.mentions.units import suggest_counting
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.nif import ZERO, write_mark
from coala.reading.rdf.terms import BLANK, DOCUMENT, UNSET, Pairs, column
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.vocabulary import Vocabulary

LONGEST = 2**62
"""The end of a text that is not known."""

GAP = ";"
_BATCH = 4096
"""IRIs that are looked through at once."""


class FoundMentions(NamedTuple):
    """Spans as columns of one length (of ``row_of``, the row of each mention node) and who has them.

    ``document`` is a node and ``anchor`` the number of a string or ``UNSET``; ``shape`` indexes ``shapes``,
    -1 for a span that is all between its begin and end; ``linked_row`` and ``linked_instance`` are the
    mentions: a row and the node of an instance.
    """

    row_of: MutableMapping[int, int]
    document: array[int]
    begin: array[int]
    end: array[int]
    anchor: array[int]
    shape: array[int]
    shapes: list[SpanShape]
    linked_row: array[int]
    linked_instance: array[int]

    def place(self, row: int) -> tuple[Fragments, str]:
        """The parts of a span in its document, and the mark of a zero."""
        shape = self.shapes[self.shape[row]] if self.shape[row] >= 0 else SpanShape()
        return shape.fragments or ((self.begin[row], self.end[row]),), shape.zero

    def add(self, node: int, document: int, fragments: Fragments, anchor: int, zero: str) -> None:
        """Add one span."""
        self.row_of[node] = len(self.begin)
        self.document.append(document)
        self.begin.append(fragments[0][0])
        self.end.append(fragments[-1][1])
        self.anchor.append(anchor)
        shape = SpanShape(fragments if len(fragments) > 1 else (), zero)
        self.shape.append(len(self.shapes) if any(shape) else -1)
        if any(shape):
            self.shapes.append(shape)

    def add_plain(self, rows: PlaceRows, plain: Sequence[bool]) -> None:
        """Add the marked rows, spans without gaps."""
        if all(plain):
            nodes, begins, ends, documents, anchors = rows
        else:
            nodes, begins, ends, documents, anchors = (list(compress(part, plain)) for part in rows)
        self.row_of.update(zip(nodes, range(len(self.begin), len(self.begin) + len(nodes)), strict=True))
        self.document.extend(documents)
        self.begin.extend(begins)
        self.end.extend(ends)
        self.anchor.extend(anchors)
        self.shape.extend(array("q", [-1]) * len(nodes))


def find_mentions(
    collected: Collector,
    texts: dict[int, str],
    vocabulary: Vocabulary,
    remarks: Remarks,
    places: Sequence[Pairs] | None = None,
    links: Pairs | None = None,
) -> FoundMentions:
    """Check the span of every node that has one, and link the good ones to their instances.

    ``texts`` is the text of each document's node where it is known; a document that only a mention's IRI
    names is added to the collected nodes. ``places`` and ``links`` are those that were collected, unless some
    of them have been looked at already.
    """
    names = collected.names
    links = links or collected.links
    anchors = list(collected.anchors)
    said = gather_places(places or collected.pairs, anchors, names)
    zeros = marks_of_zeros(collected)
    rows, row_of, odd = said.rows, said.row_of, said.conflicts | said.two_anchors | zeros.keys()
    collected.repeated += said.repeated
    linked = dict.fromkeys(links.subject)
    check = Check(collected, texts, vocabulary, remarks, rows, anchors)
    if vocabulary.iri and have_gaps(names):
        odd |= {node for node in rows.node if GAP in names[node]}
    plain = _plain(rows, names, texts, anchors, vocabulary)
    if odd or not linked.keys() >= row_of.keys():
        plain = [
            right and node in linked and node not in odd for right, node in zip(plain, rows.node, strict=True)
        ]
    mentions = FoundMentions({}, column(), column(), column(), column(), column(), [], column(), column())
    mentions.add_plain(rows, plain)
    contexts: set[int] | None = None
    for row in compress(range(len(plain)), map(not_, plain)):
        node = rows.node[row]
        if node not in linked:
            if not vocabulary.loose:
                contexts = contexts if contexts is not None else _contexts(collected, vocabulary)
                if node not in contexts:
                    check.leave_out("mention-without-instance", node, row)
            continue
        place = check.place(node, row, node in said.conflicts, node in said.two_anchors)
        if place is not None:
            mentions.add(node, *place, rows.anchor[row], zeros.get(node, ""))
    for node in linked:
        if node not in row_of:
            place = check.place(node, None, False, False)
            if place is not None:
                mentions.add(node, *place, UNSET, zeros.get(node, ""))
    _link(collected, links, mentions, len(linked))
    suggest_counting(check.misfits, texts, vocabulary, remarks)
    return mentions


def marks_of_zeros(collected: Collector) -> dict[int, str]:
    """The marks of mentions that have no words."""
    predicate = collected.number_of(ZERO)
    if predicate < 0:
        return {}
    literals = list(collected.literals)
    others = collected.others
    return {
        node: write_mark(parse_value(literals[~value]).text)
        for node, said, value in zip(others.subject, others.predicate, others.object, strict=True)
        if said == predicate and value < 0
    }


def have_gaps(names: list[str]) -> bool:
    """Whether some IRI may name several fragments; mostly there is none, which is seen at once."""
    batches = (names[start : start + _BATCH] for start in range(0, len(names), _BATCH))
    return any(GAP in "".join(batch) for batch in batches)


def _plain(
    rows: PlaceRows, names: list[str], texts: dict[int, str], anchors: list[str], vocabulary: Vocabulary
) -> list[bool]:
    """Which rows are right as they stand: the only line that sees each of them."""
    if vocabulary.unit != "code-point" or vocabulary.inclusive:
        return [False] * len(rows.node)
    length_of: dict[int, int] = {}
    for document in set(rows.document):
        text = texts.get(document)
        is_document = document != UNSET and names[document] != BLANK
        length_of[document] = -1 if not is_document else LONGEST if text is None else len(text)
    text_of = texts.get
    return [
        0 <= begin < end <= length_of[document]
        and (anchor == UNSET or (text := text_of(document)) is None or text[begin:end] == anchors[anchor])
        for begin, end, document, anchor in zip(*rows[1:], strict=True)
    ]


def _link(collected: Collector, links: Pairs, spans: FoundMentions, linked: int) -> None:
    """Tie spans to instances; ``linked`` is how many nodes stand in a link."""
    mentions: Sequence[int]
    instances: Sequence[int]
    mentions, instances = links
    # Only a node that stands in several links can repeat one of them.
    if linked < len(mentions):
        once = dict.fromkeys(zip(mentions, instances, strict=True))
        collected.repeated += len(mentions) - len(once)
        mentions, instances = zip(*once, strict=True)
    rows = list(map(spans.row_of.get, mentions))
    if linked > len(spans.row_of):
        usable = [row is not None for row in rows]
        rows, instances = list(compress(rows, usable)), list(compress(instances, usable))
    spans.linked_row.extend(rows)  # type: ignore[arg-type]
    spans.linked_instance.extend(instances)


def _contexts(collected: Collector, vocabulary: Vocabulary) -> set[int]:
    """Documents often carry the offsets of their whole text; that makes no mention of them."""
    contexts = set(collected.pairs[DOCUMENT].object)
    contexts.update(collected.texts)
    classes = {collected.nodes.get(name, UNSET) for name in vocabulary.document_class}
    contexts.update(
        node
        for node, kind in zip(collected.types.subject, collected.types.object, strict=True)
        if kind in classes
    )
    return contexts
