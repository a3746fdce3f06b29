"""The mentions of a graph: spans that have a place in a text, and their links to instances.

The node of a mention states a document, begin and end, and maybe an anchor, which is the words of the
mention. Most mentions state each of these once and correctly; they are checked all at once, in arrays. The
others, including zeros (mentions without words) and mentions with gaps, are checked one by one. A mention
without a place in a text is omitted with a remark; one that only looks odd is kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coala.base.arrays import Booleans, Integers
from coala.base.plain_text import readable
from coala.model.columns import begins_run, distinct, pack
from coala.model.values import Fragments, SpanShape, parse_value
from coala.reading.interpretation.node_numbers import NodeNumbers, as_array, as_column, make_mask
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
"""The length that counts for an unknown text."""

AT_ONCE = 1 << 21
"""Characters compared at once: 8 MB, and three times as much for their positions."""

_GAP = ";"
"""Divides the parts of a span with gaps in its IRI: ``#char=0,5;9,12``."""

_BATCH = 4096
"""The number of IRIs that are searched at once."""


class FoundMentions(NamedTuple):
    """The usable spans, a row each, and their links to instances.

    If ``linked_row[0] == 5`` and ``linked_instance[0] == 12``, the span in row 5 is a mention of the instance
    with node 12. A span may have several links.
    """

    row_of: NodeNumbers  # the row of each mention's node

    # Columns of one length, with a row for each span.
    document: array[int]  # a node
    begin: array[int]  # in code points
    end: array[int]  # exclusive
    anchor: array[int]  # the number of a string, or ``UNSET``
    shape: array[int]  # a place in ``shapes``; -1 for a span without gaps that is not a zero
    shapes: list[SpanShape]

    # Columns of one length, with a row for each link.
    linked_row: array[int]
    linked_instance: array[int]  # a node

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
    # Check plain mentions in arrays.
    nodes = np.flatnonzero(stated.find_plain(names, vocabulary, zeros))
    columns = stated.get_values(nodes)
    usable = _are_within(*columns[:3], names, texts)
    nodes = nodes[usable]
    placed = [values[usable] for values in columns]
    misfits = _find_misfits([nodes, *placed], texts, anchors, names, remarks)
    begin, end, document, anchor = map(as_column, placed)
    row_of = np.full(len(names), -1)
    row_of[nodes] = np.arange(len(nodes))
    shape, shapes = array("q", [-1]) * len(nodes), list[SpanShape]()
    # Check the others one by one, and append the usable ones to the columns.
    others = stated.select_others(make_mask(nodes, len(names)))
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
    # Not earlier, since checking mentions may add nodes of documents to ``names``.
    numbers = NodeNumbers(len(names))
    numbers.column[: len(row_of)] = row_of
    mention, instance = stated.links
    row = row_of[mention]
    linked_row, linked_instance = as_column(row[row >= 0]), as_column(instance[row >= 0])
    return FoundMentions(numbers, document, begin, end, anchor, shape, shapes, linked_row, linked_instance)


