"""Reader of WebAnno TSV, versions 3.x and 2.

Coreference is in a chain layer (version 3 only) or in a relation layer that means identity (``relations``).

Version 3 has a line for each token: its number, offsets, form, and the columns of the layers::

    #FORMAT=WebAnno TSV 3.2
    #T_CH=webanno.custom.CorefLink|referenceType|referenceRelation
    #Text=Ann left. She ran.
    1-1  0-3    Ann  nam[1]  *->1-1     chain 1, its first link
    1-4  10-13  She  pro[1]  *->1-2     chain 1, its second link

The text is rebuilt as WebAnno does it: a line end joins the ``#Text=`` lines of a sentence; a line end, or as
many blanks as the offsets leave, joins sentences. Offsets are UTF-16 units, as the format says, and are
converted to code points. A link of a chain covers the adjacent tokens that name it, also across sentences. If
it skips tokens it still reaches from the first to the last, as WebAnno reads it, and a remark says so.
``referenceType`` is a type of the mention, ``referenceRelation`` a statement about the instance. The
annotations of a broken line are left out; its text stays. Source: INCEpTION user guide, "WebAnno TSV 3.3 File
format".

Version 2 has no chains. Its first line names all layers (`` # type | feature # type | feature |
AttachTo=type``). Each feature is a column after the token; a relation layer has one more, with the token that
it leads to. ``B-`` begins a span, ``I-`` continues it, a bare value is a span of one token; stacked values
keep their order over the tokens. A relation ties the first spans that begin at its two tokens. The text is
the tokens, joined by spaces, as WebAnno itself reads it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.offsets import Ruler
from coala.base.plain_text import excerpt
from coala.formats.annotations import AnnotatedStatement, Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import RunningText, iterate_lines, parse_offset, problem
from coala.formats.webanno.project import find_document_name, is_skipped, make_empty_result
from coala.formats.webanno.relations import (
    TYPE_FEATURES,
    Arc,
    Layers,
    RelationLayer,
    SpanKey,
    SpanLayer,
    mask_escapes,
    split_values,
    unescape_text,
    unescape_value,
)
from coala.model.format_options import FormatOptions

VERSION_2_HEADER = re.compile(r" ?# [\w.]+ *(?:\||$)")
"""The beginning of the first line."""

_TOKEN_LINE = re.compile(r"\d{1,9}-\d{1,9}\Z", re.ASCII)
_NO_SPAN = ("_", "O", "", "O-_", "B-_", "I-_")
"""Values for no span; the last three keep the places of stacked ones."""


class _Version2Layer(NamedTuple):
    """A layer and its columns."""

    name: str
    features: range  # their columns
    kind: int  # the column of the feature with the type of a span or relation, or -1
    governor: int  # of a relation layer: the column with the token that it leads to; else -1
    base: str  # of a relation layer: the span layer that it ties; else ""


class _Open:
    """A span that may continue: its key and its last token (by its number in the file)."""

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
    document = _Version2Document(flaws)
    lines = 0
    for number, line in iterate_lines(path, data):
        if not line.strip():
            document.text.end_sentence()
        elif line.startswith(("#id=", "#text=")):
            continue
        elif not document.tokens and VERSION_2_HEADER.match(line):
            document.declare(line)
        else:
            lines += 1
            document.add_line(number, line)
    if not document.tokens:
        raise problem(path, 1, "no line has a token such as '1-1', so the file is incomplete: copy it again.")
    name = find_document_name(path)
    joined = document.layers.join(path, name, options, chained=False)
    mentions = [
        Mention(0, ((span.begin, span.end),), span.instance, span.types)
        for span in joined.spans
        if span.begin < span.end
    ]
    for line_number, what in joined.flaws:
        flaws.leave_out("line-left-out", line_number, what)
    flaws.weigh(lines, "lines")
    empty = (("cell-empty", f"{path}:{line}, {what}") for line, what in document.empty)
    remarks = (*joined.remarks, *empty, *flaws.remarks)
    return Annotations(
        (Document(name, document.text.text()),), tuple(mentions), tuple(joined.statements), remarks
    )


class _Version2Document:
    """The tokens of a file of version 2 so far, with their layers."""

    def __init__(self, flaws: Flaws) -> None:
        self.layers = Layers()
        self.text = RunningText()
        self.tokens = 0
        self._flaws = flaws
        self._columns: list[_Version2Layer] = []
        self._width = 2  # columns: the token's number and form, and those of the layers
        self._used: set[str] = set()  # the numbers of tokens so far
        self.empty: list[tuple[int, str]] = []  # lines with an empty cell, and the cell
        # By layer and place among stacked values: the span that the next token may continue.
        self._open: dict[tuple[str, int], _Open] = {}

    def declare(self, line: str) -> None:
        """Add the layers of a header."""
        for declared in re.split(r"(?:^ ?| )# ", line)[1:]:
            name, *features = [piece.strip() for piece in declared.split("|")]
            base = ""
            if features and features[-1].startswith("AttachTo="):
                base = features.pop().removeprefix("AttachTo=")
            columns = range(self._width, self._width + len(features))
            named = [feature for feature in TYPE_FEATURES if feature in features] or features
            kind = columns[features.index(named[0])] if named else -1
            self._width = columns.stop + bool(base)
            self._columns.append(_Version2Layer(name, columns, kind, columns.stop if base else -1, base))
            if base:
                self.layers.relations.append(RelationLayer(name, columns.start, columns.stop, base))
            else:
                self.layers.spans.append(SpanLayer(name, columns.start, tuple(features) or ("",)))

    def add_line(self, number: int, line: str) -> None:
        """Add the line of a token."""
        fields = line.removesuffix("\t").split("\t")  # a tab follows each column
        while len(fields) > self._width and not fields[-1].strip():
            fields.pop()
        if len(fields) < 2 or not _TOKEN_LINE.match(fields[0]):
            self._leave_out(number, f"{excerpt(line)} does not begin with a token such as '1-1'")
            return
        offsets = self.text.add(fields[1])
        self.tokens += 1
        if fields[0] in self._used:
            self._leave_out(number, f"the token {fields[0]} occurs twice")
            return
        self._used.add(fields[0])
        if len(fields) != self._width:
            what = f"{count(len(fields), 'column')} instead of the {self._width} of the header"
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

    def _add_spans(
        self, number: int, fields: list[str], layer: _Version2Layer, offsets: tuple[int, int]
    ) -> None:
        """Begin or continue the spans of a layer at a token, one for each of the stacked values."""
        stacked = [fields[column].split("|") for column in layer.features]
        begun = 0
        for index in range(max(map(len, stacked), default=0)):
            values = [value for cell in stacked for value in cell[index : index + 1] if value not in _NO_SPAN]
            if not values:
                continue
            cell = stacked[layer.kind - layer.features.start]
            kind = _strip_prefix(cell[index], layer.name) if index < len(cell) else ""
            opened = self._open.get((layer.name, index))
            if any(value.startswith("I-") for value in values):
                if opened is None or opened.last != self.tokens - 1:
                    self._leave_out(number, f"{excerpt(values[0])} continues a span that is missing")
                    continue
                opened.last = self.tokens
                self.layers.add_span(opened.key, number, offsets, self.tokens, kind)
                continue
            key = (layer.name, fields[0], begun)
            begun += 1
            self._open[layer.name, index] = _Open(key, self.tokens)
            self.layers.add_span(key, number, offsets, self.tokens, kind)

    def _add_relations(self, number: int, fields: list[str], layer: _Version2Layer, place: int) -> None:
        """Add the relations that are written at a token, those of relation layer number ``place``."""
        kinds = fields[layer.kind].split("|") if layer.kind >= 0 else []
        for index, governor in enumerate(fields[layer.governor].split("|")):
            if governor in _NO_SPAN:
                continue
            if not _TOKEN_LINE.match(governor):
                self._leave_out(number, f"{excerpt(governor)} is not a token that a relation leads to")
                continue
            kind = _strip_prefix(kinds[index], layer.name) if index < len(kinds) else ""
            arc = Arc(number, (layer.base, fields[0], 0), (layer.base, governor, 0), kind)
            self.layers.add_relation(place, arc)

    def _leave_out(self, number: int, what: str) -> None:
        self._flaws.leave_out("line-left-out", number, what)


def _strip_prefix(value: str, layer: str) -> str:
    """Return a value without its prefix; the name of the layer means ""."""
    bare = value[2:] if value[:2] in ("B-", "I-") else value
    return "" if bare in _NO_SPAN or bare.startswith(layer) else bare


WIDEST_GAPS = 10_000
"""Blanks between sentences in total, besides one for each byte of the file.

