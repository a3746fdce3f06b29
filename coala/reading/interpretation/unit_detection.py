"""Detection of the unit of offsets from the spans, anchors and texts of a graph.

It is used only with ``--offsets`` or ``--ends``; otherwise the unit is that of the vocabulary. A convention
is a unit (code points, UTF-16 units, bytes) and whether ends are inclusive. An anchor is the words that a
mention states. The right convention is the one in which nearly all anchors equal the text at their offsets.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from coala.base.offsets import Ruler
from coala.model.option import AUTO, STATED
from coala.reading.interpretation.mentions import gather_places
from coala.reading.interpretation.offset_iris import find_contexts, read_place
from coala.reading.interpretation.units import WAYS
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import UNSET
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary

_MOST = 0.99
"""The share of anchors that must fit another convention; a few anchors are always wrong."""

CLEARLY = 10
"""A convention is clearly better than another if it gains this many anchors for each that it loses."""

OffsetConvention = tuple[str, bool]
"""The unit of offsets, and True if the end belongs to the span."""


class StatedSpan(NamedTuple):
    """A place as written, and the number of its anchor or ``UNSET``."""

    document: int
    begin: int
    end: int
    anchor: int


def agree_on_unit(
    collected: Collector,
    texts: Mapping[int, str],
    vocabulary: Vocabulary,
    remarks: Remarks,
    offsets: str,
    ends: str,
) -> Vocabulary:
    """Return the vocabulary with the requested or the best fitting convention; a remark says which."""
    inclusive = vocabulary.inclusive if ends == STATED else ends == "inclusive"
    stated = vocabulary._replace(inclusive=inclusive)
    mentions = len(set(collected.links.subject))
    if offsets == "token":
        remarks.count("offsets-of-tokens", mentions)
    elif offsets not in (STATED, AUTO):
        stated = stated._replace(unit=offsets)
    elif offsets == AUTO:
        ways = [way for way in WAYS if ends == STATED or way[1] == inclusive]
        choice = _Search(collected, texts, vocabulary).choose(ways, (stated.unit, inclusive))
        if choice.remark:
            remarks.count(choice.remark, mentions)
            remarks[choice.remark].hint = choice.sentence
        stated = stated._replace(unit=choice.way[0], inclusive=choice.way[1])
    remarks.reword(stated.words())
    return stated


class _Choice(NamedTuple):
    """The chosen convention, with the code of a remark and its addition; "" if there is nothing to remark."""

    way: OffsetConvention
    remark: str = ""
    sentence: str = ""


class _Search:
    """Searches the convention in which the anchors of one graph fit its texts."""

    def __init__(self, collected: Collector, texts: Mapping[int, str], vocabulary: Vocabulary) -> None:
        self._texts = texts
        self._anchors = list(collected.anchors)
        # By document: begin, end and anchor of each span, one after the other in a flat array.
        of_document: defaultdict[int, array[int]] = defaultdict(lambda: array("q"))
        for document, begin, end, anchor in _list_spans(collected, texts, vocabulary):
            if document in texts and begin >= 0 and end >= 0:
                of_document[document].extend((begin, end, anchor))
        self._of_document = of_document

    def choose(self, ways: list[OffsetConvention], stated: OffsetConvention) -> _Choice:
        """Return the convention that is clearly the best, else the stated one; the simplest come first."""
        masks = self._count_fits(ways)
        total = sum(masks.values())
        if not total:
            return _Choice(stated, "offsets-unchecked")
        # The number of anchors that fit in each convention; ``at`` is the stated one, ``best`` the best one.
        fits = [sum(count for mask, count in masks.items() if mask >> bit & 1) for bit in range(len(ways))]
        at = ways.index(stated)
        best = max(range(len(ways)), key=lambda bit: (fits[bit], bit == at))
        evidence = (
            f"Read as {WAYS[ways[best]]}, {fits[best]:,} of {total:,} anchors fit; "
            f"as {WAYS[stated]} only {fits[at]:,}."
        )
        if fits[best] >= _MOST * total and _is_clearly_better(best, at, masks):
            rivals = (
                ways[bit]
                for bit in range(len(ways))
                if bit != best and not _is_clearly_better(best, bit, masks)
            )
            rival = next((way for way in rivals if self._place_differently(ways[best], way)), None)
            if rival is None:
                return _Choice(ways[best], "offsets-converted", evidence)
            evidence += (
                f" But {WAYS[rival]} fit them equally well and give other spans. Choose with "
                "--offsets and --ends."
            )
            return _Choice(stated, "offsets-kept", evidence)
        if fits[at] >= _MOST * total:
            return _Choice(stated)
        if best == at:
            evidence = f"{fits[at]:,} of {total:,} anchors fit so, and no other unit or end fits more."
        elif fits[best] < _MOST * total:
            evidence += f" At least {100 * _MOST:.0f} % have to fit."
        return _Choice(stated, "offsets-kept", evidence)

    def _count_fits(self, ways: list[OffsetConvention]) -> Counter[int]:
        """Return how many anchors fit in exactly each set of conventions.

        A set is a number whose bit n is the n-th convention: ``{0b101: 7}`` says that 7 anchors fit in the
        conventions 0 and 2 and no other.
        """
        masks: Counter[int] = Counter()
        for document, spans in self._of_document.items():
            text = self._texts[document]
            # The conventions that differ in this text, each with the bits of those that are equal to it.
            probes: defaultdict[OffsetConvention, int] = defaultdict(int)
            for bit, (unit, inclusive) in enumerate(ways):
                # In ASCII all units are equal.
                probes["code-point" if text.isascii() else unit, inclusive] |= 1 << bit
            rulers = {unit: Ruler(text, unit) for unit, _ in probes}
            tries = [(rulers[unit], inclusive, bits) for (unit, inclusive), bits in probes.items()]
            for begin, end, number in _split_triples(spans):
                if number == UNSET or not (anchor := self._anchors[number]):
                    continue
                mask = 0
                for ruler, inclusive, bits in tries:
                    first, last = ruler.code_points(begin), ruler.code_points(end + inclusive)
                    if (
                        first is not None
                        and last is not None
                        and last - first == len(anchor)
                        and text.startswith(anchor, first)
                    ):
                        mask |= bits
                masks[mask] += 1
        return masks

    def _place_differently(self, one: OffsetConvention, other: OffsetConvention) -> bool:
        """Return True if the two conventions place any span differently."""
        if one[1] != other[1]:
            return bool(self._of_document)
        for document, spans in self._of_document.items():
            text = self._texts[document]
            if text.isascii():
                continue
            rulers = [Ruler(text, unit) for unit, _ in (one, other)]
            for begin, end, _ in _split_triples(spans):
                for offset in (begin, end + one[1]):
                    if rulers[0].code_points(offset) != rulers[1].code_points(offset):
                        return True
        return False


def _is_clearly_better(best: int, other: int, masks: Counter[int]) -> bool:
    """Return True if far more anchors fit only in the convention ``best`` than only in ``other``."""
    gained = sum(count for mask, count in masks.items() if mask >> best & 1 and not mask >> other & 1)
    lost = sum(count for mask, count in masks.items() if mask >> other & 1 and not mask >> best & 1)
    return gained > 0 and gained >= CLEARLY * lost


def _split_triples(values: array[int]) -> Iterator[tuple[int, int, int]]:
    """Yield three values at a time from a flat array."""
    return zip(values[::3], values[1::3], values[2::3], strict=True)


def _list_spans(
    collected: Collector, texts: Mapping[int, str], vocabulary: Vocabulary
) -> Iterator[StatedSpan]:
    """Return the places of all mentions; one with gaps in its IRI has several, and no anchor to check."""
    names = collected.names
    rows, row_of, conflicts, _ = gather_places(collected.pairs, list(collected.anchors), collected.names)
    marks = vocabulary.iri
    in_contexts = find_contexts(texts, names, marks)
    for node in dict.fromkeys(collected.links.subject):
        if node in conflicts:
            continue
        row = row_of.get(node)
        span = StatedSpan(UNSET, UNSET, UNSET, UNSET)
        if row is not None:
            span = StatedSpan(rows.document[row], rows.begin[row], rows.end[row], rows.anchor[row])
        place = (
            read_place(names[node], marks) if marks and (UNSET in span[:3] or ";" in names[node]) else None
        )
        if place is None:
            yield span
            continue
        document = span.document
        if document == UNSET:
            document = collected.nodes.get(place.document, UNSET)
            if document not in texts:
                document = in_contexts.get(place.document, document)
        has_no_gaps = len(place.fragments) == 1
        for begin, end in place.fragments:
            yield StatedSpan(document, begin, end, span.anchor if has_no_gaps else UNSET)
