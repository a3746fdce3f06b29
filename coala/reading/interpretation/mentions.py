"""The mentions of a graph: spans that have a place in a text, and their links to instances.

Most mentions state their place once and correctly; they are processed in arrays. The others are checked one
by one. A mention without a place in a text is omitted with a remark; one that only looks odd is kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.plain_text import readable
from coala.model.columns import begins_run, distinct, pack
from coala.model.graph import Booleans, Integers
from coala.model.values import Fragments, SpanShape, parse_value
from coala.reading.interpretation.node_numbers import NodeNumbers, as_array, as_column, mark
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
from coala.reading.rdf.terms import ANCHOR, BEGIN, BLANK, DOCUMENT, END, UNREADABLE, UNSET, Pairs
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary

LONGEST = 2**62
"""The length of an unknown text."""

AT_ONCE = 1 << 21
"""Characters compared at once: 8 MB, and three times as much for their positions."""

_GAP = ";"
_BATCH = 4096
"""The number of IRIs that are searched at once."""


class FoundMentions(NamedTuple):
    """Spans as columns of one length (``row_of`` has the row of each mention node), and the mentions.

    ``document`` is a node and ``anchor`` the number of a string or ``UNSET``; ``shape`` indexes ``shapes``,
    -1 for a span without gaps. A mention is a row in ``linked_row`` and the node of an instance in
    ``linked_instance``.
    """

    row_of: NodeNumbers
    document: array[int]
    begin: array[int]
    end: array[int]
    anchor: array[int]
    shape: array[int]
    shapes: list[SpanShape]
    linked_row: array[int]
    linked_instance: array[int]

    def place(self, row: int) -> tuple[Fragments, str]:
        """Return the parts of a span in its document, and the mark of a zero."""
        shape = self.shapes[self.shape[row]] if self.shape[row] >= 0 else SpanShape()
        return shape.fragments or ((self.begin[row], self.end[row]),), shape.zero


def find_mentions(
    collected: Collector,
    texts: dict[int, str],
    vocabulary: Vocabulary,
    remarks: Remarks,
    places: Sequence[Pairs] | None = None,
    links: Pairs | None = None,
) -> FoundMentions:
    """Check the span of every node that has one, and link the good ones to their instances.

    ``texts`` has the known texts by the node of the document. A document that only the IRI of a mention names
    is added to the collected nodes. ``places`` and ``links`` default to all that were collected.
    """
    names, anchors = collected.names, list(collected.anchors)
    stated = _StatedPlaces(places or collected.pairs, links or collected.links, len(names))
    collected.repeated += stated.repeated
    zeros = _find_marks_of_zeros(collected)
    nodes = np.flatnonzero(stated.are_plain(names, vocabulary, zeros))
    columns = stated.values(nodes)
    usable = _are_within(*columns[:3], names, texts)
    nodes = nodes[usable]
    placed = [values[usable] for values in columns]
    misfits = _find_misfits([nodes, *placed], texts, anchors, names, remarks)
    begin, end, document, anchor = map(as_column, placed)
    row_of = np.full(len(names), -1)
    row_of[nodes] = np.arange(len(nodes))
    shape, shapes = array("q", [-1]) * len(nodes), list[SpanShape]()
    others = stated.others(mark(nodes, len(names)))
    for span in _check_each(collected, texts, vocabulary, remarks, *others, zeros, misfits):
        row_of[span.node] = len(begin)
        document.append(span.document)
        begin.append(span.fragments[0][0])
        end.append(span.fragments[-1][1])
        anchor.append(span.anchor)
        form = SpanShape(span.fragments if len(span.fragments) > 1 else (), span.zero)
        shape.append(len(shapes) if any(form) else -1)
        if any(form):
            shapes.append(form)
    # Not earlier, since mentions may add documents.
    numbers = NodeNumbers(len(names))
    numbers.column[: len(row_of)] = row_of
    mention, instance = stated.links
    row = row_of[mention]
    linked_row, linked_instance = as_column(row[row >= 0]), as_column(instance[row >= 0])
    return FoundMentions(numbers, document, begin, end, anchor, shape, shapes, linked_row, linked_instance)


class _StatedPlaces:
    """The stated places, and the links of mentions to instances, without duplicates.

    ``repeated`` is the number of duplicate links.
    """

    def __init__(self, places: Sequence[Pairs], links: Pairs, nodes: int) -> None:
        self._nodes = nodes
        self._places = [_drop_repeated(pairs) for pairs in places[: DOCUMENT + 1]]
        self.links = _drop_repeated(links)
        stated = sum(len(pairs.subject) for pairs in (*places[: DOCUMENT + 1], links))
        self.repeated = stated - sum(len(subject) for subject, _ in (*self._places, self.links))

    def are_plain(self, names: list[str], vocabulary: Vocabulary, zeros: Mapping[int, str]) -> Booleans:
        """Return the mask of nodes with a link, one begin, end and document, and nothing unusual."""
        if vocabulary.unit != "code-point" or vocabulary.inclusive:
            return np.zeros(self._nodes, dtype=bool)
        plain = mark(self.links[0], self._nodes)
        for role, (subject, _) in enumerate(self._places):
            times = np.bincount(subject, minlength=self._nodes)
            plain &= times <= 1 if role == ANCHOR else times == 1
        plain[list(zeros)] = False
        if vocabulary.iri and _have_gaps(names):
            plain[[node for node in np.flatnonzero(plain).tolist() if _GAP in names[node]]] = False
        return plain

    def values(self, nodes: Integers) -> tuple[Integers, Integers, Integers, Integers]:
        """Return begin, end, document and anchor (or ``UNSET``) of nodes that state each of them once."""
        columns = []
        for subject, obj in self._places:
            value = np.full(self._nodes, UNSET)
            value[subject] = obj
            columns.append(value[nodes])
        return columns[BEGIN], columns[END], columns[DOCUMENT], columns[ANCHOR]

    def others(self, plain: Booleans) -> tuple[list[Pairs], dict[int, None]]:
        """Return the stated places of the other nodes, and the set of those that have a link."""
        left = []
        for subject, obj in self._places:
            other = ~plain[subject]
            left.append(Pairs(as_column(subject[other]), as_column(obj[other])))
        linked = self.links[0]
        return left, dict.fromkeys(linked[~plain[linked]].tolist())


def _drop_repeated(pairs: Pairs) -> tuple[Integers, Integers]:
    """Return the pairs in order, without duplicates."""
    subject, obj = map(as_array, pairs)
    # Only a repeated subject can repeat a pair.
    if np.bincount(subject, minlength=1).max() > 1:
        packed = pack(subject, obj)
        order = np.argsort(packed, kind="stable")
        kept = np.sort(order[begins_run(packed[order])])
        subject, obj = subject[kept], obj[kept]
    return subject, obj


def _are_within(
    begin: Integers, end: Integers, document: Integers, names: list[str], texts: dict[int, str]
) -> Booleans:
    """Return the mask of spans within their documents."""
    length_of = np.full(len(names), -1)
    for node in distinct(document).tolist():
        if names[node] != BLANK:
            length_of[node] = len(texts[node]) if node in texts else LONGEST
    within: Booleans = (begin >= 0) & (begin < end) & (end <= length_of[document])
    return within


def _find_misfits(
    columns: Sequence[Integers],
    texts: dict[int, str],
    anchors: list[str],
    names: list[str],
    remarks: Remarks,
) -> list[Misfit]:
    """Remark the spans that do not cover the words of their anchors.

    ``columns`` are those of ``PlaceRows``; all spans are within their texts.
    """
    _, begin, end, document, anchor = columns
    checked = np.flatnonzero(mark(list(texts), len(names))[document] & (anchor != UNSET))
    covers = _cover_their_words(
        document[checked], begin[checked], end[checked], anchor[checked], texts, anchors
    )
    rows = PlaceRows(*(column[checked[~covers]].tolist() for column in columns))
    misfits = []
    for row, (node, first, last, text_node, words) in enumerate(zip(*rows, strict=True)):
        detail = _describe_difference(anchors[words], texts[text_node][first:last])
        remarks.add("text-mismatch", _describe(node, row, rows, names) + detail)
        if anchors[words]:
            misfits.append(Misfit(text_node, first, last, anchors[words]))
    return misfits


def _cover_their_words(
    document: Integers,
    begin: Integers,
    end: Integers,
    anchor: Integers,
    texts: Mapping[int, str],
    anchors: Sequence[str],
) -> Booleans:
    """Return the mask of spans, all within their texts, that cover exactly the words of their anchors."""
    size = end - begin
    covers: Booleans = size == np.fromiter(map(len, anchors), dtype=np.int64, count=len(anchors))[anchor]
    rows = np.flatnonzero(covers)
    rows = rows[np.argsort(document[rows], kind="stable")]
    # The cost of a row is its characters; the first row of a document costs the complete text.
    cost = size[rows]
    first = np.flatnonzero(begins_run(document[rows]))
    length = np.array([len(texts[node]) for node in document[rows[first]].tolist()], dtype=np.int64)
    cost[first] += length
    # A long text must not be converted, since each character takes four bytes.
    is_long = np.repeat(length > AT_ONCE, np.diff(np.append(first, len(rows))))
    columns = (column[rows[is_long]].tolist() for column in (document, begin, end, anchor))
    covers[rows[is_long]] = [
        texts[text_node][past:to] == anchors[words]
        for text_node, past, to, words in zip(*columns, strict=True)
    ]
    rows, cost = rows[~is_long], cost[~is_long]
    ends = np.flatnonzero(np.diff(np.cumsum(cost) // AT_ONCE)) + 1
    for some in np.split(rows, ends) if len(rows) else ():
        text, start = _join(document[some], texts)
        words, word = _join(anchor[some], anchors)
        row = np.repeat(np.arange(len(some)), size[some])
        offset = np.arange(len(row)) - np.repeat(np.cumsum(size[some]) - size[some], size[some])
        differs = text[(start + begin[some])[row] + offset] != words[word[row] + offset]
        covers[some[row[differs]]] = False
    return covers


def _join(
    numbers: Integers, strings: Mapping[int, str] | Sequence[str]
) -> tuple[npt.NDArray[np.uint32], Integers]:
    """Return the characters of the strings with these numbers, and where each string begins."""
    different = distinct(numbers)
    chosen = [strings[number] for number in different.tolist()]
    characters = "".join(chosen).encode("utf-32-le", "surrogatepass")
    ends = np.cumsum(np.fromiter(map(len, chosen), dtype=np.int64, count=len(chosen)))
    starts = np.append(0, ends)[np.searchsorted(different, numbers)]
    return np.frombuffer(characters, dtype="<u4"), starts


class _CheckedSpan(NamedTuple):
    """A usable span that was checked alone."""

    node: int
    document: int
    fragments: Fragments
    anchor: int
    zero: str


def _check_each(
    collected: Collector,
    texts: dict[int, str],
    vocabulary: Vocabulary,
    remarks: Remarks,
    places: Sequence[Pairs],
    linked: Mapping[int, None],
    zeros: Mapping[int, str],
    misfits: list[Misfit],
) -> Iterator[_CheckedSpan]:
    """Yield the usable spans of linked nodes, and remark every other node with a place or a link.

    ``misfits`` are those of the spans that are not checked here.
    """
    anchors = list(collected.anchors)
    rows, row_of, conflicts, two_anchors = gather_places(places, anchors, collected.names)
    check = _Check(collected, texts, vocabulary, remarks, rows, anchors, misfits)
    if not vocabulary.loose and not linked.keys() >= row_of.keys():
        contexts = _find_contexts(collected, vocabulary)
        for node in row_of.keys() - linked.keys() - contexts:
            check.leave_out("mention-without-instance", node, row_of[node])
    for node in linked:
        row = row_of.get(node)
        place = check.place(node, row, node in conflicts, node in two_anchors)
        if place is not None:
            anchor = UNSET if row is None else rows.anchor[row]
            yield _CheckedSpan(node, *place, anchor, zeros.get(node, ""))
    suggest_counting(check.misfits, texts, vocabulary, remarks)


def _find_marks_of_zeros(collected: Collector) -> dict[int, str]:
    """Return the marks of mentions without words."""
    predicate = collected.find_predicate(ZERO)
    if predicate < 0:
        return {}
    literals = list(collected.literals)
    others = collected.others
    return {
        node: write_mark(parse_value(literals[~value]).text)
        for node, said, value in zip(others.subject, others.predicate, others.object, strict=True)
        if said == predicate and value < 0
    }


def _have_gaps(names: list[str]) -> bool:
    """Return True if any IRI may name several fragments; in batches, since usually none does."""
    batches = (names[start : start + _BATCH] for start in range(0, len(names), _BATCH))
    return any(_GAP in "".join(batch) for batch in batches)


def _find_contexts(collected: Collector, vocabulary: Vocabulary) -> set[int]:
    """Return the documents, which often have the offsets of their complete text and are not mentions."""
    contexts = set(collected.pairs[DOCUMENT].object)
    contexts.update(collected.texts)
    classes = {collected.nodes.get(name, UNSET) for name in vocabulary.document_class}
    contexts.update(
        node
        for node, kind in zip(collected.types.subject, collected.types.object, strict=True)
        if kind in classes
    )
    return contexts


class PlaceRows(NamedTuple):
    """Columns of one length, with a row for each node that states a place.

    ``begin`` and ``end`` are numbers as written, ``document`` a node, ``anchor`` the number of a string;
    ``UNSET`` if the node does not state it.
    """

    node: Sequence[int]
    begin: Sequence[int]
    end: Sequence[int]
    document: Sequence[int]
    anchor: Sequence[int]


class GatheredPlaces(NamedTuple):
    """The rows, the row of each node, the nodes that contradict themselves, and those with two anchors."""

    rows: PlaceRows
    row_of: dict[int, int]
    conflicts: set[int]
    two_anchors: set[int]


def gather_places(pairs: Sequence[Pairs], anchors: list[str], names: list[str]) -> GatheredPlaces:
    """Gather begin, end, document and anchor of every node from their pairs.

    ``anchors`` are the strings in order, ``names`` those of the nodes. The smallest of several values counts,
    whatever the order.
    """
    roles = (BEGIN, END, DOCUMENT, ANCHOR)
    nodes = dict.fromkeys(node for role in roles for node in pairs[role].subject)
    columns: dict[int, Sequence[int]] = {}
    conflicts: set[int] = set()
    two_anchors: set[int] = set()
    order_of = {ANCHOR: anchors.__getitem__, DOCUMENT: names.__getitem__}
    for role in roles:
        stated = pairs[role]
        value_of = dict(zip(*stated, strict=True))
        if len(value_of) < len(stated.subject):
            differing: dict[int, set[int]] = {}
            for node, value in zip(*stated, strict=True):
                if value != value_of[node]:
                    differing.setdefault(node, {value_of[node]}).add(value)
            for node, values in differing.items():
                value_of[node] = min(values, key=order_of.get(role, int))
            (two_anchors if role == ANCHOR else conflicts).update(differing)
        columns[role] = list(map(value_of.get, nodes, repeat(UNSET)))
    rows = PlaceRows(list(nodes), columns[BEGIN], columns[END], columns[DOCUMENT], columns[ANCHOR])
    row_of = dict(zip(nodes, range(len(nodes)), strict=True))
    return GatheredPlaces(rows, row_of, conflicts, two_anchors)


class _Check:
    """Checks mentions of one graph, one by one."""

    def __init__(
        self,
        collected: Collector,
        texts: dict[int, str],
        vocabulary: Vocabulary,
        remarks: Remarks,
        rows: PlaceRows,
        anchors: list[str],
        misfits: list[Misfit],
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
        self.misfits = misfits

    def leave_out(self, code: str, node: int, row: int | None, detail: str = "") -> None:
        """Remark a mention that is omitted."""
        self._remarks.add(code, _describe(node, row, self._rows, self._names) + detail)

    def place(
        self, node: int, row: int | None, conflict: bool, two_anchors: bool
    ) -> tuple[int, Fragments] | None:
        """Return the document and the parts of a usable mention, or None after a remark."""
        names, rows = self._names, self._rows
        document, begin, end, anchor = (
            (rows.document[row], rows.begin[row], rows.end[row], rows.anchor[row])
            if row is not None
            else (UNSET, UNSET, UNSET, UNSET)
        )
        iri_place = read_place(names[node], self._marks) if self._marks else None
        code = self._fault(node, document, begin, end, conflict, iri_place)
        if code is not None:
            detail = ""
            if code == "offsets-not-numbers":
                detail = f" {readable(self._collected.unreadable[node], 40)!r}"
            self.leave_out(code, node, row, detail)
            return None
        parts: Fragments = ((begin, end),)
        if iri_place is not None:
            outer = (
                min(first for first, _ in iri_place.fragments),
                max(last for _, last in iri_place.fragments),
            )
            if (begin, end) == outer or begin == UNSET or end == UNSET:
                parts = iri_place.fragments
            elif len(iri_place.fragments) > 1:
                self.leave_out("iri-contradicts", node, row)
            if document == UNSET:
                document = self._document(iri_place.document)
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
                self.leave_out("text-mismatch", node, row, _describe_difference(words, " … ".join(covered)))
                self._misfit(misfit)
        if two_anchors:
            self.leave_out("conflicting-anchors", node, row)
        return document, join_fragments(parts)

    def _fault(
        self, node: int, document: int, begin: int, end: int, conflict: bool, iri_place: Place | None
    ) -> str | None:
        """Return the code of a fault that makes a mention unusable whatever its text is."""
        if conflict:
            return "conflicting-values"
        if (iri_place is None) if document == UNSET else self._names[document] == BLANK:
            return "mention-without-document"
        if (begin == UNSET or end == UNSET) and iri_place is None:
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
        """Return the node of a document that only an IRI names; its text may be on ``name#char=0,99``."""
        if self._contexts is None:
            self._contexts = find_contexts(self._texts, self._names, self._marks)
        number = self._collected.nodes.get(name)
        if number not in self._texts and name in self._contexts:
            return self._contexts[name]
        return self._collected.number_node(name)


def _describe(node: int, row: int | None, rows: PlaceRows, names: list[str]) -> str:
    """Return a mention's name for a message; labels of blank nodes are meaningless."""
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


def _describe_difference(words: str, covered: str) -> str:
    return f" “{readable(words, 40)}”, the text has “{readable(covered, 40)}”"
