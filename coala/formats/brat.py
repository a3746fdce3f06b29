"""Reader of brat standoff: an ``.ann`` file and its text, the ``.txt`` next to it.

Tabs separate the columns::

    T1  Person 0 3    Ann          a text span: type, begin and end, words
    T2  Person 10 13  She
    R1  Coref Arg1:T2 Arg2:T1      a relation
    *   Equiv T1 T2                an equivalence, which may have more members
    E1  Say:T3 Who:T1              an event with its trigger
    N1  Reference T1 Wikidata:Q42  a normalisation: an entry of a knowledge base

Every text span (T) is a mention. Coreference relations, equivalences (``*``) and spans whose type names their
chain ("Chain_3") join spans into one instance. A normalisation (N) is a link of the span's instance to an
entry of a knowledge base. Where nothing else joins spans, normalisations do: each names an instance shared by
all files, as ``itsrdf:taIdentRef`` of NIF does. Other relations and attributes are statements about an
instance.

Where a chain's span and another span cover the same characters, the type of the other span is the mention's
type. A relation to an event refers to the span of its trigger; other parts of events are left out. A broken
line costs only itself. Offsets are code points of the text on disk: CRLF counts two, a byte order mark one.
Source: brat manual, "Standoff format".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import extension, stem
from coala.base.patterns import match_names
from coala.base.plain_text import excerpt
from coala.errors import ReadingError
from coala.formats.annotations import AnnotatedStatement, Annotations, Document, EntityLink, Mention
from coala.formats.entity_names import UnusableNameError, is_missing, name_entry
from coala.formats.flaws import Flaws
from coala.formats.text_lines import decode_utf8, iterate_lines, parse_offset, path_next_to, problem
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.model.values import Fragments

WIDEST_BREAK = 16
"""Characters of a line end with its indentation; brat itself splits a span in two there."""

_LONGEST_WORDS = 10_000
"""Characters of the words of a span over several lines; more would be compared again with every line."""

_MOST_NAMES = 100
"""Entries that a span may name where they join spans; honest ones have one or two."""

_LINE = re.compile(r"([TREAMN#])([^\s:]+)\Z|(\*)\Z")
_SPAN = re.compile(r"(\S+) (\d+ \d+(?:;\d+ \d+)*)\Z", re.ASCII)
_ARGUMENT = re.compile(r"[^\s:]+:(\S+)\Z")


class TextBound(NamedTuple):
    """A text span: its line number, identifier, type and fragments."""

    line: int
    identifier: str
    type: str
    fragments: Fragments


class BratStatement(NamedTuple):
    """A line that refers to other lines: "R1 Coref Arg1:T2 Arg2:T1" has the name "Coref" and two words.

    The name of an event is its identifier, "E1".
    """

    line: int
    letter: str  # R, E, A, M, N or *
    name: str
    words: list[str]
    label: str = ""  # of a normalisation: the third column, what the entry is called


class _StatedWords(NamedTuple):
    """The words that the line of a span states, and the fragments of the text that should match them."""

    line: int
    fragments: list[tuple[int, int]]
    words: str


class BratFile:
    """The usable lines of an .ann file. A span is known by its number, its index in ``spans``."""

    def __init__(self, path: str, text: str, options: FormatOptions) -> None:
        self.path = path
        self.text = text
        self.lines: dict[str, int] = {}  # line number by identifier ("T1")
        self.seen_spans: set[tuple[str, str]] = set()  # identifier, and type with offsets
        self.spans: list[TextBound] = []
        # By identifier: the number of the span; for an event that of its trigger.
        self.span_numbers: dict[str, int] = {}
        self.events: list[BratStatement] = []
        self.statements: list[BratStatement] = []
        self.line_count = 0  # lines that are not blank
        self.remarks: list[tuple[str, str]] = []
        self.flaws = Flaws(path, lenient=options.lenient)

    def leave_out(self, line: int, what: str) -> None:
        """Count a line that cannot be used."""
        self.flaws.leave_out("line-left-out", line, what)

    def find_span(self, line: int, identifier: str) -> int | None:
        """Return the number of a span; None if the line has no span, such as a relation, or is missing."""
        place = self.span_numbers.get(identifier)
        if place is None and identifier not in self.lines:
            self.leave_out(line, f"refers to {excerpt(identifier)}, which no line defines")
        return place

    def find_spans(self, statement: BratStatement, identifiers: list[str]) -> list[int] | None:
        """Return the numbers of spans; None if one is not defined. Remark identifiers without a span."""
        missing = [word for word in identifiers if word not in self.span_numbers and word not in self.lines]
        if missing:
            self.leave_out(statement.line, f"refers to {excerpt(missing[0])}, which no line defines")
            return None
        span_numbers = [self.span_numbers[word] for word in identifiers if word in self.span_numbers]
        if len(span_numbers) < len(identifiers):
            self.remarks.append(
                ("relation-without-spans", f"{self.path}:{statement.line}, {excerpt(statement.name)}")
            )
        return span_numbers

    def find_arguments(self, statement: BratStatement) -> list[str] | None:
        """Return the two identifiers in "Arg1:T2 Arg2:T1"; None if there are not two."""
        found = [_ARGUMENT.match(word) for word in statement.words]
        identifiers = [argument[1] for argument in found if argument]
        if len(identifiers) != 2 or len(found) != 2:
            self.leave_out(
                statement.line, f"the relation {excerpt(statement.name)} does not have two arguments"
            )
            return None
        return identifiers


def read_lines(file: BratFile, data: bytes) -> None:
    """Read every line into ``file``.

    A line that does not begin like standoff may be the next line of the words of a span: brat writes these on
    one line, but some programs keep their line ends.

    Raises:
        ReadingError: a line is not UTF-8 or too long.
    """
    words: _StatedWords | None = None  # those of the last span, while they may go on
    for number, line in iterate_lines(file.path, data):
        if not line.strip():
            continue
        head, *columns = line.split("\t")
        kind = _LINE.match(head)
        if kind and columns:
            file.line_count += 1
            _check_words(file, words)
            words = _read_line(file, number, head, columns)
            continue
        continued = words and _continue_words(file, words, line)
        if continued:
            words = continued
        else:
            file.line_count += 1
            file.leave_out(number, f"{excerpt(line)} is not a line of standoff")
    _check_words(file, words)


def _read_line(file: BratFile, number: int, head: str, columns: list[str]) -> _StatedWords | None:
    """Add a line by the letter of its identifier ``head``; return the words of a span."""
    letter = head[0]
    if letter == "T":
        return _add_span(file, number, head, columns)
    if letter == "#":
        return None
    words = columns[0].split()
    if not words:
        file.leave_out(number, "nothing follows the tab")
    elif letter == "E":
        file.events.append(BratStatement(number, letter, head, words))
    else:
        label = columns[1].strip() if letter == "N" and columns[1:] else ""
        file.statements.append(BratStatement(number, letter, words[0], words[1:], label))
    file.lines.setdefault(head, number)
    return None


def _add_span(file: BratFile, number: int, identifier: str, columns: list[str]) -> _StatedWords | None:
    """Add the span of "T1 Person 0 5;16 23 words"; return its words."""
    earlier = file.lines.setdefault(identifier, number)
    fragments: list[tuple[int, int]] = []
    form = _SPAN.match(columns[0])
    for part in form[2].split(";") if form else ():
        begin, end = (parse_offset(digits) for digits in part.split(" "))
        if begin is None or end is None or begin > end:
            file.leave_out(number, f"the offsets {excerpt(part)} are not a range")
            return None
        if end > len(file.text):
            file.leave_out(number, f"the span ends at {end}, the text at {len(file.text):,}")
            return None
        fragments.append((begin, end))
    if not form:
        file.leave_out(number, f"{excerpt(columns[0])} is not a span such as 'Person 0 5;16 23'")
        return None
    words = _StatedWords(number, fragments, columns[1]) if columns[1:] else None
    # The same line twice is one span; two spans with one identifier are both kept, the second renamed.
    if (identifier, columns[0]) in file.seen_spans:
        file.remarks.append(("line-twice", f"{file.path}:{number}, {excerpt(identifier)}"))
        return words
    file.seen_spans.add((identifier, columns[0]))
    name = identifier
    if earlier != number:
        file.remarks.append(("identifier-twice", f"{file.path}:{number}, {excerpt(identifier)}"))
        name = f"{identifier}@{number}"  # brat writes no such identifier
    file.span_numbers.setdefault(identifier, len(file.spans))
    file.spans.append(TextBound(number, name, form[1], _merge_fragments(file, number, fragments)))
    return words


def _continue_words(file: BratFile, words: _StatedWords, line: str) -> _StatedWords | None:
    """Return the words of a span with the next line; None if the text does not continue with it."""
    continued = words.words + "\n" + line
    if len(continued) > _LONGEST_WORDS:
        return None
    room = 2 * len(continued)
    # A line of ten bytes must not make the reader compare a whole book.
    if sum(end - begin for begin, end in words.fragments) > room or len(words.fragments) > room:
        return None
    covered = " ".join(file.text[begin:end] for begin, end in words.fragments).split()
    return words._replace(words=continued) if covered[: len(continued.split())] == continued.split() else None


def _check_words(file: BratFile, words: _StatedWords | None) -> None:
    """Remark a span whose text differs from the words on its line, or whose words fill several lines."""
    if words is None:
        return
    repeated = words.words
    if "\n" in repeated:
        file.remarks.append(("span-words-broken", f"{file.path}:{words.line}, {excerpt(repeated)}"))
        return
    length = sum(end - begin for begin, end in words.fragments) + len(words.fragments) - 1
    # The length first: a line of ten bytes must not make the reader compare a whole book.
    same = length == len(repeated)
    covered = " ".join(file.text[begin:end] for begin, end in words.fragments) if same else None
    if covered is None or re.sub(r"\s", " ", covered) != re.sub(r"\s", " ", repeated):
        file.remarks.append(("text-mismatch", f"{file.path}:{words.line}, {excerpt(repeated)}"))


def _merge_fragments(file: BratFile, number: int, fragments: list[tuple[int, int]]) -> Fragments:
    """Return sorted fragments; merge those that overlap, touch, or have only a line end between them."""
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


_MOST_LISTED = 5
"""Names in a remark."""

_MOSTLY = 0.8
"""The share of chain names that need a number of their own; one file of LitBank has 36 numbers for 42 chains.
"""

_NUMBER = re.compile(r"(?:(?<![_-])(?P<sign>[_-]+)|(?<!\d))(?P<number>\d{1,9})\Z", re.ASCII)


def join_by_type(file: BratFile, sets: DisjointSets, options: FormatOptions) -> set[str]:
    """Join the spans of each type that names a chain ("Chain_3"); return these types.

    An option has a pattern for these types. Without it, numbered types are chains too if nothing else joins
    spans.

    Raises:
        ReadingError: the pattern of such types is not a regular expression, or takes too long.
    """
    types = dict.fromkeys(span.type for span in file.spans)
    try:
        is_chain = match_names(options.brat_chain_types)
        chains = {name for name in types if is_chain(name)}
    except ReadingError as error:
        raise problem(file.path, None, str(error)) from None
    usual = options.brat_chain_types == FORMAT_DEFAULTS.brat_chain_types
    if usual and not any(means_identity(statement, options) for statement in file.statements):
        numbered = _find_numbered_types(list(types)) - chains
        if numbered:
            file.remarks.append(("chain-types-found", f"{file.path} with {_list_names(numbered)}"))
        chains |= numbered
    firsts: dict[str, int] = {}
    for place, span in enumerate(file.spans):
        if span.type in chains:
            sets.join(firsts.setdefault(span.type, place), place)
    return chains


def _find_numbered_types(types: list[str]) -> set[str]:
    """Return types that seem to number chains.

    These are types that share a stem and differ by a number ("chain1", "chain2"), and types with different
    stems whose numbers after a hyphen count up ("Ann-1", "Bob-2"). A few of the latter may share the number
    of another one, as in LitBank.
    """
    # By type: the stem, the hyphen or underscore, and the number.
    parts: dict[str, tuple[str, str, str]] = {}
    for name in types:
        form = _NUMBER.search(name)
        if form and form.start():
            parts[name] = name[: form.start()], form["sign"] or "", form["number"]
    by_stem: dict[str, list[str]] = {}
    for name, (word, sign, _) in parts.items():
        by_stem.setdefault(word + sign, []).append(name)
    found = {name for same in by_stem.values() if len(same) > 1 for name in same}
    counted = [name for name, (_, sign, _) in parts.items() if sign]
    if len(counted) > 1 and len({parts[name][2] for name in counted}) >= _MOSTLY * len(counted):
        found.update(counted)
    return found


def join_by_relations(file: BratFile, sets: DisjointSets, options: FormatOptions) -> list[BratStatement]:
    """Join spans tied by equivalences and coreference relations; return all other statements."""
    others: list[BratStatement] = []
    for statement in file.statements:
        if not means_identity(statement, options):
            others.append(statement)
            continue
        tied = statement.words if statement.letter == "*" else file.find_arguments(statement)
        known = file.find_spans(statement, tied) if tied is not None else None
        for place in (known or [])[1:]:
            sets.join((known or [])[0], place)
    return others


class _Normalisation(NamedTuple):
    """A span by its number, and the entry of a knowledge base that it means."""

    place: int
    entry: str
    label: str


class _Normalisations(NamedTuple):
    """The usable normalisations of a file, in order, by what they are read as."""

    names: list[_Normalisation]  # of instances
    links: list[_Normalisation]  # of instances that something else joins


def read_normalisations(
    file: BratFile, others: list[BratStatement], chains: set[str], options: FormatOptions
) -> tuple[list[BratStatement], _Normalisations]:
    """Read normalisations as names of instances or as links; return all other statements first.

    A normalisation is read as a name if an option lists it among the relations that mean identity. Without
    options, all are read as names if nothing else joins spans.
    """
    usual = not options.brat_relations and options.brat_chain_types == FORMAT_DEFAULTS.brat_chain_types
    alone = (
        usual and not chains and not any(means_identity(statement, options) for statement in file.statements)
    )
    rest: list[BratStatement] = []
    found = _Normalisations([], [])
    for statement in others:
        if statement.letter != "N":
            rest.append(statement)
            continue
        kind = found.names if alone or statement.name in options.brat_relations else found.links
        kind += _read_normalisation(file, statement)
    if found.names and alone:
        file.remarks.append(("normalisations-joined", f"{file.path} with {excerpt(found.names[0].entry)}"))
    return rest, found


def _read_normalisation(file: BratFile, statement: BratStatement) -> list[_Normalisation]:
    """Return the entry of a normalisation for its span; none if it has no span or no entry."""
    target, reference = statement.words[:1], " ".join(statement.words[1:])
    base, colon, name = reference.partition(":")
    if not colon:
        file.leave_out(statement.line, f"{excerpt(reference)} is not an entry such as 'Wikidata:Q76'")
        return []
    span_numbers = file.find_spans(statement, target)
    where = f"{file.path}:{statement.line}, "
    try:
        # "http://…" is an address without a base.
        entry = name_entry(reference if name.startswith("//") else name, base)
    except UnusableNameError as error:
        file.remarks.append(("entry-unusable", where + str(error)))
        return []
    if entry is None:
        return []
    if not entry.is_known:
        file.remarks.append(("base-unknown", where + excerpt(reference)))
    label = "" if is_missing(statement.label) else statement.label
    return [_Normalisation(place, entry.name, label) for place in span_numbers or ()]


def check_options(file: BratFile, chains: set[str], options: FormatOptions, *, named: bool) -> None:
    """Add a remark if an option matches nothing in the file, or if nothing joins its spans.

    ``named``: normalisations were read as names of instances.
    """
    found_names = {statement.name for statement in file.statements if statement.letter in "RN"}
    types = {span.type for span in file.spans}
    remarks_before = len(file.remarks)
    if options.brat_relations and found_names and found_names.isdisjoint(options.brat_relations):
        file.remarks.append(("relation-not-met", f"{file.path} with {_list_names(found_names)}"))
    if options.brat_chain_types != FORMAT_DEFAULTS.brat_chain_types and file.spans and not chains:
        file.remarks.append(("chain-types-not-met", f"{file.path} with {_list_names(types)}"))
    joined = chains or named or any(means_identity(statement, options) for statement in file.statements)
    if len(file.spans) > 1 and not joined and len(file.remarks) == remarks_before:
        counted = f"{len(file.spans):,} spans of {_list_names(types)}"
        relations = f" and relations {_list_names(found_names)}" if found_names else ""
        file.remarks.append(("nothing-joins-spans", f"{file.path} with {counted}{relations}"))


def means_identity(statement: BratStatement, options: FormatOptions) -> bool:
    """Return True if a line joins its spans: an equivalence, or a relation named by an option or "coref"."""
    if statement.letter == "*":
        return True
    named = options.brat_relations
    return statement.letter == "R" and (
        statement.name in named if named else "coref" in statement.name.lower()
    )


def _list_names(names: set[str]) -> str:
    first = sorted(names)[:_MOST_LISTED]
    return ", ".join(map(excerpt, first)) + (", …" if len(names) > len(first) else "")


_FIRST_LINE = re.compile(rb"(?:[TREAMN#]\S+|\*)\t|[TREAMN#]\d+ |\* ")


def looks_like(name: str, start: bytes) -> bool:
    """Return True for an .ann file that begins with a line of standoff or is empty.

    Blanks instead of tabs are accepted, so that a message can name the line.
    """
    first = start.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
    return extension(name) == ".ann" and (not first or bool(_FIRST_LINE.match(first)))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one .ann file and, by ``options.sibling``, its text; instances are named after their first span.

    Raises:
        ReadingError: the text is missing; too many lines are broken, refer to nothing or lie outside the
            text; either file is not UTF-8.
    """
    name = stem(path)
    file = open_file(path, data, options)
    # Join spans by the types, relations and normalisations that mean identity.
    sets = DisjointSets()
    chains = join_by_type(file, sets, options)
    types = move_types(file, chains)
    others, entries = read_normalisations(file, join_by_relations(file, sets, options), chains, options)
    names: dict[int, dict[str, None]] = {}
    for place, entry, _ in entries.names:
        names.setdefault(sets.find(place), {})[entry] = None
    entries = _link_crowded(file, sets, names, entries)
    # The instances of each span: those of its normalisations, else one named after the first span of its set.
    keys = [
        tuple(names.get(first, (f"{name}/{file.spans[first].identifier}",)))
        for first in map(sets.find, range(len(file.spans)))
    ]
    mentions = [
        Mention(0, span.fragments, key, types[place])
        for place, span in enumerate(file.spans)
        if span.fragments and place in types
        for key in keys[place]
    ]
    check_options(file, chains, options, named=bool(entries.names))
    statements = {each: None for statement in others for each in _state_about(file, statement, keys)}
    links = (EntityLink(key, entry, label) for place, entry, label in entries.links for key in keys[place])
    file.flaws.weigh(file.line_count, "lines")
    return Annotations(
        (Document(name, file.text),),
        tuple(mentions),
        tuple(statements),
        (*file.remarks, *file.flaws.remarks),
        frozenset(entry for _, entry, _ in entries.names),
        links=tuple(dict.fromkeys(links)),
    )


