"""A shape says which keys of a JSON object hold names, texts and chains; an object's keys tell its shapes.

Each shape is a small file of TOML beside this module (``shape_files.py``). The process that reads has no
parser for these; what they hold is handed to it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from coala.base.plain_text import excerpt
from coala.reading.formats.json_clusters.chain_form import form_of_chains

PREDICTED = "predicted_"
"""What systems that write their chains beside the gold ones put before the key."""


IN_SENTENCE, IN_DOCUMENT = "sentence", "document"
"""Where offsets are counted from the beginning of their sentence, or of one of several documents."""


_MOST_KEYS = 12
"""Keys in a sentence."""

_MEMBERS = "mentions"
"""Where chains that are objects mostly have their spans."""


class Shape(NamedTuple):
    """One way of writing documents with chains; "" and () stand for what it does without.

    ``keys`` tell an object of this shape. ``document`` and ``part`` name the document, a dot leading into
    an object; ``text`` or one of ``tokens`` is what the offsets count. ``words`` leads from a sentence that
    is an object to its tokens, and ``word`` from such a token to what stands in the text.
    ``sentence_of_token`` numbers the sentence of each token.

    Where tokens are pieces of words, ``pieces`` numbers the word of each; one of ``piece_words`` has the
    words, and ``piece_sentences`` numbers the sentence of each piece, if they are there. With words, pieces
    may be numbers of a vocabulary.

    ``clusters`` are lists of spans, also under names instead of in a list, or in objects under ``members``;
    with ``chain`` they are one list of mentions that each name their chain. A mention is a span, or an
    object with its two ends, or with both in one list, under ``span``. Its words stand in the lists of
    lists ``strings``, or in the object under ``string``. ``unit`` and ``end`` are as in
    the options; ``counted_in`` is "sentence" where a span begins with the number of its sentence, or has it
    under ``sentence``, and where its offsets count from there, all from ``first``; it is "document" where the
    tokens are those of several documents, and a span begins with the number of its own. A ``chainless`` shape
    is that of objects without any chain.

    A cluster that is an object has its name under ``called``.
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
    piece_words: tuple[str, ...] = ()
    piece_sentences: str = ""
    members: str = ""
    called: tuple[str, ...] = ()
    chain: str = ""
    span: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    string: str = ""
    sentence: str = ""
    unit: str = ""
    end: str = ""
    counted_in: str = ""
    first: int = 0
    chainless: bool = False

    def text_keys(self) -> tuple[str, ...]:
        """Return the keys under which the text or its tokens may be."""
        return tuple(filter(None, (self.text, *self.tokens)))

    def lacks_only_text(self, values: Mapping[str, object]) -> bool:
        """Return True if an object has all keys that tell this shape but those of the text."""
        texts = self.text_keys()
        return all(values.get(key) is None for key in texts) and all(
            key in values or key in texts for key in self.keys
        )

    def fits(self, values: Mapping[str, object]) -> bool:
        """Has an object the keys of this shape, a prediction being as good as the chains?"""
        if self.chainless and PREDICTED + self.clusters in values:
            return False
        if self.counted_in == IN_DOCUMENT and not _is_of_several(values, self):
            return False
        return all(
            key in values or (key == self.clusters and PREDICTED + key in values) for key in self.keys
        ) and any(key in values for key in (self.text, *self.tokens))


