"""JSON lines of clusters become ``Annotations``: one object a line, one document an object.

``{"doc_id": "d1", "text": "Ann left. She ran.", "clusters": [[[0, 3], [10, 13]]]}``, or instead of the
text ``"tokens"``, a list of tokens or of sentences of tokens: its text is the tokens joined by one space
and the sentences by a newline, and offsets count tokens through the whole document. ``doc_key`` and
``sentences`` are read as ``doc_id`` and ``tokens``. A span with a gap is a list of pairs. All other keys
are left aside.

Beside a text offsets are characters (code points) and the end is exclusive; beside tokens they are tokens
and the end is inclusive, as the common coreference systems write them. Where it is otherwise, the line
says so (``"offsets": "character"``, also called ``"code-point"``, ``"token", "utf-16"`` or ``"byte"``,
``"end": "inclusive"`` or ``"exclusive"``), or else an option. A line with text and tokens must say what it
counts; its tokens are then looked up in the text. The n-th cluster (from 0) of a document is the instance
"document/n".
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from coala.base.files import extension, stem
from coala.base.offsets import Ruler
from coala.base.plain_text import excerpt
from coala.errors import ReadingError
from coala.model.format_options import FormatOptions
from coala.model.option import AUTO
from coala.model.values import Fragments
from coala.reading.formats.annotations import Annotations, Document, Mention
from coala.reading.formats.text_lines import RunningText, bounded_lines, problem

_LONGEST_LINE = 8 << 20
"""Bytes of one document: empty lists take eighty times their size in memory."""

EXTENSIONS = (".jsonl", ".jsonlines", ".ndjson")

_FIRST_KEY = re.compile(rb'\{\s*"(?:doc_id|doc_key|text|tokens|sentences|clusters|offsets|end)"\s*:')


def looks_like(name: str, start: bytes) -> bool:
    """Is the extension that of JSON lines, or the first key one of ours (and it is no JSON-LD)?"""
    if any(key in start for key in (b'"@context"', b'"@graph"', b'"@id"')):
        return False
    return extension(name) in EXTENSIONS or bool(
        _FIRST_KEY.match(start.removeprefix(b"\xef\xbb\xbf").lstrip())
    )


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one or more lines.

    Raises:
        ReadingError: a line is no such object, or a span does not fit its text.
    """
    documents: list[Document] = []
    mentions: list[Mention] = []
    remarks: list[tuple[str, str]] = []
    lines: dict[str, int] = {}
    for number, line in bounded_lines(path, data, _LONGEST_LINE):
        if not line.strip():
            continue
        found = _Line(path, number, _parsed(path, number, line))
        name = found.name()
        if name is None:
            name = f"{stem(path)}/{len(documents) + 1}"
            remarks.append(("document-without-name", f"line {number}"))
        if name in lines:
            raise problem(
                path,
                number,
                f"the document {excerpt(name)} is there twice, first in line {lines[name]}: rename one.",
            )
        lines[name] = number
        text, tokens = found.text()
        for cluster, spans in enumerate(found.clusters(text, tokens, options)):
            if not spans:
                remarks.append(("empty-chain", f"{name}, cluster {cluster}"))
            instance = f"{name}/{cluster}"
            mentions += (Mention(len(documents), span, instance) for span in spans)
        documents.append(Document(name, text))
    if options.offsets == AUTO:
        remarks.append(("offsets-of-lines", path))
    if not documents:
        raise problem(path, 1, "the file has no line with a document: check that it was written to its end.")
    return Annotations(tuple(documents), tuple(mentions), remarks=tuple(remarks))


