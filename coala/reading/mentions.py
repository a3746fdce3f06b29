"""Rows of spans and links to instances -> usable mentions, and a remark about every other one.

Left out is what has no place in a text; what merely looks odd is kept, with a remark.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from typing import NamedTuple

from coala.offsets import Ruler
from coala.reading.collector import UNREADABLE, UNSET, Collector, Rows, column
from coala.reading.remarks import Remarks, readable
from coala.vocabulary import UNITS, Vocabulary

MOST = 0.9
"""A hint is given when this share of the misfits would fit: some anchors are simply wrong."""

WAYS = {
    ("code-point", False): "code points and exclusive ends",
    ("code-point", True): "inclusive ends",
    ("utf-16", False): "UTF-16 units",
    ("utf-16", True): "UTF-16 units and inclusive ends",
    ("byte", False): "bytes",
    ("byte", True): "bytes and inclusive ends",
}


class Misfit(NamedTuple):
    """A span as it was written, whose anchor is not what the text has there."""

    document: int
    begin: int
    end: int
    anchor: str


class Mentions(NamedTuple):
    """Spans as columns of one length (of ``row_of``, the row of each mention node) and who has them.

    ``document`` is a node and ``anchor`` the number of a string or ``UNSET``; ``linked_row`` and
    ``linked_instance`` are the mentions: a row and the node of an instance.
    """

    row_of: dict[int, int]
    document: array[int]
    begin: array[int]
    end: array[int]
    anchor: array[int]
    linked_row: array[int]
    linked_instance: array[int]


def merged(rows: Rows, anchors: list[str]) -> tuple[dict[int, int], set[int], set[int], int]:
    """Join the rows of one node into its first one, in place.

    Returns the row of each node, the nodes that contradict themselves, those with two anchors, and how
    many values were repetitions.
    """
    row_of: dict[int, int] = {}
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

    ``names`` are the keys of the nodes, ``texts`` the text of each document's node where it is known.
    """
    rows = collected.rows
    anchors = list(collected.anchors)
    row_of, conflicts, two_anchors, repeated = merged(rows, anchors)
    collected.repeated += repeated
    links = collected.links
    linked = set(links.subject)
    contexts = _contexts(collected, vocabulary)
    ruler = _Rulers(texts, vocabulary)
    misfits: list[Misfit] = []
    found = Mentions({}, column(), column(), column(), column(), column(), column())
    plain = vocabulary.unit == "code-point" and not vocabulary.inclusive

    def leave_out(code: str, node: int, row: int | None, detail: str = "") -> None:
        remarks.add(code, _describe(node, row, rows, names) + detail)

    for node, row in row_of.items():
        if node not in linked:
            if node not in contexts:
                leave_out("mention-without-instance", node, row)
            continue
        document, begin, end, anchor = (
            rows.document[row],
            rows.begin[row],
            rows.end[row],
            rows.anchor[row],
        )
        if node in conflicts:
            leave_out("conflicting-values", node, row)
            continue
        if document == UNSET or names[document].startswith("_:"):
            leave_out("mention-without-document", node, row)
            continue
        if begin == UNSET or end == UNSET:
            leave_out("mention-without-offsets", node, row)
            continue
        if begin == UNREADABLE or end == UNREADABLE:
            leave_out("offsets-not-numbers", node, row, f" {readable(collected.unreadable[node], 40)!r}")
            continue
        if begin < 0 or end < 0:
            leave_out("offsets-negative", node, row)
            continue
        first, last = (begin, end) if plain else ruler.code_points(document, begin, end)
        text = texts.get(document)
        if last < first:
            leave_out("offsets-reversed", node, row)
            continue
        words = None if anchor == UNSET else anchors[anchor]
        if text is not None and last > len(text):
            leave_out("offsets-past-end", node, row, f", the text ends at {len(text)}")
            if words:
                misfits.append(Misfit(document, begin, end, words))
            continue
        if first == last:
            leave_out("offsets-empty", node, row)
            if words and text is not None:
                misfits.append(Misfit(document, begin, end, words))
            continue
        if text is not None and words is not None and text[first:last] != words:
            leave_out("text-mismatch", node, row, _difference(words, text[first:last]))
            misfits.append(Misfit(document, begin, end, words))
        if node in two_anchors:
            leave_out("conflicting-anchors", node, row)
        found.row_of[node] = len(found.begin)
        found.document.append(document)
        found.begin.append(first)
        found.end.append(last)
        found.anchor.append(anchor)

    for node in linked.difference(row_of):
        leave_out("mention-without-document", node, None)
    _link(collected, found)
    _hint(misfits, texts, vocabulary, remarks)
    return found


