"""Other chains in WebAnno TSV 3: the two columns of the chain layer change where links change.

Other layers and comments stay byte for byte. Links of a chain that changed are numbered again in the order
of the text, as WebAnno itself writes them. A link keeps its type and relation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from coala.base.offsets import Ruler
from coala.formats.text_lines import iterate_lines, parse_offset
from coala.formats.webanno.relations import mask_escapes, split_values
from coala.formats.webanno.tsv import (
    COLUMNS_BEFORE_LAYERS,
    LAYER_HEADER,
    LINK_CELL,
    TOKEN_NUMBER,
    TYPE_CELL,
    read,
)
from coala.formats.writing.chains import (
    LabelledChain,
    MentionPlace,
    OwnChains,
    Rewritten,
    WantedChain,
    check_written,
    find_scopes,
    keep_writable,
    label_chains,
    list_own_chains,
    refuse_layout,
)
from coala.model.format_options import FormatOptions

_START = b"#FORMAT=WebAnno TSV 3"
_NO_VALUE = "*"


class _Token(NamedTuple):
    """A token or a part of one: its line, and its offsets in UTF-16 units."""

    line: int
    begin: int
    end: int
    is_part: bool


class _Columns(NamedTuple):
    """The columns of the only chain layer; -1 for a feature that it does not have."""

    types: int
    relations: int


class _Link(NamedTuple):
    """A link of the file: its chain and number there, the type and relation as written, and its lines."""

    chain: int
    order: int
    kind: str
    relation: str
    lines: tuple[int, ...]


def replace_chains(
    path: str, data: bytes, chains: Sequence[WantedChain], options: FormatOptions
) -> Rewritten:
    """Return the file with these chains in place of its own.

    A mention must begin and end with a token, and cannot have a gap; others are lost.

    Raises:
        CoalaError: the file is not version 3 with one chain layer, or the result does not have these chains.
    """
    annotations = read(path, data, options)
    if not data.removeprefix(b"\xef\xbb\xbf").startswith(_START):
        raise refuse_layout(path, "it is not WebAnno TSV 3")
    scopes = find_scopes(annotations, across=True)
    own = list_own_chains(annotations, scopes).get("", {})
    editor = _Editor(path, data, annotations.documents[0].text, own)
    if options.webanno_relations or (own and not editor.links):
        raise refuse_layout(path, "its coreference is in relations and not in a chain layer")
    lost: list[str] = []
    fitting = keep_writable(chains, editor.find_lines, lost)
    fresh = (str(number) for number in count(1) if str(number) not in own)
    labelled = label_chains(own, fitting, fresh)
    written = editor.write(labelled)
    check_written(path, read(path, written, options), labelled, scopes)
    return Rewritten(written, (*lost, *editor.lost))


class _Editor:
    """Edits the cells of one file."""

    def __init__(self, path: str, data: bytes, text: str, own: OwnChains) -> None:
        self._own = own
        self.lost: list[str] = []
        self._lines = data.split(b"\n")
        self._ruler = Ruler(text, "utf-16")
        self._tokens: list[_Token] = []
        self._columns = self._read_lines(path, data)
        self.links = self._read_links()
        self._by_place: defaultdict[tuple[int, int], list[_Link]] = defaultdict(list)
        offsets = {token.line: (token.begin, token.end) for token in self._tokens}
        for link in self.links:
            begins, ends = zip(*(offsets[line] for line in link.lines), strict=True)
            self._by_place[min(begins), max(ends)].append(link)
        self._first = {token.begin: number for number, token in reversed(list(enumerate(self._tokens)))}
        self._last = {token.end: number for number, token in enumerate(self._tokens)}
        # A part of a token may begin where the token does.
        self._exact = {(token.begin, token.end): token.line for token in reversed(self._tokens)}

    def _read_lines(self, path: str, data: bytes) -> _Columns:
        """Collect the tokens, and return the columns of the chain layer."""
        found: list[_Columns] = []
        columns = COLUMNS_BEFORE_LAYERS
        for number, line in iterate_lines(path, data):
            if header := LAYER_HEADER.match(line):
                features = [each.strip() for each in header[2].split("|")[1:] if each.strip()]
                places = {feature: columns + place for place, feature in enumerate(features)}
                if header[1] == "CH":
                    found.append(
                        _Columns(places.get("referenceType", -1), places.get("referenceRelation", -1))
                    )
                columns += max(len(features), 1)
                continue
            fields = line.split("\t")
            if len(fields) < columns or not TOKEN_NUMBER.fullmatch(fields[0]):
                continue
            begin, end = map(parse_offset, fields[1].partition("-")[::2])
            if begin is not None and end is not None:
                self._tokens.append(_Token(number, begin, end, "." in fields[0]))
        if len(found) != 1 or found[0].relations < 0:
            raise refuse_layout(path, f"it has {len(found) or 'no'} chain layer{'s' * (len(found) > 1)}")
        return found[0]

    def _read_links(self) -> list[_Link]:
        """Return the links of the file, each with the lines that name it."""
        lines: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        values: dict[tuple[int, int], tuple[str, str]] = {}
        for token in self._tokens:
            for key, kind, relation in self._read_cells(token.line):
                lines[key].append(token.line)
                values.setdefault(key, (kind, relation))
        return [_Link(*key, *values[key], tuple(lines[key])) for key in lines]

    def _read_cells(self, line: int) -> Iterator[tuple[tuple[int, int], str, str]]:
        """Yield chain and number, type and relation of each link at a token, up to the first broken one."""
        fields = self._split(line)
        types = split_values(fields[self._columns.types]) if self._columns.types >= 0 else []
        relations = split_values(fields[self._columns.relations])
        if types and len(types) != len(relations):
            return
        for place, relation in enumerate(relations):
            link = LINK_CELL.match(mask_escapes(relation))
            kind = TYPE_CELL.match(mask_escapes(types[place])) if types else None
            if not link or (types and (kind is None or int(kind[2]) != int(link[2]))):
                return
            given = types[place][: kind.end(1)] if kind else _NO_VALUE
            yield (int(link[2]), int(link[3])), given, relation[: link.end(1)]

    def _split(self, line: int) -> list[str]:
        return self._lines[line - 1].decode().split("\t")

    def _count_units(self, place: MentionPlace) -> tuple[int, int]:
        return self._ruler.units(place.begin), self._ruler.units(place.end)

    def find_lines(self, place: MentionPlace) -> tuple[int, ...]:
        """Return the lines of the tokens of a mention; () if it does not begin and end with tokens."""
        if not place.is_one_piece:
            return ()
        units = self._count_units(place)
        if known := self._by_place.get(units):
            return known[0].lines
        if line := self._exact.get(units):
            return (line,)
        first, last = self._first.get(units[0]), self._last.get(units[1])
        if first is None or last is None or first > last:
            return ()
        inside = [token for token in self._tokens[first : last + 1] if not token.is_part]
        if not inside or inside[0].begin != units[0] or inside[-1].end != units[1]:
            return ()
        return tuple(token.line for token in inside)

    def write(self, chains: Sequence[LabelledChain]) -> bytes:
        """Return the file with these chains; a label is the number of a chain."""
        before: defaultdict[int, list[_Link]] = defaultdict(list)
        after: defaultdict[int, list[_Link]] = defaultdict(list)
        for link in self.links:
            for line in link.lines:
                before[line].append(link)
        for each in chains:
            for link in self._list_links(each):
                for line in link.lines:
                    after[line].append(link)
        for line in sorted(before.keys() | after.keys()):
            if sorted(before[line]) != sorted(after[line]):
                self._write_line(line, sorted(after[line]))
                unread = [link for link in before[line] if not self._is_read(link)]
                self.lost += [f"line {line}: the broken link {link.chain}-{link.order}" for link in unread]
        return b"\n".join(self._lines)

    def _is_read(self, link: _Link) -> bool:
        """Return True if the reader has a mention for a link; it leaves out broken lines."""
        return any(
            link in self._by_place[self._count_units(place)] for place in self._own.get(str(link.chain), ())
        )

    def _list_links(self, each: LabelledChain) -> list[_Link]:
        """Return the links of a chain: those of the file if the chain is the same, else numbered again."""
        chain = int(each.label)
        own = [link for link in self.links if link.chain == chain]
        links = [self._make_link(chain, place) for place in sorted(each.chain.mentions)]
        if {link.lines for link in own} == {link.lines for link in links}:
            return own
        return [link._replace(order=order) for order, link in enumerate(links, 1)]

    def _make_link(self, chain: int, place: MentionPlace) -> _Link:
        known = self._by_place.get(self._count_units(place), [])
        same = next((link for link in known if link.chain == chain), known[0] if known else None)
        if same is not None:
            return same._replace(chain=chain)
        return _Link(chain, 0, _NO_VALUE, _NO_VALUE, self.find_lines(place))

    def _write_line(self, line: int, links: Sequence[_Link]) -> None:
        fields = self._split(line)
        if self._columns.types >= 0:
            fields[self._columns.types] = "|".join(f"{link.kind}[{link.chain}]" for link in links) or "_"
        fields[self._columns.relations] = (
            "|".join(f"{link.relation}->{link.chain}-{link.order}" for link in links) or "_"
        )
        self._lines[line - 1] = "\t".join(fields).encode()
