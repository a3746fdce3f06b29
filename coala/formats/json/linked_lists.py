"""Readers of two lists of linkers that have no text of their own.

BLINK has one object for each mention, with the text before and after it::

    {"query_id": "d1:0", "context_left": "Ann left", "mention": "Paris", "context_right": ".",
     "Wikipedia_title": "Paris", "predictions": ["Paris", "Paris, Texas"]}

Mentions whose contexts are one text, blanks aside, are in one document. The best prediction is read, the
first of the list; without predictions the entry that the data set states.

REL has one object with a list for each document: begin, length, words and title of each mention::

    {"d1": [[9, 5, "Paris", "Paris", 0.9, 0.98, "LOC"]]}

Its texts are elsewhere. Titles are those of the English Wikipedia.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Document, Mention, instance_key
from coala.formats.entity_names import WIKIPEDIA, LinkedEntry, UnusableNameError, name_entry
from coala.formats.text_lines import problem

_CONTEXT_KEYS = ("context_left", "mention", "context_right")

_NAMES = ("doc_id", "document", "query_id", "id")

_LINKS = ("predictions", "Wikipedia_URL", "Wikipedia_title", "label_title", "label_id", "label")
"""The keys of the entry, the surest first; ``label`` may be a number, a title or "unknown"."""

_PAGE = "https://en.wikipedia.org/wiki?curid="
"""An address of a page by the number with which BLINK names it."""

_LONGEST_OFFSET = 10**15


class LinkedList(NamedTuple):
    """Documents with linked mentions, without a text in ``textless``; all that was found is remarked."""

    documents: list[Document]
    mentions: list[Mention]
    entries: set[str]
    remarks: list[tuple[str, str]]
    textless: set[int]


class _Context(NamedTuple):
    """A mention of BLINK: its text, and its place counted in characters that are no blanks."""

    number: int  # its line
    text: str
    begin: int
    end: int
    entry: str  # "" without one


def has_contexts(values: Mapping[str, object]) -> bool:
    """Return True if an object is a mention of BLINK."""
    return all(isinstance(values.get(key), str) for key in _CONTEXT_KEYS)


def has_lists(values: Mapping[str, object]) -> bool:
    """Return True if an object has lists of mentions of REL by document."""
    lists = list(values.values())
    return any(lists) and all(isinstance(each, list) and all(map(_is_listed, each)) for each in lists)


def _is_listed(mention: object) -> bool:
    return (
        isinstance(mention, list)
        and len(mention) >= 4
        and [type(item) for item in mention[:3]] == [int, int, str]
    )


class _Linker:
    """What the two readers share: the entries that they found, and remarks."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._entries: set[str] = set()
        self._remarks: list[tuple[str, str]] = []

    def _name(self, number: int, value: object, base: str) -> str:
        """Return the name of an entry; "" if there is none, or it is no name."""
        where = f"{self._path}:{number}, "
        try:
            entry: LinkedEntry | None = name_entry(value, base)
        except UnusableNameError as error:
            self._remarks.append(("entry-unusable", where + str(error)))
            return ""
        if entry is None:
            return ""
        if not entry.is_known:
            self._remarks.append(("base-unknown", where + excerpt(entry.name)))
        self._entries.add(entry.name)
        return entry.name

    def _note_twice(self, number: int, words: str) -> None:
        self._remarks.append(("mention-twice", f"{self._path}:{number}, {excerpt(words)}"))


