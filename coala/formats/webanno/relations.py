"""Relation layers of WebAnno that mean identity, the instances that they form, and escapes in WebAnno TSV.

WebAnno has no chains unless a project has a chain layer. Many projects mark coreference by relations instead:
a span layer ("Mention") with a relation layer on it ("Coref"). ``Layers`` collects the spans and relations of
a file token by token. ``Layers.join`` finds the relation layer that means identity, by an option or by its
name, and returns the spans with their instances. A relation that means anything else is a statement.

``split_values``, ``mask_escapes``, ``unescape_value`` and ``unescape_text`` read the columns of a token. An
annotation "person[3]|place[4]" has two stacked values, and the numbers of the spans that they belong to.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.plain_text import excerpt
from coala.formats.annotations import AnnotatedStatement, instance_key
from coala.model.format_options import FormatOptions

_ESCAPED = re.compile(r"\\.", re.DOTALL)
_VALUE_ESCAPE = re.compile(r"\\(->|[\\\[\]|_;tn*])")
_TEXT_ESCAPE = re.compile(r"\\([tnfrb\\\x00-\x07\x0e-\x1f])")
_JAVA_ESCAPE = re.compile(r"\\(u+[0-9A-Fa-f]{4}|.)", re.DOTALL)
_CONTROLS = {"t": "\t", "n": "\n", "f": "\f", "r": "\r", "b": "\b"}


def split_values(field: str) -> list[str]:
    """Return the stacked values of a column, with their escapes."""
    if field == "_":
        return []
    values: list[str] = []
    begin = 0
    for value in mask_escapes(field).split("|"):
        values.append(field[begin : begin + len(value)])
        begin += len(value) + 1
    return values


def mask_escapes(raw: str) -> str:
    """Replace each escape in a value by as many NULs, so that it is not read as a sign of the format."""
    return _ESCAPED.sub("\0\0", raw) if "\\" in raw else raw


def unescape_value(raw: str) -> str:
    """Return a value without its escapes."""
    return _VALUE_ESCAPE.sub(lambda escape: _CONTROLS.get(escape[1], escape[1]), raw)


def unescape_text(raw: str, minor: int) -> str:
    """Return a text without its escapes; up to version 3.1 they are those of Java."""
    if "\\" not in raw:
        return raw
    if minor >= 2:
        return _TEXT_ESCAPE.sub(lambda escape: _CONTROLS.get(escape[1], escape[1]), raw)
    decoded = _JAVA_ESCAPE.sub(_java_character, raw)
    # Java writes a character beyond U+FFFF as two escapes; a lone half is replaced.
    return decoded.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _java_character(escape: re.Match[str]) -> str:
    code = escape[1]
    return chr(int(code.lstrip("u"), 16)) if len(code) > 1 else _CONTROLS.get(code, code)


_GOVERNOR_CELL = re.compile(r"(\d{1,9}-\d{1,9}(?:\.\d{1,9})?)(?:\[(\d{1,15})_(\d{1,15})\])?\Z", re.ASCII)
_SPAN_NUMBER = re.compile(r"\[(\d{1,15})\]\Z", re.ASCII)
_IDENTITY = re.compile(r"(?i)[ck]oref|anaph|antecedent|identi|\Aana\Z|\Asame")
"""Names of layers or types of relations that mean identity."""
_BRIDGING = re.compile(r"(?i)bridg")
"""Names of types that never mean identity."""

TYPE_FEATURES = ("entity", "type", "value", "label")
"""Names of the feature with the type of a span, the surest first."""

_TOKEN = "Token"  # noqa: S105  the name of the layer of tokens, no secret

_MOST_LISTED = 6
"""Names in a remark."""


class SpanLayer(NamedTuple):
    """A span layer, such as "webanno.custom.Mention"."""

    name: str  # with its package
    first: int  # the column of its first feature
    features: tuple[str, ...]  # at least one, each with a column

    @property
    def kind(self) -> int:
        """The column of the type of a span, -1 without one."""
        named = [name for name in TYPE_FEATURES if name in self.features]
        return self.first + self.features.index(named[0]) if named else -1


class RelationLayer(NamedTuple):
    """A relation layer, such as "webanno.custom.Coref"."""

    name: str  # with its package
    first: int  # the column of its first feature
    governor: int  # the column of governors, right after the features
    base: str  # the span layer whose spans it ties


class LayerSpan(NamedTuple):
    """A span in UTF-16 units, its line, and the key of its instance."""

    line: int
    begin: int
    end: int
    instance: str
    types: tuple[str, ...]


class JoinedLayers(NamedTuple):
    """The spans of a base layer as mentions."""

    spans: list[LayerSpan]
    statements: list[AnnotatedStatement]
    remarks: list[tuple[str, str]]  # (code of a notice, example)
    flaws: list[tuple[int, str]]  # (line, message) about what cannot be used


SpanKey = tuple[str, str, int]
"""The base layer of a span, its token, and its number.