More are a broken offset, and would only fill the memory.
"""

COLUMNS_BEFORE_LAYERS = 3
"""Columns: the token's number, its offsets, and itself."""

_FORMAT = re.compile(r"#FORMAT=WebAnno TSV (3)(?:\.(\d{1,3}))?\s*\Z")
LAYER_HEADER = re.compile(r"#T_(SP|CH|RL)=(.*)\Z")
_COMMENT = re.compile(r"#[A-Z][A-Za-z0-9._]*=")
TOKEN_NUMBER = re.compile(r"\d+-\d+(?:\.\d+)?")
TYPE_CELL = re.compile(r"(.*)\[(\d{1,15})\]\Z", re.DOTALL)
LINK_CELL = re.compile(r"(.*)->(\d{1,15})-(\d{1,15})\Z", re.DOTALL)
_VERSION_2_START = re.compile(rb" ?# [\w.]+ \| |#id=\d+\r?\n#text=")


class _ChainLayer(NamedTuple):
    """A chain layer: its name without the package, and the columns of its features (-1 if missing)."""

    name: str
    types: int  # referenceType
    relations: int  # referenceRelation


class _Link:
    """A link of a chain: its outer offsets, and its given features."""

    __slots__ = ("begin", "end", "last", "line", "relations", "types")

    def __init__(self, line: int, begin: int, end: int, token: int) -> None:
        self.line = line
        self.last = token  # the latest token that names it, counted through the document
        self.begin = begin
        self.end = end
        self.types: dict[str, None] = {}
        self.relations: dict[str, None] = {}


