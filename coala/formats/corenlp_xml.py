"""XML of Stanford CoreNLP becomes ``Annotations``; its text is made of the words by their offsets.

A coreference within the coreference is a chain; its mentions count sentences and words from 1, and their
ends are exclusive. Where words are missing from the offsets, there were blanks.
"""

from __future__ import annotations

from typing import NamedTuple

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import parse_offset
from coala.formats.words import Word, Words, lay_out
from coala.formats.xml_elements import Element, elements, has_root
from coala.model.format_options import FormatOptions

_ROOTS = ("root",)


class _Mention(NamedTuple):
    chain: int
    line: int
    said: dict[str, str]
    """The text of each element in it: sentence, start, end, head."""


def looks_like(name: str, start: bytes) -> bool:
    """Is the root element the nameless one of CoreNLP, and a word with offsets or a chain behind it?"""
    marks = (b"<CharacterOffsetBegin>", b"CoreNLP-to-HTML", b"<sentences>")
    return has_root(start, _ROOTS) and any(mark in start for mark in marks)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file, one document; instances are named after the file and the number of their chain.

    Raises:
        ReadingError: the XML is broken or declares something; more than a few mentions have no words.
    """
    name = stem(path)
    file = _File()
    for element in elements(path, data, _ROOTS, texts=True, bare_doctype=True):
        file.take(element)
    layout = lay_out(file.words)
    flaws = Flaws(path, lenient=options.lenient)
    mentions: list[Mention] = []
    for found in file.mentions:
        numbers = _numbers(found.said, layout.words)
        span = layout.words.span(numbers)
        if not span:
            said = ", ".join(f"{key} {found.said.get(key, '')}" for key in ("sentence", "start", "end"))
            flaws.leave_out("mark-broken", found.line, f"{excerpt(said)} are no words")
            continue
        head = layout.words.number(f"{_whole(found.said, 'sentence')}.{_whole(found.said, 'head')}")
        minimum = layout.words.span([head]) if head is not None and head in numbers else ()
        key = instance_key(name, str(found.chain))
        mentions.append(Mention(0, span, key, (), minimum[0] if minimum else None))
    flaws.weigh(len(file.mentions), "mentions")
    remarks = flaws.remarks
    if not file.mentions:
        remarks.append(("no-entities", path))
    return Annotations((Document(name, layout.text),), tuple(mentions), (), tuple(remarks))


class _File:
    """What its elements said, which come as they end: the parts before the whole."""

    def __init__(self) -> None:
        self.words: list[Word] = []
        self.mentions: list[_Mention] = []
        self._said: dict[str, str] = {}
        self._chain = self._sentence = self._token = 1

    def take(self, element: Element) -> None:
        """Take in the next element."""
        kind, parent = element.name, element.parent
        if parent in ("token", "mention"):
            self._said[kind] = element.text.strip()
            return
        if kind == "token" and parent == "tokens":
            said = self._said
            places = [parse_offset(said.get(f"CharacterOffset{end}", "")) for end in ("Begin", "End")]
            identifier = f"{self._sentence}.{self._token}"
            self.words.append(Word(identifier, said.get("word", ""), str(self._sentence), *places))
            self._token += 1
        elif kind == "sentence":
            self._sentence += 1
            self._token = 1
        elif kind == "mention":
            self.mentions.append(_Mention(self._chain, element.line, self._said))
        elif kind == "coreference":
            self._chain += 1
        self._said = {}


def _whole(said: dict[str, str], key: str) -> int:
    number = parse_offset(said.get(key, ""))
    return -1 if number is None else number


def _numbers(said: dict[str, str], words: Words) -> range:
    sentence = _whole(said, "sentence")
    first = words.number(f"{sentence}.{_whole(said, 'start')}")
    last = words.number(f"{sentence}.{_whole(said, 'end') - 1}")
    return range(0) if first is None or last is None else range(first, last + 1)
