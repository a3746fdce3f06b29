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
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.text_lines import bounded_lines

_COLUMNS = 10

_BROKEN = "row-broken"
"""What is noticed."""

_ID = re.compile(r"(\d{1,9})(?:([-.])(\d{1,9}))?", re.ASCII)
_TEXT = re.compile(r"#[ \t]*text[ \t]*=")


class Node(NamedTuple):
    """A word or an empty node and its place in the sentence's text, of length 0 if it is not written."""

    line: int
    begin: int
    end: int
    misc: str


class Sentence(NamedTuple):
    """A sentence with the comments before it; ``text_differs`` when ``# text`` has other forms."""

    line: int
    comments: list[str]
    text: str
    nodes: list[Node]
    text_differs: bool


class _Written:
    """A piece of text: a word, a multiword token with its words, or an empty node that is to be written."""

    __slots__ = ("form", "forms", "no_space", "of_empty")

    def __init__(self, form: str, misc: str, of_empty: bool = False) -> None:
        self.form = form
        self.forms: list[str] = []
        self.no_space = "SpaceAfter=No" in misc.split("|")
        self.of_empty = of_empty


def sentences(path: str, data: bytes, write_empty: bool, flaws: Flaws) -> Iterator[Sentence]:
    """The sentences in their order; ``write_empty`` writes the forms of empty nodes into the text.

    A line that is none is left out; of one with too few or too many columns the form still counts.
    """
    comments: list[str] = []
    rows = _Rows(write_empty, flaws)
    for number, line in bounded_lines(path, data):
        if not line.strip():
            if rows.first_line:
                yield rows.sentence(comments)
                comments, rows = [], _Rows(write_empty, flaws, rows.last_word)
        elif line.startswith("#"):
            comments.append(line)
        else:
            rows.add(number, line)
    if rows.first_line:
        yield rows.sentence(comments)


class _Rows:
    """The lines of one sentence, one after the other."""

    def __init__(self, write_empty: bool, flaws: Flaws, before: int = 0) -> None:
        """``before`` is the number of the last word of the sentence before."""
        self._write_empty = write_empty
        self._flaws = flaws
        self._before = before
        self._written: list[_Written] = []
        self._nodes: list[tuple[int, int, int, str]] = []  # line, piece, part of the piece (-1: none), MISC
        self.last_word = self._empty = self._range_end = 0
        self._piece = -1  # to which the next word of a multiword token belongs
        self.first_line = 0

    def add(self, number: int, line: str) -> None:
        """Take one line."""
        self.first_line = self.first_line or number
        fields = line.split("\t")
        found = _ID.fullmatch(fields[0])
        if not found or len(fields) < 2:
            self._flaws.leave_out(_BROKEN, number, f"{excerpt(line)} is no word of CoNLL-U")
            return
        misc = fields[9] if len(fields) == _COLUMNS else "_"
        if len(fields) != _COLUMNS:
            many = f"{len(fields)} column{'s' * (len(fields) != 1)}"
            self._flaws.leave_out(_BROKEN, number, f"{excerpt(line)} has {many}, not {_COLUMNS}")
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
            self._flaws.leave_out(_BROKEN, number, f"the ID {fields[0]} does not follow the one before it")
            if kind:
                return
            self._range_end = min(self._range_end, first - 1)
        form = fields[1]
        if kind == "-":
            self._range_end = second
            self._piece = len(self._written)
            self._written.append(_Written(form, misc))
        elif kind:
            self._empty = second
            self._add_empty(number, form, misc)
        else:
            self.last_word, self._empty = first, 0
            self._add_word(number, form, misc)

    def _add_word(self, number: int, form: str, misc: str) -> None:
        if self.last_word > self._range_end:
            self._piece = len(self._written)
            self._written.append(_Written(form, misc))
        piece = self._piece
        self._nodes.append((number, piece, len(self._written[piece].forms), misc))
        self._written[piece].forms.append(form)

    def _add_empty(self, number: int, form: str, misc: str) -> None:
        if self._write_empty:
            self._written.append(_Written(form, misc, of_empty=True))
            self._written[-1].forms.append(form)
        self._nodes.append((number, len(self._written) - 1, 0 if self._write_empty else -1, misc))

    def sentence(self, comments: list[str]) -> Sentence:
        """All of them, once there are no more."""
        if self.last_word < self._range_end:
            self._flaws.leave_out(_BROKEN, self.first_line, "the sentence ends inside a multiword token")
        text, begins = self._text()
        differs = False
        given = next((comment for comment in comments if _TEXT.match(comment)), None)
        if given is not None and not self._write_empty:
            wanted = given[given.index("=") + 1 :].strip()
            places = _places([piece.form for piece in self._written], wanted)
            differs = places is None
            if places is not None:
                text, begins = wanted, places
        parts = [_parts(piece) for piece in self._written]
        nodes = []
        for line, piece, part, misc in self._nodes:
            if part < 0:
                begin = end = begins[piece] + len(self._written[piece].form) if piece >= 0 else 0
            else:
                begin, end = (begins[piece] + offset for offset in parts[piece][part])
            nodes.append(Node(line, begin, end, misc))
        return Sentence(self.first_line, comments, text, nodes, differs)

    def _text(self) -> tuple[str, list[int]]:
        """The forms joined, and where each begins."""
        pieces: list[str] = []
        begins: list[int] = []
        length = 0
        before: _Written | None = None
        for piece in self._written:
            if before and (before.of_empty or piece.of_empty or not before.no_space):
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
    if "".join(piece.forms) != piece.form:
        return [(0, whole)] * len(piece.forms)
    parts: list[tuple[int, int]] = []
    begin = 0
    for form in piece.forms:
        parts.append((begin, begin + len(form)))
        begin += len(form)
    return parts