def _link(collected: Collector, found: Mentions) -> None:
    links = collected.links
    seen: set[tuple[int, int]] = set()
    # Only a node that stands in several links can repeat one of them.
    once = len(set(links.subject)) == len(links.subject)
    for node, instance in zip(links.subject, links.object, strict=True):
        row = found.row_of.get(node)
        if not once:
            if (node, instance) in seen:
                collected.repeated += 1
                continue
            seen.add((node, instance))
        if row is not None:
            found.linked_row.append(row)
            found.linked_instance.append(instance)


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


class _Rulers:
    """Offsets as the vocabulary counts them -> code points, exclusive; one ruler is kept."""

    def __init__(self, texts: dict[int, str], vocabulary: Vocabulary) -> None:
        self._texts = texts
        self._unit = vocabulary.unit
        self._inclusive = vocabulary.inclusive
        self._document = UNSET
        self._ruler = Ruler("", "byte")

    def code_points(self, document: int, begin: int, end: int) -> tuple[int, int]:
        """Where the text is not known, the numbers are taken as they stand."""
        end += self._inclusive
        text = self._texts.get(document)
        if text is None or self._unit == "code-point":
            return begin, end
        if document != self._document:
            self._document, self._ruler = document, Ruler(text, self._unit)
        first, last = self._ruler.code_points(begin), self._ruler.code_points(end)
        # Inside a character or past the end: no place in this text.
        return (first, last) if first is not None and last is not None else (len(text), len(text) + 1)


def _hint(misfits: list[Misfit], texts: dict[int, str], vocabulary: Vocabulary, remarks: Remarks) -> None:
    """Say so when counting in another way would make the misfits fit."""
    of_document: defaultdict[int, list[Misfit]] = defaultdict(list)
    for misfit in misfits:
        of_document[misfit.document].append(misfit)
    fits = dict.fromkeys(WAYS, 0)
    for document, group in of_document.items():
        text = texts[document]
        for unit in UNITS:
            ruler = Ruler(text, unit)
            for inclusive in (False, True):
                for misfit in group:
                    begin, end = ruler.code_points(misfit.begin), ruler.code_points(misfit.end + inclusive)
                    if begin is not None and end is not None and text[begin:end] == misfit.anchor:
                        fits[unit, inclusive] += 1
    # The first of equals: the simplest way of counting.
    unit, inclusive = best = max(fits, key=fits.__getitem__)
    if not misfits or fits[best] < MOST * len(misfits) or best == (vocabulary.unit, vocabulary.inclusive):
        return
    ends = "inclusive" if inclusive else "exclusive"
    hint = (
        f"Read as {WAYS[best]}, {fits[best]:,} of these {len(misfits):,} fit their anchors: "
        f'a vocabulary file with unit = "{unit}" and end = "{ends}" under [offsets] reads them so.'
    )
    for code in ("text-mismatch", "offsets-past-end", "offsets-empty"):
        if remarks[code].count:
            remarks[code].hint = hint
            return


def _describe(node: int, row: int | None, rows: Rows, names: list[str]) -> str:
    """A mention as a person finds it again; the label of a blank node would say nothing."""
    name = names[node]
    if not name.startswith("_:"):
        return f"<{readable(name)}>"
    if row is None:
        return "a blank node"
    begin, end = (
        "?" if value in (UNSET, UNREADABLE) else value for value in (rows.begin[row], rows.end[row])
    )
    document = rows.document[row]
    if document == UNSET or names[document].startswith("_:"):
        return f"characters {begin} to {end}"
    return f"characters {begin} to {end} of <{readable(names[document])}>"


def _difference(words: str, covered: str) -> str:
    return f" “{readable(words, 40)}”, the text has “{readable(covered, 40)}”"