def open_file(path: str, data: bytes, options: FormatOptions) -> BratFile:
    """Return the text and all usable lines of an .ann file; raises what ``read`` raises."""
    stored = _read_text(path, stem(path), options)
    text = _fit_text(stored, data)
    file = BratFile(path, text, options)
    if text != stored:
        file.remarks.append(("text-fitted", path))
    read_lines(file, data)
    for event in file.events:
        _resolve_event(file, event)
    return file


def _link_crowded(
    file: BratFile, sets: DisjointSets, names: dict[int, dict[str, None]], entries: _Normalisations
) -> _Normalisations:
    """Return the normalisations with those of a span that names too many entries as links.

    The span is removed from ``names``: a mention of thousands of instances would be compared with each.
    """
    crowded = {first for first, found in names.items() if len(found) > _MOST_NAMES}
    if not crowded:
        return entries
    for first in crowded:
        example = f"{file.path}, {excerpt(file.spans[first].identifier)} with {len(names.pop(first)):,}"
        file.remarks.append(("entries-many", example))
    moved = [each for each in entries.names if sets.find(each.place) in crowded]
    kept = [each for each in entries.names if sets.find(each.place) not in crowded]
    return _Normalisations(kept, [*entries.links, *moved])


def _read_text(path: str, name: str, options: FormatOptions) -> str:
    text_name = f"{name}.txt"
    found = options.sibling(text_name) if options.sibling else None
    if found is None:
        raise problem(path, None, f"its text {text_name} is missing: put it into the same folder.")
    return decode_utf8(path_next_to(path, text_name), found, keep_mark=True)