class _LineError(Exception):
    """A line cannot be used; the rest of the file can."""


_Key = tuple[int, int, int]  # number of the layer, of the chain, of the link


class _Version3Document:
    """The text of a file of version 3 so far, and the links of its chains; offsets are UTF-16 units."""

    def __init__(self, path: str, minor: int, gaps_left: int, *, lenient: bool) -> None:
        self.path = path
        self.flaws = Flaws(path, lenient=lenient)
        self.minor = minor
        self.gaps_left = gaps_left  # blanks that may still be put between sentences
        self.pieces: list[str] = []
        self.utf16_length = 0  # of all pieces
        self.waiting_lines: list[str] = []  # #Text= lines of a sentence whose first token is still to come
        self.links: dict[_Key, _Link] = {}
        self.lines = 0
        self.tokens: set[str] = set()  # their numbers in the file, such as "1-2"
        self.token = 0  # the number of tokens so far, without their parts
        self.token_end = 0  # the end of the last token
        self.latest = Ruler("", "utf-16")  # the offsets of the last piece
        self.remarks: list[tuple[str, str]] = []

    def add(self, piece: str) -> None:
        self.pieces.append(piece)
        self.latest = Ruler(piece, "utf-16")
        self.utf16_length += self.latest.length

    def check_token(self, number: int, begin: int, end: int, written: str) -> None:
        """Remark a token that differs from the text at its offsets."""
        covered = None
        # A line of ten bytes must not make the reader copy a whole book.
        if end - begin <= 2 * len(written):
            before = self.utf16_length - self.latest.length
            first, last = (self.latest.code_points(offset - before) for offset in (begin, end))
            covered = self.pieces[-1][first:last] if first is not None and last is not None else None
        if covered not in (written, unescape_text(written, self.minor), unescape_value(written)):
            self.remarks.append(("text-mismatch", f"{self.path}:{number}, {excerpt(written)}"))


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file begins like a WebAnno TSV file of any version."""
    first = start.removeprefix(b"\xef\xbb\xbf")
    return first.startswith(b"#FORMAT=WebAnno TSV") or bool(_VERSION_2_START.match(first))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one document; instances are named after the file, the layer if there are several, and the chain.

    Raises:
        ReadingError: the header is missing or of another version; a sentence does not fit the text before it;
            too many lines are broken; the file is not UTF-8.
    """
    if is_skipped(path, options):
        return make_empty_result(path)
    lines = iterate_lines(path, data)
    first = next(lines, (1, ""))[1]
    if first.startswith(("# ", " # ")):
        return read_version_2(path, data, options)
    if first.startswith("#id="):
        raise problem(
            path,
            1,
            "this is WebAnno TSV 1, which has neither chains nor relations of identity: export the document "
            "as WebAnno TSV 3.",
        )
    # Version 3: layers, sentences, and the tokens of each sentence.
    minor = _read_minor_version(path, first)
    layers: list[_ChainLayer] = []
    other_layers = Layers()
    columns = COLUMNS_BEFORE_LAYERS
    document = _Version3Document(path, minor, len(data) + WIDEST_GAPS, lenient=options.lenient)
    number = 1
    for number, line in lines:
        if not line.strip():
            continue
        header = LAYER_HEADER.match(line)
        if header and not document.utf16_length and not document.waiting_lines:
            columns = _add_layer(header[1], header[2], columns, layers, other_layers)
        elif _COMMENT.match(line):
            if line.startswith("#Text="):
                document.waiting_lines.append(unescape_text(line[6:], minor))
        else:
            document.lines += 1
            try:
                _read_token_line(path, number, line, columns, layers, other_layers, document)
            except _LineError as error:
                document.flaws.leave_out("line-left-out", number, str(error))
    if document.waiting_lines:
        raise problem(
            path,
            number,
            "the file ends after a #Text line without tokens, so it is incomplete: copy it again.",
        )
    return _build_annotations(path, layers, other_layers, document, options)