class ContextList(_Linker):
    """The mentions of BLINK in a file: ``add`` takes each, ``finish`` returns the documents."""

    def __init__(self, path: str, key: str) -> None:
        """Read the entry under ``key``; "" for the usual keys."""
        super().__init__(path)
        self._keys = (key,) if key else _LINKS
        self._contexts: dict[tuple[str, str], list[_Context]] = {}  # by name and text without blanks

    def add(self, number: int, values: Mapping[str, object]) -> None:
        """Add one mention.

        Raises:
            FileError: it has no words, or half a character.
        """
        left, words, right = (str(values[key]) for key in _CONTEXT_KEYS)
        if not words.strip():
            raise problem(self._path, number, "the mention has no words: leave it out.")
        text = _join(_join(left, words), right)
        try:
            text.encode()
        except UnicodeEncodeError:
            raise problem(self._path, number, "a context has half a character: correct it.") from None
        begin = len("".join(left.split()))
        end = begin + len("".join(words.split()))
        name = _find_name(values)
        context = _Context(number, text, begin, end, self._find_entry(number, values))
        self._contexts.setdefault((name, "".join(text.split())), []).append(context)

    def _find_entry(self, number: int, values: Mapping[str, object]) -> str:
        for key in self._keys:
            value = values.get(key)
            if key == "predictions" and isinstance(value, list):
                value = value[0] if value else None
            if key.startswith("label") and (page := _parse_page(value)) is not None:
                value = f"{_PAGE}{page}" if page >= 0 else None
            if value is not None and value != "" and value != "unknown":
                # The data of Zeshel is about worlds other than Wikipedia.
                return self._name(number, value, str(values.get("world") or WIKIPEDIA))
        return ""

    def finish(self) -> LinkedList:
        """Return the documents and their mentions; one name with several texts is several documents."""
        by_name: dict[str, list[list[_Context]]] = {}
        for (name, _), contexts in sorted(self._contexts.items(), key=lambda item: item[1][0].number):
            # Contexts without a name are documents in their order.
            by_name.setdefault(name or f"{stem(self._path)}/{len(by_name) + 1}", []).append(contexts)
            if not name:
                self._remarks.append(("document-without-name", f"line {contexts[0].number}"))
        documents: list[Document] = []
        mentions: list[Mention] = []
        for name, parts in by_name.items():
            for order, contexts in enumerate(parts, start=1):
                # The variant with the fewest blanks, whatever the order of the lines.
                text = min((context.text for context in contexts), key=lambda text: (len(text), text))
                document = Document(f"{name}#{order}" if len(parts) > 1 else name, text)
                mentions += self._place(len(documents), document, contexts)
                documents.append(document)
        return LinkedList(documents, mentions, self._entries, self._remarks, set())

    def _place(self, number: int, document: Document, contexts: list[_Context]) -> Iterator[Mention]:
        """Yield the mentions of one document in code points of its text."""
        places = [place for place, sign in enumerate(document.text) if not sign.isspace()]
        seen: set[tuple[int, int, str]] = set()
        for order, context in enumerate(contexts):
            span = places[context.begin], places[context.end - 1] + 1
            if (*span, context.entry) in seen:
                self._note_twice(context.number, document.text[slice(*span)])
                continue
            seen.add((*span, context.entry))
            yield Mention(number, (span,), context.entry or instance_key(document.name, str(order)))


def _find_name(values: Mapping[str, object]) -> str:
    """Return the name of the document of a mention; "" if it has none.

    ``query_id`` is the name and the number of the mention, "d1:0"; ``id`` is a name only if it is like that.
    """
    for key in _NAMES:
        value = values.get(key)
        if key in ("query_id", "id"):
            value = value.rpartition(":")[0] if isinstance(value, str) else None
        if type(value) in (int, str) and value != "":
            return str(value)
    return ""


def _parse_page(value: object) -> int | None:
    """Return a number of a page, negative for no page; None for anything else."""
    if type(value) is int:
        return value
    return (
        int(value)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 15
        else None
    )


def _join(left: str, right: str) -> str:
    """Return two parts of a text with a blank between them, unless there is one."""
    if not left or not right or left[-1].isspace() or right[0].isspace():
        return left + right
    return f"{left} {right}"


class ResultLists(_Linker):
    """The lists of REL in a file: ``add`` takes each object, ``finish`` returns the documents."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._names: dict[str, int] = {}  # the numbers of documents
        self._mentions: dict[tuple[int, tuple[int, int], str], Mention] = {}

    def add(self, number: int, values: Mapping[str, object]) -> None:
        """Add the documents of one object.

        Raises:
            FileError: a name or some words have half a character.
        """
        for name, mentions in values.items():
            assert isinstance(mentions, list)
            document = self._names.setdefault(name, len(self._names))
            for begin, length, words, title, *_ in mentions:
                self._add_mention(number, name, document, (begin, begin + length), words, title)

    def _add_mention(
        self, number: int, name: str, document: int, span: tuple[int, int], words: str, title: object
    ) -> None:
        for text in (name, words):
            try:
                text.encode()
            except UnicodeEncodeError:
                raise problem(self._path, number, "a list has half a character: correct it.") from None
        if not 0 <= span[0] < span[1] < _LONGEST_OFFSET:
            self._remarks.append(
                ("span-left-out", f"{self._path}:{number}, {name}, {excerpt(words)} has no place")
            )
            return
        entry = self._name(number, title, WIKIPEDIA)
        instance = entry or instance_key(name, f"{span[0]}-{span[1]}")
        if (document, span, instance) in self._mentions:
            self._note_twice(number, words)
            return
        self._mentions[document, span, instance] = Mention(document, (span,), instance, anchor=words)

    def finish(self) -> LinkedList:
        """Return the documents, which have no texts."""
        return LinkedList(
            [Document(name, "") for name in self._names],
            list(self._mentions.values()),
            self._entries,
            self._remarks,
            set(range(len(self._names))),
        )
