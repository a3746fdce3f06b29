"""brat standoff (.ann with its .txt beside it) becomes ``Annotations``.

Every text span (T) is a mention. Coreference relations, equivalences (``*``) and spans whose type names
their chain ("Chain_3") join spans into one instance; other relations, attributes and normalisations are
statements about it. A relation to an event means the span of its trigger; what else events say is left out.
Offsets are code points of the text as it lies on the disk: CRLF counts two, a byte order mark one.
Source: brat manual, "Standoff format".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import extension, stem
from coala.base.patterns import match_names
from coala.base.plain_text import excerpt
from coala.errors import ReadingError
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.model.values import Fragments
from coala.reading.formats.annotations import AnnotatedStatement, Annotations, Document, Mention
from coala.reading.formats.text_lines import bounded_lines, decoded, parse_offset, problem

WIDEST_BREAK = 16
"""Characters of a line end with its indentation, at which brat cuts a span in two by itself."""

_MOST_LISTED = 5
"""Names in a remark."""

_FIRST_LINE = re.compile(rb"(?:[TREAMN#]\S+|\*)\t|[TREAMN#]\d+ |\* ")
_LINE = re.compile(r"([TREAMN#])([^\s:]+)\Z|(\*)\Z")
_SPAN = re.compile(r"(\S+) (\d+ \d+(?:;\d+ \d+)*)\Z", re.ASCII)
_ARGUMENT = re.compile(r"[^\s:]+:(\S+)\Z")


def looks_like(name: str, start: bytes) -> bool:
    """Is it .ann, and does it begin with a line of standoff (or with nothing)?

    Blanks for tabs are recognised, so that it can be said where they stand.
    """
    first = start.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
    return extension(name) == ".ann" and (not first or bool(_FIRST_LINE.match(first)))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one .ann file and, by ``options.sibling``, its text; instances are named after their first span.

    Raises:
        ReadingError: the text is not there; a line is broken or unknown; an identifier occurs twice or is
            referred to and missing; offsets lie outside the text; either file is not UTF-8.
    """
    name = stem(path)
    file = BratFile(path, _text(path, name, options))
    for number, line in bounded_lines(path, data):
        if line.strip():
            _read_line(file, number, line)
    for event in file.events:
        _place_event(file, event)
    sets = DisjointSets()
    chains = _joined_by_type(file, sets, options)
    others = _joined_by_relations(file, sets, options)
    keys = [f"{name}/{file.spans[sets.find(place)].identifier}" for place in range(len(file.spans))]
    mentions = [
        Mention(0, span.fragments, key, () if span.type in chains else (span.type,))
        for span, key in zip(file.spans, keys, strict=True)
        if span.fragments
    ]
    _check_options(file, chains, options)
    statements: dict[AnnotatedStatement, None] = {}
    for said in others:
        statement = _statement(file, said, keys)
        if statement:
            statements[statement] = None
    return Annotations((Document(name, file.text),), tuple(mentions), tuple(statements), tuple(file.remarks))


def _text(path: str, name: str, options: FormatOptions) -> str:
    beside = f"{name}.txt"
    found = options.sibling(beside) if options.sibling else None
    if found is None:
        raise problem(path, None, f"its text {beside} is not beside it: put it into the same folder.")
    return decoded(beside, found, keep_mark=True)


def _read_line(file: BratFile, number: int, line: str) -> None:
    head, *columns = line.split("\t")
    kind = _LINE.match(head)
    if not kind or not columns:
        raise problem(
            file.path,
            number,
            f"{excerpt(line)} is no line of brat standoff: write T1, R1, A1 … or *, then a tab.",
        )
    if kind[1]:
        earlier = file.lines.setdefault(head, number)
        if earlier != number:
            raise problem(
                file.path,
                number,
                f"the identifier {excerpt(head)} was used already in line {earlier}: give each line its own.",
            )
    letter = kind[1] or "*"
    if letter == "T":
        _add_span(file, number, head, columns)
    elif letter != "#":
        words = columns[0].split()
        if not words:
            raise problem(file.path, number, "nothing stands after the tab: complete or remove the line.")
        said = BratStatement(number, letter, words[0], words[1:])
        if letter == "E":
            file.events.append(BratStatement(number, letter, head, words))
        else:
            file.said.append(said)


def _add_span(file: BratFile, number: int, identifier: str, columns: list[str]) -> None:
    form = _SPAN.match(columns[0])
    if not form:
        raise problem(
            file.path,
            number,
            f"{excerpt(columns[0])} is no span such as 'Person 0 5' or 'Person 0 5;16 23': mend it.",
        )
    fragments: list[tuple[int, int]] = []
    for part in form[2].split(";"):
        begin, end = (parse_offset(digits) for digits in part.split(" "))
        if begin is None or end is None or begin > end:
            raise problem(file.path, number, f"the offsets {excerpt(part)} are no range: mend them.")
        if end > len(file.text):
            raise problem(
                file.path,
                number,
                f"the span ends at {end}, the text has {len(file.text):,} characters: "
                "check that the .txt belongs to this file.",
            )
        fragments.append((begin, end))
    _check_text(file, number, fragments, columns[1:])
    file.places[identifier] = len(file.spans)
    file.spans.append(TextBound(number, identifier, form[1], _merged(file, number, fragments)))