def _read_minor_version(path: str, line: str) -> int:
    version = _FORMAT.match(line)
    if not version:
        raise problem(
            path,
            1,
            f"the first line is {excerpt(line)}, not '#FORMAT=WebAnno TSV 3.x': export the document "
            "as WebAnno TSV 3.",
        )
    return int(version[2] or 0)


def _add_layer(
    kind: str, declared: str, columns: int, layers: list[_ChainLayer], other_layers: Layers
) -> int:
    """Add a layer; return the number of columns so far."""
    name, *features = [field for field in declared.split("|") if field.strip()] or [""]
    name, features = name.strip(), [feature.strip() for feature in features]
    if kind == "CH":
        places = {feature: columns + index for index, feature in enumerate(features)}
        short = name.rpartition(".")[2]
        layers.append(
            _ChainLayer(short, places.get("referenceType", -1), places.get("referenceRelation", -1))
        )
    elif kind == "SP":
        other_layers.spans.append(SpanLayer(name, columns, tuple(features) or ("",)))
    elif features and features[-1].startswith("BT_"):
        other_layers.relations.append(
            RelationLayer(name, columns, columns + len(features) - 1, features[-1].removeprefix("BT_"))
        )
    return columns + max(len(features), 1)  # a layer without features also has one column


def _read_token_line(
    path: str,
    number: int,
    line: str,
    columns: int,
    layers: list[_ChainLayer],
    other_layers: Layers,
    document: _Version3Document,
) -> None:
    """Add a token of version 3 with its links, spans and relations.

    Raises:
        _LineError: the line cannot be used, or only in part.
        ReadingError: as ``_place_token``.
    """
    fields = line.split("\t")
    # A tab follows each field, the last one too.
    if len(fields) == columns + 1 and not fields[-1].strip():
        fields.pop()
    # GUM's converter writes extra columns if no layer has a value.
    if len(fields) > columns and not any(field.strip("_ ") for field in fields[COLUMNS_BEFORE_LAYERS:]):
        del fields[columns:]
    begin, end = _place_token(path, number, fields, document)
    if len(fields) != columns:
        raise _LineError(f"{count(len(fields), 'column')} instead of the {columns} of the header")
    for place, layer in enumerate(layers):
        _add_links(path, number, place, layer, fields, (begin, end), document)
    wrong = other_layers.add_line(number, fields, (begin, end), document.token)
    if wrong:
        raise _LineError(wrong)
    if empty := next(
        (place for place in range(COLUMNS_BEFORE_LAYERS, columns) if not fields[place].strip()), 0
    ):
        document.remarks.append(
            ("cell-empty", f"{path}:{number}, column {empty + 1} of {excerpt(fields[2])}")
        )


