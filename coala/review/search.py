"""Search for bags by mentions, headlines, types, notes, tags and numbers.

A bag is one item of a review, known by its number. ``SearchIndexWriter`` makes the index when a review is
written, ``SearchIndex`` answers queries when it is open, and ``parse_query`` reads what the user typed.

The index has three fields (``_WORDS``, ``_TYPES``, ``_DOCUMENTS``). Each is an inverted index: a sorted list
of words and, for each word, the numbers of the bags that have it ("merger": 3, 17). Words that begin with the
same letters are neighbours there, so two binary searches and a union answer a key at 100,000 bags. Notes,
tags and verdicts change while the review is open, so they are searched in memory.

SQLite's own text index was not used: not every SQLite has it, its damage goes unnoticed, and it finds no
parts of words in scripts without blanks.
"""

from __future__ import annotations

import re
import struct
import unicodedata
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from coala.base.plain_text import last_part, one_line
from coala.diff.headlines import Headline
from coala.diff.names import shorten_document
from coala.errors import CoalaError
from coala.model.bag import Bag, Verdict
from coala.model.values import FORMS
from coala.review.listing import BagEntry
from coala.review.storage.serialization import compress, inflate
from coala.verdicts.comment import SEARCH_FIELDS
from coala.verdicts.state import VERDICT_OF, State

if TYPE_CHECKING:
    from coala.base.arrays import Booleans

LONGEST_QUERY = 1_000
"""The greatest number of characters of a query."""