def _check_text(file: BratFile, number: int, fragments: list[tuple[int, int]], columns: list[str]) -> None:
    """Remark a span whose text is not the one that its line repeats."""
    if not columns:
        return
    repeated = columns[0]
    length = sum(end - begin for begin, end in fragments) + len(fragments) - 1
    # The length first: a line of ten bytes must not make us compare a whole book.
    covered = " ".join(file.text[begin:end] for begin, end in fragments) if length == len(repeated) else None
    if covered is None or re.sub(r"\s", " ", covered) != re.sub(r"\s", " ", repeated):
        file.remarks.append(("text-mismatch", f"{file.path}:{number}, {excerpt(repeated)}"))


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


def _place_event(file: BratFile, event: BratStatement) -> None:
    """An event stands where its trigger stands; its type and arguments are left out."""
    _, _, trigger = event.words[0].partition(":")
    place = file.place(event.line, trigger)
    if place is not None:
        file.places[event.name] = place
    file.remarks.append(("event-left-out", f"{file.path}:{event.line}, {excerpt(event.words[0])}"))


def _joined_by_type(file: BratFile, sets: DisjointSets, options: FormatOptions) -> set[str]:
    """Join the spans of each type that names a chain; gives these types."""
    try:
        return _joined_by(file, sets, match_names(options.brat_chain_types))
    except ReadingError as error:
        raise problem(file.path, None, str(error)) from None


def _joined_by(file: BratFile, sets: DisjointSets, is_chain: Callable[[str], bool]) -> set[str]:
    firsts: dict[str, int] = {}
    plain: set[str] = set()
    for place, span in enumerate(file.spans):
        if span.type in firsts:
            sets.join(firsts[span.type], place)
        elif span.type not in plain:
            if is_chain(span.type):
                firsts[span.type] = place
            else:
                plain.add(span.type)
    return set(firsts)


def _joined_by_relations(file: BratFile, sets: DisjointSets, options: FormatOptions) -> list[BratStatement]:
    """Join what equivalences and coreference relations tie; gives the lines that say something else."""
    others: list[BratStatement] = []
    for said in file.said:
        if said.letter == "*":
            tied = said.words
        elif said.letter == "R" and _is_coreference(said.name, options):
            tied = _arguments(file, said)
        else:
            others.append(said)
            continue
        places = [file.place(said.line, identifier) for identifier in tied]
        known = [place for place in places if place is not None]
        if len(known) < len(places):
            file.remarks.append(("relation-without-spans", f"{file.path}:{said.line}, {excerpt(said.name)}"))
        for place in known[1:]:
            sets.join(known[0], place)
    return others


def _check_options(file: BratFile, chains: set[str], options: FormatOptions) -> None:
    """Remark options that match nothing of what they could match, and say what there is."""
    met = {said.name for said in file.said if said.letter == "R"}
    if options.brat_relations and met and met.isdisjoint(options.brat_relations):
        file.remarks.append(("relation-not-met", f"{file.path} with {_listed(met)}"))
    if options.brat_chain_types != FORMAT_DEFAULTS.brat_chain_types and file.spans and not chains:
        types = {span.type for span in file.spans}
        file.remarks.append(("chain-types-not-met", f"{file.path} with {_listed(types)}"))


def _listed(names: set[str]) -> str:
    first = sorted(names)[:_MOST_LISTED]
    return ", ".join(map(excerpt, first)) + (", …" if len(names) > len(first) else "")


def _is_coreference(name: str, options: FormatOptions) -> bool:
    return name in options.brat_relations if options.brat_relations else "coref" in name.lower()


def _arguments(file: BratFile, said: BratStatement) -> list[str]:
    found = [_ARGUMENT.match(word) for word in said.words]
    identifiers = [argument[1] for argument in found if argument]
    if len(identifiers) != 2 or len(found) != 2:
        raise problem(
            file.path,
            said.line,
            f"the relation {excerpt(said.name)} needs two arguments such as 'Arg1:T1 Arg2:T2': mend it.",
        )
    return identifiers


def _statement(file: BratFile, said: BratStatement, keys: list[str]) -> AnnotatedStatement | None:
    """What a relation, attribute or normalisation says of an instance, if it speaks of spans at all."""
    if said.letter == "R":
        tied = _arguments(file, said)
    elif said.words:
        tied = said.words[:1]
    else:
        raise problem(
            file.path, said.line, f"{excerpt(said.name)} does not say what it is about: add an identifier."
        )
    places = [place for place in (file.place(said.line, word) for word in tied) if place is not None]
    if len(places) < len(tied):
        file.remarks.append(("relation-without-spans", f"{file.path}:{said.line}, {excerpt(said.name)}"))
        return None
    if said.letter == "R":
        return AnnotatedStatement(keys[places[0]], said.name, keys[places[1]], True)
    # An attribute without a value is a flag.
    return AnnotatedStatement(keys[places[0]], said.name, " ".join(said.words[1:]) or "true", False)


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


class BratFile:
    """The lines of an .ann file."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.lines: dict[str, int] = {}
        self.spans: list[TextBound] = []
        self.places: dict[str, int] = {}  # of a span, or of the trigger of an event
        self.events: list[BratStatement] = []
        self.said: list[BratStatement] = []
        self.remarks: list[tuple[str, str]] = []

    def place(self, line: int, identifier: str) -> int | None:
        """Which span is meant; None for a line that has no span of its own, such as a relation.

        Raises:
            ReadingError: there is no such line.
        """
        place = self.places.get(identifier)
        if place is None and identifier not in self.lines:
            raise problem(
                self.path,
                line,
                f"it refers to {excerpt(identifier)}, which no line defines: mend it, or add the line.",
            )
        return place
