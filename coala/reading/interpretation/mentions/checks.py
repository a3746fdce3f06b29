"""A mention that is not plainly right gives its document and parts, or a remark about what is wrong."""

from __future__ import annotations

from coala.base.plain_text import readable
from coala.model.values import Fragments
from coala.reading.interpretation.mentions.offset_iris import (
    Place,
    find_contexts,
    join_fragments,
    read_place,
    words_fit,
)
from coala.reading.interpretation.mentions.rows import PlaceRows
from coala.reading.interpretation.mentions.units import Misfit, Rulers
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import BLANK, UNREADABLE, UNSET
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.vocabulary import Vocabulary


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