class Shapes(NamedTuple):
    """The shapes that objects may have; one that was ``named`` is that of all, whatever their keys."""

    all: tuple[Shape, ...]
    named: bool

    def to_json(self) -> str:
        """The shapes as text, for the child process."""
        return json.dumps([self.named, [shape._asdict() for shape in self.all]])

    @classmethod
    def from_json(cls, text: str) -> Shapes:
        """The inverse of ``to_json``."""
        named, shapes = json.loads(text)
        return cls(tuple(Shape(**dict(map(_frozen, values.items()))) for values in shapes), named)

    def general(self) -> Shape:
        """The shape of an object whose keys tell no other: the one that asks for the fewest keys."""
        usual = (shape for shape in self.all if not shape.chainless)
        return min(usual, key=lambda shape: len(shape.keys))

    def find(self, values: Mapping[str, object]) -> list[Shape]:
        """The shapes that an object may be of: those it has the keys of, unless another one asks for more."""
        if self.named:
            return list(self.all)
        fitting = [shape for shape in self.all if shape.fits(values)]
        if several := [shape for shape in fitting if shape.counted_in == IN_DOCUMENT]:
            return several
        with_chains = [shape for shape in fitting if not shape.chainless] or fitting
        return [
            shape
            for shape in with_chains
            if not any(
                set(shape.keys) < set(other.keys) and shape.clusters == other.clusters
                for other in with_chains
            )
        ]

    def explain_no_text(self, values: Mapping[str, object]) -> str:
        """Return what to say of an object with the keys of a shape but its text; "" of any other object."""
        found = [shape for shape in self.all if shape.lacks_only_text(values)]
        # "clusters" alone tells no shape.
        if self.named or not found or all(shape.clusters == self.general().clusters for shape in found):
            return ""
        shape = max(found, key=lambda shape: len(shape.keys))
        return (
            f"{shape.clusters} holds the chains as in {shape.title}, but {' or '.join(shape.text_keys())}, "
            f"which would hold the text, is not there ({list_keys(values)}): name files with their texts, "
            "which the data set's own download script may add, or describe such files with --json-shape."
        )

    def lack(self, values: Mapping[str, object]) -> str:
        """What to say of an object that has no key of chains of any shape; "" where a shape is named."""
        if self.named:
            return ""
        has_text = any(key in values for shape in self.all for key in shape.text_keys())
        lacking = "no chains are" if has_text else "neither a text nor chains are"
        advice = advise_key(values, has_text=has_text)
        return f"{lacking} there under a key that is known ({list_keys(values)}): {advice}."


def list_keys(values: Mapping[str, object]) -> str:
    """Return the keys of an object as a part of a sentence."""
    more = f" and {len(values) - _MOST_KEYS:,} more" if len(values) > _MOST_KEYS else ""
    return f"the keys are {', '.join(map(excerpt, islice(values, _MOST_KEYS))) or 'none'}{more}"


def find_key_like_chains(values: Mapping[str, object]) -> str:
    """Return the first key whose value looks like chains, or ""."""
    return next((key for key, value in values.items() if form_of_chains(value, _MEMBERS)), "")


def advise_key(values: Mapping[str, object], *, has_text: bool = True) -> str:
    """Return what to do with an object whose chains, and perhaps its text, are under an unknown key."""
    found = find_key_like_chains(values)
    if not found:
        return (
            "name the annotated file, name the key of the chains with --clusters, or describe such files "
            "with --json-shape"
        )
    way = "name it with --clusters, or " if has_text else ""
    return f"{excerpt(found)} looks like chains, so {way}describe such files with --json-shape"


def _is_of_several(values: Mapping[str, object], shape: Shape) -> bool:
    """Are the tokens those of documents, and has the first span a number more?"""
    clusters = values.get(shape.clusters) or values.get(PREDICTED + shape.clusters)
    while isinstance(clusters, list) and clusters and isinstance(clusters[0], list):
        clusters = clusters[0]
    tokens = next((values[key] for key in shape.tokens if key in values), None)
    in_lists = isinstance(tokens, list) and bool(tokens) and all(isinstance(each, list) for each in tokens)
    return in_lists and isinstance(clusters, list) and len(clusters) == 3


def _frozen(item: tuple[str, Any]) -> tuple[str, Any]:
    key, value = item
    return key, tuple(value) if isinstance(value, list) else value


@cache
def shapes_told(handed: str) -> Shapes:
    """The shapes that were handed over, or all that come with COALA where none were."""
    if handed:
        return Shapes.from_json(handed)
    # Only where no parent has loaded them.
    from coala.reading.formats.json_clusters.shape_files import load_shapes

    return load_shapes()
