"""A shape says which keys of a JSON object hold names, texts and chains; an object's keys tell its shapes.

Each shape is a small file beside this module, in JSON, for which the process that reads has a
parser at hand.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

PREDICTED = "predicted_"
"""What systems that write their chains beside the gold ones put before the key."""


class Shape(NamedTuple):
    """One way of writing documents with chains; "" and () stand for what it does without.

    ``keys`` tell an object of this shape. ``document`` and ``part`` name the document, a dot leading into
    an object; ``text`` or one of ``tokens`` is what the offsets count. ``words`` leads from a sentence that
    is an object to its tokens, and ``word`` from such a token to what stands in the text.
    ``sentence_of_token`` numbers the sentence of each token.

    Where tokens are pieces of words, ``pieces`` numbers the word of each; ``piece_words`` has the words, and
    ``piece_sentences`` numbers the sentence of each piece, if they are there.

    ``clusters`` are lists of spans, also under names instead of in a list, or in objects under ``members``;
    with ``chain`` they are one list of mentions that each name their chain. A mention is a span, or an
    object with its two ends, or with both in one list, under ``span``. ``unit`` and ``end`` are as in
    the options; ``counted_in`` is "sentence" where a span begins with the number of its sentence, or has it
    under ``sentence``, and where its offsets count from there, all from ``first``. A ``chainless`` shape is
    that of objects without any chain.
    """

    title: str
    keys: tuple[str, ...]
    clusters: str
    document: tuple[str, ...] = ()
    part: str = ""
    text: str = ""
    tokens: tuple[str, ...] = ()
    words: str = ""
    word: tuple[str, ...] = ()
    sentence_of_token: str = ""
    pieces: str = ""
    piece_words: str = ""
    piece_sentences: str = ""
    members: str = ""
    chain: str = ""
    span: tuple[str, ...] = ()
    sentence: str = ""
    unit: str = ""
    end: str = ""
    counted_in: str = ""
    first: int = 0
    chainless: bool = False

    def fits(self, values: Mapping[str, object]) -> bool:
        """Has an object the keys of this shape, a prediction being as good as the chains?"""
        if self.chainless and PREDICTED + self.clusters in values:
            return False
        return all(
            key in values or (key == self.clusters and PREDICTED + key in values) for key in self.keys
        ) and any(key in values for key in (self.text, *self.tokens))


@cache
def load_shapes() -> tuple[Shape, ...]:
    """All shapes that come with COALA, by the names of their files."""
    folder = os.path.dirname(os.path.abspath(__file__))
    return tuple(_shapes(folder))


def _shapes(folder: str) -> Iterator[Shape]:
    for name in sorted(name for name in os.listdir(folder) if name.endswith(".json")):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            values = json.load(file)
        told: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in values.items()
        }
        yield Shape(**told)


@cache
def general_shape() -> Shape:
    """The shape of which an object is when its keys tell no other: the one that asks for the fewest keys."""
    return min((shape for shape in load_shapes() if not shape.chainless), key=lambda shape: len(shape.keys))


def find_shapes(values: Mapping[str, object]) -> list[Shape]:
    """The shapes that an object may be of: those it has the keys of, unless another one asks for more."""
    fitting = [shape for shape in load_shapes() if shape.fits(values)]
    with_chains = [shape for shape in fitting if not shape.chainless] or fitting
    return [
        shape
        for shape in with_chains
        if not any(
            set(shape.keys) < set(other.keys) and shape.clusters == other.clusters for other in with_chains
        )
    ]