_MOST_COMPARED = 1_000
"""Spans whose words decide how the text is read."""

_SPAN_WITH_WORDS = re.compile(rb"^T\d+\t\S+ (\d{1,12}) (\d{1,12})\t([^\r\n]+)", re.MULTILINE)


def _fit_text(text: str, data: bytes) -> str:
    """Return the variant of the text that most spans' words match.

    Some programs drop the byte order mark, or turn CRLF into LF.
    """
    without = text.removeprefix("\ufeff")
    candidates = dict.fromkeys((text, without, text.replace("\r\n", "\n"), without.replace("\r\n", "\n")))
    if len(candidates) == 1:
        return text
    spans = [
        (int(begin), int(end), words.decode("utf-8", "replace").strip())
        for begin, end, words in islice(
            (match.groups() for match in _SPAN_WITH_WORDS.finditer(data)), _MOST_COMPARED
        )
    ]
    # On a tie the unchanged text wins.
    return max(
        candidates, key=lambda candidate: sum(candidate[begin:end] == words for begin, end, words in spans)
    )


def _resolve_event(file: BratFile, event: BratStatement) -> None:
    """Record the trigger's span as the span of an event; its type and arguments are left out."""
    _, _, trigger = event.words[0].partition(":")
    place = file.find_span(event.line, trigger)
    where = f"{file.path}:{event.line}, "
    if place is None:
        if trigger in file.lines:
            file.remarks.append(("event-left-out", where + excerpt(event.words[0])))
        return
    file.span_numbers[event.name] = place
    if len(event.words) > 1:
        file.remarks.append(("event-arguments-left-out", where + excerpt(" ".join(event.words))))