def _place_token(path: str, number: int, fields: list[str], document: _Version3Document) -> tuple[int, int]:
    """Return the offsets of a token after checking its place in the text.

    Raises:
        ReadingError: the sentence that it begins has no valid place.
    """
    first, dash, second = fields[1].partition("-") if len(fields) > 2 else ("", "", "")
    begin, end = parse_offset(first), parse_offset(second)
    if not dash or begin is None or end is None or begin > end:
        what = f"the offsets {excerpt(fields[1])} are not a range" if len(fields) > 2 else "it has no offsets"
        if document.waiting_lines:
            raise problem(path, number, f"{what} such as 4-8, which place a sentence: correct them.")
        raise _LineError(what)
    if document.waiting_lines:
        _place_sentence(path, number, begin, document)
    if not document.pieces:
        raise problem(
            path, number, "there is no #Text line before the first token: export the document again."
        )
    if not TOKEN_NUMBER.fullmatch(fields[0]) or not fields[0].isascii():
        raise _LineError(f"{excerpt(fields[0])} is not a number of a token such as 1-2")
    if fields[0] in document.tokens:
        raise _LineError(f"the token {fields[0]} occurs twice")
    if end > document.utf16_length:
        raise _LineError(
            f"the token ends at {end}, the text so far has {document.utf16_length:,} UTF-16 units"
        )
    document.tokens.add(fields[0])
    if "." not in fields[0]:
        if begin < document.token_end:
            document.remarks.append(("tokens-overlap", f"{path}:{number}, {excerpt(fields[2])}"))
        document.token += 1
        document.token_end = end
    document.check_token(number, begin, end, fields[2])
    return begin, end


def _place_sentence(path: str, number: int, begin: int, document: _Version3Document) -> None:
    """Append the waiting sentence at the begin of its first token."""
    gap = begin - document.utf16_length
    document.gaps_left -= gap
    if gap < 0 or document.gaps_left < 0:
        raise problem(
            path,
            number,
            f"the sentence begins at {begin}, the text before it ends at {document.utf16_length:,}: "
            "correct the offsets.",
        )
    # The end of the last line counts as one character; other missing characters were blanks.
    if document.pieces and gap:
        document.add("\n" + " " * (gap - 1))
    elif gap:
        document.add(" " * gap)
    document.add("\n".join(document.waiting_lines))
    document.waiting_lines.clear()


