"""Rows of spans and links to instances become usable mentions, and a remark about every other one.

Left out is what has no place in a text; what merely looks odd is kept, with a remark.

What is said of the places of mentions, triple by triple, becomes one row a node.

A mention that is not plainly right gives its document and parts, or a remark about what is wrong.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableMapping, Sequence
from itertools import compress, repeat
from operator import not_
from typing import NamedTuple

from coala.base.plain_text import readable
from coala.model.values import Fragments, SpanShape, parse_value
from coala.reading.interpretation.offset_iris import (
    Place,
    find_contexts,
    join_fragments,
    read_place,
    words_fit,
)
from coala.reading.interpretation.units import Misfit, Rulers, suggest_counting
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.nif import ZERO, write_mark
from coala.reading.rdf.terms import ANCHOR, BEGIN, BLANK, DOCUMENT, END, UNREADABLE, UNSET, Pairs, column
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary


class PlaceRows(NamedTuple):
    """Columns of one length: each node that says where it is.

    ``begin`` and ``end`` are numbers as written, ``document`` a node, ``anchor`` the number of a string;
    ``UNSET`` stands where the node does not say it.
    """

    node: Sequence[int]
    begin: Sequence[int]
    end: Sequence[int]
    document: Sequence[int]
    anchor: Sequence[int]


class Said(NamedTuple):
    """The rows, the row of each node, the nodes that contradict themselves, those with two anchors, and how
    many values were said again."""

    rows: PlaceRows
    row_of: dict[int, int]
    conflicts: set[int]
    two_anchors: set[int]
    repeated: int


def gather_places(pairs: Sequence[Pairs], anchors: list[str], names: list[str]) -> Said:
    """Gather begin, end, document and anchor of every node from their pairs, which stand first.

    ``anchors`` are the strings in their order, ``names`` those of the nodes. Of several values the least
    counts, whichever was said first.
    """
    first = pairs[BEGIN].subject
    nodes = dict.fromkeys(first)
    once = len(nodes) == len(first)
    for role in (END, DOCUMENT, ANCHOR):
        if pairs[role].subject != first:
            nodes.update(dict.fromkeys(pairs[role].subject))
    # As in most graphs: one begin a node, and each node says all the rest, in the same order.
    alike = once and len(nodes) == len(first)
    columns: dict[int, Sequence[int]] = {}
    conflicts: set[int] = set()
    two_anchors: set[int] = set()
    repeated = 0
    order_of = {ANCHOR: anchors.__getitem__, DOCUMENT: names.__getitem__}
    for role in (BEGIN, END, DOCUMENT, ANCHOR):
        said = pairs[role]
        if alike and said.subject == first:
            columns[role] = said.object
            continue
        value_of = dict(zip(*said, strict=True))
        if len(value_of) < len(said.subject):
            value_of, differing = _agreed(said)
            repeated += len(said.subject) - len(value_of) - sum(map(len, differing.values()))
            for node, others in differing.items():
                value_of[node] = min(value_of[node], *others, key=order_of.get(role, int))
            if role == ANCHOR:
                two_anchors = set(differing)
            else:
                conflicts.update(differing)
        columns[role] = list(map(value_of.get, nodes, repeat(UNSET)))
    rows = PlaceRows(list(nodes), columns[BEGIN], columns[END], columns[DOCUMENT], columns[ANCHOR])
    return Said(rows, dict(zip(nodes, range(len(nodes)), strict=True)), conflicts, two_anchors, repeated)


def _agreed(said: Pairs) -> tuple[dict[int, int], dict[int, set[int]]]:
    """The first value of each node, and the others of those that say several."""
    value_of: dict[int, int] = {}
    differing: dict[int, set[int]] = {}
    for node, value in zip(*said, strict=True):
        if value_of.setdefault(node, value) != value:
            differing.setdefault(node, set()).add(value)
    return value_of, differing


class Check:
    """Looks at mentions of one graph, one by one."""

    def __init__(
        self,
        collected: Collector,
        texts: dict[int, str],
        vocabulary: Vocabulary,
        remarks: Remarks,
        rows: PlaceRows,
        anchors: list[str],
    ) -> None:
        self._collected = collected
        self._names = collected.names
        self._texts = texts
        self._marks = vocabulary.iri
        self._remarks = remarks
        self._rows = rows
        self._anchors = anchors
        self._rulers = Rulers(texts, vocabulary)
        self._contexts: dict[str, int] | None = None
        self.misfits: list[Misfit] = []

    def leave_out(self, code: str, node: int, row: int | None, detail: str = "") -> None:
        """Remark on a mention, as a person finds it again."""
        self._remarks.add(code, _describe(node, row, self._rows, self._names) + detail)

    def place(
        self, node: int, row: int | None, conflict: bool, two_anchors: bool
    ) -> tuple[int, Fragments] | None:
        """The document and the parts of a usable mention, or None after a remark."""
        names, rows = self._names, self._rows
        document, begin, end, anchor = (
            (rows.document[row], rows.begin[row], rows.end[row], rows.anchor[row])
            if row is not None
            else (UNSET, UNSET, UNSET, UNSET)
        )
        told = read_place(names[node], self._marks) if self._marks else None
        code = self._fault(node, document, begin, end, conflict, told)
        if code is not None:
            detail = ""
            if code == "offsets-not-numbers":
                detail = f" {readable(self._collected.unreadable[node], 40)!r}"
            self.leave_out(code, node, row, detail)
            return None
        parts: Fragments = ((begin, end),)
        if told is not None:
            outer = (min(first for first, _ in told.fragments), max(last for _, last in told.fragments))
            if (begin, end) == outer or begin == UNSET or end == UNSET:
                parts = told.fragments
            elif len(told.fragments) > 1:
                self.leave_out("iri-contradicts", node, row)
            if document == UNSET:
                document = self._document(told.document)
        misfit = (
            None if anchor == UNSET or len(parts) > 1 else Misfit(document, *parts[0], self._anchors[anchor])
        )
        parts = tuple(self._rulers.code_points(document, *part) for part in parts)
        if any(last < first for first, last in parts):
            self.leave_out("offsets-reversed", node, row)
            return None
        text = self._texts.get(document)
        if text is not None and any(last > len(text) for _, last in parts):
            self.leave_out("offsets-past-end", node, row, f", the text ends at {len(text)}")
            self._misfit(misfit)
            return None
        if any(first == last for first, last in parts):
            self.leave_out("offsets-empty", node, row)
            if text is not None:
                self._misfit(misfit)
            return None
        if text is not None and anchor != UNSET:
            words, covered = self._anchors[anchor], [text[first:last] for first, last in parts]
            if words != covered[0] if len(covered) == 1 else not words_fit(words, covered):
                self.leave_out("text-mismatch", node, row, _difference(words, " … ".join(covered)))
                self._misfit(misfit)
        if two_anchors:
            self.leave_out("conflicting-anchors", node, row)
        return document, join_fragments(parts)

    def _fault(
        self, node: int, document: int, begin: int, end: int, conflict: bool, told: Place | None
    ) -> str | None:
        """What makes a mention unusable whatever its text is."""
        if conflict:
            return "conflicting-values"
        if (told is None) if document == UNSET else self._names[document] == BLANK:
            return "mention-without-document"
        if (begin == UNSET or end == UNSET) and told is None:
            return "mention-without-offsets"
        if UNREADABLE in (begin, end):
            return "offsets-not-numbers"
        if UNSET < begin < 0 or UNSET < end < 0:
            return "offsets-negative"
        return None

    def _misfit(self, misfit: Misfit | None) -> None:
        if misfit is not None and misfit.anchor:
            self.misfits.append(misfit)

    def _document(self, name: str) -> int:
        """The node of a document that only an IRI names; its text may stand on ``name#char=0,99``."""
        if self._contexts is None:
            self._contexts = find_contexts(self._texts, self._names, self._marks)
        number = self._collected.nodes.get(name)
        if number not in self._texts and name in self._contexts:
            return self._contexts[name]
        return self._collected.number_node(name)


def _describe(node: int, row: int | None, rows: PlaceRows, names: list[str]) -> str:
    """A mention as a person finds it again; the label of a blank node would say nothing."""
    name = names[node]
    if name != BLANK:
        return f"<{readable(name)}>"
    if row is None:
        return "a blank node"
    begin, end = (
        "?" if value in (UNSET, UNREADABLE) else value for value in (rows.begin[row], rows.end[row])
    )
    document = rows.document[row]
    if document == UNSET or names[document] == BLANK:
        return f"characters {begin} to {end}"
    return f"characters {begin} to {end} of <{readable(names[document])}>"


def _difference(words: str, covered: str) -> str:
    return f" “{readable(words, 40)}”, the text has “{readable(covered, 40)}”"


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
