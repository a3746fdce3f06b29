"""Other chains in a CoNLL file: the column of brackets is replaced, and everything else stays byte for byte.

The result is read again before it is returned. If it does not have exactly the wanted chains, for example
since two mentions of one chain cross each other, the file is refused.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.errors import CoalaError
from coala.formats.conll import place_tokens, read
from coala.formats.conll_columns import NO_BRACKETS
from coala.model.format_options import FormatOptions

_BRACKET = re.compile(r"\(?[^()|_]+\)?")
_LAST_CELL = re.compile(rb"(\S+)([ \t\r]*)$")

TextSpan = tuple[int, int]
"""Begin and end of a mention in the text of its document: code points, end exclusive."""

ChainsByDocument = Mapping[str, Sequence[frozenset[TextSpan]]]
"""The chains of each document, which is given by its name in the file."""


class Rewritten(NamedTuple):
    """A file with other chains, and descriptions of the mentions that it cannot have."""

    data: bytes
    lost: tuple[str, ...]


def replace_chains(path: str, data: bytes, chains: ChainsByDocument, options: FormatOptions) -> Rewritten:
    """Return the file with these chains in place of its own.

    A mention must begin and end with a token; others are lost. A chain keeps the label of the chain of the
    file with which it shares most mentions; others get new numbers.

    Raises:
        CoalaError: the brackets are not in the last column or have types too, or the result does not have
            these chains.
    """
    layout, tokens = place_tokens(path, data, options)
    if layout.chains != -1:
        raise CoalaError(f"{path}: the brackets are not in the last column, so they cannot be replaced.")
    begins = {(token.document, token.begin) for token in tokens}
    ends = {(token.document, token.end) for token in tokens}
    labels = _choose_labels(_read_chains(path, data, options), chains)
    lost: list[str] = []
    kept: dict[str, list[frozenset[TextSpan]]] = {}
    # By document: the mentions that begin and that end at an offset, with their labels.
    opening: defaultdict[tuple[str, int], list[tuple[TextSpan, str]]] = defaultdict(list)
    closing: defaultdict[tuple[str, int], list[tuple[TextSpan, str]]] = defaultdict(list)
    for document, each in chains.items():
        for number, chain in enumerate(each):
            fitting = {
                span for span in chain if (document, span[0]) in begins and (document, span[1]) in ends
            }
            lost += [f"{excerpt(document)} {begin}–{end}" for begin, end in sorted(chain - fitting)]
            if fitting:
                kept.setdefault(document, []).append(frozenset(fitting))
            for span in fitting:
                opening[document, span[0]].append((span, labels[document][number]))
                closing[document, span[1]].append((span, labels[document][number]))
    empty = _find_empty_cell(data)
    lines = data.split(b"\n")
    for token in tokens:
        cell = _write_cell(
            opening[token.document, token.begin], closing[token.document, token.end], (token.begin, token.end)
        )
        line = lines[token.line - 1]
        found = _LAST_CELL.search(line)
        assert found is not None
        if _list_brackets(found[1].decode("utf-8", "replace")) != _list_brackets(cell):
            lines[token.line - 1] = line[: found.start()] + (cell.encode() or empty) + found[2]
    written = b"\n".join(lines)
    again = _read_chains(path, written, options)
    if {name: Counter(sets.values()) for name, sets in again.items() if sets} != {
        name: Counter(sets) for name, sets in kept.items()
    }:
        raise CoalaError(
            f"{path}: brackets cannot hold these chains, since mentions of one chain cross each other. "
            "Write NIF instead: give the output the ending .ttl."
        )
    return Rewritten(written, tuple(lost))


def _read_chains(path: str, data: bytes, options: FormatOptions) -> dict[str, dict[str, frozenset[TextSpan]]]:
    """Return the mentions of each chain by document and label."""
    found: defaultdict[str, defaultdict[str, set[TextSpan]]] = defaultdict(lambda: defaultdict(set))
    annotations = read(path, data, options)
    if any(mention.types for mention in annotations.mentions):
        raise CoalaError(
            f"{path}: its brackets have types too, which would be lost. Write NIF (.ttl) instead."
        )
    for mention in annotations.mentions:
        name = annotations.documents[mention.document].name
        label = mention.instance.rpartition("/")[2]
        found[name][label].add((mention.fragments[0][0], mention.fragments[-1][1]))
    return {
        name: {label: frozenset(spans) for label, spans in chains.items()} for name, chains in found.items()
    }


def _choose_labels(
    own: Mapping[str, Mapping[str, frozenset[TextSpan]]], chains: ChainsByDocument
) -> dict[str, list[str]]:
    """Return a label for each chain of each document."""
    labels: dict[str, list[str]] = {}
    for document, each in chains.items():
        known = own.get(document, {})
        label_of = {span: label for label, spans in known.items() for span in spans}
        shared = [Counter(label_of[span] for span in chain if span in label_of) for chain in each]
        # The largest overlap first; equal ones in the order of the chains.
        pairs = sorted(
            (
                (-count, number, label)
                for number, counts in enumerate(shared)
                for label, count in counts.items()
            )
        )
        chosen: dict[int, str] = {}
        for _, number, label in pairs:
            if number not in chosen and label not in chosen.values():
                chosen[number] = label
        fresh = (str(number) for number in range(len(each) + len(known) + 1) if str(number) not in known)
        labels[document] = [chosen.get(number) or next(fresh) for number in range(len(each))]
    return labels


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
    opening: Iterable[tuple[TextSpan, str]], closing: Iterable[tuple[TextSpan, str]], token: TextSpan
) -> str:
    """Return the brackets at a token: those that open, the longest first, then those that close."""
    opens = sorted(opening, key=lambda mention: (-mention[0][1], mention[1]))
    closes = sorted(closing, key=lambda mention: (-mention[0][0], mention[1]))
    return "|".join(
        [
            *(f"({label}" for span, label in opens if span != token),
            *(f"({label})" for span, label in opens if span == token),
            *(f"{label})" for span, label in closes if span != token),
        ]
    )
