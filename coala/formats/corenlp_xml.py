"""Reader of the XML of Stanford CoreNLP.

::

    <tokens><token id="1"><word>Ann</word><CharacterOffsetBegin>0</CharacterOffsetBegin> … </token></tokens>
    <coreference><coreference>
      <mention><sentence>1</sentence><start>1</start><end>2</end><head>1</head></mention>
    </coreference></coreference>

An inner coreference element is a chain. Its mentions count sentences and words from 1, ends exclusive. The
text is built from the words by their offsets; gaps between offsets are blanks.
"""

from __future__ import annotations

from typing import NamedTuple

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import parse_offset
from coala.formats.words import Word, Words, lay_out
from coala.formats.xml_elements import Element, has_root, parse_elements
from coala.model.format_options import FormatOptions

_ROOTS = ("root",)


class _Mention(NamedTuple):
    """A mention with the number of its chain."""

    chain: int
    line: int
    texts: dict[str, str]  # of the child elements: sentence, start, end, head


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the root is CoreNLP's ``root``, with a mark of CoreNLP at the start of the file."""
    marks = (b"<CharacterOffsetBegin>", b"CoreNLP-to-HTML", b"<sentences>")
    return has_root(start, _ROOTS) and any(mark in start for mark in marks)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file as one document; instances are named after the file and the number of their chain.

    Raises:
        ReadingError: the XML is broken or contains declarations; more than a few mentions have no words.
    """
    name = stem(path)
    file = _File()
    for element in parse_elements(path, data, _ROOTS, texts=True, bare_doctype=True):
        file.add(element)
    layout = lay_out(file.words)
    flaws = Flaws(path, lenient=options.lenient)
    mentions: list[Mention] = []
    for found in file.mentions:
        numbers = _find_words(found.texts, layout.words)
        span = layout.words.span(numbers)
        if not span:
            shown = ", ".join(f"{key} {found.texts.get(key, '')}" for key in ("sentence", "start", "end"))
            flaws.leave_out("mark-broken", found.line, f"{excerpt(shown)} are not words")
            continue
        head = layout.words.number(
            f"{_parse_number(found.texts, 'sentence')}.{_parse_number(found.texts, 'head')}"
        )
        minimum = layout.words.span([head]) if head is not None and head in numbers else ()
        key = instance_key(name, str(found.chain))
        mentions.append(Mention(0, span, key, (), minimum[0] if minimum else None))
    flaws.weigh(len(file.mentions), "mentions")
    remarks = flaws.remarks
    if not file.mentions:
        remarks.append(("no-entities", path))
    return Annotations((Document(name, layout.text),), tuple(mentions), (), tuple(remarks))


class _File:
    """The words and mentions of one file.

    Elements arrive when they end, so the children of a token or a mention come before it and wait in
    ``_texts``. Words get the identifier "sentence.token" ("1.3"), with which mentions find them.
    """

    def __init__(self) -> None:
        self.words: list[Word] = []
        self.mentions: list[_Mention] = []
        self._texts: dict[str, str] = {}
        self._chain = self._sentence = self._token = 1

    def add(self, element: Element) -> None:
        """Add the next element."""
        kind, parent = element.name, element.parent
        if parent in ("token", "mention"):
            self._texts[kind] = element.text.strip()
            return
        if kind == "token" and parent == "tokens":
            texts = self._texts
            places = [parse_offset(texts.get(f"CharacterOffset{end}", "")) for end in ("Begin", "End")]
            identifier = f"{self._sentence}.{self._token}"
            self.words.append(Word(identifier, texts.get("word", ""), str(self._sentence), *places))
            self._token += 1
        elif kind == "sentence":
            self._sentence += 1
            self._token = 1
        elif kind == "mention":
            self.mentions.append(_Mention(self._chain, element.line, self._texts))
        elif kind == "coreference":
            self._chain += 1
        self._texts = {}


def _parse_number(texts: dict[str, str], key: str) -> int:
    number = parse_offset(texts.get(key, ""))
    return -1 if number is None else number


def _find_words(texts: dict[str, str], words: Words) -> range:
    """Return the numbers of the words of a mention; an empty range if one is missing."""
    sentence = _parse_number(texts, "sentence")
    first = words.number(f"{sentence}.{_parse_number(texts, 'start')}")
    last = words.number(f"{sentence}.{_parse_number(texts, 'end') - 1}")
    return range(0) if first is None or last is None else range(first, last + 1)