# Marks of the scripts of South and South-East Asia are parts of words, though not for Python.
_WORD = re.compile(r"(?:[^\W_]+|[\u0900-\u109f\u1700-\u17ff\u1a00-\u1aff]+)+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
# Scripts without blanks: search matches any part of their words, elsewhere the beginning.
_UNSPACED = re.compile(
    r"[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_FIELDS = "|".join(("doc", "type", "form", "change", *SEARCH_FIELDS))
# A field alone ("note:"), or an optional field with a quoted text or a word (the last quote may be missing).
_QUERY_TERM = re.compile(
    rf'(?:({_FIELDS}):(?=\s|$))|(?:({_FIELDS}):)?(?:"([^"]*)"?|([^\s"]+))',
    re.IGNORECASE,
)

_WORDS, _TYPES, _DOCUMENTS = "words", "types", "documents"
"""The fields of the index: all words of a bag, those of its types, and the whole names of its documents."""

ONLY_TITLES = (
    "Only titles, notes, tags and numbers are searched, since the index of "
    "mentions is damaged. Compare again into this review to search everything."
)


class QueryTerm(NamedTuple):
    """One condition of a query: 'note:"late merger"' is ("note", "late merger", ("late", "merger"))."""

    field: str  # "" for any field, "#" for the number or fingerprint of a bag
    text: str  # as it was typed after the field
    words: tuple[str, ...]  # the words in it, which must all be found; empty for numbers and verdicts


def parse_query(query: str) -> tuple[QueryTerm, ...]:
    """Return the conditions that a bag must meet, all of them.

    - ``merg`` finds words that begin so, in any field.
    - ``type:``, ``note:`` and ``tag:`` find words that begin so in this field; ``note:`` or ``tag:`` alone
      finds all bags with a note or tags.
    - ``doc:`` finds a part of a document's name.
    - ``form:pronoun`` finds bags with a changed mention of this form (``values.FORMS``).
    - ``change:-`` finds a verdict on an own change or a link, ``change:`` alone any.
    - ``#12`` finds a bag by its number or its fingerprint.

    Quotes keep a text with blanks together. Case and accents make no difference. Raises ``CoalaError`` with
    one sentence for a query that is not understood.
    """
    if len(query) > LONGEST_QUERY:
        raise CoalaError(f"This search is too long. Write at most {LONGEST_QUERY:,} characters.")
    # Each distinct condition is checked once.
    return tuple(dict.fromkeys(_read_terms(unicodedata.normalize("NFKC", query))))


def _read_terms(query: str) -> Iterator[QueryTerm]:
    for found in _QUERY_TERM.finditer(query):
        alone, field, quoted, bare = found.groups()
        field, text = (field or alone or "").lower(), quoted or bare or ""
        if text.startswith("#") and not field and quoted is None:
            yield QueryTerm("#", text, ())
            continue
        if field == "change":
            yield QueryTerm(field, _read_sign(text), ())
            continue
        if field == "form":
            yield QueryTerm(field, _read_form(text), ())
            continue
        words = words_of(text)
        if not words and field in ("doc", "type"):
            raise CoalaError(
                f"Write what to search for after '{field}:', such as {field}:{_EXAMPLES[field]}."
            )
        if not words and text:
            raise CoalaError(f"'{one_line(text, 40)}' has no letter or digit to search for.")
        if words or field:
            yield QueryTerm(field, text, words)


def _read_sign(text: str) -> str:
    """Return the sign to find among the verdicts on changes, "" for any."""
    sign = "-" if text in ("\N{MINUS SIGN}", "\N{EN DASH}") else fold(text)
    if sign and sign not in VERDICT_OF:
        raise CoalaError("Write a verdict after 'change:', such as change:- or change:+.")
    return sign


def _read_form(text: str) -> str:
    """Return the beginning of a form in lower case."""
    begin = fold(text)
    if not begin or not any(form.startswith(begin) for form in FORMS):
        *forms, last = FORMS
        raise CoalaError(f"Write a form after 'form:': {', '.join(forms)} or {last}.")
    return begin


_EXAMPLES = {"doc": "report-3", "type": "person"}
"""A word to search for in a field, for error messages."""


def fold(text: str) -> str:
    """Return a text without distinctions that search ignores: case, accents, forms of letters."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    if decomposed.isascii():
        return decomposed
    # Few texts have accents that remain, and most letters repeat, so each distinct letter is tested once.
    marks = {letter for letter in set(decomposed) if unicodedata.combining(letter)}
    return "".join(letter for letter in decomposed if letter not in marks) if marks else decomposed


def words_of(*texts: str) -> tuple[str, ...]:
    """Return the words of texts, folded: ("Élan vital",) has "elan" and "vital"."""
    # All texts are folded at once, which is faster. No word contains a line break.
    folded = fold("\n".join(texts))
    return tuple((_ASCII_WORD if folded.isascii() else _WORD).findall(folded))


# A word of a text that is not folded: its letters may have accents of their own.
_WORD_AS_WRITTEN = re.compile(r"(?:[^\W_][\u0300-\u036f]*|[\u0900-\u109f\u1700-\u17ff\u1a00-\u1aff])+")


def list_sought_words(query: str) -> tuple[str, ...]:
    """Return the words of a query that are sought in any field; none for a query that is not understood."""
    try:
        terms = parse_query(query)
    except CoalaError:
        return ()
    return tuple(dict.fromkeys(word for term in terms if not term.field for word in term.words))


def find_sought_words(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each word of a text that begins with one of these folded words.

    In a script without blanks it is the part that contains the word.
    """
    whole = tuple(word for word in words if not _UNSPACED.search(word))
    parts = [word for word in words if _UNSPACED.search(word)]
    if not words:
        return
    for found in _WORD_AS_WRITTEN.finditer(text):
        folded = fold(found[0])
        if whole and folded.startswith(whole):
            yield found.span()
        elif len(folded) == len(found[0]):
            for part in parts:
                at = folded.find(part)
                while at >= 0:
                    yield found.start() + at, found.start() + at + len(part)
                    at = folded.find(part, at + len(part))


class SearchedChange(NamedTuple):
    """The content of one change of a bag, for queries that look for single changes."""

    texts: Iterable[str]  # its mentions and the names of its chains
    types: Iterable[str]  # of its chains
    documents: Iterable[str]
    verdicts: Collection[Verdict]  # its own

    def meets(self, term: QueryTerm, comment: Mapping[str, str]) -> bool:
        """Return True if the change meets a condition of a query.

        ``comment`` has the note and the tags of its bag (``Comment.searched``), which hold for each change.
        The number of a bag and the forms of its mentions are no conditions for its changes.
        """
        match term.field:
            case "#" | "form":
                return True
            case "change":
                own = {verdict.value for verdict in self.verdicts}
                return term.text in own if term.text else bool(own)
            case "doc":
                return any(fold(term.text) in _document_word(document) for document in self.documents)
            case "type":
                return _begin_with(term.words, map(_words_of_term, self.types))
            case "":
                parts = (*self.texts, *self.types, *map(shorten_document, self.documents), *comment.values())
                return _begin_with(term.words, map(_words_of_term, parts))
        text = comment[term.field]
        return _begin_with(term.words, [words_of(text)]) if term.words else bool(text)


def _begin_with(sought: Iterable[str], texts: Iterable[Sequence[str]]) -> bool:
    """Return True if for each word sought, a word of the texts begins so (see ``find_beginning_with``)."""
    words = set(chain.from_iterable(texts))
    return all(
        any(begin in word if _UNSPACED.search(begin) else word.startswith(begin) for word in words)
        for begin in sought
    )


class SearchIndexWriter:
    """Builds the index of bags, which are added in the order of their numbers."""

    def __init__(self) -> None:
        # For each field and word, the numbers of the bags that have it, in ascending order.
        self._bags: dict[str, dict[str, array[int]]] = {_WORDS: {}, _TYPES: {}, _DOCUMENTS: {}}

    def add(self, number: int, bag: Bag, headline: Headline) -> None:
        """Add a bag; ``headline`` is its line in the list."""
        documents = bag.documents
        types = set(chain.from_iterable(map(_words_of_term, set(_list_type_names(bag)))))
        texts = {bag.title, headline.context, *headline.before, *headline.after}
        texts.update(filter(None, bag.words))
        # Labels, statements, entries and documents occur in many bags, so their words are cached.
        repeated = {*_list_statement_texts(bag), *_list_entry_texts(bag), *map(shorten_document, documents)}
        self._add_words(_WORDS, number, types.union(words_of(*texts), *map(_words_of_term, repeated)))
        self._add_words(_TYPES, number, types)
        self._add_words(_DOCUMENTS, number, set(map(_document_word, documents)))

    def add_title(self, entry: BagEntry) -> None:
        """Add a bag whose content is not at hand, by its title."""
        self._add_words(_WORDS, entry.number, words_of(entry.title))

    def _add_words(self, field: str, number: int, words: Iterable[str]) -> None:
        bags = self._bags[field]
        for word in words:
            if (known := bags.get(word)) is None:
                bags[word] = array("I", (number,))
            else:
                known.append(number)

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield the fields of the index by name, each as the bytes that a review file stores."""
        for field, bags in self._bags.items():
            words = sorted(bags)
            yield field, _pack_field(words, [bags[word] for word in words])


# Cached: bags repeat the same types, predicates and documents.
@lru_cache(maxsize=10_000)
def _words_of_term(text: str) -> tuple[str, ...]:
    return words_of(text)


@lru_cache(maxsize=1_000)
def _document_word(identifier: str) -> str:
    """Return a whole name of a document as one word, since ``doc:`` finds any part of it."""
    return fold(identifier).replace("\n", " ")


def _list_type_names(bag: Bag) -> Iterator[str]:
    for instance in (*bag.baseline, *bag.changed):
        for term in instance.types:
            yield from (term.label, last_part(term.name))


def _list_statement_texts(bag: Bag) -> Iterator[str]:
    for instance in (*bag.baseline, *bag.changed):
        yield instance.label
        for statement in instance.statements:
            yield from (statement.predicate.label, statement.value.label)


def _list_entry_texts(bag: Bag) -> Iterator[str]:
    for instance in (*bag.baseline, *bag.changed):
        for entry in instance.entries:
            yield from (entry.label, entry.words)


def _pack_field(words: Sequence[str], bags: Sequence[array[int]]) -> bytes:
    """Return the compressed bytes of a field; ``bags`` has the numbers of the bags of each word.

    The bytes are: three sizes, the words with line breaks between them, the number of bags of each word, and
    all numbers of bags as differences from the number before. All numbers are little-endian, 32 bits.
    """
    import numpy as np

    text = "\n".join(words).encode("utf-8", "surrogatepass")
    counts = np.array([len(numbers) for numbers in bags], dtype="<u4")
    numbers = np.frombuffer(b"".join(map(bytes, bags)), dtype=np.uintc).astype("<u4")
    # Differences are small, so most of their four bytes are 0. The first bytes of all of them come first
    # (the transposition below), then all second bytes, as equal bytes next to each other compress better.
    steps = np.diff(numbers, prepend=numbers.dtype.type(0)).view(np.uint8).reshape(-1, 4)
    head = struct.pack("<III", len(text), len(counts), len(steps))
    content = (head, text, counts.tobytes(), np.ascontiguousarray(steps.T).tobytes())
    return compress(b"".join(content), level=6)


class _Field:
    """The words of one field, sorted, and the bags that have each."""

    def __init__(self, content: bytes, bags: int) -> None:
        """Read the bytes of ``_pack_field``; ``bags`` is the number of bags in the review.

        Raises ``ValueError`` or ``zlib.error`` if they are not sound.
        """
        import numpy as np

        data = inflate(content)
        head = struct.calcsize("<III")
        if len(data) < head:
            raise ValueError("unfinished")
        length, words, postings = struct.unpack("<III", data[:head])
        if len(data) != head + length + 4 * words + 4 * postings:
            raise ValueError("lengths")
        self._words = data[head : head + length].decode("utf-8", "surrogatepass").split("\n") if words else []
        counts = np.frombuffer(data, "<u4", words, head + length).astype(np.int64)
        steps = np.frombuffer(data, np.uint8, offset=head + length + 4 * words).reshape(4, -1)
        bag_numbers = np.ascontiguousarray(steps.T).view("<u4").ravel().cumsum(dtype=np.uint32)
        if len(self._words) != words or counts.sum() != postings or (bag_numbers >= bags).any():
            raise ValueError("numbers")
        self._counts, self._bags = counts, bag_numbers
        # The bags of word i are self._bags[self._starts[i] : self._starts[i + 1]].
        self._starts = np.concatenate([[0], counts.cumsum()])
        self._count = bags

    def find_beginning_with(self, word: str) -> Booleans:
        """Return a mask of the bags with a word that begins so.

        In a script without blanks, a word that contains it is enough.
        """
        import numpy as np

        if _UNSPACED.search(word):
            return self.find_containing(word)
        first = bisect_left(self._words, word)
        # The greatest character: no word that begins so comes after it.
        last = bisect_left(self._words, f"{word}\U0010ffff", lo=first)
        mask = np.zeros(self._count, dtype=bool)
        mask[self._bags[self._starts[first] : self._starts[last]]] = True
        return mask

    def find_containing(self, part: str) -> Booleans:
        """Return a mask of the bags with a word that contains this part."""
        import numpy as np

        has = np.array([part in word for word in self._words], dtype=bool)
        mask = np.zeros(self._count, dtype=bool)
        mask[self._bags[np.repeat(has, self._counts)]] = True
        return mask


class SearchIndex:
    """The index of one review; ``is_complete`` is False if it has only titles."""

    def __init__(
        self,
        contents: Iterable[tuple[Any, Any]],
        entries: Sequence[BagEntry],
        states: Mapping[str, State],
    ) -> None:
        self._entries = entries
        # For each bag with a comment, the text by field, as of ``_spaced``.
        self._comments: dict[int, Mapping[str, str]] = {}
        # For each bag with verdicts on own changes or links, these verdicts ("+", "-", …).
        self._on_changes: dict[int, frozenset[str]] = {}
        # Most states are verdicts without text; skipping these keeps 100,000 of them fast.
        noted = {fingerprint: state for fingerprint, state in states.items() if state.comment or state.rows}
        for fingerprint, state in noted.items():
            self.update(fingerprint, state)
        try:
            self._fields = {name: _Field(content, len(entries)) for name, content in contents}
            self.is_complete = self._fields.keys() == {_WORDS, _TYPES, _DOCUMENTS}
        except (TypeError, ValueError, zlib.error, struct.error):
            self.is_complete = False
        if not self.is_complete:
            titles = SearchIndexWriter()
            for entry in entries:
                titles.add_title(entry)
            self._fields = {name: _Field(content, len(entries)) for name, content in titles.contents()}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {entry.fingerprint: entry.number for entry in self._entries}

    def update(self, fingerprint: str, state: State) -> None:
        """Take over the reviewer's new state of a bag."""
        number = self._numbers.get(fingerprint)
        if number is None:
            return
        self._comments.pop(number, None)
        if state.comment:
            texts = state.comment.searched()
            self._comments[number] = {field: _spaced(text) for field, text in texts.items()}
        self._on_changes.pop(number, None)
        if state.rows:
            self._on_changes[number] = frozenset(verdict.value for _, verdict in state.rows)

    def find(
        self,
        terms: Iterable[QueryTerm],
        find_number: Callable[[str], int],
        find_forms: Callable[[str], Sequence[int]],
    ) -> list[int]:
        """Return the numbers of the bags that meet all conditions, in ascending order.

        ``find_number`` gives the bag that ``#12`` names, and ``find_forms`` those of ``form:pronoun``.
        """
        import numpy as np

        found = np.ones(len(self._entries), dtype=bool)
        for term in terms:
            if term.field == "#":
                found &= self._mask([find_number(term.text)])
            elif term.field == "form":
                found &= self._mask(find_forms(term.text))
            elif term.field == "change":
                found &= self._mask(self._judged_by_change(term.text))
            elif term.field == "doc":
                found &= self._fields[_DOCUMENTS].find_containing(fold(term.text))
            elif not term.words:
                # A field alone: all bags with a text in it.
                found &= self._mask([number for number, words in self._comments.items() if words[term.field]])
            # The name of a document is searched as a whole, not by words.
            for word in term.words if term.field != "doc" else ():
                found &= self._with_word(term.field, word)
            if not found.any():
                break
        numbers: list[int] = np.flatnonzero(found).tolist()
        return numbers

    def _judged_by_change(self, sign: str) -> list[int]:
        """Return the bags with this verdict on an own change or a link; "" finds any verdict."""
        return [number for number, signs in self._on_changes.items() if not sign or sign in signs]

    def _with_word(self, field: str, word: str) -> Booleans:
        """Return a mask of the bags with a word that begins so in a field, or in any field if it is ""."""
        if field == "type":
            return self._fields[_TYPES].find_beginning_with(word)
        # A blank is before each word of a comment, so a word after a blank is the beginning of a word.
        sought = word if _UNSPACED.search(word) else f" {word}"
        fields = (field,) if field else SEARCH_FIELDS
        commented = self._mask(
            [
                number
                for number, words in self._comments.items()
                if any(sought in words[field] for field in fields)
            ]
        )
        if field:
            return commented
        return commented | self._fields[_WORDS].find_beginning_with(word)

    def _mask(self, numbers: Sequence[int]) -> Booleans:
        """Return a mask of the bags with these numbers."""
        import numpy as np

        mask = np.zeros(len(self._entries), dtype=bool)
        mask[numbers] = True
        return mask


def _spaced(text: str) -> str:
    """Return the words of a text with a blank before each: "Late merger" is " late merger"."""
    words = words_of(text)
    return f" {' '.join(words)}" if words else ""
