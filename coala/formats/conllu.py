"""Reader of CoNLL-U sentences: their text, and the offsets of each word and empty node.

::

    # text = Don't go
    1-2  Don't  …   a multiword token, written once in the text
    1    Do     …   its words, with the offsets 0 to 2 and 2 to 5
    2    n't    …
    3    go     …
    3.1  _      …   an empty node (a dropped word), which has length 0

The text of a sentence is its forms, with a space after each one without ``SpaceAfter=No``. If ``# text``
holds the same forms with other white space, it is used instead. The words of a multiword token are parts of
it if their forms make it up (Do + n't); otherwise each word covers the whole token. ``corefud`` reads the
chains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.formats.flaws import Flaws
from coala.formats.text_lines import iterate_lines

CONLL_U_COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
"""The columns, unless ``# global.columns`` names others, as in CoNLL-U Plus."""

_CELL_COLUMNS = ("MISC", "IDENTITY", "BRIDGING", "DISCOURSE_DEIXIS")
"""The cells that a node keeps, in order."""

_LINK_COLUMNS = ("COREFHEAD", "COREFTYPE")
"""The cells it keeps of CoNLL-U Plus with links between words."""

_BROKEN = "row-broken"
"""The code of the remark."""

_ID = re.compile(r"(\d{1,9})(?:([-.])(\d{1,9}))?", re.ASCII)
_GLOBAL_COLUMNS = re.compile(r"#[ \t]*global\.columns[ \t]*=(.*)")
_BLANKS = re.compile(" {2,}")
_TEXT = re.compile(r"#[ \t]*text[ \t]*=")


class Node(NamedTuple):
    """A word or an empty node and its offsets in the sentence's text; an empty node has length 0."""

    line: int
    begin: int
    end: int
    number: tuple[int, int]  # its ID: 3 is (3, 0) and 3.1 is (3, 1)
    deps: str  # DEPS of an empty node, else ""
    upos: str  # "" without this column
    misc: str
    # Columns of Universal Anaphora.
    identity: str
    bridging: str
    deixis: str
    # COREFHEAD and COREFTYPE: a word that is linked to this one, and the kind of link, as "2:9 rel".
    link: str = "_"


class Sentence(NamedTuple):
    """A sentence with the comments before it; ``text_differs`` is True if ``# text`` has other forms."""

    line: int
    comments: list[str]
    text: str
    nodes: list[Node]
    text_differs: bool


class _TextPiece:
    """A piece of text: a word, or a multiword token. ``forms`` are those of its words."""

    __slots__ = ("form", "forms", "no_space")

    def __init__(self, form: str, misc: str) -> None:
        self.form = form
        self.forms: list[str] = []
        self.no_space = "SpaceAfter=No" in misc.split("|")


def read_sentences(path: str, data: bytes, flaws: Flaws) -> Iterator[Sentence]:
    """Yield the sentences in order.

    A line that is not a word is left out; a line with too few or too many columns keeps its form.
    """
    comments: list[str] = []
    layout = _Columns(CONLL_U_COLUMNS)
    rows = _Rows(layout, flaws)
    for number, line in iterate_lines(path, data):
        if not line.strip():
            if rows.first_line:
                yield rows.build_sentence(comments)
                comments, rows = [], _Rows(layout, flaws, rows.last_word)
        elif line.startswith("#"):
            comments.append(line)
            if found := _GLOBAL_COLUMNS.match(line):
                layout = _Columns(tuple(found[1].split()))
                rows.layout = layout
        else:
            rows.add(number, line)
    if rows.first_line:
        yield rows.build_sentence(comments)


