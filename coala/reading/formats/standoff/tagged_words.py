"""Words with tags, ``Ann|[e1] saw her|[e1],[e2 dog|e2]``, as language models are asked to write them.

It is the plain text of CRAC's track for language models (text2text-coref): a line is a document, a blank ends
a word, and behind ``|`` stand the brackets of the entities that begin and end at it. A word that begins with
``##`` is an empty node, which is not in the text: a mention of nothing else is a zero at the word before it.
A bracket closes the latest open one of its entity; what opens or closes nothing is left out. Documents have
no names, and are numbered where there are several.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import Annotations, Document, Mention, instance_key
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.text_lines import RunningText, bounded_lines

_LONGEST = 1 << 26
"""Bytes of a line, which is a whole document."""

_TAG = r"(?:\[e\d{1,9}\]?|e\d{1,9}\])"
# From the begin of a word, and without a second try: a word of a megabyte costs no more than its length.
_FIRST_TAGS = re.compile(rf"(?<!\S)[^\s|]++\|{_TAG}(?:,{_TAG})*+(?=\s|\Z)")
_PROSE = re.compile(r"\s*[^\s{}<>\[\]#|\"]")
"""How a text begins that is neither JSON nor XML, nor has comments."""
_MANY = 3
"""So many words with tags are no chance."""

_TAGS = re.compile(r"\[\S+|\S*\w\]")
_BRACKET = re.compile(r"(\[?)([^\[\],]+)(\]?)\Z")
_EMPTY = "##"
_MOST_MARKS = 20
"""Empty nodes that a zero is told by; honest ones are one."""


def looks_like(name: str, start: bytes) -> bool:
    """Is it prose in which several words have tags?"""
    text = start.decode("utf-8", "replace").removeprefix("\ufeff")
    if not _PROSE.match(text) or "\t" in text:
        return False
    return sum(1 for _ in _FIRST_TAGS.finditer(text)) >= _MANY


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file; each of its lines that is not blank is a document.

    Raises:
        ReadingError: it is not UTF-8, or more than a few of its brackets are broken.
    """
    flaws = Flaws(path, lenient=options.lenient)
    lines = [line for line in bounded_lines(path, data, _LONGEST) if line[1].strip()]
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
            mention = document.mention(span, len(documents), instance_key(name, span.entity))
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
    """The words and the empty nodes of a mention, both by their numbers, ends exclusive."""

    entity: str
    words: range
    empty: range


class _Document:
    """The words of a document so far, and the spans that its brackets make."""

    def __init__(self, line: int, flaws: Flaws) -> None:
        self.text = RunningText()
        self.spans: list[_Span] = []
        self.brackets = 0
        self._line = line
        self._flaws = flaws
        # By entity: the word with its tags, and how many words and empty nodes were before.
        self._open: dict[str, list[tuple[str, int, int]]] = {}
        self._begins: list[int] = []
        self._ends: list[int] = []
        # Of each empty node how many words were before it, and which one behind that word it is.
        self._empty: list[tuple[int, int]] = []

    def mention(self, span: _Span, document: int, instance: str) -> Mention | None:
        """A span as a mention; None if the document has no word."""
        if span.words:
            place = self._begins[span.words[0]], self._ends[span.words[-1]]
            return Mention(document, (place,), instance)
        if not self._begins:
            return None
        before, _ = self._empty[span.empty[0]]
        word = max(before - 1, 0)
        marks = [f"#{order}" if words else f"before#{order}" for words, order in self._marks(span)]
        return Mention(
            document, ((self._begins[word], self._ends[word]),), instance, zero="+".join(marks[:_MOST_MARKS])
        )

    def _marks(self, span: _Span) -> list[tuple[int, int]]:
        return self._empty[span.empty.start : span.empty.stop]

    def add(self, written: str) -> None:
        """Take a word with its tags."""
        word, divider, tags = written.rpartition("|")
        if not divider or not word or not _TAGS.fullmatch(tags):
            word, tags = written, ""
        here = len(self._begins), len(self._empty)
        if word.startswith(_EMPTY):
            last, order = self._empty[-1] if self._empty else (-1, 0)
            self._empty.append((here[0], order + 1 if last == here[0] else 1))
        else:
            begin, end = self.text.add(word)
            self._begins.append(begin)
            self._ends.append(end)
        for tag in tags.split(",") if tags else ():
            self._take(written, tag, here)

    def _take(self, written: str, tag: str, here: tuple[int, int]) -> None:
        self.brackets += 1
        bracket = _BRACKET.match(tag)
        if not bracket or not (bracket[1] or bracket[3]):
            self._leave_out(f"{excerpt(tag)} in {excerpt(written)} is no bracket such as '[e1'")
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
        """The document ends; what is open stays so."""
        for entity, places in self._open.items():
            for written, *_ in places:
                self._leave_out(
                    f"{excerpt('[' + entity)} in {excerpt(written)} opens what its document never closes"
                )

    def _leave_out(self, what: str) -> None:
        self._flaws.leave_out("bracket-left-out", self._line, what)
