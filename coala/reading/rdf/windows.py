"""A large file of Turtle or N-Triples becomes triples in the collector, window by window.

A window ends where a statement seems to end. When the parser agrees, it was so; when it does not, the
window grows, and at last the whole file is read in one go, which also says what is wrong with it and where.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import pyoxigraph

from coala.reading.limits import has_room_for_numpy
from coala.reading.rdf.blocks import Blocks
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import FORMATS, TERMS, NotInWindowsError, is_relative
from coala.reading.rdf.terms import TermTypes
from coala.reading.sources import detect

WINDOW = {detect.TURTLE: 1 << 20, detect.N_TRIPLES: 3 << 20}
"""Bytes: numpy likes long columns, a regular expression what is still near (measured: 1 to 4 and 16 MiB)."""

LARGEST_WINDOW = 16 << 20

_PLAIN_IRI = re.compile(r'[^<>"{}|^`\\\x00-\x20]*')


class Bytes(Protocol):
    """Gives the bytes of a file, or of a part of it."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, at most so many; none at the end."""


def read_in_windows(stream: Bytes, syntax: str, collector: Collector, file_number: int) -> None:
    """Collect the triples of a file without a base.

    Raises:
        NotInWindowsError: the file is broken, or has IRIs that need a base, or cannot be cut.
    """
    reader = _WindowReader(syntax, collector, file_number)
    window, size, is_last = b"", WINDOW[syntax], False
    while True:
        pieces = [window]
        missing = size - len(window)
        while missing > 0 and not is_last:
            piece = stream.read(missing)
            is_last = not piece
            missing -= len(piece)
            pieces.append(piece)
        window = b"".join(pieces)
        if not window:
            return
        end = len(window) if is_last else window.rfind(b".\n") + 2
        if (end > 1 or is_last) and reader.take(window[:end]):
            window, size = window[end:], WINDOW[syntax]
        elif is_last or size >= LARGEST_WINDOW:
            raise NotInWindowsError
        else:
            size = min(2 * size, LARGEST_WINDOW)


class _Learner(Protocol):
    """Reads what repeats what it has learnt."""

    def take(self, window: bytes) -> bytes | None:
        """Collect what can be; the rest is given back, and None means: nothing was done."""

    def forget(self) -> None:
        """What was learnt is worth nothing any more."""


def _learner_of(syntax: str) -> Callable[[Collector, TermTypes, Callable[[bytes], Iterable[Any]]], _Learner]:
    if syntax != detect.N_TRIPLES or not has_room_for_numpy():
        return Blocks
    # numpy pays where there is much to read.
    from coala.reading.rdf.lines import Lines

    return Lines


class _WindowReader:
    def __init__(self, syntax: str, collector: Collector, file_number: int) -> None:
        self._format = FORMATS[syntax]
        self._collector = collector
        self._file_number = file_number
        self._prefixes: dict[str, str] = {}
        self._prologue = b""
        collector.begin_file(file_number)
        self._learnt = _learner_of(syntax)(collector, TERMS, self._parser)

    def take(self, window: bytes) -> bool:
        """Collect a window, unless it is none."""
        mark = self._collector.mark()
        try:
            rest = self._learnt.take(window)
            self._collect(window if rest is None else rest)
        except (SyntaxError, ValueError):
            self._collector.forget_since(mark)
            self._learnt.forget()
            return False
        return True

    def _collect(self, data: bytes) -> None:
        known, met = len(self._collector.names), len(self._collector.met)
        quads = self._parser(data)
        self._collector.collect(quads, TERMS, self._file_number)
        names = (*self._collector.names[known:], *list(self._collector.met)[met:])
        if quads.base_iri is not None or any(map(is_relative, names)):
            raise NotInWindowsError
        if quads.prefixes != self._prefixes:
            self._set_prefixes(quads.prefixes)

    def _set_prefixes(self, prefixes: dict[str, str]) -> None:
        if not all(_PLAIN_IRI.fullmatch(iri) and not is_relative(iri) for iri in prefixes.values()):
            raise NotInWindowsError
        self._prefixes = prefixes
        lines = (f"@prefix {name}: <{iri}> .\n" for name, iri in prefixes.items())
        self._prologue = "".join(lines).encode("utf-8")
        self._learnt.forget()

    def _parser(self, data: bytes) -> pyoxigraph.QuadParser:
        return pyoxigraph.parse(self._prologue + data, format=self._format, lenient=True)
