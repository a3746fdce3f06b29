"""The lines of brat standoff become spans and what is said of them; a line that breaks costs only itself."""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.model.values import Fragments
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.text_lines import bounded_lines, parse_offset

WIDEST_BREAK = 16
"""Characters of a line end with its indentation, at which brat cuts a span in two by itself."""

_LONGEST_WORDS = 10_000
"""Characters of the words of a span over several lines; more would be compared anew with every line."""

_LINE = re.compile(r"([TREAMN#])([^\s:]+)\Z|(\*)\Z")
_SPAN = re.compile(r"(\S+) (\d+ \d+(?:;\d+ \d+)*)\Z", re.ASCII)
_ARGUMENT = re.compile(r"[^\s:]+:(\S+)\Z")


class TextBound(NamedTuple):
    """A text span: where its line stands, its identifier and its type."""

    line: int
    identifier: str
    type: str
    fragments: Fragments


class BratStatement(NamedTuple):
    """A line that says something about other lines: its letter, its name, and the rest in words."""

    line: int
    letter: str
    name: str
    words: list[str]


class _Words(NamedTuple):
    """The words that the line of a span repeats, and the parts of the text that they should be."""

    line: int
    fragments: list[tuple[int, int]]
    words: str


class BratFile:
    """The lines of an .ann file that can be used."""

    def __init__(self, path: str, text: str, options: FormatOptions) -> None:
        self.path = path
        self.text = text
        self.lines: dict[str, int] = {}
        self.given: set[tuple[str, str]] = set()  # identifier, and type with offsets
        self.spans: list[TextBound] = []
        self.places: dict[str, int] = {}  # of a span, or of the trigger of an event
        self.events: list[BratStatement] = []
        self.said: list[BratStatement] = []
        self.units = 0  # lines that are not blank
        self.remarks: list[tuple[str, str]] = []
        self.flaws = Flaws(path, lenient=options.lenient)

    def leave_out(self, line: int, what: str) -> None:
        """Count a line that cannot be used."""
        self.flaws.leave_out("line-left-out", line, what)

    def place(self, line: int, identifier: str) -> int | None:
        """Which span is meant; None for a line that has no span, such as a relation, and for nothing."""
        place = self.places.get(identifier)
        if place is None and identifier not in self.lines:
            self.leave_out(line, f"refers to {excerpt(identifier)}, which no line defines")
        return place

    def places_of(self, said: BratStatement, identifiers: list[str]) -> list[int] | None:
        """The spans that are meant, None if one of them is defined nowhere; remarks what has no span."""
        missing = [word for word in identifiers if word not in self.places and word not in self.lines]
        if missing:
            self.leave_out(said.line, f"refers to {excerpt(missing[0])}, which no line defines")
            return None
        places = [self.places[word] for word in identifiers if word in self.places]
        if len(places) < len(identifiers):
            self.remarks.append(("relation-without-spans", f"{self.path}:{said.line}, {excerpt(said.name)}"))
        return places

    def arguments(self, said: BratStatement) -> list[str] | None:
        """The two identifiers that a relation ties, None if there are not two."""
        found = [_ARGUMENT.match(word) for word in said.words]
        identifiers = [argument[1] for argument in found if argument]
        if len(identifiers) != 2 or len(found) != 2:
            self.leave_out(said.line, f"the relation {excerpt(said.name)} has no two arguments")
            return None
        return identifiers


def read_lines(file: BratFile, data: bytes) -> None:
    """Read every line.

    Raises:
        ReadingError: a line is no UTF-8, or too long for a line.
    """
    words: _Words | None = None
    for number, line in bounded_lines(file.path, data):
        if not line.strip():
            continue
        head, *columns = line.split("\t")
        kind = _LINE.match(head)
        if kind and columns:
            file.units += 1
            _check_words(file, words)
            words = _read_line(file, number, head, columns)
            continue
        longer = words and _continued(file, words, line)
        if longer:
            words = longer
        else:
            file.units += 1
            file.leave_out(number, f"{excerpt(line)} is no line of standoff")
    _check_words(file, words)


