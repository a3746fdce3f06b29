"""Words with tags, ``Ann|[e1] saw her|[e1],[e2 dog|e2]``, as language models are asked to write them.

It is the plain text of CRAC's track for language models (text2text-coref): a line is a document, a blank ends
a word, and behind ``|`` stand the brackets of the entities that begin and end at it. A word that begins with
``##`` is an empty node, which is not in the text. A bracket closes the latest open one of its entity; what
opens or closes nothing is left out. Documents have no names, and are numbered where there are several.
"""

from __future__ import annotations

import re

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import Annotations, Document, Mention, instance_key
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.text_lines import RunningText, bounded_lines

_LONGEST = 1 << 26
"""Bytes of a line, which is a whole document."""

_TAG = r"(?:\[e\d{1,9}\]?|e\d{1,9}\])"
_FIRST_TAGS = re.compile(rf"[^\s|]+\|{_TAG}(?:,{_TAG})*(?=\s|\Z)")
_PROSE = re.compile(r"\s*[^\s{}<>\[\]#|\"]")
"""How a text begins that is neither JSON nor XML, nor has comments."""
_MANY = 3
"""So many words with tags are no chance."""

_TAGS = re.compile(r"\[\S+|\S*\w\]")
_BRACKET = re.compile(r"(\[?)([^\[\],]+)(\]?)\Z")
_EMPTY = "##"


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
        for begin, end, entity in document.spans:
            if begin < end:
                mentions.append(Mention(len(documents), ((begin, end),), instance_key(name, entity)))
            else:
                remarks.append(("empty-node", f"{path}:{number}, {excerpt(entity)}"))
        documents.append(Document(name, document.text.text()))
    flaws.weigh(brackets, "brackets")
    return Annotations(tuple(documents), tuple(mentions), (), (*remarks, *flaws.remarks))


class _Document:
    """The words of a document so far; ``spans`` are places with their entity, empty for empty nodes alone."""

    def __init__(self, line: int, flaws: Flaws) -> None:
        self.text = RunningText()
        self.spans: list[tuple[int, int, str]] = []
        self.brackets = 0
        self._line = line
        self._flaws = flaws
        # By entity, where its open brackets begin: the word with its tags, and how many words were before.
        self._open: dict[str, list[tuple[str, int]]] = {}
        self._begins: list[int] = []
        self._ends: list[int] = []

    def add(self, written: str) -> None:
        """Take a word with its tags."""
        word, divider, tags = written.rpartition("|")
        if not divider or not word or not _TAGS.fullmatch(tags):
            word, tags = written, ""
        here = len(self._begins)
        if not word.startswith(_EMPTY):
            begin, end = self.text.add(word)
            self._begins.append(begin)
            self._ends.append(end)
        for tag in tags.split(",") if tags else ():
            self._take(written, tag, here)

    def _take(self, written: str, tag: str, here: int) -> None:
        self.brackets += 1
        bracket = _BRACKET.match(tag)
        if not bracket or not (bracket[1] or bracket[3]):
            self._leave_out(f"{excerpt(tag)} in {excerpt(written)} is no bracket such as '[e1'")
            return
        opens, entity, closes = bracket.groups()
        if opens:
            self._open.setdefault(entity, []).append((written, here))
        if closes and not self._open.get(entity):
            self._leave_out(f"{excerpt(tag)} in {excerpt(written)} closes what was not opened before")
        elif closes:
            _, first = self._open[entity].pop()
            after = len(self._begins)
            place = (self._begins[first], self._ends[after - 1]) if first < after else (0, 0)
            self.spans.append((*place, entity))

    def close(self) -> None:
        """The document ends; what is open stays so."""
        for entity, places in self._open.items():
            for written, _ in places:
                self._leave_out(
                    f"{excerpt('[' + entity)} in {excerpt(written)} opens what its document never closes"
                )

    def _leave_out(self, what: str) -> None:
        self._flaws.leave_out("bracket-left-out", self._line, what)