class _StatedPlaces:
    """The stated places, and the links of mentions to instances, without duplicates.

    ``repeated`` is the number of duplicates.
    """

    def __init__(self, places: Sequence[Pairs], links: Pairs, nodes: int) -> None:
        self._nodes = nodes
        self._places = [_drop_repeated(pairs) for pairs in places[: DOCUMENT + 1]]
        self.links = _drop_repeated(links)
        stated = sum(len(pairs.subject) for pairs in (*places[: DOCUMENT + 1], links))
        self.repeated = stated - sum(len(subject) for subject, _ in (*self._places, self.links))

    def find_plain(self, names: list[str], vocabulary: Vocabulary, zeros: Mapping[int, str]) -> Booleans:
        """Return the mask of nodes with a link, one begin, end and document, and nothing unusual."""
        if vocabulary.unit != "code-point" or vocabulary.inclusive:
            return np.zeros(self._nodes, dtype=bool)
        plain = make_mask(self.links[0], self._nodes)
        for role, (subject, _) in enumerate(self._places):
            times = np.bincount(subject, minlength=self._nodes)
            plain &= times <= 1 if role == ANCHOR else times == 1
        plain[list(zeros)] = False
        if vocabulary.iri and _have_gaps(names):
            plain[[node for node in np.flatnonzero(plain).tolist() if _GAP in names[node]]] = False
        return plain

    def get_values(self, nodes: Integers) -> tuple[Integers, Integers, Integers, Integers]:
        """Return begin, end, document and anchor (or ``UNSET``) of nodes that state each of them once."""
        columns = []
        for subject, obj in self._places:
            value = np.full(self._nodes, UNSET)
            value[subject] = obj
            columns.append(value[nodes])
        return columns[BEGIN], columns[END], columns[DOCUMENT], columns[ANCHOR]

    def select_others(self, plain: Booleans) -> tuple[list[Pairs], dict[int, None]]:
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
    checked = np.flatnonzero(make_mask(list(texts), len(names))[document] & (anchor != UNSET))
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
    # Spans of another length than their anchors differ. Compare the characters of the others, by document.
    rows = np.flatnonzero(covers)
    rows = rows[np.argsort(document[rows], kind="stable")]
    # The cost of a row is its characters; the first row of a document costs the complete text.
    cost = size[rows]
    first = np.flatnonzero(begins_run(document[rows]))
    length = np.array([len(texts[node]) for node in document[rows[first]].tolist()], dtype=np.int64)
    cost[first] += length
    # A long text must not become an array, since each character takes four bytes there.
    is_long = np.repeat(length > AT_ONCE, np.diff(np.append(first, len(rows))))
    columns = (column[rows[is_long]].tolist() for column in (document, begin, end, anchor))
    covers[rows[is_long]] = [
        texts[text_node][from_char:to_char] == anchors[words]
        for text_node, from_char, to_char, words in zip(*columns, strict=True)
    ]
    rows, cost = rows[~is_long], cost[~is_long]
    # Batches of rows with about ``AT_ONCE`` characters each.
    ends = np.flatnonzero(np.diff(np.cumsum(cost) // AT_ONCE)) + 1
    for batch in np.split(rows, ends) if len(rows) else ():
        text, text_start = _concatenate(document[batch], texts)
        words, words_start = _concatenate(anchor[batch], anchors)
        # One element for each character of each span: sizes 2 and 3 give row 0 0 1 1 1, offset 0 1 0 1 2.
        row = np.repeat(np.arange(len(batch)), size[batch])
        offset = np.arange(len(row)) - np.repeat(np.cumsum(size[batch]) - size[batch], size[batch])
        differs = text[(text_start + begin[batch])[row] + offset] != words[words_start[row] + offset]
        covers[batch[row[differs]]] = False
    return covers


def _concatenate(
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
    checker = _Checker(collected, texts, vocabulary, remarks, rows, anchors, misfits)
    if not vocabulary.loose and not linked.keys() >= row_of.keys():
        contexts = _find_contexts(collected, vocabulary)
        for node in row_of.keys() - linked.keys() - contexts:
            checker.leave_out("mention-without-instance", node, row_of[node])
    for node in linked:
        row = row_of.get(node)
        place = checker.find_place(node, row, node in conflicts, node in two_anchors)
        if place is not None:
            anchor = UNSET if row is None else rows.anchor[row]
            yield _CheckedSpan(node, *place, anchor, zeros.get(node, ""))
    suggest_counting(checker.misfits, texts, vocabulary, remarks)


def _find_marks_of_zeros(collected: Collector) -> dict[int, str]:
    """Return the marks of mentions without words."""
    predicate = collected.find_predicate(ZERO)
    if predicate < 0:
        return {}
    literals = list(collected.literals)
    others = collected.others
    return {
        node: write_mark(parse_value(literals[~value]).text)
        for node, its_predicate, value in zip(others.subject, others.predicate, others.object, strict=True)
        if its_predicate == predicate and value < 0
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
    # All nodes, each once, in the order of their first pair.
    nodes = dict.fromkeys(node for role in roles for node in pairs[role].subject)
    columns: dict[int, Sequence[int]] = {}
    conflicts: set[int] = set()
    two_anchors: set[int] = set()
    order_of = {ANCHOR: anchors.__getitem__, DOCUMENT: names.__getitem__}
    for role in roles:
        stated = pairs[role]
        value_of = dict(zip(*stated, strict=True))
        # Some node has several values: equal ones, or a conflict.
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


class _Checker:
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

    def find_place(
        self, node: int, row: int | None, conflict: bool, two_anchors: bool
    ) -> tuple[int, Fragments] | None:
        """Return the document and the parts of a usable mention, or None after a remark."""
        names, rows = self._names, self._rows
        # 1. What the node states, and what its IRI states.
        document, begin, end, anchor = (
            (rows.document[row], rows.begin[row], rows.end[row], rows.anchor[row])
            if row is not None
            else (UNSET, UNSET, UNSET, UNSET)
        )
        iri_place = read_place(names[node], self._marks) if self._marks else None
        code = self._find_fault(node, document, begin, end, conflict, iri_place)
        if code is not None:
            detail = ""
            if code == "offsets-not-numbers":
                detail = f" {readable(self._collected.unreadable[node], 40)!r}"
            self.leave_out(code, node, row, detail)
            return None
        # 2. The parts of the span. The IRI is used if it agrees with the stated offsets, or there are none.
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
                document = self._find_document(iri_place.document)
        # 3. Checks against the text, in code points. ``misfit`` is the span as written, for advice.
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
            self._note_misfit(misfit)
            return None
        if any(first == last for first, last in parts):
            self.leave_out("offsets-empty", node, row)
            if text is not None:
                self._note_misfit(misfit)
            return None
        if text is not None and anchor != UNSET:
            words, covered = self._anchors[anchor], [text[first:last] for first, last in parts]
            if words != covered[0] if len(covered) == 1 else not words_fit(words, covered):
                self.leave_out("text-mismatch", node, row, _describe_difference(words, " … ".join(covered)))
                self._note_misfit(misfit)
        if two_anchors:
            self.leave_out("conflicting-anchors", node, row)
        return document, join_fragments(parts)

    def _find_fault(
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

    def _note_misfit(self, misfit: Misfit | None) -> None:
        if misfit is not None and misfit.anchor:
            self.misfits.append(misfit)

    def _find_document(self, name: str) -> int:
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
