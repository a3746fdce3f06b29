"""A JSON object becomes a document's name, its text, and its chains of spans, as a shape says.

Clusters in a list, under names, or in objects become pairs of a name and the spans that stand there.

An object that holds several documents becomes one object for each, with the same names for chains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.errors import FileError
from coala.formats.conll_columns import name_in_parentheses
from coala.formats.json.document_text import TextReader, check_characters
from coala.formats.json.shapes import (
    COUNTED,
    ENDS_OF_SPANS,
    IN_DOCUMENT,
    PREDICTED,
    SYNONYMS,
    Convention,
    MisfitError,
    OffsetError,
    Shape,
    Tokens,
    advise,
    advise_key,
    form_of_chains,
    fragments,
    is_slip,
    list_keys,
    shapes_told,
)
from coala.formats.json.spans import SpanReader, StatedWords, shorten_value
from coala.formats.text_lines import problem
from coala.model.format_options import FormatOptions
from coala.model.values import Fragments

NamedCluster = tuple[str, object]


class NamingError(ValueError):
    """What is no list of clusters, or has none of the names that are needed, as the end of a sentence."""


def name_clusters(clusters: object, key: str, shape: Shape) -> tuple[list[NamedCluster], list[str]]:
    """Each cluster with its name, and the names that the file gives; the n-th of those without is called n.

    Raises:
        NamingError: it is no list, or a name is missing.
    """
    if shape.chain and isinstance(clusters, list):
        return _grouped(clusters, key, shape), []
    if isinstance(clusters, dict) and not shape.chain:
        return list(clusters.items()), list(clusters)
    if not isinstance(clusters, list):
        raise NamingError(f'{key} is no list: write "{key}": [[[begin, end], …], …]')
    called = [_name_of(cluster, shape) for cluster in clusters]
    names = [name for name in called if name]
    taken = set(names)
    named: list[NamedCluster] = []
    for place, cluster in enumerate(clusters):
        inside = cluster.get(shape.members) if isinstance(cluster, dict) else None
        name = called[place] or str(place)
        while not called[place] and name in taken:
            name += "'"
        named.append((name, cluster if inside is None else inside))
    return named, names


def _name_of(cluster: object, shape: Shape) -> str:
    if not shape.called or not isinstance(cluster, dict):
        return ""
    names = (cluster.get(key) for key in shape.called)
    return str(next((name for name in names if type(name) in (int, str) and name != ""), ""))


def _grouped(mentions: list[object], key: str, shape: Shape) -> list[NamedCluster]:
    """Mentions that name their chain, chain by chain."""
    chains: dict[str, list[object]] = {}
    for mention in mentions:
        chain = mention.get(shape.chain) if isinstance(mention, dict) else None
        if not isinstance(chain, int | str):
            raise NamingError(f"{key} has a mention without {shape.chain}: mend it")
        chains.setdefault(str(chain), []).append(mention)
    return list(chains.items())


class DividedObject(NamedTuple):
    """The documents of one object, and what is wrong with spans that are of none of them."""

    objects: list[dict[str, object]]
    wrong_spans: list[str]


def divide(values: Mapping[str, object], shape: Shape) -> DividedObject:
    """The tokens of each document, and its clusters by name, as objects of the shape that is not divided.

    Raises:
        OffsetError: the tokens or the clusters are no lists.
    """
    key = next((key for key in shape.tokens if isinstance(values.get(key), list)), "")
    tokens, clusters = values.get(key), values.get(shape.clusters)
    if not isinstance(tokens, list) or not isinstance(clusters, list):
        raise OffsetError(f"{key or shape.tokens[0]} or {shape.clusters} is no list")
    strings = next((values[each] for each in shape.strings if isinstance(values.get(each), list)), None)
    spans: list[dict[str, list[object]]] = [{} for _ in tokens]
    words: list[dict[str, list[object]]] = [{} for _ in tokens]
    wrong = []
    for place, cluster in enumerate(clusters):
        if not isinstance(cluster, list):
            raise OffsetError(f"cluster {place} is no list of spans")
        said = strings[place] if isinstance(strings, list) and place < len(strings) else None
        for number, span in enumerate(cluster):
            if not _is_placed(span, len(tokens)):
                wrong.append(
                    f"in cluster {place} {excerpt(shorten_value(span))} is no span: write [document, begin, "
                    f"end], and {len(tokens):,} documents are there"
                )
                continue
            spans[span[0]].setdefault(str(place), []).append(span[1:])
            word = said[number] if isinstance(said, list) and number < len(said) else None
            words[span[0]].setdefault(str(place), []).append(word)
    return DividedObject(
        [
            {key: part, shape.clusters: spans[number]}
            | ({shape.strings[0]: list(words[number].values())} if shape.strings else {})
            for number, part in enumerate(tokens)
        ],
        wrong,
    )


def _is_placed(span: object, documents: int) -> bool:
    return (
        isinstance(span, list)
        and len(span) == 3
        and all(type(number) is int for number in span)
        and 0 <= span[0] < documents
    )


_ASSUMED = Convention("token", "inclusive")

_SAME_CHAINS = ("clusters_char_offsets",)
"""Keys that say the same once more: Maverick's chains, counted in characters."""