class _Columns:
    """The positions of the columns that are read."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self.columns = len(names)
        self.is_conll_u = names == CONLL_U_COLUMNS
        self.id, self.form, self.identity = map(self._place, ("ID", "FORM", "IDENTITY"))
        self._deps = self._place("DEPS")
        self.upos = self._place("UPOS")
        self._cells = [self._place(name) for name in _CELL_COLUMNS]
        self._link = [self._place(name) for name in _LINK_COLUMNS]

    def _place(self, name: str) -> int:
        return self._names.index(name) if name in self._names else -1

    def select_cells(self, fields: list[str]) -> tuple[str, ...]:
        """Return the cells of a line that a node keeps."""
        if self.is_conll_u:
            return fields[9], "_", "_", "_"
        cells = tuple(fields[place] if place >= 0 else "_" for place in self._cells)
        head, kind = self._link
        if head < 0 or fields[head] in ("_", ""):
            return cells
        return (*cells, f"{fields[head]} {fields[kind]}" if kind >= 0 else fields[head])

    def read_deps(self, fields: list[str]) -> str:
        """Return the dependencies of an empty node; "" without this column."""
        return fields[self._deps] if -1 < self._deps < len(fields) else ""

    def split_line(self, line: str) -> list[str]:
        """Split a line of CoNLL-U Plus into columns; blanks may separate them and the last may be missing."""
        line = line.rstrip()
        fields = [field.strip() for field in line.split("\t")] if "\t" in line else _BLANKS.split(line)
        # Columns after these may be missing; a row without these was cut off.
        needed = max(self.form, self.identity, *self._link)
        if needed >= len(fields) and len(divided := line.split()) > needed:
            fields = divided
        if needed < len(fields) < self.columns:
            fields += ["_"] * (self.columns - len(fields))
        while len(fields) > self.columns and fields[-1] in ("", "_"):
            fields.pop()
        return fields


class _Rows:
    """The lines of one sentence: ``add`` takes them in order, ``build_sentence`` returns the result."""

    def __init__(self, layout: _Columns, flaws: Flaws, before: int = 0) -> None:
        """Start a sentence; ``before`` is the number of the last word of the previous sentence."""
        self.layout = layout
        self._flaws = flaws
        self._last_word_before = before
        self._pieces: list[_TextPiece] = []
        # Line, piece, part of the piece (-1 without one), ID, DEPS, UPOS, and the other columns.
        self._nodes: list[tuple[int, int, int, tuple[int, int], str, str, tuple[str, ...]]] = []
        self.last_word = 0  # the number of the last word
        self._empty_count = 0  # empty nodes after it
        self._range_end = 0  # the number of the last word of the latest multiword token
        self._token_piece = -1  # the piece of the next word of a multiword token
        self.first_line = 0

    def add(self, number: int, line: str) -> None:
        """Add one line."""
        self.first_line = self.first_line or number
        layout = self.layout
        fields = line.split("\t") if layout.is_conll_u else layout.split_line(line)
        found = _ID.fullmatch(fields[layout.id]) if -1 < layout.id < len(fields) else None
        if not found or not -1 < layout.form < len(fields):
            self._flaws.leave_out(_BROKEN, number, f"{excerpt(line)} is not a word of CoNLL-U")
            return
        if len(fields) == layout.columns:
            cells, upos = layout.select_cells(fields), fields[layout.upos] if layout.upos >= 0 else ""
        else:
            many = f"{len(fields)} column{'s' * (len(fields) != 1)}"
            self._flaws.leave_out(_BROKEN, number, f"{excerpt(line)} has {many}, not {layout.columns}")
            cells, upos = ("_",) * len(_CELL_COLUMNS), ""
        # An ID is "3", "3-4" (kind "-") or "3.1" (kind ".").
        first, kind, second = int(found[1]), found[2], int(found[3] or 0)
        if not self._nodes and not self._pieces and first == self._last_word_before + (kind != "."):
            # In some corpora numbers count through the document.
            self.last_word = self._range_end = self._last_word_before
        fits = first == self.last_word + 1
        if kind == "-":
            fits = fits and second >= first > self._range_end
        elif kind:
            fits = first == self.last_word and second == self._empty_count + 1
        if not fits:
            self._flaws.leave_out(_BROKEN, number, f"the ID {found[0]} does not follow the one before it")
            if kind:
                return
            self._range_end = min(self._range_end, first - 1)
        form = fields[layout.form]
        if kind == "-":
            self._range_end = second
            self._token_piece = len(self._pieces)
            self._pieces.append(_TextPiece(form, cells[0]))
        elif kind:
            self._empty_count = second
            deps = layout.read_deps(fields) if len(fields) == layout.columns else ""
            self._nodes.append((number, len(self._pieces) - 1, -1, (first, second), deps, upos, cells))
        else:
            self.last_word, self._empty_count = first, 0
            self._add_word(number, form, upos, cells)

    def _add_word(self, number: int, form: str, upos: str, cells: tuple[str, ...]) -> None:
        """Add a word: a piece of its own, or a part of the current multiword token."""
        if self.last_word > self._range_end:
            self._token_piece = len(self._pieces)
            self._pieces.append(_TextPiece(form, cells[0]))
        piece = self._token_piece
        part = len(self._pieces[piece].forms)
        self._nodes.append((number, piece, part, (self.last_word, 0), "", upos, cells))
        self._pieces[piece].forms.append(form)

    def build_sentence(self, comments: list[str]) -> Sentence:
        """Return the sentence of all lines."""
        if self.last_word < self._range_end:
            self._flaws.leave_out(_BROKEN, self.first_line, "the sentence ends inside a multiword token")
        text, begins = self._join_forms()
        differs = False
        given = next((comment for comment in comments if _TEXT.match(comment)), None)
        if given is not None:
            wanted = given[given.index("=") + 1 :].strip()
            places = _find_forms([piece.form for piece in self._pieces], wanted)
            differs = places is None
            if places is not None:
                text, begins = wanted, places
        parts = [_split_piece(piece) for piece in self._pieces]
        nodes = []
        for line, piece, part, number, deps, upos, cells in self._nodes:
            if part < 0:
                begin = end = begins[piece] + len(self._pieces[piece].form) if piece >= 0 else 0
            else:
                first, after = parts[piece][part]
                begin, end = begins[piece] + first, begins[piece] + after
            nodes.append(Node(line, begin, end, number, deps, upos, *cells))
        return Sentence(self.first_line, comments, text, nodes, differs)

    def _join_forms(self) -> tuple[str, list[int]]:
        """Return the joined forms, and the offset of each."""
        pieces: list[str] = []
        begins: list[int] = []
        length = 0
        before: _TextPiece | None = None
        for piece in self._pieces:
            if before and not before.no_space:
                pieces.append(" ")
                length += 1
            begins.append(length)
            pieces.append(piece.form)
            length += len(piece.form)
            before = piece
        return "".join(pieces), begins


def _find_forms(forms: list[str], text: str) -> list[int] | None:
    """Return the offsets of the forms in a text; None if it holds more than the forms and white space."""
    begins: list[int] = []
    place = 0
    for form in forms:
        while place < len(text) and text[place].isspace():
            place += 1
        if not text.startswith(form, place):
            return None
        begins.append(place)
        place += len(form)
    return begins if place == len(text) else None


def _split_piece(piece: _TextPiece) -> list[tuple[int, int]]:
    """Return the begin and end of each word within its piece."""
    length = len(piece.form)
    if len(piece.forms) == 1:
        return [(0, length)]
    if "".join(piece.forms) != piece.form:
        return [(0, length)] * len(piece.forms)
    parts: list[tuple[int, int]] = []
    begin = 0
    for form in piece.forms:
        parts.append((begin, begin + len(form)))
        begin += len(form)
    return parts
