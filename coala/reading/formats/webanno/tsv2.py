"""WebAnno TSV 2, which has no chains, becomes ``Annotations`` by a relation layer that means identity.

The first line names all layers (`` # type | feature # type | feature | AttachTo=type``), and each feature
is a column behind the token; a relation layer has one more, with the token that it leads to. ``B-`` begins a
span, ``I-`` goes on with it, a bare value is a span of one token; stacked values keep their order over the
tokens. A relation ties the first spans that begin at its two tokens. The text is the tokens, joined by
spaces, as WebAnno itself reads it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import Annotations, Document, Mention
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.text_lines import RunningText, bounded_lines, problem
from coala.reading.formats.webanno.project import document_name
from coala.reading.formats.webanno.relations import (
    TYPE_FEATURES,
    Arc,
    Layers,
    RelationLayer,
    SpanKey,
    SpanLayer,
)

HEADER = re.compile(r" ?# [\w.]+ *(?:\||$)")
"""How the first line begins."""

_TOKEN = re.compile(r"\d{1,9}-\d{1,9}\Z", re.ASCII)
_NOTHING = ("_", "O", "", "O-_", "B-_", "I-_")
"""What stands where no span has a value; the last three keep the places of stacked ones."""


class _Columns(NamedTuple):
    """A layer and its columns: those of its features, that of their type, and that of governors or -1."""

    name: str
    features: range
    kind: int
    governor: int
    base: str


class _Open:
    """A span that may go on: its key, and the token that was its last."""

    __slots__ = ("key", "last")

    def __init__(self, key: SpanKey, last: int) -> None:
        self.key = key
        self.last = last


def read_version_2(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one document.

    Raises:
        ReadingError: it has no token, or too many of its lines cannot be used.
    """
    flaws = Flaws(path, lenient=options.lenient)
    body = _Body(flaws)
    lines = 0
    for number, line in bounded_lines(path, data):
        if not line.strip():
            body.text.end_sentence()
        elif line.startswith(("#id=", "#text=")):
            continue
        elif not body.tokens and HEADER.match(line):
            body.declare(line)
        else:
            lines += 1
            body.line(number, line)
    if not body.tokens:
        raise problem(path, 1, "no line has a token such as '1-1': it was cut off; copy the file anew.")
    name = document_name(path)
    joined = body.layers.join(path, name, options, chained=False)
    mentions = [
        Mention(0, ((span.begin, span.end),), span.instance, span.types)
        for span in joined.spans
        if span.begin < span.end
    ]
    for line_number, what in joined.flaws:
        flaws.leave_out("line-left-out", line_number, what)
    flaws.weigh(lines, "lines")
    empty = (("cell-empty", f"{path}:{line}, {what}") for line, what in body.empty)
    remarks = (*joined.remarks, *empty, *flaws.remarks)
    return Annotations(
        (Document(name, body.text.text()),), tuple(mentions), tuple(joined.statements), remarks
    )


class _Body:
    """The tokens so far, and what stands beside them."""

    def __init__(self, flaws: Flaws) -> None:
        self.layers = Layers()
        self.text = RunningText()
        self.tokens = 0
        self._flaws = flaws
        self._columns: list[_Columns] = []
        self._width = 2
        self._taken: set[str] = set()
        self.empty: list[tuple[int, str]] = []  # lines with an empty cell, and which it is
        self._open: dict[tuple[str, int], _Open] = {}

    def declare(self, line: str) -> None:
        """Note the layers of a header."""
        for declared in re.split(r"(?:^ ?| )# ", line)[1:]:
            name, *features = [piece.strip() for piece in declared.split("|")]
            base = ""
            if features and features[-1].startswith("AttachTo="):
                base = features.pop().removeprefix("AttachTo=")
            columns = range(self._width, self._width + len(features))
            named = [feature for feature in TYPE_FEATURES if feature in features] or features
            kind = columns[features.index(named[0])] if named else -1
            self._width = columns.stop + bool(base)
            self._columns.append(_Columns(name, columns, kind, columns.stop if base else -1, base))
            if base:
                self.layers.relations.append(RelationLayer(name, columns.start, columns.stop, base))
            else:
                self.layers.spans.append(SpanLayer(name, columns.start, tuple(features) or ("",)))

    def line(self, number: int, line: str) -> None:
        """Take the line of a token."""
        fields = line.removesuffix("\t").split("\t")  # a tab follows each of them
        while len(fields) > self._width and not fields[-1].strip():
            fields.pop()
        if len(fields) < 2 or not _TOKEN.match(fields[0]):
            self._leave_out(number, f"{excerpt(line)} does not begin with a token such as '1-1'")
            return
        offsets = self.text.add(fields[1])
        self.tokens += 1
        if fields[0] in self._taken:
            self._leave_out(number, f"the token {fields[0]} was given already")
            return
        self._taken.add(fields[0])
        if len(fields) != self._width:
            what = f"{len(fields)} columns stand where the header promises {self._width}"
            self._leave_out(number, what)
            return
        if empty := next((place for place in range(2, self._width) if not fields[place].strip()), 0):
            self.empty.append((number, f"column {empty + 1} of {excerpt(fields[1])}"))
        self.layers.add_word(number, fields[0], offsets, self.tokens)
        place = 0
        for layer in self._columns:
            if layer.base:
                self._add_relations(number, fields, layer, place)
                place += 1
            else:
                self._add_spans(number, fields, layer, offsets)

    def _add_spans(self, number: int, fields: list[str], layer: _Columns, offsets: tuple[int, int]) -> None:
        stacked = [fields[column].split("|") for column in layer.features]
        begun = 0
        for index in range(max(map(len, stacked), default=0)):
            values = [value for cell in stacked for value in cell[index : index + 1] if value not in _NOTHING]
            if not values:
                continue
            cell = stacked[layer.kind - layer.features.start]
            kind = _bare(cell[index], layer.name) if index < len(cell) else ""
            opened = self._open.get((layer.name, index))
            if any(value.startswith("I-") for value in values):
                if opened is None or opened.last != self.tokens - 1:
                    self._leave_out(number, f"{excerpt(values[0])} goes on with a span that is not there")
                    continue
                opened.last = self.tokens
                self.layers.add_span(opened.key, number, offsets, self.tokens, kind)
                continue
            key = (layer.name, fields[0], begun)
            begun += 1
            self._open[layer.name, index] = _Open(key, self.tokens)
            self.layers.add_span(key, number, offsets, self.tokens, kind)

    def _add_relations(self, number: int, fields: list[str], layer: _Columns, place: int) -> None:
        kinds = fields[layer.kind].split("|") if layer.kind >= 0 else []
        for index, governor in enumerate(fields[layer.governor].split("|")):
            if governor in _NOTHING:
                continue
            if not _TOKEN.match(governor):
                self._leave_out(number, f"{excerpt(governor)} is no token that a relation leads to")
                continue
            kind = _bare(kinds[index], layer.name) if index < len(kinds) else ""
            arc = Arc(number, (layer.base, fields[0], 0), (layer.base, governor, 0), kind)
            self.layers.add_relation(place, arc)

    def _leave_out(self, number: int, what: str) -> None:
        self._flaws.leave_out("line-left-out", number, what)


def _bare(value: str, layer: str) -> str:
    """A value without its prefix; the name of the layer stands for none."""
    bare = value[2:] if value[:2] in ("B-", "I-") else value
    return "" if bare in _NOTHING or bare.startswith(layer) else bare
