"""Words and their offsets in a text, and the reader of tagged words.

``Words`` and ``lay_out`` serve formats whose annotations point to words: ``lay_out`` finds each word in the
text or builds the text, and ``Words.span`` returns the offsets of the words of a mention.

Tagged words, ``Ann|[e1] saw her|[e1],[e2 dog|e2]``, are the plain text that language models write in CRAC's
track (text2text-coref). A line is a document, a blank ends a word, and after ``|`` follow the brackets of the
entities that begin and end at the word: here "Ann" and "her" are mentions of e1, "her dog" is one of e2. A
bracket closes the latest open one of its entity; unmatched brackets are left out. Documents have no names and
are numbered if there are several.

A word that begins with ``##`` is an empty node (a dropped word), which is not in the text. A mention of empty
nodes only is a zero at the word before them.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from coala.base.files import stem
from coala.base.offsets import Ruler
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import RunningText, iterate_lines
from coala.model.format_options import FormatOptions
from coala.model.values import Fragments

_LONGEST_LINE = 1 << 26
"""Bytes of a line, which is a document."""

_TAG = r"(?:\[e\d{1,9}\]?|e\d{1,9}\])"
# Anchored at the begin of a word and possessive: a word of a megabyte costs no more than its length.
_FIRST_TAGS = re.compile(rf"(?<!\S)[^\s|]++\|{_TAG}(?:,{_TAG})*+(?=\s|\Z)")
_PROSE = re.compile(r"\s*[^\s{}<>\[\]#|\"]")
"""The start of a text that is neither JSON nor XML and has no comments."""
_ENOUGH_TAGGED_WORDS = 3
"""This number of words with tags is no coincidence."""

_TAGS = re.compile(r"\[\S+|\S*\w\]")
_BRACKET = re.compile(r"(\[?)([^\[\],]+)(\]?)\Z")
_EMPTY_PREFIX = "##"
_MOST_MARKS = 20
"""Empty nodes in the mark of a zero; honest zeros have one."""


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file is prose in which several words have tags."""
    text = start.decode("utf-8", "replace").removeprefix("\ufeff")
    if not _PROSE.match(text) or "\t" in text:
        return False
    return sum(1 for _ in _FIRST_TAGS.finditer(text)) >= _ENOUGH_TAGGED_WORDS


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file; each line that is not blank is a document.

    Raises:
        ReadingError: the file is not UTF-8, or more than a few of its brackets are broken.
    """
    flaws = Flaws(path, lenient=options.lenient)
    lines = [line for line in iterate_lines(path, data, _LONGEST_LINE) if line[1].strip()]
    documents: list[Document] = []
    mentions: list[Mention] = []
    remarks: list[tuple[str, str]] = []
    brackets = 0
    for number, line in lines:
        name = stem(path) if len(lines) == 1 else f"{stem(path)}/{len(documents) + 1}"
        if len(lines) > 1:
            remarks.append(("document-without-name", f"{path}:{number}"))
        document = _Document(number, flaws)
        for word in line.split():
            document.add(word)
        document.close()
        brackets += document.brackets
        for span in document.spans:
            mention = document.build_mention(span, len(documents), instance_key(name, span.entity))
            if mention is None:
                remarks.append(("empty-node", f"{path}:{number}, {excerpt(span.entity)}"))
                continue
            if mention.zero:
                remarks.append(("zero-by-order", f"{path}:{number}, {excerpt(span.entity)}"))
            mentions.append(mention)
        documents.append(Document(name, document.text.text()))
    flaws.weigh(brackets, "brackets")
    return Annotations(tuple(documents), tuple(mentions), (), (*remarks, *flaws.remarks))


class _Span(NamedTuple):
    """The word numbers and the empty-node numbers of a mention, ends exclusive."""

    entity: str
    words: range
    empty: range


class _Document:
    """The words of a document so far, and the spans of its brackets."""

    def __init__(self, line: int, flaws: Flaws) -> None:
        self.text = RunningText()
        self.spans: list[_Span] = []
        self.brackets = 0
        self._line = line
        self._flaws = flaws
        # By entity: the tagged word, and the number of words and empty nodes before it.
        self._open: dict[str, list[tuple[str, int, int]]] = {}
        self._begins: list[int] = []
        self._ends: list[int] = []
        # For each empty node: the number of words before it, and its order after that word, from 1.
        self._empty: list[tuple[int, int]] = []

    def build_mention(self, span: _Span, document: int, instance: str) -> Mention | None:
        """Return the mention of a span; None if the document has no word."""
        if span.words:
            place = self._begins[span.words[0]], self._ends[span.words[-1]]
            return Mention(document, (place,), instance)
        if not self._begins:
            return None
        before, _ = self._empty[span.empty[0]]
        word = max(before - 1, 0)
        marks = [f"#{order}" if words else f"before#{order}" for words, order in self._empty_nodes(span)]
        return Mention(
            document, ((self._begins[word], self._ends[word]),), instance, zero="+".join(marks[:_MOST_MARKS])
        )

    def _empty_nodes(self, span: _Span) -> list[tuple[int, int]]:
        """Return for each empty node of a span the words before it, and its number after that word."""
        return self._empty[span.empty.start : span.empty.stop]

    def add(self, written: str) -> None:
        """Add a word with its tags."""
        word, divider, tags = written.rpartition("|")
        if not divider or not word or not _TAGS.fullmatch(tags):
            word, tags = written, ""
        here = len(self._begins), len(self._empty)
        if word.startswith(_EMPTY_PREFIX):
            last, order = self._empty[-1] if self._empty else (-1, 0)
            self._empty.append((here[0], order + 1 if last == here[0] else 1))
        else:
            begin, end = self.text.add(word)
            self._begins.append(begin)
            self._ends.append(end)
        for tag in tags.split(",") if tags else ():
            self._add_tag(written, tag, here)

    def _add_tag(self, written: str, tag: str, here: tuple[int, int]) -> None:
        """Open or close a mention; ``here`` is the number of words and of empty nodes before this word."""
        self.brackets += 1
        bracket = _BRACKET.match(tag)
        if not bracket or not (bracket[1] or bracket[3]):
            self._leave_out(f"{excerpt(tag)} in {excerpt(written)} is not a bracket such as '[e1'")
            return
        opens, entity, closes = bracket.groups()
        if opens:
            self._open.setdefault(entity, []).append((written, *here))
        if closes and not self._open.get(entity):
            self._leave_out(f"{excerpt(tag)} in {excerpt(written)} closes what was not opened before")
        elif closes:
            _, word, empty = self._open[entity].pop()
            words = range(word, len(self._begins))
            self.spans.append(_Span(entity, words, range(empty, len(self._empty))))

    def close(self) -> None:
        """End the document; leave out the brackets that are still open."""
        for entity, places in self._open.items():
            for written, *_ in places:
                self._leave_out(
                    f"{excerpt('[' + entity)} in {excerpt(written)} opens what its document never closes"
                )

    def _leave_out(self, what: str) -> None:
        self._flaws.leave_out("bracket-left-out", self._line, what)


_WIDEST_GAP = 1000
"""Characters between two words of a text built by offsets; an honest text has a few blank lines."""

_MOST_WORDS_REMARKED = 100
"""Repeated identifiers that are remarked one by one; the rest is counted."""

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
"""Brackets as English treebanks write them, and the single character in the text."""


class Words:
    """The words of one document in order, numbered from 0; a repeated identifier means its first word.

    With "Ann", "left" and the identifiers w1 and w2, ``number("w2")`` is 1 and ``span([0, 1])`` is ((0, 8),).
    """

    def __init__(self) -> None:
        self.running = RunningText()
        self._numbers: dict[str, int] = {}
        self._begins, self._ends = array("q"), array("q")
        self._is_in_order = True  # each word begins after the previous one ends
        self._repeated: list[str] = []

    def __len__(self) -> int:
        return len(self._begins)

    def add(self, identifier: str, word: str) -> bool:
        """Append a word to the running text; return False if its identifier is already used."""
        return self.place(identifier, *self.running.add(word))

    def place(self, identifier: str, begin: int, end: int) -> bool:
        """Append a word with offsets in a text; return False if its identifier is already used."""
        number = len(self._begins)
        if number and begin < self._ends[-1]:
            self._is_in_order = False
        self._begins.append(begin)
        self._ends.append(end)
        is_new = self._numbers.setdefault(identifier, number) == number
        if not is_new and identifier:
            self._repeated.append(identifier)
        return is_new

    def number(self, identifier: str) -> int | None:
        """Return the number of a word in the document, from 0; None if there is no such word."""
        return self._numbers.get(identifier)

    def span(self, numbers: Iterable[int]) -> Fragments:
        """Return the sorted fragments of words; adjacent words share a fragment, empty words give none."""
        if isinstance(numbers, range) and self._is_in_order:
            return self._join_consecutive(numbers)
        parts: list[tuple[int, int]] = []
        last = -2  # the last word of the last part
        for number in sorted(set(numbers)):
            begin, end = self._begins[number], self._ends[number]
            if number == last + 1 and begin >= parts[-1][1]:
                parts[-1] = (parts[-1][0], end)
            elif begin < end:
                parts.append((begin, end))
            else:
                continue
            last = number
        # Words that are not in the order of the text may overlap.
        joined: list[tuple[int, int]] = []
        for begin, end in sorted(parts):
            if joined and begin < joined[-1][1]:
                joined[-1] = (joined[-1][0], max(joined[-1][1], end))
            else:
                joined.append((begin, end))
        return tuple(joined)

    def spans(self, ranges: Iterable[tuple[int, int]]) -> Fragments:
        """Return the fragments of ranges (first, last) of words, in a time that ignores their length."""
        joined: list[tuple[int, int]] = []
        for first, last in sorted(ranges):
            if joined and first <= joined[-1][1] + 1:
                joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
            else:
                joined.append((first, last))
        stretches = [range(first, last + 1) for first, last in joined]
        if self._is_in_order:
            return tuple(chain.from_iterable(map(self._join_consecutive, stretches)))
        return self.span(chain.from_iterable(stretches))

    def remarks(self, path: str) -> list[tuple[str, str]]:
        """Return remarks about words whose identifier an earlier word has: nothing can point to them."""
        remarks = [
            ("identifier-twice", f"{path}, the word {excerpt(word)}")
            for word in self._repeated[:_MOST_WORDS_REMARKED]
        ]
        return remarks + remarks[-1:] * (len(self._repeated) - len(remarks))

    def _join_consecutive(self, numbers: range) -> Fragments:
        """Return the one fragment of consecutive words, in a text with its words in order."""
        for first in numbers:
            if self._begins[first] < self._ends[first]:
                return ((self._begins[first], self._ends[numbers[-1]]),)
        return ()


class Word(NamedTuple):
    """A word, its sentence or paragraph, and its stated begin and end."""

    identifier: str
    text: str
    block: str = ""
    begin: int | None = None
    end: int | None = None


class Layout(NamedTuple):
    """A text with the offsets of its words; ``differs`` if the words do not match the given text."""

    text: str
    words: Words
    differs: bool = False


def lay_out(words: Sequence[Word], text: str | None = None) -> Layout:
    """Find the words in their text, or build a text of them.

    In a given text, each word is looked up after the previous one, else at its stated offset. If that fails,
    the words are joined by spaces instead. Without a given text, it is built by the offsets if
    possible.
    """
    if text is not None:
        places = (
            _find_in_order(words, text)
            or _find_by_offset(words, text, "utf-16")
            or _find_by_offset(words, text, "code-point")
        )
        if places is not None:
            return Layout(text, _place_words(words, places))
    else:
        built = _build_by_offsets(words)
        if built is not None:
            return built
    joined = Words()
    block = words[0].block if words else ""
    for word in words:
        if word.block != block:
            joined.running.end_sentence()
            block = word.block
        joined.add(word.identifier, word.text)
    return Layout(joined.running.text(), joined, text is not None)


def _place_words(words: Sequence[Word], places: Sequence[tuple[int, int]]) -> Words:
    placed = Words()
    for word, (begin, end) in zip(words, places, strict=True):
        placed.place(word.identifier, begin, end)
    return placed


def _find_in_order(words: Sequence[Word], text: str) -> list[tuple[int, int]] | None:
    """Find each word after the previous one, with only white space between; None if that fails."""
    places: list[tuple[int, int]] = []
    position = 0
    for word in words:
        while position < len(text) and text[position].isspace():
            position += 1
        shown = word.text
        if not text.startswith(shown, position):
            shown = _BRACKETS.get(shown, shown)
            if not text.startswith(shown, position):
                return None
        places.append((position, position + len(shown)))
        position += len(shown)
    return places


def _find_by_offset(words: Sequence[Word], text: str, unit: str) -> list[tuple[int, int]] | None:
    """Find each word at its stated offset; None if another text is there."""
    ruler = Ruler(text, unit)
    places: list[tuple[int, int]] = []
    for word in words:
        begin = None if word.begin is None else ruler.code_points(word.begin)
        if begin is None or not text.startswith(word.text, begin):
            return None
        places.append((begin, begin + len(word.text)))
    return places


def _build_by_offsets(words: Sequence[Word]) -> Layout | None:
    """Build a text with every word at its stated offset; None if the offsets do not fit.

    A word whose offsets do not count its characters shifts the words after it.
    """
    if not words:
        return None
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    length = end = 0  # of the text so far; and where the last word ends by its stated offsets
    block = words[0].block
    for word in words:
        if word.begin is None or word.end is None or not 0 <= word.begin - end <= _WIDEST_GAP:
            return None
        if word.end < word.begin:
            return None
        gap = word.begin - end
        shown = _BRACKETS.get(word.text, word.text) if word.end - word.begin == 1 else word.text
        blank = "\n" if word.block != block and gap else " "
        pieces += (blank * min(gap, 1) + " " * (gap - 1), shown)
        places.append((length + gap, length + gap + len(shown)))
        length, end, block = places[-1][1], word.end, word.block
    return Layout("".join(pieces), _place_words(words, places))
