"""Other chains in JSON of clusters: the value under the key of the chains is replaced, in its own shape.

Objects whose chains stay, and all other keys, keep every byte. A mention that the file already has keeps what
is written about it; another one gets its offsets and, where the shape has them, its words. Lists that run
parallel to the clusters, such as the words of all mentions, follow.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.formats.json.document import REPEATED_CHAINS
from coala.formats.json.objects import find_member, place_objects
from coala.formats.json.reader import PlacedObjectDocument, place_documents, read
from coala.formats.writing.chains import (
    MentionPlace,
    Rewritten,
    WantedChain,
    check_written,
    find_scopes,
    group_by_document,
    keep_writable,
    label_by_scope,
    list_own_chains,
    number_labels,
)
from coala.model.format_options import FormatOptions

_LONGEST_NUMBER = 15
"""Digits; Python refuses to parse a number of thousands."""


def replace_chains(
    path: str, data: bytes, chains: Sequence[WantedChain], options: FormatOptions
) -> Rewritten:
    """Return the file with these chains in place of its own.

    Raises:
        CoalaError: its objects are not documents with clusters, or the result does not have these chains.
    """
    documents = place_documents(path, data, options)
    annotations = read(path, data, options)
    scopes = find_scopes(annotations, across=options.across_documents)
    lost: list[str] = []
    writers = {document.name: _DocumentWriter(document) for document in documents}
    fitting = keep_writable(chains, lambda place: writers[place.document].write_span(place) is not None, lost)
    labelled = label_by_scope(fitting, list_own_chains(annotations, scopes), scopes, lost, number_labels)
    text, objects = place_objects(path, data)
    pieces: list[str] = []
    done = 0
    divided = group_by_document(labelled)
    for name, writer in writers.items():
        mentions = {each.label: frozenset(each.chain.mentions) for each in divided.get(name, ())}
        if mentions == writer.mentions:
            continue
        found = objects[writer.number]
        replaced = sorted(
            (*place, value)
            for key, value in writer.replace_values(mentions)
            if (place := find_member(text, found.begin, key)) is not None
        )
        for begin, end, value in replaced:
            pieces += [text[done:begin], _dump(value, like=text[begin:end])]
            done = end
    pieces.append(text[done:])
    mark = data[:3] if data.startswith(b"\xef\xbb\xbf") else b""
    written = mark + "".join(pieces).encode()
    check_written(path, read(path, written, options), labelled, scopes)
    return Rewritten(written, tuple(lost))


def _dump(value: object, like: str) -> str:
    """Return a value as JSON with the blanks, lines and escapes of another one."""
    separators = (", ", ": ") if ", " in like or ",\n" in like or "," not in like else (",", ":")
    lines = like.splitlines(keepends=True)

    def dump_flat(part: object) -> str:
        return json.dumps(part, separators=separators, ensure_ascii=like.isascii() and "\\u" in like)

    if len(lines) < 3:
        return dump_flat(value)
    # The last line has the blanks of the whole value, the second one those of its first part.
    whole, first = (line[: len(line) - len(line.lstrip(" \t"))] for line in (lines[-1], lines[1]))
    step, end = first.removeprefix(whole), "\r\n" if lines[0].endswith("\r\n") else "\n"
    broken = _find_broken_depths(like)

    def dump_lines(part: object, depth: int) -> str:
        if depth not in broken or not part or not isinstance(part, list | dict):
            return dump_flat(part)
        inner = whole + step * (depth + 1)
        parts = (
            [f"{dump_flat(key)}: {dump_lines(each, depth + 1)}" for key, each in part.items()]
            if isinstance(part, dict)
            else [dump_lines(each, depth + 1) for each in part]
        )
        opened, closed = "{}" if isinstance(part, dict) else "[]"
        return (
            opened
            + end
            + f",{end}".join(inner + each for each in parts)
            + end
            + whole
            + step * depth
            + closed
        )

    return dump_lines(value, 0)


_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[{]\s*\n?|[\]}]')


def _find_broken_depths(written: str) -> set[int]:
    """Return the depths of brackets, from 0, behind which a line of JSON ends."""
    depths: set[int] = set()
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(written):
        if found[0][0] in "[{":
            if "\n" in found[0]:
                depths.add(depth)
            depth += 1
        elif found[0][0] in "]}":
            depth -= 1
    return depths


class _Span(NamedTuple):
    """A mention as the file has it: its value, and its position among the chains."""

    value: object
    cluster: int
    number: int


class _DocumentWriter:
    """Writes the chains of one object."""

    def __init__(self, document: PlacedObjectDocument) -> None:
        self.number = document.number
        self._name = document.name
        self._text = document.text
        self._source = document.source
        self._shape = document.source.shape
        self._write = document.source.make_span_writer(document.text, document.tokens)
        # By place: the mentions there, by the label of their chain.
        self._spans: defaultdict[MentionPlace, dict[str, _Span]] = defaultdict(dict)
        self._labels: list[str] = []
        self.mentions: dict[str, frozenset[MentionPlace]] = {}
        """The places of the mentions of each chain, by label."""
        for cluster, (label, pairs) in enumerate(document.source.pair_spans(document.text, document.tokens)):
            self._labels.append(label)
            places = set()
            for number, (value, fragments) in enumerate(pairs):
                if fragments is not None:
                    place = MentionPlace(document.name, fragments)
                    places.add(place)
                    self._spans[place].setdefault(label, _Span(value, cluster, number))
            if places:
                self.mentions[label] = frozenset(places)

    def write_span(self, place: MentionPlace) -> object:
        """Return a mention as the file writes it; None if it cannot."""
        if place.zero:
            return None
        known = self._spans.get(place)
        return next(iter(known.values())).value if known else self._write(place.fragments)

    def replace_values(self, mentions: Mapping[str, frozenset[MentionPlace]]) -> Iterator[tuple[str, object]]:
        """Yield the new value of each key of the object that has chains."""
        values = self._source.values
        order = [label for label in self._labels if label in mentions]
        order += [label for label in mentions if label not in self._labels]
        chains = [(label, self._sort(label, mentions[label])) for label in order]
        yield self._source.key, self._write_clusters(values[self._source.key], chains)
        if self._source.is_predicted:
            return
        for key in (*self._shape.strings, *REPEATED_CHAINS):
            if isinstance(beside := values.get(key), list):
                make = (
                    self._write_words if key in self._shape.strings else self._make_character_writer(beside)
                )
                yield (
                    key,
                    [
                        [self._find_beside(beside, label, place) or make(place) for place in places]
                        for label, places in chains
                    ],
                )

    def _sort(self, label: str, places: frozenset[MentionPlace]) -> list[MentionPlace]:
        """Sort the mentions of a chain: first its own in the order of the file, then the others."""
        own = {place: self._spans[place][label].number for place in places if label in self._spans[place]}
        more = sorted(place for place in places if place not in own)
        return [*sorted(own, key=own.__getitem__), *more]

    def _write_clusters(self, old: object, chains: Sequence[tuple[str, list[MentionPlace]]]) -> object:
        """Return the value of the key of the chains."""
        shape = self._shape
        if shape.chain and isinstance(old, list):
            return [
                self._name_chain(self._copy(label, place), label)
                for label, places in chains
                for place in places
            ]
        lists = [(label, [self._copy(label, place) for place in places]) for label, places in chains]
        if isinstance(old, dict):
            return dict(lists)
        assert isinstance(old, list)
        by_label = dict(zip(self._labels, old, strict=True))
        has_members = any(isinstance(each, dict) for each in old)
        written: list[object] = []
        for label, spans in lists:
            own = by_label.get(label)
            if isinstance(own, dict):
                written.append({**own, shape.members: spans})
            elif has_members:
                key = next((key for key in shape.called if any(key in each for each in old)), "")
                written.append({**({key: label} if key else {}), shape.members: spans})
            else:
                written.append(spans)
        return written

    def _copy(self, label: str, place: MentionPlace) -> object:
        """Return a mention as its chain has it, else as another chain has it, else a new one."""
        known = self._spans.get(place, {})
        return known[label].value if label in known else self.write_span(place)

    def _name_chain(self, mention: object, label: str) -> object:
        """Return a mention that names its chain, with a number where the file has numbers."""
        assert isinstance(mention, dict)
        old = mention.get(self._shape.chain)
        is_number = label.isdecimal() and len(label) <= _LONGEST_NUMBER
        name = int(label) if type(old) is not str and is_number else label
        return {**mention, self._shape.chain: old if str(old) == label else name}

    def _find_beside(self, beside: list[object], label: str, place: MentionPlace) -> object:
        """Return what a parallel list has for a mention of the file; None if it has none."""
        known = self._spans.get(place, {})
        if not known:
            return None
        span = known.get(label) or next(iter(known.values()))
        cluster = beside[span.cluster] if span.cluster < len(beside) else None
        return cluster[span.number] if isinstance(cluster, list) and span.number < len(cluster) else None

    def _write_words(self, place: MentionPlace) -> object:
        return " ".join(self._text[begin:end] for begin, end in place.fragments)

    def _make_character_writer(self, beside: list[object]) -> _CharacterWriter:
        """Return a function from a place to a pair of characters, with ends as the file has them."""
        for place, known in self._spans.items():
            for label in known:
                pair = self._find_beside(beside, label, place)
                if isinstance(pair, list) and len(pair) == 2:
                    return _CharacterWriter(place.end - pair[1] if type(pair[1]) is int else 0)
        return _CharacterWriter(0)


class _CharacterWriter(NamedTuple):
    """Writes a mention as a pair of characters; ``less`` is 1 if ends are inclusive."""

    less: int

    def __call__(self, place: MentionPlace) -> object:
        return [place.begin, place.end - self.less]
