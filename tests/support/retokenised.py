"""A graph rewritten as by a system that prints the same texts differently."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.model.graph import Graph
from coala.model.values import SpanShape

_WORD = re.compile(r"\w+|[^\w\s]")
_PENN = {"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-"}


class Word(NamedTuple):
    """A word or sign of a text: what is written for it, and what before it ("" keeps the blanks there)."""

    text: str
    before: str = ""


Writer = Callable[[str, int], Word]
"""A word and its number in the document, to how it is written."""


def spaced(word: str, number: int) -> Word:
    """Return a word with blanks around every sign, as tokenisers print them."""
    return Word(word, " ")


def penn(word: str, number: int) -> Word:
    """Return a word with brackets and quotation marks as in the Penn Treebank."""
    quotes = "``" if number % 2 else "''"
    return Word(_PENN.get(word, quotes if word == '"' else word))


def slips(seed: int) -> Writer:
    """Drop, double or replace one word in a hundred, as language models do."""
    seeded = random.Random(seed)

    def slip(word: str, number: int) -> Word:
        if seeded.random() >= 0.01:
            return Word(word)
        return Word(seeded.choice(("", f"{word} {word}", "§§§")))

    return slip


def rewrite(graph: Graph, write: Writer) -> tuple[Graph, dict[str, list[tuple[int, int]]]]:
    """Return the graph with rewritten texts, and the former places in its texts, by document."""
    begin, end = graph.mentions.begin.copy(), graph.mentions.end.copy()
    shape = graph.mentions.shape.copy()
    shapes: dict[SpanShape, int] = {}
    texts: list[str] = []
    edited: dict[str, list[tuple[int, int]]] = {}
    for number, (name, text) in enumerate(zip(graph.documents, graph.texts, strict=True)):
        assert text is not None
        new, begins, ends, edits = _rewrite(text, write)
        texts.append(new)
        edited[name] = edits
        rows = graph.mentions.document == number
        begin[rows], end[rows] = begins[graph.mentions.begin[rows]], ends[graph.mentions.end[rows]]
        for row in np.flatnonzero(rows & (graph.mentions.shape >= 0)).tolist():
            parts = graph.shapes[graph.mentions.shape[row]].fragments
            fragments = tuple((int(begins[low]), int(ends[high])) for low, high in parts)
            shape[row] = shapes.setdefault(SpanShape(fragments), len(shapes))
    # A mention with only dropped words is dropped.
    kept = begin < end
    mentions = graph.mentions
    columns = {"document": mentions.document, "begin": begin, "end": end, "shape": shape}
    moved = {name: column[kept] for name, column in columns.items()}
    mentions = replace(mentions, instance=mentions.instance[kept], **moved)
    return replace(graph, texts=tuple(texts), shapes=tuple(shapes), mentions=mentions), edited


def _rewrite(text: str, write: Writer) -> tuple[str, Integers, Integers, list[tuple[int, int]]]:
    """Return the new text, the new begin and end of spans at each place, and the edited places."""
    begins, ends = np.zeros((2, len(text) + 1), dtype=np.int64)
    edits = []
    written = ""
    last = 0
    for number, match in enumerate(_WORD.finditer(text)):
        word = write(match[0], number)
        blanks = np.arange(match.start() - last + 1)
        ends[last + 1 : match.start() + 1] = len(written) + blanks[1:]
        written += word.before
        begins[last : match.start()] = len(written) + blanks[:-1]
        written += text[last : match.start()]
        # Of a word that is doubled the first one is meant.
        length = len(match[0] if word.text.startswith(match[0]) else word.text)
        inside = np.minimum(np.arange(match.end() - match.start() + 1), length)
        begins[match.start() : match.end()] = len(written) + inside[:-1]
        ends[match.start() + 1 : match.end() + 1] = len(written) + inside[1:]
        ends[match.end()] = len(written) + length
        written += word.text
        if word.text != match[0]:
            edits.append(match.span())
        last = match.end()
    ends[last + 1 :] = len(written) + np.arange(1, len(text) - last + 1)
    return written + text[last:], begins, ends, edits