class _DuplicateKeyError(ValueError):
    """A key stands twice in one object."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in pairs:
        if key in values:
            raise _DuplicateKeyError(key)
        values[key] = value
    return values


def _parsed(path: str, number: int, line: str) -> dict[str, object]:
    """The object of a line."""
    try:
        value = json.loads(line, object_pairs_hook=_object)
    except _DuplicateKeyError as error:
        raise problem(path, number, f"the key {excerpt(str(error))} stands twice: keep one.") from None
    except json.JSONDecodeError as error:
        raise problem(
            path,
            number,
            f"the line is no JSON ({error.msg} at character {error.colno}): write each document on one line.",
        ) from None
    except RecursionError:
        raise problem(
            path, number, "the JSON is nested too deeply to be read: clusters are three deep."
        ) from None
    except ValueError:
        raise problem(path, number, "a number has thousands of digits: offsets are small numbers.") from None
    if not isinstance(value, dict):
        raise problem(
            path, number, 'the line is no JSON object: write {"doc_id": …, "text": …, "clusters": …}.'
        )
    return value


class _Line:
    """One object, checked as it is asked."""

    def __init__(self, path: str, number: int, values: dict[str, object]) -> None:
        self._path = path
        self._number = number
        self._values = values

    def name(self) -> str | None:
        """The document's name, if it has one."""
        value = self._either("doc_id", "doc_key")
        if value is None or value == "":
            return None
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise self._problem("doc_id is neither a string nor a whole number: name the document.")
        return self._checked(str(value), "doc_id")

    def text(self) -> tuple[str, Tokens | None]:
        """The text, and where the tokens stand in it if there are any."""
        text, tokens = self._values.get("text"), self._either("tokens", "sentences")
        if text is not None and not isinstance(text, str):
            raise self._problem("text is no string: write the document's text, or tokens instead.")
        if text is None and tokens is None:
            raise self._problem("neither text nor tokens is there: offsets need one of them.")
        if text is not None:
            self._checked(text, "text")
        if tokens is None:
            assert text is not None
            return text, None
        sentences = self._sentences(tokens)
        if text is None:
            return Tokens.joined(sentences)
        try:
            return text, Tokens.found(sentences, text)
        except OffsetError as error:
            raise self._problem(f"{error}: leave out the text or the tokens.") from None

    def clusters(self, text: str, tokens: Tokens | None, options: FormatOptions) -> Iterator[list[Fragments]]:
        """The spans of each cluster, in code points of the text."""
        clusters = self._values.get("clusters")
        if not isinstance(clusters, list):
            raise self._problem('clusters is no list: write "clusters": [[[begin, end], …], …].')
        convention = self._convention(tokens, options)
        to_code_points = convention.reader(text, tokens)
        for place, spans in enumerate(clusters):
            try:
                yield [fragments(pairs, to_code_points) for pairs in self._spans(spans, place)]
            except OffsetError as error:
                every = (
                    pair
                    for number, others in enumerate(clusters)
                    for pairs in self._spans(others, number)
                    for pair in pairs
                )
                advice = _advice(list(every), convention, text, tokens)
                raise self._problem(
                    f"in cluster {place} {error} {convention.size(text, tokens)} as {convention}: {advice}."
                ) from None

    def _convention(self, tokens: Tokens | None, options: FormatOptions) -> Convention:
        told = SYNONYMS.get(options.offsets, options.offsets)
        unit = self._stated("offsets", _UNITS) or (told if told in _UNITS else None)
        if unit is None:
            if tokens is not None and self._values.get("text") is not None:
                raise self._problem(
                    'text and tokens are both there: say what is counted, "offsets": "character" or "token" '
                    "in the line, or with --offsets."
                )
            unit = "character" if tokens is None else "token"
        if unit == "token" and tokens is None:
            raise self._problem("offsets are to count tokens, but there is only text: add the tokens.")
        end = self._stated("end", _ENDS) or (options.end if options.end in _ENDS else None)
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

    def _spans(self, spans: object, place: int) -> Iterator[list[tuple[int, int]]]:
        """The spans of a cluster, each as the pairs that stand there."""
        if not isinstance(spans, list):
            raise self._problem(f"cluster {place} is no list of spans: write [[begin, end], …].")
        return (self._pairs(span, place) for span in spans)

    def _pairs(self, span: object, place: int) -> list[tuple[int, int]]:
        """The fragments of a span, as they stand there."""
        parts = span if isinstance(span, list) and span and isinstance(span[0], list) else [span]
        pairs: list[tuple[int, int]] = []
        for part in parts:
            if (
                not isinstance(part, list)
                or len(part) != 2
                or not all(type(offset) is int for offset in part)
            ):
                raise self._problem(
                    f"in cluster {place} {excerpt(_shortened(part))} is no span: write [begin, end]."
                )
            pairs.append((part[0], part[1]))
        return pairs

    def _sentences(self, tokens: object) -> list[list[str]]:
        """Tokens as a list of sentences."""
        if not isinstance(tokens, list):
            raise self._problem("tokens is no list: write a list of tokens, or of sentences of tokens.")
        flat = all(isinstance(token, str) for token in tokens)
        sentences = [tokens] if flat else tokens
        for sentence in sentences:
            if not isinstance(sentence, list) or not all(isinstance(token, str) for token in sentence):
                raise self._problem("tokens has something else than strings, or lists of strings: mend it.")
            self._checked(" ".join(sentence), "tokens")
        return sentences

    def _either(self, key: str, other: str) -> object:
        value, second = self._values.get(key), self._values.get(other)
        if value is not None and second is not None:
            raise self._problem(f"{key} and {other} are both there and mean the same: keep one.")
        return second if value is None else value

    def _checked(self, text: str, key: str) -> str:
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise self._problem(
                f"{key} has half a character, \\u{ord(text[error.start]):04x}: "
                "a surrogate is written with its other half."
            ) from None
        return text

    def _problem(self, sentence: str) -> ReadingError:
        return problem(self._path, self._number, sentence)


