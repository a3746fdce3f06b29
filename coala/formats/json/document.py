"""One JSON object of a shape: its name, its text, and its chains of spans.

``JsonDocument`` reads ``{"doc_id": "d1", "text": "Ann left.", "clusters": [[[0, 3]]]}``; a shape (``shapes``)
says under which keys the parts are. ``read_name`` returns "d1", ``read_text`` the text, and ``read_chains``
the chain "0" with the span ((0, 3),) in code points.

Clusters in a list, under names, or in objects are first brought to one form: pairs of a name and spans.
Mentions that name an entry of a knowledge base are grouped by it. An object that holds several documents is
divided into one object for each, with the same names for chains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeGuard

from coala.base.numerals import count
from coala.base.plain_text import excerpt
from coala.errors import FileError
from coala.formats.conll_columns import parse_name
from coala.formats.entity_names import UnusableNameError, name_entry
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
    build_fragments,
    find_chain_form,
    get_shapes,
    is_slip,
    list_keys,
)
from coala.formats.json.spans import SpanReader, StatedWords, shorten_value
from coala.formats.text_lines import problem
from coala.model.format_options import FormatOptions
from coala.model.values import Fragments

NamedCluster = tuple[str, object]


class NamingError(ValueError):
    """The value is not a list of clusters, or a name is missing; the message is the end of a sentence."""


def name_clusters(clusters: object, key: str, shape: Shape) -> tuple[list[NamedCluster], list[str]]:
    """Return each cluster with its name, and the names that the file gives.

    The n-th cluster, from 0, is called n if it has no name.

    Raises:
        NamingError: the value is not a list, or a name is missing.
    """
    if shape.chain and isinstance(clusters, list):
        return _group_mentions(clusters, key, shape), []
    if isinstance(clusters, dict) and not shape.chain:
        return list(clusters.items()), list(clusters)
    if not isinstance(clusters, list):
        raise NamingError(f'{key} is no list: write "{key}": [[[begin, end], …], …]')
    given_names = [_find_name(cluster, shape) for cluster in clusters]
    names = [name for name in given_names if name]
    used = set(names)
    # Number clusters without a name, but keep numbers apart from names that the file gives.
    named: list[NamedCluster] = []
    for place, cluster in enumerate(clusters):
        inside = cluster.get(shape.members) if isinstance(cluster, dict) else None
        name = given_names[place] or str(place)
        while not given_names[place] and name in used:
            name += "'"
        named.append((name, cluster if inside is None else inside))
    return named, names


def _find_name(cluster: object, shape: Shape) -> str:
    if not shape.called or not isinstance(cluster, dict):
        return ""
    names = (cluster.get(key) for key in shape.called)
    return str(next((name for name in names if type(name) in (int, str) and name != ""), ""))


def _group_mentions(mentions: list[object], key: str, shape: Shape) -> list[NamedCluster]:
    """Group mentions that name their chain, chain by chain."""
    chains: dict[str, list[object]] = {}
    for mention in mentions:
        chain = mention.get(shape.chain) if isinstance(mention, dict) else None
        if not isinstance(chain, int | str):
            raise NamingError(f"{key} has a mention without {shape.chain}: mend it")
        chains.setdefault(str(chain), []).append(mention)
    return list(chains.items())


class _LinkedMentions(NamedTuple):
    """Mentions of a list, grouped by the entry of a knowledge base that they name."""

    clusters: list[NamedCluster]
    entries: set[str]  # the names of clusters that are entries
    remarks: list[tuple[str, str]]


def group_by_entry(mentions: object, key: str, shape: Shape) -> _LinkedMentions:
    """Group mentions by their entry; a mention without an entry is a cluster of its own.

    Mentions with one number of an entity that the base lacks ("Unknown1") are a cluster without an entry.

    Raises:
        NamingError: the value is not a list.
    """
    if not isinstance(mentions, list):
        raise NamingError(f"{key} is no list: write a list of mentions")
    clusters: dict[str, list[object]] = {}
    entries: set[str] = set()
    remarks: list[tuple[str, str]] = []
    for number, mention in enumerate(mentions):
        entry = None
        value = _find_link(mention, shape)
        if numbered := _find_number(value, shape):
            clusters.setdefault(f"\0{numbered}", []).append(mention)
            continue
        try:
            entry = None if _says_unlinked(value, shape) else name_entry(value, shape.base)
        except UnusableNameError as error:
            remarks.append(("entry-unusable", f"mention {number}, {error}"))
        if entry is None:
            # Mentions of one place are one.
            place = (
                [mention.get(part) for part in (*shape.span, shape.length)] if _is_object(mention) else number
            )
            clusters.setdefault(f"\0{place!r:.200}", []).append(mention)
            continue
        if not entry.is_known:
            remarks.append(("base-unknown", f"mention {number}, {excerpt(entry.name)}"))
        entries.add(entry.name)
        clusters.setdefault(entry.name, []).append(mention)
    # Number mentions without an entry in the order of the file.
    named: list[NamedCluster] = []
    for number, (name, members) in enumerate(clusters.items()):
        own_name = str(number)
        while own_name in entries:
            own_name += "'"
        named.append((name if name in entries else own_name, members))
    return _LinkedMentions(named, entries, remarks)


def _find_link(mention: object, shape: Shape) -> object:
    """Return the first name of an entry that a mention has, or None."""
    values = (find_nested(mention, key) for key in shape.link)
    return next((value for value in values if value is not None and value != ""), None)


def _find_number(value: object, shape: Shape) -> str:
    """Return the name of an entity that the base lacks, such as "Unknown1"; "" for any other value."""
    if not shape.numbered or not isinstance(value, str):
        return ""
    name = value.strip()
    number = name.removeprefix(shape.numbered)
    return name if number != name and number.isascii() and number.isdecimal() else ""


def _says_unlinked(value: object, shape: Shape) -> bool:
    return isinstance(value, str) and value.strip() in shape.unlinked


def _is_object(mention: object) -> TypeGuard[dict[str, object]]:
    return isinstance(mention, dict)


def find_nested(value: object, key: str) -> object:
    """Return the value under a key; "metadata.doc_id" leads into the object "metadata"."""
    for name in key.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


class DividedObject(NamedTuple):
    """The documents of one object as objects, and messages about spans that belong to none of them."""

    objects: list[dict[str, object]]
    wrong_spans: list[str]


def divide_by_document(values: Mapping[str, object], shape: Shape) -> DividedObject:
    """Divide an object with several documents into objects with one document each.

    Its tokens are a list of documents. Its spans are [document, begin, end]; each is moved to its document,
    into a cluster with the same number.

    Raises:
        OffsetError: the tokens or the clusters are not lists.
    """
    key = next((key for key in shape.tokens if isinstance(values.get(key), list)), "")
    tokens, clusters = values.get(key), values.get(shape.clusters)
    if not isinstance(tokens, list) or not isinstance(clusters, list):
        raise OffsetError(f"{key or shape.tokens[0]} or {shape.clusters} is not a list")
    strings = next((values[each] for each in shape.strings if isinstance(values.get(each), list)), None)
    # For each document: its spans, and their stated words, by cluster.
    spans: list[dict[str, list[object]]] = [{} for _ in tokens]
    words: list[dict[str, list[object]]] = [{} for _ in tokens]
    wrong = []
    for place, cluster in enumerate(clusters):
        if not isinstance(cluster, list):
            raise OffsetError(f"cluster {place} is not a list of spans")
        stated = strings[place] if isinstance(strings, list) and place < len(strings) else None
        for number, span in enumerate(cluster):
            if not _is_span_of_document(span, len(tokens)):
                wrong.append(
                    f"in cluster {place} {excerpt(shorten_value(span))} is not a span: write "
                    f"[document, begin, end] in the {count(len(tokens), 'document')} of this line"
                )
                continue
            spans[span[0]].setdefault(str(place), []).append(span[1:])
            word = stated[number] if isinstance(stated, list) and number < len(stated) else None
            words[span[0]].setdefault(str(place), []).append(word)
    return DividedObject(
        [
            {key: part, shape.clusters: spans[number]}
            | ({shape.strings[0]: list(words[number].values())} if shape.strings else {})
            for number, part in enumerate(tokens)
        ],
        wrong,
    )


def _is_span_of_document(span: object, documents: int) -> bool:
    return (
        isinstance(span, list)
        and len(span) == 3
        and all(type(number) is int for number in span)
        and 0 <= span[0] < documents
    )


_ASSUMED_CONVENTION = Convention("token", "inclusive")

REPEATED_CHAINS = ("clusters_char_offsets",)
"""Keys with the same chains again: Maverick's chains, counted in characters."""

