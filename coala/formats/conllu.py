"""CoNLL-U becomes sentences: their text, and where each word and each empty node stands in it.

The text of a sentence is its forms, with a space after each that has no ``SpaceAfter=No``; where ``# text``
holds the same forms with other white space, it counts instead. A multiword token is written once. Its words
are parts of it where their forms make it up (do + n't), otherwise each word stands for the whole token.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.formats.flaws import Flaws
from coala.formats.text_lines import bounded_lines

PLAIN = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
"""The columns where ``# global.columns`` does not name others, as it does in CoNLL-U Plus."""

_CELLS = ("MISC", "IDENTITY", "BRIDGING", "DISCOURSE_DEIXIS")
"""What a node keeps, in the order in which it does."""

_LINK = ("COREFHEAD", "COREFTYPE")
"""What it keeps of CoNLL-U Plus with links between words."""

_BROKEN = "row-broken"
"""What is noticed."""

_ID = re.compile(r"(\d{1,9})(?:([-.])(\d{1,9}))?", re.ASCII)
_GLOBAL_COLUMNS = re.compile(r"#[ \t]*global\.columns[ \t]*=(.*)")
_BLANKS = re.compile(" {2,}")
_TEXT = re.compile(r"#[ \t]*text[ \t]*=")


class Node(NamedTuple):
    """A word or an empty node and its place in the sentence's text, of length 0 for an empty node.

    ``number`` is its ID, where 3 is (3, 0) and 3.1 is (3, 1), and ``deps`` the DEPS of an empty node.
    ``identity``, ``bridging`` and ``deixis`` are columns of Universal Anaphora; ``link`` is a word to which
    this one is tied, and how: "2:9 rel".
    """

    line: int
    begin: int
    end: int
    number: tuple[int, int]
    deps: str
    misc: str
    identity: str
    bridging: str
    deixis: str
    link: str = "_"


class Sentence(NamedTuple):
    """A sentence with the comments before it; ``text_differs`` when ``# text`` has other forms."""

    line: int
    comments: list[str]
    text: str
    nodes: list[Node]
    text_differs: bool


class _Written:
    """A piece of text: a word, or a multiword token with its words."""

    __slots__ = ("form", "forms", "no_space")

    def __init__(self, form: str, misc: str) -> None:
        self.form = form
        self.forms: list[str] = []
        self.no_space = "SpaceAfter=No" in misc.split("|")


def sentences(path: str, data: bytes, flaws: Flaws) -> Iterator[Sentence]:
    """The sentences in their order.

    A line that is none is left out; of one with too few or too many columns the form still counts.
    """
    comments: list[str] = []
    layout = _Layout(PLAIN)
    rows = _Rows(layout, flaws)
    for number, line in bounded_lines(path, data):
        if not line.strip():
            if rows.first_line:
                yield rows.sentence(comments)
                comments, rows = [], _Rows(layout, flaws, rows.last_word)
        elif line.startswith("#"):
            comments.append(line)
            if found := _GLOBAL_COLUMNS.match(line):
                layout = _Layout(tuple(found[1].split()))
                rows.layout = layout
        else:
            rows.add(number, line)
    if rows.first_line:
        yield rows.sentence(comments)


