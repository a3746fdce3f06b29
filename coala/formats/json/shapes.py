"""Shapes of JSON: the keys under which objects hold names, texts and chains, and how offsets count.

Each shape is a small TOML file in this folder. PreCo's says that ``{"id": …, "sentences": …,
"mention_clusters": …}`` has its chains under "mention_clusters", and that their offsets are numbers of tokens
in a sentence. The keys of an object select its shape. Only the parent process loads the files, since the
child that reads data has no TOML parser; the child gets the shapes as JSON text (``Shapes.to_json``). Errors
in a user's shape name file and key; ``docs/reference/json-files.md`` explains the file.

``Convention`` converts offsets in characters, tokens, UTF-16 units or bytes to code points, or explains what
does not fit. ``find_chain_form`` shows whether a value holds chains, and their form.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from coala.base.files import read_toml
from coala.base.numerals import count
from coala.base.offsets import Ruler
from coala.base.plain_text import excerpt, readable
from coala.base.schema import FLAG, Schema, SchemaError, allow_one_of, allow_text, allow_texts, read_table
from coala.errors import ReadingError
from coala.formats.text_lines import RunningText
from coala.model.option import AUTO
from coala.model.values import Fragments

COUNTED = ("character", "token", "utf-16", "byte")
"""The units of offsets."""
SYNONYMS = {"code-point": "character"}
"""Other names of these units."""
ENDS_OF_SPANS = ("exclusive", "inclusive")

JsonPlace = tuple[int, int]
"""Begin and end in code points."""


class OffsetError(ValueError):
    """Something does not fit; the message is the beginning of a sentence."""


class MisfitError(OffsetError):
    """The offsets lead past the text, or run backwards, in the convention that was tried."""


class Tokens(NamedTuple):
    """The offsets of the tokens of a document in its text."""

    begins: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def join(cls, sentences: list[list[str]]) -> tuple[str, Tokens]:
        """Join the tokens by one space and the sentences by a newline; return the text and the tokens."""
        text = RunningText()
        begins, ends = array("q"), array("q")
        for sentence in sentences:
            for token in sentence:
                begin, end = text.add(token)
                begins.append(begin)
                ends.append(end)
            text.end_sentence()
        return text.text(), cls(begins, ends)

    @classmethod
    def from_pieces(cls, pieces: list[str]) -> Tokens:
        """Return the tokens of a text built from pieces: every second piece is a token."""
        begins, ends = array("q"), array("q")
        place = 0
        for before, token in zip(pieces[::2], pieces[1::2], strict=True):
            begins.append(place + len(before))
            place = begins[-1] + len(token)
            ends.append(place)
        return cls(begins, ends)

    @classmethod
    def find(cls, sentences: list[list[str]], text: str) -> Tokens:
        """Find the tokens in a text, each after the previous one with only white space between.

        Tokens may be white space themselves, or begin with it.

        Raises:
            OffsetError: a token is not there.
        """
        begins, ends = array("q"), array("q")
        place = 0  # the end of the last token
        number = 0  # of the token, for the error
        blanks_end = 0  # the end of the white space after it
        for sentence in sentences:
            for token in sentence:
                blanks_end = max(blanks_end, place)
                while blanks_end < len(text) and text[blanks_end].isspace():
                    blanks_end += 1
                if token[:1].isspace():
                    begin = text.find(token, place, blanks_end + len(token))
                else:
                    begin = blanks_end if text.startswith(token, blanks_end) else -1
                if begin < 0:
                    shown = place if token.isspace() else blanks_end
                    raise OffsetError(
                        f"token {number}, {excerpt(token)}, is not at character {shown} of the text"
                    )
                place = begin + len(token)
                # A blank before a word is not part of a mention.
                begins.append(place - len(token.lstrip() or token))
                ends.append(place)
                number += 1
        return cls(begins, ends)


class Convention(NamedTuple):
    """The unit of the offsets, and whether the end is exclusive or inclusive."""

    unit: str
    end: str

    def __str__(self) -> str:
        return f"{self.unit} offsets with an {self.end} end"

    def write_advice(self) -> str:
        """Return the end of a sentence about offsets that would fit in this convention."""
        settings = f'"offsets": "{self.unit}", "end": "{self.end}"'
        return (
            f"as {self}; if they are, write {settings} in it, or give --offsets {self.unit} --ends {self.end}"
        )

    def describe_size(self, text: str, tokens: Tokens | None) -> str:
        """Return the length of the text as words."""
        if self.unit == "token" and tokens is not None:
            return f"of {count(len(tokens.begins), 'token')}"
        return f"of {count(len(text), 'character')}"

    def make_reader(self, text: str, tokens: Tokens | None) -> Callable[[int, int], JsonPlace]:
        """Return a function from the offsets of a pair to code points; it raises ``OffsetError``."""
        more = 1 if self.end == "inclusive" else 0  # added to an end to make it exclusive
        if self.unit == "token":
            assert tokens is not None
            begins, ends = tokens

            def convert_tokens(begin: int, end: int) -> JsonPlace:
                if not 0 <= begin < end + more <= len(begins):
                    raise MisfitError(_describe_misfit(begin, end))
                return begins[begin], ends[end + more - 1]

            return convert_tokens
        ruler = Ruler(text, "code-point" if self.unit == "character" else self.unit)

        def convert_characters(begin: int, end: int) -> JsonPlace:
            first, after = ruler.code_points(begin), ruler.code_points(end + more)
            if begin < 0 or first is None or after is None or first >= after:
                raise MisfitError(_describe_misfit(begin, end))
            return first, after

        return convert_characters

    def make_writer(self, text: str, tokens: Tokens | None) -> Callable[[JsonPlace], tuple[int, int] | None]:
        """Return a function from code points to the offsets of a pair, or None inside of a token."""
        more = 1 if self.end == "inclusive" else 0
        if self.unit == "token":
            assert tokens is not None
            # Pieces of one word have the same offsets: a span has all of them.
            first = {begin: number for number, begin in reversed(list(enumerate(tokens.begins)))}
            last = {end: number for number, end in enumerate(tokens.ends)}

            def count_tokens(place: JsonPlace) -> tuple[int, int] | None:
                if place[0] not in first or place[1] not in last:
                    return None
                return first[place[0]], last[place[1]] + 1 - more

            return count_tokens
        ruler = Ruler(text, "code-point" if self.unit == "character" else self.unit)
        return lambda place: (ruler.units(place[0]), ruler.units(place[1]) - more)


def build_fragments(
    pairs: list[tuple[int, int]], to_code_points: Callable[[int, int], JsonPlace]
) -> Fragments:
    """Return a span with its parts sorted.

    Raises:
        OffsetError: a part does not fit the text, or two overlap.
    """
    if len(pairs) == 1:
        return (to_code_points(*pairs[0]),)
    places = sorted(to_code_points(begin, end) for begin, end in pairs)
    for (_, end), (begin, _) in pairwise(places):
        if begin < end:
            raise OffsetError("the parts of a span overlap in the text")
    return tuple(places)


def _describe_misfit(begin: int, end: int) -> str:
    return f"the span [{shorten(begin)}, {shorten(end)}] does not fit the text"


def shorten(number: int) -> str:
    """Return a number as text, or words for a huge one."""
    return str(number) if -(10**15) < number < 10**15 else "a number beyond the text"


def advise(
    pairs: list[tuple[int, int]], tried: Convention, text: str, tokens: Tokens | None
) -> tuple[str, bool]:
    """Return advice on a convention in which all spans of a line would fit, and True if there is one."""
    units = [unit for unit in COUNTED if unit != "token" or tokens is not None]
    units.sort(key=lambda unit: unit != tried.unit)  # the likelier slip is the end
    fitting = [
        convention
        for unit in units
        for end in ENDS_OF_SPANS
        if (convention := Convention(unit, end)) != tried
        and _all_fit(pairs, convention.make_reader(text, tokens))
    ]
    if not fitting or not pairs:
        return ("correct the offsets, since no other unit or end fits all spans of the line"), False
    return f"all spans of the line would fit {fitting[0].write_advice()}", True


_SLIP_RATIO = 10
"""At most one span in this number may be empty: in every corpus more mentions are single tokens."""


def is_slip(pairs: list[tuple[int, int]], convention: Convention) -> bool:
    """Return True if only a few spans have no tokens: these are errors of the file, not of the convention.

    If ends were meant to be inclusive, but read as exclusive, each mention of one token would be empty.
    """
    empty = sum(begin == end for begin, end in pairs)
    return convention == Convention("token", "exclusive") and 0 < empty * _SLIP_RATIO <= len(pairs)


def _all_fit(pairs: list[tuple[int, int]], to_code_points: Callable[[int, int], JsonPlace]) -> bool:
    try:
        for begin, end in pairs:
            to_code_points(begin, end)
    except OffsetError:
        return False
    return True


def find_chain_form(value: object, members: str = "") -> str:
    """Return the form of the first span of chains, such as "int int"; "" for a value that is not chains.

    Two values with the same form may both hold chains. Chains are lists of spans, in a list or under their
    names, or objects with the spans under ``members``. A span is a list that begins with a whole number
    ("int int"), a list of such parts, or an object ("object of begin, end").
    """
    chain = _find_first(list(value.values()) if isinstance(value, dict) else value)
    span = _find_first(chain.get(members) if isinstance(chain, dict) else chain)
    if isinstance(span, list) and isinstance(part := _find_first(span), list):
        span = part
    if isinstance(span, dict):
        return f"object of {', '.join(sorted(map(str, span)))}"
    if not isinstance(span, list) or len(span) < 2 or type(span[0]) is not int:
        return ""
    return " ".join(type(item).__name__ for item in span)


def _find_first(members: object) -> object:
    """Return the first member that is not empty."""
    if not isinstance(members, list):
        return None
    return next((member for member in members if isinstance(member, list | dict) and member), None)


PREDICTED = "predicted_"
"""The prefix of the key of predicted chains that are stored next to gold ones."""


IN_SENTENCE, IN_DOCUMENT = "sentence", "document"
"""Offsets that count from the beginning of their sentence, or of one of several documents."""


_MOST_KEYS = 12
"""Keys in a sentence."""

_USUAL_MEMBERS = "mentions"
"""The usual key of the spans in chains that are objects."""


class Shape(NamedTuple):
    """One way of writing documents with chains: the key of each part, or "" or () if it has no such part.

    PreCo's has ``tokens`` ("sentences",) and ``clusters`` "mention_clusters". Several keys are alternatives,
    in all but ``keys`` and ``span``.
    """

    title: str
    keys: tuple[str, ...]  # all that an object of this shape has

    # Chains: lists of spans in a list or under names, or objects that have a list of spans under ``members``
    # and their name under ``called``. With ``chain`` they are one list of mentions that each name their
    # chain.
    clusters: str
    # The name of the document, and of its part; a dot leads into an object ("metadata.doc_id").
    document: tuple[str, ...] = ()
    part: str = ""

    # The text, or its tokens: the offsets count one of them.
    text: str = ""
    tokens: tuple[str, ...] = ()
    words: str = ""  # the tokens of a sentence that is an object
    word: tuple[str, ...] = ()  # the text of a token that is an object
    sentence_of_token: str = ""  # a list with the number of the sentence of each token

    # Tokens that are pieces of words. With ``piece_words``, pieces may be numbers of a vocabulary.
    pieces: str = ""  # a list with the number of the word of each piece
    piece_words: tuple[str, ...] = ()  # the words
    piece_sentences: str = ""  # a list with the number of the sentence of each piece

    # Clusters and mentions.
    members: str = ""
    called: tuple[str, ...] = ()
    chain: str = ""
    span: tuple[
        str, ...
    ] = ()  # of a mention that is an object: the keys of its ends, or that of a list of both
    strings: tuple[str, ...] = ()  # lists with the words of each mention, parallel to the clusters
    string: str = ""  # the words of a mention that is an object
    length: str = ""  # the length of a mention that is an object without an end
    sentence: str = ""  # the number of the sentence of a mention that is an object

    # Links to a knowledge base: ``clusters`` is a list of mentions that each name an entry, and all mentions
    # of one entry are one chain. A dot leads into an object.
    link: tuple[str, ...] = ()
    base: str = ""  # the base of names that do not show theirs (``entity_names``)
    unlinked: tuple[str, ...] = ()  # further names that say that there is no entry
    numbered: str = ""  # before the number of an entity of the document that the base lacks ("Unknown1")
    within: str = ""  # [begin, end] of the part of the text that counts
    over: str = ""  # the gold mentions next to predicted ones under ``clusters``, which are read instead

    # How offsets count.
    unit: str = ""  # one of COUNTED
    end: str = ""  # one of ENDS_OF_SPANS
    # "sentence": a span begins with the number of its sentence, and counts from there. "document": the tokens
    # are those of several documents, and a span begins with the number of its document.
    counted_in: str = ""
    first: int = 0  # the number of the first sentence and of its first token

    chainless: bool = False  # a shape of objects without chains

    def text_keys(self) -> tuple[str, ...]:
        """Return the keys under which the text or its tokens may be."""
        return tuple(filter(None, (self.text, *self.tokens)))

    def lacks_only_text(self, values: Mapping[str, object]) -> bool:
        """Return True if an object has all keys of this shape except those of the text."""
        texts = self.text_keys()
        return all(values.get(key) is None for key in texts) and all(
            key in values or key in texts for key in self.keys
        )

    def fits(self, values: Mapping[str, object]) -> bool:
        """Return True if an object has the keys of this shape; predicted chains count as chains."""
        if self.chainless and PREDICTED + self.clusters in values:
            return False
        if self.counted_in == IN_DOCUMENT and not _has_several_documents(values, self):
            return False
        if self.link and not _is_list_of_mentions(values.get(self.clusters), self):
            return False
        return all(
            key in values or (key == self.clusters and PREDICTED + key in values) for key in self.keys
        ) and any(key in values for key in (self.text, *self.tokens))


def _is_list_of_mentions(value: object, shape: Shape) -> bool:
    """Return True if a value is a list of objects with the first key of their offsets."""
    if not isinstance(value, list):
        return False
    return not value or (isinstance(value[0], dict) and shape.span[0] in value[0])


class Shapes(NamedTuple):
    """The possible shapes of the objects of a file."""

    all: tuple[Shape, ...]
    named: bool  # an option names the only shape, which applies to all objects

    def to_json(self) -> str:
        """Return the shapes as text, for the child process."""
        return json.dumps([self.named, [shape._asdict() for shape in self.all]])

    @classmethod
    def from_json(cls, text: str) -> Shapes:
        """Return the shapes written by ``to_json``."""
        named, shapes = json.loads(text)
        return cls(tuple(Shape(**dict(map(_freeze, values.items()))) for values in shapes), named)

    def find_general(self) -> Shape:
        """Return the shape for objects whose keys select no other: the one with the fewest keys."""
        usual = (shape for shape in self.all if not shape.chainless)
        return min(usual, key=lambda shape: len(shape.keys))

    def find(self, values: Mapping[str, object]) -> list[Shape]:
        """Return the shapes whose keys an object has, without those that a more specific shape replaces."""
        if self.named:
            return list(self.all)
        fitting = [shape for shape in self.all if shape.fits(values)]
        if of_several_documents := [shape for shape in fitting if shape.counted_in == IN_DOCUMENT]:
            return of_several_documents
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
        """Return the message for an object with the keys of a shape but no text; "" for any other object."""
        found = [shape for shape in self.all if shape.lacks_only_text(values)]
        # "clusters" alone selects no shape.
        if self.named or not found or all(shape.clusters == self.find_general().clusters for shape in found):
            return ""
        shape = max(found, key=lambda shape: len(shape.keys))
        return (
            f"{shape.clusters} has the chains as in {shape.title}, but "
            f"{' or '.join(shape.text_keys())} with the text is missing "
            f"({list_keys(values)}): give files with texts, which the download script of "
            "the data set may add, or describe such files with --json-shape."
        )

    def explain_no_chains(self, values: Mapping[str, object]) -> str:
        """Return the message for an object without chains of any shape; "" if a shape is named."""
        if self.named:
            return ""
        has_text = any(key in values for shape in self.all for key in shape.text_keys())
        lacking = "no chains are" if has_text else "neither a text nor chains are"
        advice = advise_key(values, has_text=has_text)
        return f"{lacking} there under a key that is known ({list_keys(values)}): {advice}."


def list_keys(values: Mapping[str, object]) -> str:
    """Return the keys of an object as part of a sentence."""
    more = f" and {len(values) - _MOST_KEYS:,} more" if len(values) > _MOST_KEYS else ""
    return f"the keys are {', '.join(map(excerpt, islice(values, _MOST_KEYS))) or 'none'}{more}"


def find_key_like_chains(values: Mapping[str, object]) -> str:
    """Return the first key whose value looks like chains, or ""."""
    return next((key for key, value in values.items() if find_chain_form(value, _USUAL_MEMBERS)), "")


def advise_key(values: Mapping[str, object], *, has_text: bool = True) -> str:
    """Return advice for an object whose chains, and perhaps its text, are under an unknown key."""
    found = find_key_like_chains(values)
    if not found:
        return (
            "give the annotated file, name the key of the chains with --clusters, or "
            "describe such files with --json-shape"
        )
    way = "name it with --clusters, or " if has_text else ""
    return f"{excerpt(found)} looks like chains, so {way}describe such files with --json-shape"


def _has_several_documents(values: Mapping[str, object], shape: Shape) -> bool:
    """Return True if the tokens are lists of documents, and the first span has one number more."""
    clusters = values.get(shape.clusters) or values.get(PREDICTED + shape.clusters)
    # Go down to the first span.
    while isinstance(clusters, list) and clusters and isinstance(clusters[0], list):
        clusters = clusters[0]
    tokens = next((values[key] for key in shape.tokens if key in values), None)
    in_lists = isinstance(tokens, list) and bool(tokens) and all(isinstance(each, list) for each in tokens)
    return in_lists and isinstance(clusters, list) and len(clusters) == 3


def _freeze(item: tuple[str, Any]) -> tuple[str, Any]:
    key, value = item
    return key, tuple(value) if isinstance(value, list) else value


@cache
def get_shapes(serialized: str) -> Shapes:
    """Return the shapes in ``serialized``, or all shapes that come with COALA if it is ""."""
    if serialized:
        return Shapes.from_json(serialized)
    # In tests, and where a file is read in this process: no parent has loaded them.
    return load_shapes()


FOLDER_OF_SHAPES = os.path.dirname(os.path.abspath(__file__))

_LARGEST_FILE = 1 << 20
"""Bytes of a file; the largest that comes with COALA has four hundred."""

_RULES = {str: allow_text(), tuple: allow_texts(), bool: FLAG, int: allow_one_of(0, 1)}

_SCHEMA: Schema = {
    **{key: _RULES[type(Shape._field_defaults.get(key, ""))] for key in Shape._fields},
    "title": allow_text("name the shape"),
    "keys": allow_texts(),
    "clusters": allow_text("name the chains"),
    "unit": allow_one_of("", *COUNTED, *SYNONYMS),
    "end": allow_one_of("", *ENDS_OF_SPANS),
    "counted_in": allow_one_of("", IN_SENTENCE, IN_DOCUMENT),
}

_NEEDED_BY = {
    "word": "words",
    "words": "tokens",
    "sentence_of_token": "tokens",
    "pieces": "tokens",
    "piece_words": "pieces",
    "piece_sentences": "pieces",
    "sentence": "span",
    "string": "span",
    "part": "document",
    "chain": "span",
    "length": "span",
    "link": "span",
    "base": "link",
    "unlinked": "link",
    "numbered": "link",
    "within": "link",
    "over": "link",
}
"""Keys that mean nothing without another key."""


def shipped_shapes() -> dict[str, str]:
    """Return the file of each shape that comes with COALA, by name."""
    files = sorted(file for file in os.listdir(FOLDER_OF_SHAPES) if file.endswith(".toml"))
    return {file.removesuffix(".toml"): os.path.join(FOLDER_OF_SHAPES, file) for file in files}


def locate_shape(name_or_file: str) -> str:
    """Return the name of a shipped shape unchanged, else the absolute path of the file."""
    known = name_or_file in ("", AUTO, *shipped_shapes())
    return name_or_file if known else str(Path(name_or_file).absolute())


def load_shapes(name_or_file: str = AUTO) -> Shapes:
    """Return the shape that is named, for all objects, or for ``auto`` all shipped shapes.

    Raises:
        ReadingError: there is no such shape, or the file is invalid; the message names the file and the key.
    """
    if name_or_file != AUTO:
        return Shapes((load_shape(name_or_file),), named=True)
    return Shapes(tuple(map(load_shape, shipped_shapes())), named=False)


def load_shape(name_or_file: str) -> Shape:
    """Load a shape that comes with COALA by its name, or a user's own from a TOML file.

    Raises:
        ReadingError: as ``load_shapes``.
    """
    known = shipped_shapes()
    file = known.get(name_or_file, name_or_file)
    shown = readable(file)
    try:
        table = read_toml(file, _LARGEST_FILE)
    except OSError as error:
        raise ReadingError(
            f"{shown}: no such shape of JSON ({error.strerror}): give one of "
            f"{', '.join(known)}, or the path of a TOML file."
        ) from error
    except ValueError as error:
        raise ReadingError(f"{shown}: this shape of JSON is not valid TOML: {error}.") from error
    try:
        return _read_shape(table)
    except SchemaError as error:
        raise ReadingError(f"{shown}: {error}.") from error


def _read_shape(table: dict[str, Any]) -> Shape:
    """Return the shape that a table describes.

    Raises:
        SchemaError: something is missing, misspelt or contradictory.
    """
    shape = Shape(**read_table(table, _SCHEMA))
    shape = shape._replace(keys=shape.keys or (shape.clusters,), unit=SYNONYMS.get(shape.unit, shape.unit))
    if not shape.text and not shape.tokens:
        raise SchemaError("text", "is missing, and so is tokens: offsets need one of them")
    for key, needed in _NEEDED_BY.items():
        if getattr(shape, key) and not getattr(shape, needed):
            raise SchemaError(key, f"means nothing without {needed}: add that, or leave it out")
    if shape.unit == "token" and not shape.tokens:
        raise SchemaError("unit", "is token, but there is only text: name the tokens")
    if shape.counted_in and (not shape.tokens or shape.unit != "token"):
        raise SchemaError("counted_in", 'is for tokens in lists: name tokens, and unit = "token"')
    if shape.counted_in == IN_DOCUMENT and (shape.words or shape.pieces or shape.span):
        raise SchemaError("counted_in", "is document, which is for lists of words and of numbers alone")
    if shape.sentence and shape.counted_in != IN_SENTENCE:
        raise SchemaError("sentence", 'means nothing without counted_in = "sentence"')
    if shape.chain and shape.members:
        raise SchemaError(
            "members", "and chain exclude each other: clusters have mentions, or mentions a chain"
        )
    if shape.link and (shape.chain or shape.members or shape.counted_in):
        raise SchemaError(
            "link", "is for lists of mentions without chains: leave out chain, members and counted_in"
        )
    if shape.clusters in (shape.text, *shape.tokens):
        raise SchemaError("clusters", "is also the key of the text: the chains have a key of their own")
    if len(shape.span) > 2:
        raise SchemaError("span", "has more than two keys: one for begin and end, or one for each")
    return shape