_MANY_WRONG = 1000
"""Wrong spans; more than this, and more than right ones, make a document wrong."""


def _hold_equal_chains(one: object, other: object) -> bool:
    """Return True if two values hold the same chains, in any order of chains and of spans."""
    return one == other or _sort_chains(one) == _sort_chains(other) is not None


def _sort_chains(value: object) -> list[list[str]] | None:
    """Return the chains of a value as sorted texts; None if the value is no list or object of lists."""
    chains = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(chains, list) or not all(isinstance(chain, list) for chain in chains):
        return None
    return sorted(sorted(map(repr, chain)) for chain in chains)


class UnitError(FileError):
    """The spans of a document fit only if counted otherwise; other documents may have the same error."""


class Chain(NamedTuple):
    """The spans of one chain, and its name among the chains of its document."""

    name: str
    spans: list[Fragments]
    is_entry: bool = False  # the name is that of an entry of a knowledge base


class JsonDocument:
    """One object, checked while it is read. Call ``read_text`` before ``read_chains``."""

    def __init__(
        self,
        path: str,
        number: int,
        values: Mapping[str, object],
        options: FormatOptions,
        shape: Shape | None = None,
    ) -> None:
        """Find the shape and the key of the chains; ``shape`` is given if it is known already."""
        self._path = path
        self._number = number
        self._values = values
        self._options = options
        self._shape = shape or self._find_shape()
        # The key of the chains, and a description of the choice between two of them, or "".
        self.key, self.chosen = self._find_key()
        self.is_predicted = self.key == PREDICTED + self._shape.clusters
        self._spans = SpanReader(self._shape)
        # A message for each span that was left out, and for each whose words differ from those in the file.
        self.wrong_spans: list[str] = []
        self.unlike_words: list[str] = []
        # If only by assumption ends are inclusive: the number of spans, and of those of one token.
        self.assumed = self.assumed_single = 0
        # The names that the file gives to its chains.
        self.names: list[str] = []
        # Of links to a knowledge base: names of chains that are entries, a remark for each flaw, and the
        # number of mentions outside of the part of the text that counts.
        self.is_linked = bool(self._shape.link)
        self.entries: set[str] = set()
        self.link_remarks: list[tuple[str, str]] = []
        self.outside = 0
        # True if the object has no chains, as its shape allows.
        self.chainless = self._shape.chainless and self.key not in values

    def _find_shape(self) -> Shape:
        """Return the shape that the keys of the object select, or the general one."""
        known = get_shapes(self._options.shapes)
        shapes = known.find(self._values)
        wanted = self._options.clusters.removeprefix(PREDICTED)
        given = [shape for shape in shapes if shape.clusters == wanted]
        gold = {shape.over for shape in shapes}
        shapes = given or [shape for shape in shapes if shape.clusters not in gold]
        if len(shapes) > 1:
            keys = " or ".join(dict.fromkeys(shape.clusters for shape in shapes))
            raise self._problem(f"the chains may be those under {keys}: choose with --clusters KEY.")
        return shapes[0] if shapes else known.find_general()

    def _find_key(self) -> tuple[str, str]:
        """Return the key of the chains, and a description of the choice if there was one."""
        wanted, usual = self._options.clusters, self._shape.clusters
        if wanted:
            if wanted not in self._values:
                raise self._problem(
                    f"--clusters {wanted} is not a key of the document ({list_keys(self._values)})."
                )
            return wanted, ""
        predicted = PREDICTED + usual
        if not isinstance(self._values.get(predicted), list | dict):
            return usual, ""
        both = self._values.get(usual) and not _hold_equal_chains(
            self._values[usual], self._values[predicted]
        )
        return predicted, f"{predicted}, not {usual}" if both else ""

    def find_other_key(self) -> str:
        """Return another key with chains of the same form, or ""; "" if an option chose the key."""
        if self._options.clusters:
            return ""
        read, members = self._values.get(self.key), self._shape.members
        form = find_chain_form(read, members)
        usual = self._shape.clusters
        known = (usual, PREDICTED + usual, *REPEATED_CHAINS)
        found = (
            key
            for key, value in self._values.items()
            if form
            and key not in known
            and find_chain_form(value, members) == form
            and not _hold_equal_chains(value, read)
        )
        return next(found, "")

    def split_documents(self) -> tuple[list[JsonDocument], list[str]]:
        """Return the documents of an object, and messages about spans that belong to none of them."""
        if self._shape.counted_in != IN_DOCUMENT:
            return [self], []
        shape = self._shape._replace(clusters=self.key)
        try:
            objects, wrong = divide_by_document(self._values, shape)
        except OffsetError as error:
            raise self._problem(
                f"{error}: write lists of documents, and of [document, begin, end]."
            ) from None
        options = self._options._replace(clusters="")
        shape = shape._replace(counted_in="")
        return [JsonDocument(self._path, self._number, each, options, shape) for each in objects], wrong

    def read_name(self) -> str | None:
        """Return the document's name, or None."""
        value = self._get_first(self._shape.document)
        if value is None or value == "":
            return None
        if isinstance(value, bool) or not isinstance(value, int | str):
            key = next(key for key in self._shape.document if self._get_nested(key) is not None)
            if isinstance(value, list | dict) and value and self._is_column(value):
                raise self._problem(
                    f"{key} has several names, as in a table by columns: write an object for each "
                    "document, in pandas with to_json(…, orient='records', lines=True)."
                )
            raise self._problem(f"{key} is neither a string nor a whole number: name the document.")
        name = check_characters(str(value), self._shape.document[0], self._problem)
        part = self._values.get(self._shape.part)
        if type(part) is int:
            return f"{name}/{part}"
        # Converters of CoNLL copy the text of the header.
        return parse_name(name) or name

    def _is_column(self, names: list[object] | dict[str, object]) -> bool:
        """Return True if there are as many chains as names, each for one document."""
        chains = self._values.get(self.key)
        return isinstance(chains, type(names)) and len(chains) == len(names)

    def read_text(self) -> tuple[str, Tokens | None]:
        """Return the text, and the offsets of its tokens if there are any."""
        found = TextReader(self._values, self._shape, self._problem).read()
        if found is None:
            raise self._problem(self._explain_no_text())
        self._spans.starts = found.starts
        return found.text, found.tokens

    def _explain_no_text(self) -> str:
        """Return the message for an object without a text."""
        known = get_shapes(self._options.shapes)
        if explanation := known.explain_no_text(self._values):
            return explanation
        if self.key not in self._values and (explanation := known.explain_no_chains(self._values)):
            return explanation
        keys = self._shape.text_keys()
        advice = "check the shape and the file" if known.named else "describe such files with --json-shape"
        missing = f"neither {' nor '.join(keys)} is" if len(keys) > 1 else f"{keys[0]} is not"
        return f"{missing} there, but offsets need it ({list_keys(self._values)}): {advice}."

    def read_chains(self, text: str, tokens: Tokens | None) -> Iterator[Chain]:
        """Yield each chain with its usable spans, in code points of the text; note errors of other spans.

        Raises:
            UnitError: all spans would fit if they were counted otherwise.
            FileError: too many spans are wrong, or a cluster is not a list of spans.
        """
        if self.chainless:
            return
        # Prepare the conversion of offsets.
        clusters = self._name_clusters()
        convention = self._choose_convention(tokens)
        to_code_points = convention.make_reader(text, tokens)
        assumed = convention == _ASSUMED_CONVENTION and not self._is_end_given()
        has_plain_pairs = not self._shape.counted_in and not self._shape.span
        words = StatedWords(self._shape, self._values if self.key == self._shape.clusters else {}, text)
        first, after = self._read_part(text)
        # Convert the spans of each cluster.
        usable = 0
        for place, (name, spans) in enumerate(clusters):
            if not isinstance(spans, list):
                raise self._problem(f"cluster {place} is not a list of spans: write [[begin, end], …].")
            found: list[Fragments] = []
            seen: set[Fragments] = set()  # of a chain of linked mentions
            for number, span in enumerate(spans):
                try:
                    # A fast path: most spans of most files have this form.
                    if (
                        has_plain_pairs
                        and type(span) is list
                        and len(span) == 2
                        and type(span[0]) is type(span[1]) is int
                    ):
                        pairs = [(span[0], span[1])]
                    else:
                        pairs = self._spans.read_pairs(span)
                    span_fragments = build_fragments(pairs, to_code_points)
                except OffsetError as error:
                    self._leave_out(f"in cluster {place} {error}", error, clusters, convention, text, tokens)
                    continue
                if self.is_linked:
                    if span_fragments[0][0] < first or span_fragments[-1][1] > after:
                        self.outside += 1
                        continue
                    if span_fragments in seen:
                        self.link_remarks.append(
                            ("mention-twice", f"{excerpt(text[slice(*span_fragments[0])])}")
                        )
                        continue
                    seen.add(span_fragments)
                found.append(span_fragments)
                if words.exist:
                    words.check(place, number, span, pairs, span_fragments)
                if assumed:
                    self.assumed += 1
                    self.assumed_single += len(pairs) == 1 and pairs[0][0] == pairs[0][1]
            usable += len(found)
            if len(self.wrong_spans) > max(_MANY_WRONG, usable):
                break
            is_entry = name in self.entries
            if found or not self.is_linked:
                yield Chain(check_characters(name, self.key, self._problem), found, is_entry)
        # Refuse the document if too many spans are wrong, or if their words show another convention.
        if self.wrong_spans and len(self.wrong_spans) > (_MANY_WRONG if usable else 0):
            raise self._problem(f"{self.wrong_spans[0]}.")
        self.unlike_words = words.unlike
        if (
            words.unlike
            and not self._is_convention_given()
            and (otherwise := words.advise(convention, tokens))
        ):
            raise UnitError(self._path, self._number, f"{words.unlike[0]}: {otherwise}.")

    @property
    def shape(self) -> Shape:
        """Return the shape of the object."""
        return self._shape

    @property
    def values(self) -> Mapping[str, object]:
        """Return the object."""
        return self._values

    def pair_spans(
        self, text: str, tokens: Tokens | None
    ) -> Iterator[tuple[str, list[tuple[object, Fragments | None]]]]:
        """Yield the name of each chain, and its spans as they are written with their places, for a writer.

        A span that cannot be used has no place.
        """
        if self.chainless:
            return
        to_code_points = self._choose_convention(tokens).make_reader(text, tokens)
        for name, spans in self._name_clusters():
            pairs: list[tuple[object, Fragments | None]] = []
            for span in spans if isinstance(spans, list) else ():
                try:
                    pairs.append((span, build_fragments(self._spans.read_pairs(span), to_code_points)))
                except OffsetError:
                    pairs.append((span, None))
            yield name, pairs

    def make_span_writer(self, text: str, tokens: Tokens | None) -> Callable[[Fragments], object]:
        """Return a function from the place of a mention to a span of this shape; None if it has none."""
        convert = self._choose_convention(tokens).make_writer(text, tokens)

        def write(fragments: Fragments) -> object:
            pairs = [pair for place in fragments if (pair := convert(place)) is not None]
            if len(pairs) < len(fragments):
                return None
            return self._spans.write_span(pairs, " ".join(text[begin:end] for begin, end in fragments))

        return write

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
            UnitError: all spans would fit if they were counted otherwise.
        """
        advice = ""
        if isinstance(error, MisfitError):
            what = f"{what} {convention.describe_size(text, tokens)} as {convention}"
            if not self.wrong_spans:
                pairs = self._all_pairs(clusters)
                advice, otherwise = advise(pairs, convention, text, tokens)
                if is_slip(pairs, convention):
                    advice = "it has no token"
                elif otherwise:
                    raise UnitError(self._path, self._number, f"{what}: {advice}.")
        self.wrong_spans.append(f"{what}: {advice}" if advice else what)

    def _is_convention_given(self) -> bool:
        given = self._options
        return SYNONYMS.get(given.offsets, given.offsets) in COUNTED or given.end in ENDS_OF_SPANS

    def _is_end_given(self) -> bool:
        return "end" in self._values or self._options.end in ENDS_OF_SPANS or bool(self._shape.end)

    def _all_pairs(self, clusters: list[tuple[str, object]]) -> list[tuple[int, int]]:
        """Return the pairs of all valid spans; [] if one leads out of its sentence."""
        found: list[tuple[int, int]] = []
        for _, spans in clusters:
            for span in spans if isinstance(spans, list) else ():
                try:
                    found += self._spans.read_pairs(span)
                except MisfitError:
                    return []
                except OffsetError:
                    continue
        return found

    def _name_clusters(self) -> list[tuple[str, object]]:
        """Return the clusters of the object with their names, and keep the names that the file gives."""
        if self.key not in self._values:
            given = get_shapes(self._options.shapes).named
            where = f"the chains of {self._shape.title}" if given else "the chains where no other shape fits"
            raise self._problem(
                f"the key {self.key} for {where} is missing ({list_keys(self._values)}): "
                f"{advise_key(self._values)}."
            )
        try:
            if self.is_linked:
                linked = group_by_entry(self._values[self.key], self.key, self._shape)
                self.entries = linked.entries
                self.link_remarks += linked.remarks
                return linked.clusters
            named, self.names = name_clusters(self._values[self.key], self.key, self._shape)
        except NamingError as error:
            raise self._problem(f"{error}.") from None
        return named

    def _read_part(self, text: str) -> tuple[int, int]:
        """Return begin and end of the part of the text in which mentions count, in code points."""
        part = self._values.get(self._shape.within)
        if part is None:
            return 0, len(text)
        if not isinstance(part, list) or [type(number) for number in part] != [int, int]:
            raise self._problem(f"{self._shape.within} is not [begin, end]: correct it, or leave it out.")
        return part[0], part[1]

    def _choose_convention(self, tokens: Tokens | None) -> Convention:
        """Return how offsets count: as the object, an option or the shape says, else as is usual."""
        options, shape = self._options, self._shape
        given = SYNONYMS.get(options.offsets, options.offsets)
        unit = self._read_stated("offsets", COUNTED) or (given if given in COUNTED else shape.unit) or None
        if unit is None:
            if tokens is not None and self._values.get(shape.text) is not None:
                raise self._problem(
                    'text and tokens are both there: write "offsets": "character" or "token" '
                    "in the line, or add --offsets."
                )
            unit = "character" if tokens is None else "token"
        if unit == "token" and tokens is None:
            raise self._problem("offsets count tokens, but there is only text: add the tokens.")
        end = self._read_stated("end", ENDS_OF_SPANS) or (
            options.end if options.end in ENDS_OF_SPANS else shape.end
        )
        return Convention(unit, end or ("inclusive" if unit == "token" else "exclusive"))

    def _read_stated(self, key: str, allowed: tuple[str, ...]) -> str | None:
        """Return what the object itself states under "offsets" or "end", or None."""
        value = self._values.get(key)
        if value is None or value == "auto":
            return None
        if isinstance(value, str):
            value = SYNONYMS.get(value, value)
        if not isinstance(value, str) or value not in allowed:
            raise self._problem(f"{key} is {excerpt(str(value))}: write one of {', '.join(allowed)}.")
        return value

    def _get_first(self, keys: tuple[str, ...]) -> object:
        """Return the value under the first present key of several with the same meaning."""
        present = [(key, value) for key in keys if (value := self._get_nested(key)) is not None]
        # A nested key is a last resort.
        if len(present) > 1 and "." not in present[1][0] and present[0][1] != present[1][1]:
            raise self._problem(
                f"{present[0][0]} and {present[1][0]} are both there and mean the same: keep one."
            )
        return present[0][1] if present else None

    def _get_nested(self, key: str) -> object:
        return find_nested(self._values, key)

    def _problem(self, sentence: str) -> FileError:
        return problem(self._path, self._number, sentence)
