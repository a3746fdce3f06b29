"""Lines of N-Triples as serialisers write them become columns, all lines of a window at once.

The shape of a line is what stands around its subject and its value: a predicate with the mark that opens the
value, and what closes it. It is learnt from the first such line, which the parser reads. Whatever has no
shape is left to the parser, so this is no second grammar of RDF.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from coala.model.values import write_literal
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.line_table import LONGEST_SHAPE, Flags, LineTable, Positions, TextForm
from coala.reading.rdf.terms import (
    ANCHOR,
    DOCUMENT,
    FIRST_OTHER,
    TEXT,
    TermTypes,
    column,
    number_literals,
    number_strings,
)

_MOST_SHAPES = 64
_MOST_TRIES = 16
"""Lines of one window that are learnt from."""

_FOR_THE_PARSER = -1
"""The role of lines that say what does not stand where it belongs, or the text of a document."""

_IRI = rb'[A-Za-z][A-Za-z0-9+.-]*:[^<>"{}|^`\\\x00-\x20]*'
_SHAPE = re.compile(
    rb"(?:<[^<> ]*>|_:[A-Za-z0-9_]+)(?P<before> <(?:%b)> (?:<|\"|_:))(?P<value>[^<>\"]*)"
    rb"(?P<after>(?:|>|\"(?:\^\^<(?:%b)>|@[A-Za-z0-9-]+)?) \.)\n" % (_IRI, _IRI)
)
_NEVER = b'<>"{}|^`\\ '
_LABEL = "[A-Za-z0-9_]+"
_SUBJECTS = TextForm(re.compile(f"{_IRI.decode()}|_:{_LABEL}"), (b"http://", b"https://"), _NEVER)
_NODES = TextForm(re.compile(_IRI.decode()), (b"http://", b"https://"), _NEVER)
_LABELS = TextForm(re.compile(_LABEL), (), b"")
_TEXTS = TextForm(re.compile(r'[^"\\]*'), (b"",), b'"\\')

_WHOLE_LINE = re.compile(
    rb"^(?:(?:[ \t]*(?:<[^<>\n\r]*>|_:[^\s<>\"#]+)){2}[ \t]*"
    rb"(?:<[^<>\n\r]*>|_:[^\s<>\"#]+|\"[^\"\\\n\r]*(?:\\.[^\"\\\n\r]*)*\"(?:\^\^<[^<>\n\r]*>|@[A-Za-z0-9-]+)?)"
    rb"[ \t]*\.)?[ \t]*(?:#[^\n\r]*)?\r?\n",
    re.MULTILINE,
)
"""A statement, a comment or neither: what stands on other lines begins and ends elsewhere."""


class _Shape(NamedTuple):
    """What lines of one predicate have in common.

    ``number`` gives the numbers of their values.
    """

    before: bytes
    after: bytes
    role: int
    number: Callable[[list[str]], list[int]]

    @property
    def key(self) -> int:
        """The key of its lines."""
        predicate = self.before[: self.before.rindex(b" ")]
        return int.from_bytes(predicate[-8:], "little") ^ len(predicate)

    @property
    def form(self) -> TextForm:
        """What a value must be."""
        return {b"<": _NODES, b":": _LABELS, b'"': _TEXTS}[self.before[-1:]]

    def fits(self, lines: LineTable, rows: Positions) -> Flags:
        """Which of the lines have this shape."""
        start = lines.subject_end[rows]
        end = lines.end[rows] - len(self.after)
        fits = lines.reads(start, self.before) & (start + len(self.before) <= end)
        return fits & lines.reads(end, self.after)


class _Said(NamedTuple):
    """What some lines of one role say: ``number`` gives the numbers of the values of some of these."""

    role: int
    rows: Positions
    number: Callable[[Flags], Positions]


class Lines:
    """What was learnt from the windows of one file so far."""

    def __init__(
        self, collector: Collector, terms: TermTypes, parse: Callable[[bytes], Iterable[Any]]
    ) -> None:
        """``parse`` gives the triples of some bytes, or raises SyntaxError."""
        self._collector = collector
        self._terms = terms
        self._parse = parse
        self._shapes: list[_Shape] = []

    def forget(self) -> None:
        """What was learnt is worth nothing."""
        self._shapes = []

    def take(self, window: bytes) -> bytes | None:
        """Collect the lines of a window that have a shape; the others are given back.

        None means that nothing was done: it is not certain that each of the others is a statement.

        Raises:
            UnicodeDecodeError: a name or a text is not UTF-8.
        """
        if b"\n" not in window:
            return None
        lines = LineTable(window)
        rows = np.flatnonzero(lines.fits)
        # An IRI stands in brackets, a blank node does not.
        bracket = lines.has_iri[rows]
        subjects = lines.runs(lines.start[rows] + bracket, lines.subject_end[rows] - bracket, _SUBJECTS)
        lines.fits[rows] = subjects.right
        shape_of = self._find_shapes(lines)
        columns = [self._find_values(lines, number, shape_of) for number in range(len(self._shapes))]
        fits = shape_of >= 0
        rest = lines.lines(~fits)
        if _WHOLE_LINE.sub(b"", rest):
            return None
        number_of_line = np.empty(len(fits), np.int64)
        number = self._collector.number_nodes if bracket.all() else self._number_subjects
        number_of_line[fits] = subjects.numbers(fits[rows], number)
        for said in columns:
            kept = fits[said.rows]
            if kept.any():
                self._collector.add_column(
                    said.role, _column(number_of_line[said.rows[kept]]), _column(said.number(kept))
                )
        return rest + lines.tail()

    def _find_shapes(self, lines: LineTable) -> Positions:
        """The number of the shape of each line, or -1."""
        shape_of = np.full(len(lines.fits), -1)
        rows_of: dict[int, Positions] = {}
        for number, shape in enumerate(self._shapes):
            rows = rows_of.get(shape.key)
            if rows is None:
                rows = np.flatnonzero(lines.fits & (lines.key == shape.key))
            fits = shape.fits(lines, rows)
            shape_of[rows[fits]] = number
            rows_of[shape.key] = rows[~fits]
        unknown = np.flatnonzero(lines.fits & (shape_of < 0))
        for _ in range(_MOST_TRIES):
            if not len(unknown) or len(self._shapes) == _MOST_SHAPES:
                break
            learnt = self._learn(lines.line(int(unknown[0])))
            fits = np.zeros(len(unknown), bool) if learnt is None else learnt.fits(lines, unknown)
            if learnt is not None and fits[0]:
                shape_of[unknown[fits]] = len(self._shapes)
                self._shapes.append(learnt)
            fits[0] = True
            unknown = unknown[~fits]
        # The last one stands for lines without a shape.
        refused = np.array([*(shape.role == _FOR_THE_PARSER for shape in self._shapes), False])
        shape_of[refused[shape_of]] = -1
        return shape_of

    def _find_values(self, lines: LineTable, number: int, shape_of: Positions) -> _Said:
        """Values of the lines of a shape; those that are not as they should be lose it."""
        shape = self._shapes[number]
        rows = np.flatnonzero(shape_of == number)
        start, end = lines.subject_end[rows] + len(shape.before), lines.end[rows] - len(shape.after)
        if shape.role < ANCHOR:
            offsets, right = lines.offsets(start, end)
            shape_of[rows[~right]] = -1
            return _Said(shape.role, rows, offsets.__getitem__)
        runs = lines.runs(start, end, shape.form)
        shape_of[rows[~runs.right]] = -1
        return _Said(shape.role, rows, partial(runs.numbers, number=shape.number))

    def _learn(self, line: bytes) -> _Shape | None:
        match = _SHAPE.fullmatch(line)
        if match is None or len(line) > LONGEST_SHAPE + len(match["value"]):
            return None
        try:
            triples = list(self._parse(line))
        except SyntaxError:
            return None
        if len(triples) != 1:
            return None
        collector, obj = self._collector, triples[0].object
        role = collector.number_predicate(triples[0].predicate.value)
        value = match["value"].decode("utf-8")
        number: Callable[[list[str]], list[int]] | None = None
        if type(obj) is self._terms.literal:
            if obj.value != value:
                return None
            if role <= ANCHOR:
                number = partial(number_strings, collector.anchors)
            elif role >= FIRST_OTHER:
                number = partial(number_literals, collector.literals, write_literal(obj)[len(value) + 2 :])
        elif role >= DOCUMENT and role != TEXT:
            is_iri = type(obj) is self._terms.iri
            number = collector.number_nodes if is_iri else self._number_blanks
        if number is None:
            return _Shape(match["before"], b" .", _FOR_THE_PARSER, collector.number_nodes)
        return _Shape(match["before"], match["after"], role, number)

    def _number_subjects(self, texts: list[str]) -> list[int]:
        nodes = self._collector.nodes
        return [
            self._collector.number_blank(self._terms.blank(text[2:])) if text[0] == "_" else nodes[text]
            for text in texts
        ]

    def _number_blanks(self, labels: list[str]) -> list[int]:
        return [self._collector.number_blank(self._terms.blank(label)) for label in labels]


def _column(values: Positions) -> array[int]:
    filled = column()
    filled.frombytes(values.tobytes())
    return filled