def move_types(file: BratFile, chains: set[str]) -> dict[int, tuple[str, ...]]:
    """Return the types of each span that is a mention.

    A span of another type that covers the same characters as a chain's span is not a mention. Its type and
    the statements about it move to the chain's mention.
    """
    if not chains:
        return {place: (span.type,) for place, span in enumerate(file.spans)}
    types: dict[int, tuple[str, ...]] = {}
    by_fragments: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for place, span in enumerate(file.spans):
        if span.type in chains:
            types[place] = ()
            by_fragments.setdefault(span.fragments, []).append(place)
    moved: dict[int, int] = {}
    for place, span in enumerate(file.spans):
        if span.type in chains:
            continue
        same = by_fragments.get(span.fragments, [])
        for mention in same:
            if span.type not in types[mention]:
                types[mention] = (*types[mention], span.type)
        if same:
            moved[place] = same[0]
        else:
            types[place] = (span.type,)
    for identifier, place in file.span_numbers.items():
        file.span_numbers[identifier] = moved.get(place, place)
    return types


def _state_about(
    file: BratFile, statement: BratStatement, keys: list[tuple[str, ...]]
) -> Iterator[AnnotatedStatement]:
    """Yield what a relation or attribute states about instances, if it refers to spans."""
    tied = file.find_arguments(statement) if statement.letter == "R" else statement.words[:1]
    if tied is None:
        return
    if not tied:
        file.leave_out(statement.line, f"{excerpt(statement.name)} has no target")
        return
    span_numbers = file.find_spans(statement, tied)
    if span_numbers is None or len(span_numbers) < len(tied):
        return
    for key in keys[span_numbers[0]]:
        if statement.letter == "R":
            yield from (
                AnnotatedStatement(key, statement.name, other, True) for other in keys[span_numbers[1]]
            )
        else:
            # An attribute without a value is a flag.
            yield AnnotatedStatement(key, statement.name, " ".join(statement.words[1:]) or "true", False)