def _add_links(
    path: str,
    number: int,
    place: int,
    layer: _ChainLayer,
    fields: list[str],
    span: tuple[int, int],
    document: _Version3Document,
) -> None:
    """Add a token to the links that its columns of a chain layer name, such as ``nam[1]`` and ``*->1-2``."""
    types = split_values(fields[layer.types]) if layer.types >= 0 else []
    relations = split_values(fields[layer.relations]) if layer.relations >= 0 else []
    if types and relations and len(types) != len(relations):
        stacked = f"{count(len(types), 'type')} and {count(len(relations), 'relation')}"
        raise _LineError(f"{stacked} of chains are stacked")
    for index, relation in enumerate(relations):
        link = LINK_CELL.match(mask_escapes(relation))
        if not link:
            raise _LineError(f"{excerpt(relation)} does not name a link of a chain such as *->1-2")
        value, chain, order = relation[: link.end(1)], int(link[2]), int(link[3])
        kind = TYPE_CELL.match(mask_escapes(types[index])) if types else None
        if types and (kind is None or int(kind[2]) != chain):
            raise _LineError(f"the type {excerpt(types[index])} is not of chain {chain}")
        entry = document.links.setdefault((place, chain, order), _Link(number, *span, document.token))
        if document.token > entry.last + 1:
            document.remarks.append(("link-with-gap", f"{path}:{number}, link {chain}-{order}"))
        entry.last = document.token
        entry.begin, entry.end = min(entry.begin, span[0]), max(entry.end, span[1])
        given = types[index][: kind.end(1)] if kind else "*"
        if given != "*":
            entry.types[unescape_value(given)] = None
        if value != "*":
            entry.relations[unescape_value(value)] = None
    if types and not relations:
        raise _LineError(f"{excerpt(types[0])} has no link such as *->1-2 next to it")


def _build_annotations(
    path: str,
    layers: list[_ChainLayer],
    other_layers: Layers,
    document: _Version3Document,
    options: FormatOptions,
) -> Annotations:
    """Return the annotations of a file of version 3: its chains, else the spans that relations tie."""
    text = "".join(document.pieces)
    offsets = Ruler(text, "utf-16")
    name = find_document_name(path)
    names = _name_layers(layers)
    mentions: list[Mention] = []
    statements: dict[AnnotatedStatement, None] = {}
    # Mentions of chain layers, unless an option asks for relations.
    links = {} if options.webanno_relations else document.links
    identity_layers = other_layers.list_identity_layers() if links else ""
    if identity_layers:
        document.remarks.append(("relations-beside-chains", f"{path} with {identity_layers}"))
    for (place, chain, order), link in links.items():
        parts = (names[place], str(chain)) if len(layers) > 1 else (str(chain),)
        instance = instance_key(name, *parts)
        fragment = _convert_span(
            document, offsets, link.line, (link.begin, link.end), f"link {chain}-{order}"
        )
        if fragment is None:
            continue
        mentions.append(Mention(0, (fragment,), instance, tuple(link.types)))
        for relation in link.relations:
            statements[AnnotatedStatement(instance, "referenceRelation", relation, False)] = None
    # Without chains, mentions of a relation layer.
    if not links:
        joined = other_layers.join(path, name, options, chained=bool(layers))
        for span in joined.spans:
            fragment = _convert_span(document, offsets, span.line, (span.begin, span.end), "span")
            if fragment is not None:
                mentions.append(Mention(0, (fragment,), span.instance, span.types))
        statements.update(dict.fromkeys(joined.statements))
        document.remarks += joined.remarks
        for line, what in joined.flaws:
            document.flaws.leave_out("line-left-out", line, what)
    document.flaws.weigh(document.lines, "lines")
    remarks = (*document.remarks, *document.flaws.remarks)
    return Annotations((Document(name, text),), tuple(mentions), tuple(statements), remarks)


def _convert_span(
    document: _Version3Document, offsets: Ruler, line: int, units: tuple[int, int], what: str
) -> tuple[int, int] | None:
    """Return a span in code points; None, with a remark, if it is empty or splits a character."""
    begin, end = offsets.code_points(units[0]), offsets.code_points(units[1])
    if begin is None or end is None:
        document.flaws.leave_out("line-left-out", line, f"the {what} begins or ends inside a character")
    elif begin == end:
        document.remarks.append(("offsets-empty", f"{document.path}:{line}, {what}"))
    else:
        return begin, end
    return None


def _name_layers(layers: list[_ChainLayer]) -> list[str]:
    """Return a unique name for each layer."""
    names = [layer.name for layer in layers]
    # Two layers may differ in their package only, or not even there.
    return names if len(set(names)) == len(names) else [f"{name}.{n}" for n, name in enumerate(names, 1)]
