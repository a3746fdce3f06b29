"""Rows of spans and links to instances -> usable mentions, and a remark about every other one.

Left out is what has no place in a text; what merely looks odd is kept, with a remark.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from coala.reading.checks import Check
from coala.reading.collector import Collector
from coala.reading.columns import Rows, column
from coala.reading.counting import hint
from coala.reading.places import Fragments
from coala.reading.remarks import Remarks
from coala.reading.terms import UNSET
from coala.vocabulary import Vocabulary

LONGEST = 2**62
"""The end of a text that is not known."""


class Mentions(NamedTuple):
    """Spans as columns of one length (of ``row_of``, the row of each mention node) and who has them.

    ``document`` is a node and ``anchor`` the number of a string or ``UNSET``; ``gaps`` indexes ``parts``,
    -1 for a span without gaps; ``linked_row`` and ``linked_instance`` are the mentions: a row and the node
    of an instance.
    """

    row_of: dict[int, int]
    document: array[int]
    begin: array[int]
    end: array[int]
    anchor: array[int]
    gaps: array[int]
    parts: list[Fragments]
    linked_row: array[int]
    linked_instance: array[int]

    def offsets(self, row: int) -> str:
        """The place of a span in its document, as a text."""
        gaps = self.gaps[row]
        parts = ((self.begin[row], self.end[row]),) if gaps < 0 else self.parts[gaps]
        return ";".join(f"{begin} {end}" for begin, end in parts)

    def add(self, node: int, document: int, fragments: Fragments, anchor: int) -> None:
        """Add one span."""
        self.row_of[node] = len(self.begin)
        self.document.append(document)
        self.begin.append(fragments[0][0])
        self.end.append(fragments[-1][1])
        self.anchor.append(anchor)
        self.gaps.append(-1 if len(fragments) == 1 else len(self.parts))
        if len(fragments) > 1:
            self.parts.append(fragments)

    def add_good(self, rows: list[tuple[int, int, int, int, int]]) -> None:
        """Add many spans without gaps: node, document, begin, end, anchor."""
        if rows:
            nodes, *columns = zip(*rows, strict=True)
            self.row_of.update(zip(nodes, range(len(self.begin), len(self.begin) + len(rows)), strict=True))
            for values, new in zip((self.document, self.begin, self.end, self.anchor), columns, strict=True):
                values.extend(new)
            self.gaps.extend([-1] * len(rows))


def merged(rows: Rows, anchors: list[str]) -> tuple[dict[int, int], set[int], set[int], int]:
    """Join the rows of one node into its first one, in place.

    Returns the row of each node, the nodes that contradict themselves, those with two anchors, and how
    many values were repetitions.
    """
    row_of = dict(zip(rows.node, range(len(rows.node)), strict=True))
    if len(row_of) == len(rows.node):
        return row_of, set(), set(), 0
    row_of = {}
    conflicts: set[int] = set()
    two_anchors: set[int] = set()
    repeated = 0
    for row, node in enumerate(rows.node):
        first = row_of.setdefault(node, row)
        if first == row:
            continue
        for values in (rows.begin, rows.end, rows.document, rows.anchor):
            value = values[row]
            known = values[first]
            if value == UNSET:
                continue
            if known == UNSET:
                values[first] = value
            elif known == value:
                repeated += 1
            elif values is rows.anchor:
                two_anchors.add(node)
                values[first] = min(known, value, key=anchors.__getitem__)
            else:
                conflicts.add(node)
    return row_of, conflicts, two_anchors, repeated


def find_mentions(
    collected: Collector, names: list[str], texts: dict[int, str], vocabulary: Vocabulary, remarks: Remarks
) -> Mentions:
    """Check the span of every node that has one, and link the good ones to their instances.

    ``names`` are the keys of the nodes (a document that only a mention's IRI names is added to them),
    ``texts`` the text of each document's node where it is known.
    """
    anchors = list(collected.anchors)
    row_of, conflicts, two_anchors, repeated = merged(collected.rows, anchors)
    collected.repeated += repeated
    linked = dict.fromkeys(collected.links.subject)
    rows = Rows(*(values.tolist() for values in collected.rows))  # type: ignore[arg-type]
    check = Check(collected, names, texts, vocabulary, remarks, rows, anchors)
    found = Mentions({}, column(), column(), column(), column(), column(), [], column(), column())
    contexts: set[int] | None = None
    # Read once, not at every mention: these are the only lines that see each of them.
    begins, ends, documents, words = rows.begin, rows.end, rows.document, rows.anchor
    plain = vocabulary.unit == "code-point" and not vocabulary.inclusive
    marks = vocabulary.iri
    odd = conflicts | two_anchors
    last_document, text, length = UNSET, None, -1
    good: list[tuple[int, int, int, int, int]] = []
    for node, row in row_of.items():
        if node not in linked:
            if not vocabulary.loose:
                contexts = contexts if contexts is not None else _contexts(collected, vocabulary)
                if node not in contexts:
                    check.leave_out("mention-without-instance", node, row)
            continue
        document = documents[row]
        if document != last_document:
            last_document, text = document, texts.get(document)
            is_document = document != UNSET and not names[document].startswith("_:")
            length = -1 if not is_document else LONGEST if text is None else len(text)
        begin, end, anchor = begins[row], ends[row], words[row]
        if (
            plain
            and 0 <= begin < end <= length
            and not (marks and ";" in names[node])
            and node not in odd
            and (text is None or anchor == UNSET or text[begin:end] == anchors[anchor])
        ):
            good.append((node, document, begin, end, anchor))
            continue
        place = check.place(node, row, node in conflicts, node in two_anchors)
        if place is not None:
            found.add(node, *place, anchor)
    found.add_good(good)
    for node in linked:
        if node not in row_of:
            place = check.place(node, None, False, False)
            if place is not None:
                found.add(node, *place, UNSET)
    _link(collected, found)
    hint(check.misfits, texts, vocabulary, remarks)
    return found


def _link(collected: Collector, found: Mentions) -> None:
    links = collected.links
    pairs: Iterable[tuple[int, int]] = zip(*links, strict=True)
    # Only a node that stands in several links can repeat one of them.
    if len(set(links.subject)) < len(links.subject):
        once = dict.fromkeys(pairs)
        collected.repeated += len(links.subject) - len(once)
        pairs = once
    row_of = found.row_of
    usable = [(row_of[node], instance) for node, instance in pairs if node in row_of]
    if usable:
        for values, new in zip(
            (found.linked_row, found.linked_instance), zip(*usable, strict=True), strict=True
        ):
            values.extend(new)


def _contexts(collected: Collector, vocabulary: Vocabulary) -> set[int]:
    """Documents often carry the offsets of their whole text; that makes no mention of them."""
    contexts = set(collected.rows.document)
    contexts.update(collected.texts)
    classes = {collected.nodes.get(name, UNSET) for name in vocabulary.document_class}
    contexts.update(
        node
        for node, kind in zip(collected.types.subject, collected.types.object, strict=True)
        if kind in classes
    )
    return contexts