def _read_line(file: BratFile, number: int, head: str, columns: list[str]) -> _Words | None:
    letter = head[0]
    if letter == "T":
        return _add_span(file, number, head, columns)
    if letter == "#":
        return None
    words = columns[0].split()
    if not words:
        file.leave_out(number, "nothing stands after the tab")
    elif letter == "E":
        file.events.append(BratStatement(number, letter, head, words))
    else:
        file.said.append(BratStatement(number, letter, words[0], words[1:]))
    file.lines.setdefault(head, number)
    return None


def _add_span(file: BratFile, number: int, identifier: str, columns: list[str]) -> _Words | None:
    earlier = file.lines.setdefault(identifier, number)
    fragments: list[tuple[int, int]] = []
    form = _SPAN.match(columns[0])
    for part in form[2].split(";") if form else ():
        begin, end = (parse_offset(digits) for digits in part.split(" "))
        if begin is None or end is None or begin > end:
            file.leave_out(number, f"the offsets {excerpt(part)} are no range")
            return None
        if end > len(file.text):
            file.leave_out(number, f"the span ends at {end}, the text at {len(file.text):,}")
            return None
        fragments.append((begin, end))
    if not form:
        file.leave_out(number, f"{excerpt(columns[0])} is no span such as 'Person 0 5;16 23'")
        return None
    words = _Words(number, fragments, columns[1]) if columns[1:] else None
    if (identifier, columns[0]) in file.given:
        file.remarks.append(("line-twice", f"{file.path}:{number}, {excerpt(identifier)}"))
        return words
    file.given.add((identifier, columns[0]))
    name = identifier
    if earlier != number:
        file.remarks.append(("identifier-twice", f"{file.path}:{number}, {excerpt(identifier)}"))
        name = f"{identifier}@{number}"  # brat writes no such identifier
    file.places.setdefault(identifier, len(file.spans))
    file.spans.append(TextBound(number, name, form[1], _merged(file, number, fragments)))
    return words


def _continued(file: BratFile, words: _Words, line: str) -> _Words | None:
    """The words of a span with the next line, if the text goes on with it."""
    longer = words.words + "\n" + line
    if len(longer) > _LONGEST_WORDS:
        return None
    room = 2 * len(longer)
    # A line of ten bytes must not make us compare a whole book.
    if sum(end - begin for begin, end in words.fragments) > room or len(words.fragments) > room:
        return None
    covered = " ".join(file.text[begin:end] for begin, end in words.fragments).split()
    return words._replace(words=longer) if covered[: len(longer.split())] == longer.split() else None


def _check_words(file: BratFile, words: _Words | None) -> None:
    """Remark a span whose text is not the one that its line repeats, or repeats over several lines."""
    if words is None:
        return
    repeated = words.words
    if "\n" in repeated:
        file.remarks.append(("span-words-broken", f"{file.path}:{words.line}, {excerpt(repeated)}"))
        return
    length = sum(end - begin for begin, end in words.fragments) + len(words.fragments) - 1
    # The length first: a line of ten bytes must not make us compare a whole book.
    same = length == len(repeated)
    covered = " ".join(file.text[begin:end] for begin, end in words.fragments) if same else None
    if covered is None or re.sub(r"\s", " ", covered) != re.sub(r"\s", " ", repeated):
        file.remarks.append(("text-mismatch", f"{file.path}:{words.line}, {excerpt(repeated)}"))


def _merged(file: BratFile, number: int, fragments: list[tuple[int, int]]) -> Fragments:
    """Sorted fragments; those that overlap, touch, or are parted by no more than a line end, are one."""
    merged: list[tuple[int, int]] = []
    overlap = False
    for begin, end in sorted(fragments):
        if begin == end:
            continue
        overlap = overlap or bool(merged and begin < merged[-1][1])
        if merged and _is_line_end(file.text, merged[-1][1], begin):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    if overlap:
        file.remarks.append(("fragments-overlap", f"{file.path}:{number}"))
    if not merged:
        file.remarks.append(("offsets-empty", f"{file.path}:{number}"))
    return tuple(merged)


def _is_line_end(text: str, begin: int, end: int) -> bool:
    if begin >= end:
        return True
    between = text[begin : min(end, begin + WIDEST_BREAK + 1)]
    return len(between) <= WIDEST_BREAK and between.isspace() and "\n" in between
