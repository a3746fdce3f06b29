"""Other chains in a CoNLL file: only the column of brackets changes, everything else stays byte for byte."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain as join

from coala.base.plain_text import excerpt
from coala.formats.conll import JOINT, place_tokens, read, split_gum_label
from coala.formats.conll_columns import NO_BRACKETS
from coala.formats.writing.chains import (
    LabelledChain,
    MentionPlace,
    OffsetPair,
    Rewritten,
    WantedChain,
    check_written,
    escape_part,
    find_scopes,
    keep_writable,
    label_by_scope,
    list_own_chains,
    number_labels,
    refuse_layout,
)
from coala.model.format_options import FormatOptions

_BRACKET = re.compile(r"\(?[^()|]+\)?")
_LAST_CELL = re.compile(rb"(\S+)([ \t\r]*)$")


def replace_chains(
    path: str, data: bytes, chains: Sequence[WantedChain], options: FormatOptions
) -> Rewritten:
    """Return the file with these chains in place of its own.

    A mention must begin and end with a token; others are lost. A chain keeps the label of the chain of the
    file with which it shares most mentions; others get new numbers.

    Raises:
        CoalaError: the brackets are not in the last column, or the result does not have these chains.
    """
    placed = place_tokens(path, data, options)
    if placed.layout.chains != -1:
        raise refuse_layout(path, "the brackets are not in the last column")
    annotations = read(path, data, options)
    begins = {(token.document, token.begin) for token in placed.tokens}
    ends = {(token.document, token.end) for token in placed.tokens}
    lost: list[str] = []
    fitting = keep_writable(
        chains,
        lambda place: (
            place.is_one_piece
            and (place.document, place.begin) in begins
            and (place.document, place.end) in ends
        ),
        lost,
    )
    scopes = find_scopes(annotations, across=options.across_documents)
    labelled = label_by_scope(fitting, list_own_chains(annotations, scopes), scopes, lost, number_labels)
    before = [
        (MentionPlace(document, ((begin, end),)), label) for document, (begin, end, label) in placed.spans
    ]
    after = _write_labels(labelled, before, is_gum=placed.is_gum)
    tokens = [(token.line, token.document, token[2:]) for token in placed.tokens]
    written, broken = _write_cells(data, before, after, tokens)
    check_written(path, read(path, written, options), labelled, scopes)
    return Rewritten(written, (*lost, *broken))


def _write_labels(
    labelled: Sequence[LabelledChain], before: Iterable[tuple[MentionPlace, str]], *, is_gum: bool
) -> list[tuple[MentionPlace, str]]:
    """Return each mention with what its bracket has: the label of its chain, in GUM "person-3-Link".

    In GUM a mention keeps its own type, or gets the most frequent one of its chain; the link is the chain's.
    """
    if not is_gum:
        return [(place, each.label) for each in labelled for place in each.chain.mentions]
    known: defaultdict[MentionPlace, list[str]] = defaultdict(list)
    for place, label in before:
        known[place].append(label)
    after = []
    for each in labelled:
        parts = [
            (place, split_gum_label(label)) for place in each.chain.mentions for label in known.get(place, ())
        ]
        kinds = Counter(kind for _, (kind, _, _) in parts)
        kinds.update(each.chain.types if not parts else ())
        usual = kinds.most_common(1)[0][0] if kinds else _NO_TYPE
        link = next((link for _, (_, chain, link) in parts if link and chain == each.label), "")
        for place in each.chain.mentions:
            labels = [label for label in known.get(place, ()) if split_gum_label(label)[1] == each.label]
            kind = next((kind for other, (kind, _, _) in parts if other == place), usual)
            new = "-".join(filter(None, (escape_part(kind), each.label, escape_part(link))))
            after += [(place, label) for label in labels or [new]]
    return after


_NO_TYPE = "abstract"
"""GUM's most general type, for a chain without a known one."""


def _write_cells(
    data: bytes,
    before: Iterable[tuple[MentionPlace, str]],
    after: Iterable[tuple[MentionPlace, str]],
    tokens: Sequence[tuple[int, str, OffsetPair]],
) -> tuple[bytes, list[str]]:
    """Return the file with new cells where the brackets differ, and the broken brackets that are lost there.

    A mention is its place and label, a token its line, document and offsets.
    """
    old, new = _Brackets(before), _Brackets(after)
    empty = _find_empty_cell(data)
    lines = data.split(b"\n")
    lost = []
    for number, document, token in tokens:
        own, cell = old.write_cell(document, token), new.write_cell(document, token)
        if _list_brackets(own) == _list_brackets(cell):
            continue
        line = lines[number - 1]
        found = _LAST_CELL.search(line)
        assert found is not None
        written = found[1].decode("utf-8", "replace")
        if set(_list_brackets(written)) - set(_list_brackets(own)):
            lost.append(f"line {number}: broken brackets in {excerpt(written)}")
        lines[number - 1] = line[: found.start()] + (cell.encode() or empty) + found[2]
    return b"\n".join(lines), lost


class _Brackets:
    """The brackets of all mentions by document and offset, with their labels."""

    def __init__(self, mentions: Iterable[tuple[MentionPlace, str]]) -> None:
        self._opening: defaultdict[tuple[str, int], list[tuple[OffsetPair, str]]] = defaultdict(list)
        self._closing: defaultdict[tuple[str, int], list[tuple[OffsetPair, str]]] = defaultdict(list)
        for place, label in mentions:
            self._opening[place.document, place.begin].append(((place.begin, place.end), label))
            self._closing[place.document, place.end].append(((place.begin, place.end), label))

    def write_cell(self, document: str, token: OffsetPair) -> str:
        """Return the brackets at a token: those that open, the longest first, then those that close."""
        opens = sorted(
            self._opening.get((document, token[0]), ()), key=lambda mention: (-mention[0][1], mention[1])
        )
        closes = sorted(
            self._closing.get((document, token[1]), ()), key=lambda mention: (-mention[0][0], mention[1])
        )
        return "|".join(
            join(
                (f"({label}" for span, label in opens if span != token),
                (f"({label})" for span, label in opens if span == token),
                (f"{label})" for span, label in closes if span != token),
            )
        )


def _list_brackets(cell: str) -> list[str]:
    """Return the brackets of a cell in a fixed order, however they are divided; [] if it has none."""
    return sorted(_BRACKET.findall(JOINT.sub("|", cell))) if "(" in cell or ")" in cell else []


def _find_empty_cell(data: bytes) -> bytes:
    """Return what the file writes where no mention begins or ends."""
    for line in data.split(b"\n"):
        found = _LAST_CELL.search(line)
        if found and not line.startswith(b"#") and found[1].decode("utf-8", "replace") in NO_BRACKETS:
            return found[1]
    return b"-"