class _Layout:
    """Where the columns that are read stand in a line."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self.columns = len(names)
        self.is_plain = names == PLAIN
        self.id, self.form, self.identity = map(self._place, ("ID", "FORM", "IDENTITY"))
        self._deps = self._place("DEPS")
        self._cells = [self._place(name) for name in _CELLS]
        self._link = [self._place(name) for name in _LINK]

    def _place(self, name: str) -> int:
        return self._names.index(name) if name in self._names else -1

    def cells(self, fields: list[str]) -> tuple[str, ...]:
        """What a node keeps of a line."""
        if self.is_plain:
            return fields[9], "_", "_", "_"
        cells = tuple(fields[place] if place >= 0 else "_" for place in self._cells)
        head, kind = self._link
        if head < 0 or fields[head] in ("_", ""):
            return cells
        return (*cells, f"{fields[head]} {fields[kind]}" if kind >= 0 else fields[head])

    def deps(self, fields: list[str]) -> str:
        """The dependencies of an empty node; "" where there is no such column."""
        return fields[self._deps] if -1 < self._deps < len(fields) else ""

    def fields(self, line: str) -> list[str]:
        """The columns of a line of CoNLL-U Plus, where blanks may divide them and the last may lack."""
        line = line.rstrip()
        fields = [field.strip() for field in line.split("\t")] if "\t" in line else _BLANKS.split(line)
        # What stands behind these may lack; a row without them was cut off.
        needed = max(self.form, self.identity, *self._link)
        if needed >= len(fields) and len(divided := line.split()) > needed:
            fields = divided
        if needed < len(fields) < self.columns:
            fields += ["_"] * (self.columns - len(fields))
        while len(fields) > self.columns and fields[-1] in ("", "_"):
            fields.pop()
        return fields


class _Rows:
    """The lines of one sentence, one after the other."""

    def __init__(self, layout: _Layout, flaws: Flaws, before: int = 0) -> None:
        """``before`` is the number of the last word of the sentence before."""
        self.layout = layout
        self._flaws = flaws
        self._before = before
        self._written: list[_Written] = []
        # Line, piece, part of the piece (-1: none), ID, DEPS, and the other columns that are read.
        self._nodes: list[tuple[int, int, int, tuple[int, int], str, tuple[str, ...]]] = []
        self.last_word = self._empty = self._range_end = 0
        self._piece = -1  # to which the next word of a multiword token belongs
        self.first_line = 0

    def add(self, number: int, line: str) -> None:
        """Take one line."""
        self.first_line = self.first_line or number
        layout = self.layout
        fields = line.split("\t") if layout.is_plain else layout.fields(line)
        found = _ID.fullmatch(fields[layout.id]) if -1 < layout.id < len(fields) else None
        if not found or not -1 < layout.form < len(fields):
            self._flaws.leave_out(_BROKEN, number, f"{excerpt(line)} is no word of CoNLL-U")
            return
        if len(fields) == layout.columns:
            cells = layout.cells(fields)
        else:
            many = f"{len(fields)} column{'s' * (len(fields) != 1)}"
            self._flaws.leave_out(_BROKEN, number, f"{excerpt(line)} has {many}, not {layout.columns}")
            cells = ("_",) * len(_CELLS)
        first, kind, second = int(found[1]), found[2], int(found[3] or 0)
        if not self._nodes and not self._written and first == self._before + (kind != "."):
            # In some corpora numbers count through the document.
            self.last_word = self._range_end = self._before
        fits = first == self.last_word + 1
        if kind == "-":
            fits = fits and second >= first > self._range_end
        elif kind:
            fits = first == self.last_word and second == self._empty + 1
        if not fits:
            self._flaws.leave_out(_BROKEN, number, f"the ID {found[0]} does not follow the one before it")
            if kind:
                return
            self._range_end = min(self._range_end, first - 1)
        form = fields[layout.form]
        if kind == "-":
            self._range_end = second
            self._piece = len(self._written)
            self._written.append(_Written(form, cells[0]))
        elif kind:
            self._empty = second
            deps = layout.deps(fields) if len(fields) == layout.columns else ""
            self._nodes.append((number, len(self._written) - 1, -1, (first, second), deps, cells))
        else:
            self.last_word, self._empty = first, 0
            self._add_word(number, form, cells)

    def _add_word(self, number: int, form: str, cells: tuple[str, ...]) -> None:
        if self.last_word > self._range_end:
            self._piece = len(self._written)
            self._written.append(_Written(form, cells[0]))
        piece = self._piece
        part = len(self._written[piece].forms)
        self._nodes.append((number, piece, part, (self.last_word, 0), "", cells))
        self._written[piece].forms.append(form)

    def sentence(self, comments: list[str]) -> Sentence:
        """All of them, once there are no more."""
        if self.last_word < self._range_end:
            self._flaws.leave_out(_BROKEN, self.first_line, "the sentence ends inside a multiword token")
        text, begins = self._text()
        differs = False
        given = next((comment for comment in comments if _TEXT.match(comment)), None)
        if given is not None:
            wanted = given[given.index("=") + 1 :].strip()
            places = _places([piece.form for piece in self._written], wanted)
            differs = places is None
            if places is not None:
                text, begins = wanted, places
        parts = [_parts(piece) for piece in self._written]
        nodes = []
        for line, piece, part, number, deps, cells in self._nodes:
            if part < 0:
                begin = end = begins[piece] + len(self._written[piece].form) if piece >= 0 else 0
            else:
                first, after = parts[piece][part]
                begin, end = begins[piece] + first, begins[piece] + after
            nodes.append(Node(line, begin, end, number, deps, *cells))
        return Sentence(self.first_line, comments, text, nodes, differs)

    def _text(self) -> tuple[str, list[int]]:
        """The forms joined, and where each begins."""
        pieces: list[str] = []
        begins: list[int] = []
        length = 0
        before: _Written | None = None
        for piece in self._written:
            if before and not before.no_space:
                pieces.append(" ")
                length += 1
            begins.append(length)
            pieces.append(piece.form)
            length += len(piece.form)
            before = piece
        return "".join(pieces), begins


def _places(forms: list[str], text: str) -> list[int] | None:
    """Where the forms begin in a text that has nothing else but white space; None if it has."""
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


def _parts(piece: _Written) -> list[tuple[int, int]]:
    """Where the words of a piece stand in it."""
    whole = len(piece.form)
    if len(piece.forms) == 1:
        return [(0, whole)]
    if "".join(piece.forms) != piece.form:
        return [(0, whole)] * len(piece.forms)
    parts: list[tuple[int, int]] = []
    begin = 0
    for form in piece.forms:
        parts.append((begin, begin + len(form)))
        begin += len(form)
    return parts