A span of one token may have no number: ("Mention", "1-2", 0). All tokens of another span have its number, and
its key has no token: ("Mention", "", 3).
"""


class _Span:
    """A span so far: its index among all spans, first line, offsets, and last token (by its number)."""

    __slots__ = ("begin", "end", "kind", "last", "line", "place")

    def __init__(self, place: int, line: int, begin: int, end: int, last: int) -> None:
        self.place, self.line, self.begin, self.end, self.last = place, line, begin, end, last
        self.kind = ""


class Arc(NamedTuple):
    """A relation: its line, the spans it ties, and its type."""

    line: int
    dependent: SpanKey
    governor: SpanKey
    kind: str


class Layers:
    """The span and relation layers of a file, the spans that relations may tie, and the relations."""

    def __init__(self) -> None:
        self.spans: list[SpanLayer] = []
        self.relations: list[RelationLayer] = []
        self._spans_by_key: dict[SpanKey, _Span] = {}
        self._arcs: list[list[Arc]] = []  # those of each relation layer
        self._gaps: list[int] = []  # lines of spans that skip a token
        # Tokens that a relation may tie itself: line, offsets, and number in the file.
        self._words: dict[SpanKey, tuple[int, tuple[int, int], int]] = {}

    def add_line(self, number: int, fields: list[str], offsets: tuple[int, int], token: int) -> str:
        """Add the columns of a token, the ``token``-th of the file; return a message about a flaw, or ""."""
        # Spans of the layers that relations tie.
        tied = {layer.base for layer in self.relations}
        for layer in self.spans:
            if layer.name in tied:
                self._add_spans(layer, number, fields, offsets, token)
        self.add_word(number, fields[0], offsets, token)
        # A relation is written at its dependent: the cell names the governor, as in "1-2[3_4]" (token 1-2,
        # its span 3, and span 4 of this token).
        message = ""
        for place, relation in enumerate(self.relations):
            kinds = [split_values(fields[column]) for column in range(relation.first, relation.governor)]
            for index, value in enumerate(split_values(fields[relation.governor])):
                form = _GOVERNOR_CELL.match(value)
                if not form:
                    message = f"{excerpt(value)} is not a governor such as 1-2[3_4]"
                    continue
                governor, dependent = int(form[2] or 0), int(form[3] or 0)
                kind = kinds[0][index] if kinds and index < len(kinds[0]) else "*"
                arc = Arc(
                    number,
                    (relation.base, "" if dependent else fields[0], dependent),
                    (relation.base, "" if governor else form[1], governor),
                    "" if kind == "*" else unescape_value(kind),
                )
                self.add_relation(place, arc)
        return message

    def _add_spans(
        self, layer: SpanLayer, number: int, fields: list[str], offsets: tuple[int, int], token: int
    ) -> None:
        """Add a token to the spans that its columns of a span layer name, such as ``person[3]``."""
        # The number of each span at this token (0 for a span without a number), and its type.
        kinds: dict[int, str] = {}
        for column in range(layer.first, layer.first + len(layer.features)):
            for value in split_values(fields[column]):
                form = _SPAN_NUMBER.search(mask_escapes(value))
                identifier = int(form[1]) if form else 0
                kinds.setdefault(identifier, "")
                given = value[: form.start()] if form else value
                if column == layer.kind and given != "*":
                    kinds[identifier] = unescape_value(given)
        for identifier, kind in kinds.items():
            key = (layer.name, "" if identifier else fields[0], identifier)
            self.add_span(key, number, offsets, token, kind)

    def add_word(self, number: int, name: str, offsets: tuple[int, int], token: int) -> None:
        """Add a token, which a relation may tie if its base layer is the tokens."""
        for relation in self.relations:
            if _short_name(relation.base) == _TOKEN:
                self._words[relation.base, name, 0] = number, offsets, token

    def add_span(
        self, key: SpanKey, number: int, offsets: tuple[int, int], token: int, kind: str = ""
    ) -> None:
        """Add a token, the ``token``-th, to a span, which may cover others."""
        span = self._spans_by_key.get(key)
        if span is None:
            self._spans_by_key[key] = span = _Span(len(self._spans_by_key), number, *offsets, token)
        span.kind = span.kind or kind
        if token > span.last + 1:
            self._gaps.append(span.line)
        span.last = token
        span.begin, span.end = min(span.begin, offsets[0]), max(span.end, offsets[1])

    def add_relation(self, place: int, arc: Arc) -> None:
        """Add a relation of the layer at this index among the relation layers."""
        while len(self._arcs) < len(self.relations):
            self._arcs.append([])
        self._arcs[place].append(arc)

    def join(self, path: str, name: str, options: FormatOptions, *, chained: bool) -> JoinedLayers:
        """Return the spans of the layers that relations of identity tie, as mentions.

        ``name`` is the name of the document, with which the keys of instances begin. Options may name the
        relation layer. Otherwise it is the only one whose name, or the name of one of its types, suggests
        identity. In a layer with that name, all types but bridging are identity. ``chained``: the file also
        has a layer of chains.
        """
        joined = JoinedLayers([], [], [], [])
        named = options.webanno_relations
        chosen = [
            (layer, arcs, kinds)
            for layer, arcs in self._pair_layers_with_arcs()
            if (kinds := find_identity_kinds(layer.name, {arc.kind for arc in arcs}, named)) is not None
        ]
        if not chosen or (len(chosen) > 1 and not named):
            code = "webanno-relation-not-met" if named else "no-chain-layer"
            if named or not chained:
                joined.remarks.append((code, f"{path} with {self._describe_layers()}"))
            return joined
        # Join the spans of the chosen layers, and keep the relations that mean something else.
        sets = DisjointSets()
        linked: set[int] = set()  # places of spans with a relation of identity
        other_relations: list[tuple[_Span, str, _Span]] = []
        for layer, arcs, kinds in chosen:
            if not named:
                joined.remarks.append(
                    ("relation-layer-found", f"{path}, {excerpt(layer.name)} with {list_kinds(kinds)}")
                )
            words = {end for arc in arcs for end in (arc.governor, arc.dependent) if end in self._words}
            for word in sorted(words - self._spans_by_key.keys(), key=lambda end: self._words[end]):
                self.add_span(word, *self._words[word])
            for arc in arcs:
                ends = self._spans_by_key.get(arc.dependent), self._spans_by_key.get(arc.governor)
                if ends[0] is None or ends[1] is None:
                    joined.flaws.append((arc.line, "a relation does not lead to a span"))
                elif arc.kind in kinds:
                    sets.join(ends[0].place, ends[1].place)
                    linked |= {ends[0].place, ends[1].place}
                else:
                    other_relations.append((ends[0], arc.kind or _short_name(layer.name), ends[1]))
        # All spans of the base layers are mentions, also those without a relation.
        bases = {layer.base for layer, _, _ in chosen}
        for (base, _, _), span in self._spans_by_key.items():
            if base in bases:
                key = instance_key(name, str(sets.find(span.place) + 1))
                if span.place not in linked:
                    joined.remarks.append(("spans-not-linked", f"{path}:{span.line}"))
                joined.spans.append(
                    LayerSpan(span.line, span.begin, span.end, key, (span.kind,) if span.kind else ())
                )
        for dependent, kind, governor in other_relations:
            keys = [instance_key(name, str(sets.find(span.place) + 1)) for span in (dependent, governor)]
            joined.statements.append(AnnotatedStatement(keys[0], kind, keys[1], True))
        joined.remarks.extend(("link-with-gap", f"{path}:{line}, span") for line in self._gaps)
        return joined

    def _pair_layers_with_arcs(self) -> list[tuple[RelationLayer, list[Arc]]]:
        """Return each relation layer with its relations, which may be none."""
        missing = len(self.relations) - len(self._arcs)
        return list(zip(self.relations, [*self._arcs, *([] for _ in range(missing))], strict=True))

    def list_identity_layers(self) -> str:
        """Return the names of relation layers that suggest identity, or ""."""
        found = [
            excerpt(layer.name)
            for layer, arcs in self._pair_layers_with_arcs()
            if arcs and find_identity_kinds(layer.name, {arc.kind for arc in arcs}, ())
        ]
        return ", ".join(found[:_MOST_LISTED])

    def _describe_layers(self) -> str:
        spans = [excerpt(_short_name(layer.name)) for layer in self.spans]
        relations = []
        for layer, arcs in self._pair_layers_with_arcs():
            kinds = {arc.kind for arc in arcs}
            relations.append(f"{excerpt(_short_name(layer.name))} ({list_kinds(kinds)})")
        tied = f"relation layers {_join_first_names(relations)}" if relations else "no relation layer"
        return f"{f'span layers {_join_first_names(spans)}' if spans else 'no span layer'} and {tied}"


def find_identity_kinds(layer: str, kinds: set[str], named: tuple[str, ...]) -> set[str] | None:
    """Return the types of relations of a layer that mean identity; None if it is not a layer of identity.

    ``named`` are layers or types from the options; without them, the names of both decide.
    """
    named_kinds = kinds & set(named)
    likely = {kind for kind in kinds if not _BRIDGING.search(kind)}
    if named:
        if layer in named or _short_name(layer) in named:
            return named_kinds or likely
        return named_kinds or None
    if is_identity(_short_name(layer)):
        return likely
    return {kind for kind in likely if is_identity(kind)} or None


def is_identity(name: str) -> bool:
    """Return True if the name of a layer or a type of relations suggests identity."""
    return bool(_IDENTITY.search(name))


def list_kinds(kinds: set[str]) -> str:
    """Return some types of relations for a sentence."""
    return (
        _join_first_names([excerpt(kind) if kind else "no type" for kind in sorted(kinds)]) or "no relation"
    )


def _short_name(name: str) -> str:
    return name.rpartition(".")[2]


def _join_first_names(names: list[str]) -> str:
    return ", ".join(names[:_MOST_LISTED]) + (", …" if len(names) > _MOST_LISTED else "")