_MANY = 1000
"""So many wrong spans, more than there are right ones, are a wrong document."""


class UnitError(FileError):
    """The spans of a document do not fit, but would if they were counted otherwise: so may all others be."""


class Chain(NamedTuple):
    """The spans of one chain, and what it is called among the chains of its document."""

    name: str
    spans: list[Fragments]


class JsonDocument:
    """One object, checked as it is asked.

    ``key`` is that of the chains, and ``is_predicted`` says whether a system's chains are under it.
    ``wrong_spans`` says of each span that was left out what is wrong with it, and ``unlike_words`` of each
    that has other words than the file states. ``chosen`` says which of two keys with chains was read, or is
    ""; ``chainless`` is an object without any. Where nothing says that the ends of its spans are inclusive,
    ``assumed`` counts the spans, and ``assumed_of_one`` those of one token. ``names`` are those that the file
    gives to chains.
    """

    def __init__(
        self,
        path: str,
        number: int,
        values: Mapping[str, object],
        options: FormatOptions,
        shape: Shape | None = None,
    ) -> None:
        """``shape`` is that of the object if it is known already."""
        self._path = path
        self._number = number
        self._values = values
        self._options = options
        self._shape = shape or self._find_shape()
        self.key, self.chosen = self._find_key()
        self.is_predicted = self.key == PREDICTED + self._shape.clusters
        self._spans = SpanReader(self._shape)
        self.wrong_spans: list[str] = []
        self.unlike_words: list[str] = []
        self.assumed = self.assumed_of_one = 0
        self.names: list[str] = []
        self.chainless = self._shape.chainless and self.key not in values

    def _find_shape(self) -> Shape:
        known = shapes_told(self._options.shapes)
        shapes = known.find(self._values)
        wanted = self._options.clusters.removeprefix(PREDICTED)
        told = [shape for shape in shapes if shape.clusters == wanted]
        shapes = told or shapes
        if len(shapes) > 1:
            keys = " or ".join(dict.fromkeys(shape.clusters for shape in shapes))
            raise self._problem(f"the chains may be those under {keys}: choose with --clusters KEY.")
        return shapes[0] if shapes else known.general()

    def _find_key(self) -> tuple[str, str]:
        """The key of the chains, and what is said where it was a choice."""
        wanted, usual = self._options.clusters, self._shape.clusters
        if wanted:
            if wanted not in self._values:
                raise self._problem(
                    f"--clusters {wanted} is no key of the document ({list_keys(self._values)})."
                )
            return wanted, ""
        predicted = PREDICTED + usual
        if not isinstance(self._values.get(predicted), list | dict):
            return usual, ""
        both = self._values.get(usual) and self._values[usual] != self._values[predicted]
        return predicted, f"{predicted}, not {usual}" if both else ""

    def key_beside(self) -> str:
        """Return a key whose chains have the form of those that were read, though no option chose these."""
        if self._options.clusters:
            return ""
        read, members = self._values.get(self.key), self._shape.members
        form = form_of_chains(read, members)
        usual = self._shape.clusters
        known = (usual, PREDICTED + usual, *_SAME_CHAINS)
        found = (
            key
            for key, value in self._values.items()
            if form and key not in known and form_of_chains(value, members) == form and value != read
        )
        return next(found, "")

    def parts(self) -> tuple[list[JsonDocument], list[str]]:
        """The documents of an object that holds several, and what is wrong with spans of none of them."""
        if self._shape.counted_in != IN_DOCUMENT:
            return [self], []
        shape = self._shape._replace(clusters=self.key)
        try:
            objects, wrong = divide(self._values, shape)
        except OffsetError as error:
            raise self._problem(
                f"{error}: write lists of documents, and of [document, begin, end]."
            ) from None
        options = self._options._replace(clusters="")
        shape = shape._replace(counted_in="")
        return [JsonDocument(self._path, self._number, each, options, shape) for each in objects], wrong

    def name(self) -> str | None:
        """The document's name, if it has one."""
        value = self._one_of(self._shape.document)
        if value is None or value == "":
            return None
        if isinstance(value, bool) or not isinstance(value, int | str):
            key = next(key for key in self._shape.document if self._inside(key) is not None)
            if isinstance(value, list | dict) and value and self._is_column(value):
                raise self._problem(
                    f"{key} has several names, so that this is a table by columns: write an object for each "
                    "document, as pandas does by to_json(…, orient='records', lines=True)."
                )
            raise self._problem(f"{key} is neither a string nor a whole number: name the document.")
        name = check_characters(str(value), self._shape.document[0], self._problem)
        part = self._values.get(self._shape.part)
        if type(part) is int:
            return f"{name}/{part}"
        # Converters of CoNLL take over what stands in the header.
        return name_in_parentheses(name) or name

    def _is_column(self, names: list[object] | dict[str, object]) -> bool:
        """Are there as many chains as names, each a thing of one document?"""
        chains = self._values.get(self.key)
        return isinstance(chains, type(names)) and len(chains) == len(names)

    def text(self) -> tuple[str, Tokens | None]:
        """The text, and where the tokens stand in it if there are any."""
        found = TextReader(self._values, self._shape, self._problem).read()
        if found is None:
            raise self._problem(self._lacking())
        self._spans.starts = found.starts
        return found.text, found.tokens

    def _lacking(self) -> str:
        """What to say of an object without a text."""
        known = shapes_told(self._options.shapes)
        if lacking := known.explain_no_text(self._values):
            return lacking
        if self.key not in self._values and (lacking := known.lack(self._values)):
            return lacking
        keys = self._shape.text_keys()
        advice = "check the shape and the file" if known.named else "describe such files with --json-shape"
        none = f"neither {' nor '.join(keys)} is" if len(keys) > 1 else f"{keys[0]} is not"
        return f"{none} there, which offsets count ({list_keys(self._values)}): {advice}."

    def clusters(self, text: str, tokens: Tokens | None) -> Iterator[Chain]:
        """The usable spans of each chain, in code points of the text; what is wrong with others is noted."""
        if self.chainless:
            return
        clusters = self._named()
        convention = self._convention(tokens)
        to_code_points = convention.reader(text, tokens)
        assumed = convention == _ASSUMED and not self._is_end_told()
        plain = not self._shape.counted_in and not self._shape.span
        words = StatedWords(self._shape, self._values if self.key == self._shape.clusters else {}, text)
        usable = 0
        for place, (name, spans) in enumerate(clusters):
            if not isinstance(spans, list):
                raise self._problem(f"cluster {place} is no list of spans: write [[begin, end], …].")
            found: list[Fragments] = []
            for number, span in enumerate(spans):
                try:
                    # Most spans of most files are of this kind, and no time is lost on them.
                    if (
                        plain
                        and type(span) is list
                        and len(span) == 2
                        and type(span[0]) is type(span[1]) is int
                    ):
                        pairs = [(span[0], span[1])]
                    else:
                        pairs = self._spans.pairs(span)
                    fragments_of_span = fragments(pairs, to_code_points)
                except OffsetError as error:
                    self._leave_out(f"in cluster {place} {error}", error, clusters, convention, text, tokens)
                    continue
                found.append(fragments_of_span)
                if words.are_there:
                    words.check(place, number, span, pairs, fragments_of_span)
                if assumed:
                    self.assumed += 1
                    self.assumed_of_one += len(pairs) == 1 and pairs[0][0] == pairs[0][1]
            usable += len(found)
            if len(self.wrong_spans) > max(_MANY, usable):
                break
            yield Chain(check_characters(name, self.key, self._problem), found)
        if self.wrong_spans and len(self.wrong_spans) > (_MANY if usable else 0):
            raise self._problem(f"{self.wrong_spans[0]}.")
        self.unlike_words = words.unlike
        if words.unlike and not self._is_told() and (otherwise := words.advise(convention, tokens)):
            raise UnitError(self._path, self._number, f"{words.unlike[0]}: {otherwise}.")

    def _leave_out(
        self,
        what: str,
        error: OffsetError,
        clusters: list[tuple[str, object]],
        convention: Convention,
        text: str,
        tokens: Tokens | None,
    ) -> None:
        """Note a span that cannot be used.

        Raises:
            UnitError: all would fit if they were counted otherwise.
        """
        advice = ""
        if isinstance(error, MisfitError):
            what = f"{what} {convention.size(text, tokens)} as {convention}"
            if not self.wrong_spans:
                pairs = self._all_pairs(clusters)
                advice, otherwise = advise(pairs, convention, text, tokens)
                if is_slip(pairs, convention):
                    advice = "it has no token"
                elif otherwise:
                    raise UnitError(self._path, self._number, f"{what}: {advice}.")
        self.wrong_spans.append(f"{what}: {advice}" if advice else what)

    def _is_told(self) -> bool:
        told = self._options
        return SYNONYMS.get(told.offsets, told.offsets) in COUNTED or told.end in ENDS_OF_SPANS

    def _is_end_told(self) -> bool:
        return "end" in self._values or self._options.end in ENDS_OF_SPANS or bool(self._shape.end)

    def _all_pairs(self, clusters: list[tuple[str, object]]) -> list[tuple[int, int]]:
        """The pairs of all spans that are any; none where one leads out of its sentence."""
        found: list[tuple[int, int]] = []
        for _, spans in clusters:
            for span in spans if isinstance(spans, list) else ():
                try:
                    found += self._spans.pairs(span)
                except MisfitError:
                    return []
                except OffsetError:
                    continue
        return found

    def _named(self) -> list[tuple[str, object]]:
        """Each cluster with its name."""
        if self.key not in self._values:
            told = shapes_told(self._options.shapes).named
            where = f"the chains of {self._shape.title}" if told else "the chains where no other shape fits"
            raise self._problem(
                f"{self.key} is not there, which would hold {where} ({list_keys(self._values)}): "
                f"{advise_key(self._values)}."
            )
        try:
            named, self.names = name_clusters(self._values[self.key], self.key, self._shape)
        except NamingError as error:
            raise self._problem(f"{error}.") from None
        return named

    def _convention(self, tokens: Tokens | None) -> Convention:
        options, shape = self._options, self._shape
        told = SYNONYMS.get(options.offsets, options.offsets)
        unit = self._stated("offsets", COUNTED) or (told if told in COUNTED else shape.unit) or None
        if unit is None:
            if tokens is not None and self._values.get(shape.text) is not None:
                raise self._problem(
                    'text and tokens are both there: say what is counted, "offsets": "character" or "token" '
                    "in the line, or with --offsets."
                )
            unit = "character" if tokens is None else "token"
        if unit == "token" and tokens is None:
            raise self._problem("offsets are to count tokens, but there is only text: add the tokens.")
        end = self._stated("end", ENDS_OF_SPANS) or (
            options.end if options.end in ENDS_OF_SPANS else shape.end
        )
        return Convention(unit, end or ("inclusive" if unit == "token" else "exclusive"))

    def _stated(self, key: str, allowed: tuple[str, ...]) -> str | None:
        value = self._values.get(key)
        if value is None or value == "auto":
            return None
        if isinstance(value, str):
            value = SYNONYMS.get(value, value)
        if not isinstance(value, str) or value not in allowed:
            raise self._problem(f"{key} is {excerpt(str(value))}: write one of {', '.join(allowed)}.")
        return value

    def _one_of(self, keys: tuple[str, ...]) -> object:
        """What stands under one of several keys that mean the same."""
        there = [(key, value) for key in keys if (value := self._inside(key)) is not None]
        # What lies deeper is a last resort.
        if len(there) > 1 and "." not in there[1][0] and there[0][1] != there[1][1]:
            raise self._problem(
                f"{there[0][0]} and {there[1][0]} are both there and mean the same: keep one."
            )
        return there[0][1] if there else None

    def _inside(self, key: str) -> object:
        value: object = self._values
        for name in key.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def _problem(self, sentence: str) -> FileError:
        return problem(self._path, self._number, sentence)
