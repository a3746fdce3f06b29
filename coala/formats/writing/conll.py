"""Other chains in a CoNLL file: the column of brackets is replaced, and everything else stays byte for byte."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain as join
from itertools import count

from coala.formats.conll import place_tokens, read
from coala.formats.conll_columns import NO_BRACKETS
from coala.formats.writing.chains import (
    Chain,
    LabelledChain,
    OffsetPair,
    Place,
    Rewritten,
    check_written,
    divide_by_document,
    label_chains,
    list_own_chains,
    refuse_layout,
)
from coala.model.format_options import FormatOptions

_BRACKET = re.compile(r"\(?[^()|_]+\)?")
_LAST_CELL = re.compile(rb"(\S+)([ \t\r]*)$")


def replace_chains(path: str, data: bytes, chains: Sequence[Chain], options: FormatOptions) -> Rewritten:
    """Return the file with these chains in place of its own.

    A mention must begin and end with a token; others are lost. A chain keeps the label of the chain of the
    file with which it shares most mentions; others get new numbers.

    Raises:
        CoalaError: the brackets are not in the last column or have types too, or the result does not have
            these chains.
    """
    layout, tokens = place_tokens(path, data, options)
    if layout.chains != -1:
        raise refuse_layout(path, "the brackets are not in the last column")
    annotations = read(path, data, options)
    if any(mention.types for mention in annotations.mentions):
        raise refuse_layout(path, "its brackets have types too")
    begins = {(token.document, token.begin) for token in tokens}
    ends = {(token.document, token.end) for token in tokens}
    lost: list[str] = []
    fitting: list[Chain] = []
    for chain in chains:
        kept = {}
        for place, least in chain.mentions.items():
            if (
                place.is_one_piece
                and (place.document, place.begin) in begins
                and (place.document, place.end) in ends
            ):
                kept[place] = least
            else:
                lost.append(str(place))
        fitting.append(Chain(kept))
    across = options.across_documents
    labelled = _label(list_own_chains(annotations, across=across), fitting, lost, across=across)
    written = _write_cells(data, labelled, [(token.line, token.document, token[2:]) for token in tokens])
    check_written(path, read(path, written, options), labelled, across=across)
    return Rewritten(written, tuple(lost))


def _label(
    own: dict[str, dict[str, frozenset[Place]]], chains: Sequence[Chain], lost: list[str], *, across: bool
) -> list[LabelledChain]:
    scopes = [("", chains)] if across else divide_by_document(chains, lost)
    labelled = []
    for scope, each in scopes:
        known = own.get(scope, {})
        fresh = (str(number) for number in count() if str(number) not in known)
        labelled += label_chains(known, each, fresh)
    return labelled


def _write_cells(
    data: bytes, labelled: Sequence[LabelledChain], tokens: Sequence[tuple[int, str, OffsetPair]]
) -> bytes:
    """Return the file with new cells where the brackets differ; a token is line, document and offsets."""
    # By document and offset: the mentions that begin and that end there, with their labels.
    opening: defaultdict[tuple[str, int], list[tuple[OffsetPair, str]]] = defaultdict(list)
    closing: defaultdict[tuple[str, int], list[tuple[OffsetPair, str]]] = defaultdict(list)
    for each in labelled:
        for place in each.chain.mentions:
            opening[place.document, place.begin].append(((place.begin, place.end), each.label))
            closing[place.document, place.end].append(((place.begin, place.end), each.label))
    empty = _find_empty_cell(data)
    lines = data.split(b"\n")
    for number, document, (begin, end) in tokens:
        cell = _write_cell(opening[document, begin], closing[document, end], (begin, end))
        line = lines[number - 1]
        found = _LAST_CELL.search(line)
        assert found is not None
        if _list_brackets(found[1].decode("utf-8", "replace")) != _list_brackets(cell):
            lines[number - 1] = line[: found.start()] + (cell.encode() or empty) + found[2]
    return b"\n".join(lines)


def _list_brackets(cell: str) -> list[str]:
    """Return the brackets of a cell in a fixed order, however they are divided; [] if it has none."""
    return sorted(_BRACKET.findall(cell)) if "(" in cell or ")" in cell else []


def _find_empty_cell(data: bytes) -> bytes:
    """Return what the file writes where no mention begins or ends."""
    for line in data.split(b"\n"):
        found = _LAST_CELL.search(line)
        if found and not line.startswith(b"#") and found[1].decode("utf-8", "replace") in NO_BRACKETS:
            return found[1]
    return b"-"


def _write_cell(
    opening: Iterable[tuple[OffsetPair, str]], closing: Iterable[tuple[OffsetPair, str]], token: OffsetPair
) -> str:
    """Return the brackets at a token: those that open, the longest first, then those that close."""
    opens = sorted(opening, key=lambda mention: (-mention[0][1], mention[1]))
    closes = sorted(closing, key=lambda mention: (-mention[0][0], mention[1]))
    return "|".join(
        join(
            (f"({label}" for span, label in opens if span != token),
            (f"({label})" for span, label in opens if span == token),
            (f"{label})" for span, label in closes if span != token),
        )
    )