def _shortened(value: object) -> str:
    """A foreign value in a few characters, however long or deep it is."""
    if isinstance(value, list):
        items = [_shown(item) for item in value[:3]]
        return f"[{', '.join(items)}{', …' if len(value) > 3 else ''}]"
    return str(value)[:60] if isinstance(value, int | float | str) else type(value).__name__


def _shown(item: object) -> str:
    # A number in quotes is no number, so the quotes must be seen.
    return json.dumps(item, ensure_ascii=False)[:20] if isinstance(item, int | float | str) else "…"


def _advice(pairs: list[tuple[int, int]], tried: Convention, text: str, tokens: Tokens | None) -> str:
    """How else all spans of a line would fit."""
    units = [unit for unit in _UNITS if unit != "token" or tokens is not None]
    units.sort(key=lambda unit: unit != tried.unit)  # the likelier slip is the end
    fitting = [
        convention
        for unit in units
        for end in _ENDS
        if (convention := Convention(unit, end)) != tried and _all_fit(pairs, convention.reader(text, tokens))
    ]
    if not fitting:
        return (
            "nor do all spans of the line fit in any other unit or with the other end, so correct the offsets"
        )
    best = fitting[0]
    said = f'"offsets": "{best.unit}", "end": "{best.end}"'
    options = f"--offsets {best.unit} --ends {best.end}"
    return f"all spans of the line would fit as {best}; if they are, write {said} in it, or give {options}"


def _all_fit(pairs: list[tuple[int, int]], to_code_points: Callable[[int, int], JsonPlace]) -> bool:
    try:
        for begin, end in pairs:
            to_code_points(begin, end)
    except OffsetError:
        return False
    return True


_UNITS = ("character", "token", "utf-16", "byte")
SYNONYMS = {"code-point": "character"}
_ENDS = ("exclusive", "inclusive")

JsonPlace = tuple[int, int]


class OffsetError(ValueError):
    """What does not fit, as the beginning of a sentence."""


class Tokens(NamedTuple):
    """Where the tokens of a document begin and end in its text."""

    begins: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def joined(cls, sentences: list[list[str]]) -> tuple[str, Tokens]:
        """Join the tokens by one space and the sentences by a newline."""
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
    def found(cls, sentences: list[list[str]], text: str) -> Tokens:
        """Look them up in a text, each after the one before it with nothing but white space between.

        Raises:
            OffsetError: one is not there.
        """
        begins, ends = array("q"), array("q")
        place = number = 0
        for sentence in sentences:
            for token in sentence:
                while place < len(text) and text[place].isspace():
                    place += 1
                if not text.startswith(token, place):
                    raise OffsetError(
                        f"token {number}, {excerpt(token)}, is not at character {place} of the text"
                    )
                begins.append(place)
                place += len(token)
                ends.append(place)
                number += 1
        return cls(begins, ends)


class Convention(NamedTuple):
    """What the offsets count, and whether the end belongs to the span."""

    unit: str
    end: str

    def __str__(self) -> str:
        return f"{self.unit} offsets with an {self.end} end"

    def size(self, text: str, tokens: Tokens | None) -> str:
        """How long the text is, in words."""
        if self.unit == "token" and tokens is not None:
            return f"of {len(tokens.begins):,} tokens"
        return f"of {len(text):,} characters"

    def reader(self, text: str, tokens: Tokens | None) -> Callable[[int, int], JsonPlace]:
        """From the offsets of a pair to code points; it raises ``OffsetError``."""
        more = 1 if self.end == "inclusive" else 0
        if self.unit == "token":
            assert tokens is not None
            begins, ends = tokens

            def of_tokens(begin: int, end: int) -> JsonPlace:
                if not 0 <= begin < end + more <= len(begins):
                    raise OffsetError(_misfit(begin, end))
                return begins[begin], ends[end + more - 1]

            return of_tokens
        ruler = Ruler(text, "code-point" if self.unit == "character" else self.unit)

        def of_characters(begin: int, end: int) -> JsonPlace:
            first, after = ruler.code_points(begin), ruler.code_points(end + more)
            if begin < 0 or first is None or after is None or first >= after:
                raise OffsetError(_misfit(begin, end))
            return first, after

        return of_characters


def fragments(pairs: list[tuple[int, int]], to_code_points: Callable[[int, int], JsonPlace]) -> Fragments:
    """A span with its parts sorted.

    Raises:
        OffsetError: a part does not fit the text, or two overlap.
    """
    places = sorted(to_code_points(begin, end) for begin, end in pairs)
    for (_, end), (begin, _) in pairwise(places):
        if begin < end:
            raise OffsetError("the parts of a span overlap in the text")
    return tuple(places)


def _misfit(begin: int, end: int) -> str:
    return f"the span [{_short(begin)}, {_short(end)}] does not fit the text"


def _short(number: int) -> str:
    return str(number) if -(10**15) < number < 10**15 else "a number past all texts"
