"""brat standoff (.ann with its .txt beside it) becomes ``Annotations``.

Every text span (T) is a mention. Coreference relations, equivalences (``*``) and spans whose type names
their chain ("Chain_3") join spans into one instance; other relations, attributes and normalisations are
statements about it. Where nothing joins spans, normalisations (N) do: what they name is an instance of all
files, as ``itsrdf:taIdentRef`` of NIF names one. Where a span of a chain and one of another type cover the
same characters, the latter is the type of the mention. A relation to an event means the span of its trigger;
what else events say is left out. Offsets are code points of the text as it lies on the disk: CRLF counts
two, a byte order mark one.
Source: brat manual, "Standoff format".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import AnnotatedStatement, Annotations, Document, Mention
from coala.reading.formats.brat.chains import (
    check_options,
    join_by_relations,
    join_by_type,
    name_by_normalisations,
)
from coala.reading.formats.brat.standoff import BratFile, BratStatement, read_lines
from coala.reading.formats.text_lines import companion, decoded, problem

_FIRST_LINE = re.compile(rb"(?:[TREAMN#]\S+|\*)\t|[TREAMN#]\d+ |\* ")


def looks_like(name: str, start: bytes) -> bool:
    """Is it .ann, and does it begin with a line of standoff (or with nothing)?

    Blanks for tabs are recognised, so that it can be said where they stand.
    """
    first = start.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
    return extension(name) == ".ann" and (not first or bool(_FIRST_LINE.match(first)))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one .ann file and, by ``options.sibling``, its text; instances are named after their first span.

    Raises:
        ReadingError: the text is not there; too many lines are broken, refer to nothing or lie outside the
            text; either file is not UTF-8.
    """
    name = stem(path)
    stored = _text(path, name, options)
    text = _fitting(stored, data)
    file = BratFile(path, text, options)
    if text != stored:
        file.remarks.append(("text-fitted", path))
    read_lines(file, data)
    for event in file.events:
        _place_event(file, event)
    sets = DisjointSets()
    chains = join_by_type(file, sets, options)
    types = _types_beside_chains(file, chains)
    others, named = name_by_normalisations(file, join_by_relations(file, sets, options), chains, options)
    names: dict[int, dict[str, None]] = {}
    for place, entry in named:
        names.setdefault(sets.find(place), {})[entry] = None
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
    check_options(file, chains, options, named=bool(named))
    statements = {statement: None for said in others for statement in _statements(file, said, keys)}
    file.flaws.weigh(file.units, "lines")
    return Annotations(
        (Document(name, file.text),),
        tuple(mentions),
        tuple(statements),
        (*file.remarks, *file.flaws.remarks),
        frozenset(entry for _, entry in named),
    )


def _text(path: str, name: str, options: FormatOptions) -> str:
    beside = f"{name}.txt"
    found = options.sibling(beside) if options.sibling else None
    if found is None:
        raise problem(path, None, f"its text {beside} is not beside it: put it into the same folder.")
    return decoded(companion(path, beside), found, keep_mark=True)


_MOST_COMPARED = 1_000
"""Spans whose words tell how the text was read."""

_SPAN_WITH_WORDS = re.compile(rb"^T\d+\t\S+ (\d{1,12}) (\d{1,12})\t([^\r\n]+)", re.MULTILINE)


def _fitting(text: str, data: bytes) -> str:
    """The text as most words of spans fit it: some programs drop its mark, or make one of two line ends."""
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
    # The first of equals is the text as it stands.
    return max(candidates, key=lambda one: sum(one[begin:end] == words for begin, end, words in spans))


def _place_event(file: BratFile, event: BratStatement) -> None:
    """An event stands where its trigger stands; its type and arguments are left out."""
    _, _, trigger = event.words[0].partition(":")
    place = file.place(event.line, trigger)
    where = f"{file.path}:{event.line}, "
    if place is None:
        if trigger in file.lines:
            file.remarks.append(("event-left-out", where + excerpt(event.words[0])))
        return
    file.places[event.name] = place
    if len(event.words) > 1:
        file.remarks.append(("event-arguments-left-out", where + excerpt(" ".join(event.words))))


def _types_beside_chains(file: BratFile, chains: set[str]) -> dict[int, tuple[str, ...]]:
    """The types of each span that is a mention.

    A span of another type is none where a span of a chain covers the same characters: it gives its type to
    that mention, and what is said of it is said of that.
    """
    if not chains:
        return {place: (span.type,) for place, span in enumerate(file.spans)}
    types: dict[int, tuple[str, ...]] = {}
    of_chains: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for place, span in enumerate(file.spans):
        if span.type in chains:
            types[place] = ()
            of_chains.setdefault(span.fragments, []).append(place)
    moved: dict[int, int] = {}
    for place, span in enumerate(file.spans):
        if span.type in chains:
            continue
        same = of_chains.get(span.fragments, [])
        for mention in same:
            if span.type not in types[mention]:
                types[mention] = (*types[mention], span.type)
        if same:
            moved[place] = same[0]
        else:
            types[place] = (span.type,)
    for identifier, place in file.places.items():
        file.places[identifier] = moved.get(place, place)
    return types


def _statements(
    file: BratFile, said: BratStatement, keys: list[tuple[str, ...]]
) -> Iterator[AnnotatedStatement]:
    """Give what a relation, attribute or normalisation says of instances, if it speaks of spans at all."""
    tied = file.arguments(said) if said.letter == "R" else said.words[:1]
    if tied is None:
        return
    if not tied:
        file.leave_out(said.line, f"{excerpt(said.name)} does not say what it is about")
        return
    places = file.places_of(said, tied)
    if places is None or len(places) < len(tied):
        return
    for key in keys[places[0]]:
        if said.letter == "R":
            yield from (AnnotatedStatement(key, said.name, other, True) for other in keys[places[1]])
        else:
            # An attribute without a value is a flag.
            yield AnnotatedStatement(key, said.name, " ".join(said.words[1:]) or "true", False)
