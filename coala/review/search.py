"""Search for bags by mentions, headlines, types, notes, tags, numbers, kinds and verdicts.

A bag is one item of a review, known by its number. ``write_searched_texts`` makes the searched texts when
a review is written, ``BagSearch`` answers queries when it is open, and ``parse_query`` reads what the user
typed.

Each bag has one text a field (``_WORDS``, ``_TYPES``, ``_DOCUMENTS``), folded and searched with ``in``. In
words and types a blank is before each word, so a word after a blank is the beginning of a word. Notes, tags
and verdicts change while the review is open, so they are searched as they are.

SQLite's own text index was not used: not every SQLite has it, its damage goes unnoticed, and it finds no
parts of words in scripts without blanks.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from coala.base.plain_text import last_part, one_line
from coala.diff.headlines import Headline
from coala.diff.names import shorten_document
from coala.errors import CoalaError
from coala.model.bag import Bag, Verdict
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS, OF_RECORDS, Nouns
from coala.model.values import FORMS
from coala.review.listing import BagEntry
from coala.review.storage.serialization import compress, inflate
from coala.verdicts.comment import SEARCH_FIELDS
from coala.verdicts.state import VERDICT_OF, State

LONGEST_QUERY = 1_000
"""The greatest number of characters of a query."""

# Marks of the scripts of South and South-East Asia are parts of words, though not for Python.
_WORD = re.compile(r"(?:[^\W_]+|[\u0900-\u109f\u1700-\u17ff\u1a00-\u1aff]+)+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
# Scripts without blanks: search matches any part of their words, elsewhere the beginning.
_UNSPACED = re.compile(
    r"[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_VALUE_FIELDS = ("kind", "verdict", "form", "judged", "earlier")
"""The fields with fixed values; a term may list several: "verdict:worse,none"."""
FULL_TYPE = "full type"
"""The field of ``type:<name>``, the whole name of a type."""
ABOUT_BAGS = frozenset(("#", "form", "by", "judged", "earlier", FULL_TYPE))
"""The fields that say something of a bag, but of none of its changes."""
_FIELDS = "|".join(("doc", "type", "change", "by", *_VALUE_FIELDS, *SEARCH_FIELDS))
# A field alone ("note:"), or an optional field with a quoted text or a word (the last quote may be missing).
_QUERY_TERM = re.compile(
    rf'(?:({_FIELDS}):(?=\s|$))|(?:({_FIELDS}):)?(?:"([^"]*)"?|([^\s"]+))',
    re.IGNORECASE,
)

_WORDS, _TYPES, _DOCUMENTS = "words", "types", "documents"
"""The texts of a bag: all its words, those of its types, and the whole names of its documents."""
_QUOTE = '"'
"""No text of a query has one, so it separates the names of the documents of a bag."""

UNJUDGED = "none"


def name_verdicts(*, blind: bool) -> dict[str, str]:
    """Return the words after ``verdict:``, each with the value of the verdict; sides in a blind review."""
    worse, better = ("left-better", "right-better") if blind else ("worse", "better")
    return {worse: "-", "same": "=", better: "+", "unsure": "?", UNJUDGED: UNJUDGED}


def name_kind(kind: Kind, nouns: Nouns) -> str:
    """Return the word for a kind after ``kind:``."""
    if nouns == IN_TEXTS:
        return kind.value
    return kind.value.replace("mention", nouns.mention).replace("instance", nouns.chain)


_VALUES: Mapping[str, Mapping[str, str]] = {
    "kind": {name_kind(kind, nouns): kind.value for nouns in (IN_TEXTS, OF_RECORDS) for kind in Kind},
    "form": {form: form for form in FORMS},
    "judged": {"whole": "whole"},
    "earlier": {"changed": "changed", "carried": "carried"},
}

ONLY_TITLES = (
    "Only titles, notes, tags and numbers are searched, since the index of "
    "mentions is damaged. Compare again into this review to search everything."
)


class QueryTerm(NamedTuple):
    """One condition of a query: 'note:"late merger"' is ("note", "late merger", ("late", "merger"))."""

    field: str  # "" for any field, "#" for the number or fingerprint of a bag
    text: str  # as it was typed after the field; of fixed values the whole ones: "moved,split"
    words: tuple[str, ...]  # the words in it, which must all be found; empty for numbers and fixed values

    @property
    def values(self) -> Sequence[str]:
        """The fixed values; a bag must have one of them."""
        return self.text.split(",")

    @property
    def verdicts(self) -> Sequence[Verdict | None]:
        """The verdicts after ``verdict:``."""
        return [None if sign == UNJUDGED else VERDICT_OF[sign] for sign in self.values]


def parse_query(query: str, *, blind: bool = False, nouns: Nouns = IN_TEXTS) -> tuple[QueryTerm, ...]:
    """Return the conditions that a bag must meet, all of them.

    - ``merg`` finds words that begin so, in any field.
    - ``type:``, ``note:`` and ``tag:`` find words that begin so in this field; ``note:`` or ``tag:`` alone
      finds all bags with a note or tags.
    - ``doc:`` finds a part of a document's name, and ``type:<name>`` a type by its whole name.
    - ``kind:moved`` finds bags with a change of this kind.
    - ``verdict:worse`` finds bags with this verdict, ``verdict:none`` those without one. In a ``blind``
      review the verdicts are those that are shown there (``name_verdicts``).
    - ``by:ann`` finds bags with a verdict by a reviewer whose name has words that begin so.
    - ``form:pronoun`` finds bags with a changed mention of this form (``values.FORMS``).
    - ``judged:whole`` finds bags with a verdict that leaves open which of several links are good.
    - ``earlier:changed`` finds bags changed since judged, ``earlier:carried`` verdicts carried over.
    - ``change:-`` finds a verdict on an own change or a link, ``change:`` alone any.
    - ``#12`` finds a bag by its number or its fingerprint.

    Of kinds, verdicts and forms the beginning is enough, and several give a choice: ``verdict:worse,none`` is
    the same as ``verdict:worse verdict:none``. Quotes keep a text with blanks together. Case and accents make
    no difference. Raises ``CoalaError`` with one sentence, which names kinds of changes with ``nouns``, for a
    query that is not understood.
    """
    if len(query) > LONGEST_QUERY:
        raise CoalaError(f"This search is too long. Write at most {LONGEST_QUERY:,} characters.")
    # Each distinct condition is checked once, and all values of a field are one condition.
    terms: dict[tuple[str, ...], QueryTerm] = {}
    for term in _read_terms(unicodedata.normalize("NFKC", query), blind=blind, nouns=nouns):
        key = (term.field,) if term.field in _VALUE_FIELDS else (term.field, term.text, *term.words)
        values = dict.fromkeys((*(terms[key].values if key in terms else ()), *term.values))
        terms[key] = term._replace(text=",".join(values)) if term.field in _VALUE_FIELDS else term
    return tuple(terms.values())


def _read_terms(query: str, *, blind: bool, nouns: Nouns) -> Iterator[QueryTerm]:
    for field, text, is_quoted in _split_query(query):
        words = words_of(text)
        if text.startswith("#") and not field and not is_quoted:
            yield QueryTerm("#", text, ())
        elif field == "change":
            yield QueryTerm(field, _read_sign(text), ())
        elif field in _VALUE_FIELDS:
            yield QueryTerm(field, _read_values(field, text, blind=blind, nouns=nouns), ())
        elif field == "type" and text.startswith("<") and text.endswith(">"):
            yield QueryTerm(FULL_TYPE, write_type(text[1:-1]), ())
        elif not words and field in _EXAMPLES:
            raise CoalaError(f"Write what to search for after '{field}:', such as {_EXAMPLES[field]}.")
        elif not words and text:
            raise CoalaError(f"'{one_line(text, 40)}' has no letter or digit to search for.")
        elif words or field:
            yield QueryTerm(field, text, words)


def _read_sign(text: str) -> str:
    """Return the sign to find among the verdicts on changes, "" for any."""
    sign = "-" if text in ("\N{MINUS SIGN}", "\N{EN DASH}") else fold(text)
    if sign and sign not in VERDICT_OF:
        raise CoalaError("Write a verdict after 'change:', such as change:- or change:+.")
    return sign


def _read_values(field: str, text: str, *, blind: bool, nouns: Nouns) -> str:
    """Return the whole values of a field that begin with one of those in the text, with commas between."""
    names = name_verdicts(blind=blind) if field == "verdict" else _VALUES[field]
    begins = _split_values(text)
    found = [[value for name, value in names.items() if name.startswith(begin)] for begin in begins]
    if all(found) and found:
        return ",".join(dict.fromkeys(chain.from_iterable(found)))
    noun = {"judged": "word", "earlier": "word"}.get(field, field)
    # The kinds of texts and those of records are known everywhere.
    known = [name_kind(kind, nouns) for kind in Kind] if field == "kind" else names
    raise CoalaError(f"Write a {noun} after '{field}:': {join_names(known)}.")


def join_names(names: Iterable[str]) -> str:
    """Return words as a choice: "worse, same or none"."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def _split_values(text: str) -> list[str]:
    """Return the fixed values in a text, written as in the lists of them: "mention added" has a hyphen."""
    parts = ["-".join(words_of(part)) for part in text.split(",") if part.strip()]
    return parts if all(parts) else []


_EXAMPLES = {"doc": "doc:report-3", "type": "type:person", "by": "by:ann"}
"""A term of each field that needs a word, for error messages."""


class _WrittenTerm(NamedTuple):
    """A term of a query as it is written."""

    field: str
    text: str
    is_quoted: bool

    @property
    def written(self) -> str:
        text = f'"{self.text}"' if self.is_quoted else self.text
        return f"{self.field}:{text}" if self.field else text

    @property
    def listed(self) -> list[str]:
        """The fixed values in the text, or else the text."""
        return _split_values(self.text) if self.field in _VALUE_FIELDS else [self.text]


def _split_query(query: str) -> Iterator[_WrittenTerm]:
    for found in _QUERY_TERM.finditer(query):
        alone, field, quoted, bare = found.groups()
        yield _WrittenTerm((field or alone or "").lower(), quoted or bare or "", quoted is not None)


def has_term(query: str, field: str, value: str) -> bool:
    """Return True if a query has a term of this field with this value, or its beginning if it is fixed."""
    return any(term.field == field and _has_value(term, value) for term in _split_query(query))


def _has_value(term: _WrittenTerm, value: str) -> bool:
    return any(_means(term.field, each, value) for each in term.listed)


def _means(field: str, written: str, value: str) -> bool:
    return value.startswith(written) if field in _VALUE_FIELDS else value == written


def toggle_term(query: str, field: str, value: str) -> str:
    """Return a query with a term of this field with this value, or without it if it has one.

    One term has all fixed values of a field: "verdict:worse" and "none" make "verdict:worse,none".
    """
    terms = list(_split_query(query))
    wanted = not has_term(query, field, value)
    own = [place for place, term in enumerate(terms) if term.field == field and term.listed]
    if wanted and own and field in _VALUE_FIELDS:
        values = [*terms[own[-1]].listed, value]
        terms[own[-1]] = _WrittenTerm(field, ",".join(values), is_quoted=False)
    elif wanted:
        terms.append(_WrittenTerm(field, value, is_quoted=" " in value))
    for place in () if wanted else own:
        if _has_value(terms[place], value):
            values = [each for each in terms[place].listed if not _means(field, each, value)]
            terms[place] = _WrittenTerm(field, ",".join(values), is_quoted=False)
    return " ".join(term.written for term in terms if term.written != f"{field}:")


def write_type(name: str) -> str:
    """Return what finds a type by its whole name after ``type:``: on one line, without quotation marks."""
    return f"<{' '.join(unicodedata.normalize('NFKC', name).replace(_QUOTE, '').split())}>"


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


def list_sought_words(query: str, *, blind: bool = False) -> tuple[str, ...]:
    """Return the words of a query that are sought in any field; none for a query that is not understood."""
    try:
        terms = parse_query(query, blind=blind)
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
    kind: Kind
    verdicts: Collection[Verdict]  # its own
    on_bag: Verdict | None  # holds for a change without its own

    def meets(self, term: QueryTerm, comment: Mapping[str, str]) -> bool:
        """Return True if the change meets a condition of a query.

        ``comment`` has the note and the tags of its bag (``Comment.searched``), which hold for each change.
        The fields ``ABOUT_BAGS`` are no conditions for changes.
        """
        match term.field:
            case "kind":
                return self.kind.value in term.values
            case "verdict":
                return any(verdict in term.verdicts for verdict in self.verdicts or (self.on_bag,))
            case "change":
                own = {verdict.value for verdict in self.verdicts}
                return term.text in own if term.text else bool(own)
            case "doc":
                return any(fold(term.text) in _fold_document(document) for document in self.documents)
            case "type":
                return begin_with(term.words, map(_words_of_term, self.types))
            case "":
                parts = (*self.texts, *self.types, *map(shorten_document, self.documents), *comment.values())
                return begin_with(term.words, map(_words_of_term, parts))
        text = comment[term.field]
        return begin_with(term.words, [words_of(text)]) if term.words else bool(text)


def begin_with(sought: Iterable[str], texts: Iterable[Sequence[str]]) -> bool:
    """Return True if for each word sought, a word of the texts begins so, as ``parse_query`` says."""
    words = set(chain.from_iterable(texts))
    return all(
        any(begin in word if _UNSPACED.search(begin) else word.startswith(begin) for word in words)
        for begin in sought
    )


class SearchedTexts(NamedTuple):
    """Searched texts of one bag, folded."""

    words: str
    types: str
    documents: str


def write_searched_texts(bag: Bag, headline: Headline) -> SearchedTexts:
    """Return the searched texts of a bag; ``headline`` is its line in the list."""
    # Only distinct texts are split into words, in an order that is the same each time.
    names = dict.fromkeys(_list_type_names(bag))
    types = dict.fromkeys(chain.from_iterable(map(_words_of_term, names)))
    texts = (bag.title, headline.context, *headline.before, *headline.after, *filter(None, bag.words))
    repeated = dict.fromkeys(_list_repeated_texts(bag))
    words = dict.fromkeys(words_of(*dict.fromkeys(texts))) | types
    words |= dict.fromkeys(chain.from_iterable(map(_words_of_term, repeated)))
    documents = dict.fromkeys(map(_fold_document, bag.documents))
    return SearchedTexts(_join_words(words), _join_words(types), _QUOTE.join(documents))


def pack_searched_texts(bags: Sequence[SearchedTexts]) -> Iterator[tuple[str, bytes]]:
    """Yield the texts of each field as the bytes that a review file stores: a line a bag, compressed."""
    columns = zip(*bags, strict=True) if bags else ((), (), ())
    for field, texts in zip((_WORDS, _TYPES, _DOCUMENTS), columns, strict=True):
        yield field, compress("\n".join(texts).encode("utf-8", "surrogatepass"), level=6)


def read_searched_texts(contents: Iterable[tuple[str, bytes]], bags: int) -> dict[str, list[str]]:
    """Return the texts of all bags by field; raise ``TypeError`` or ``ValueError`` if they are damaged."""
    try:
        texts = {
            field: inflate(each).decode("utf-8", "surrogatepass").split("\n") for field, each in contents
        }
    except zlib.error as error:
        raise ValueError("checksum") from error
    if texts.keys() != {_WORDS, _TYPES, _DOCUMENTS} or {*map(len, texts.values())} != {max(1, bags)}:
        raise ValueError("fields")
    return texts


# Cached: bags repeat the same types, predicates and documents.
@lru_cache(maxsize=10_000)
def _words_of_term(text: str) -> tuple[str, ...]:
    return words_of(text)


@lru_cache(maxsize=1_000)
def _fold_document(identifier: str) -> str:
    return fold(identifier).replace("\n", " ").replace(_QUOTE, "")


def _list_type_names(bag: Bag) -> Iterator[str]:
    for instance in (*bag.baseline, *bag.changed):
        for term in instance.types:
            yield from (term.label, last_part(term.name))


def _list_repeated_texts(bag: Bag) -> Iterator[str]:
    """Yield labels, statements, entries and documents, which occur in many bags."""
    yield from map(shorten_document, bag.documents)
    for instance in (*bag.baseline, *bag.changed):
        yield instance.label
        for statement in instance.statements:
            yield from (statement.predicate.label, statement.value.label)
        for entry in instance.entries:
            yield from (entry.label, entry.words)


class BagSearch:
    """The searched texts of one review; ``is_complete`` is False if only titles can be searched."""

    def __init__(
        self,
        contents: Iterable[tuple[Any, Any]],
        entries: Sequence[BagEntry],
        states: Mapping[str, State],
    ) -> None:
        self._entries = entries
        # For each bag with a comment, the text by field, as of ``_join_words``.
        self._comments: dict[int, Mapping[str, str]] = {}
        # For each bag with verdicts on own changes or links, these verdicts ("+", "-", …).
        self._on_changes: dict[int, frozenset[str]] = {}
        # Most states are verdicts without text; skipping these keeps 100,000 of them fast.
        noted = {fingerprint: state for fingerprint, state in states.items() if state.comment or state.rows}
        for fingerprint, state in noted.items():
            self.update(fingerprint, state)
        self.is_complete = True
        try:
            self._texts = read_searched_texts(contents, len(entries))
        except (TypeError, ValueError):
            self.is_complete = False
            nothing = [""] * len(entries)
            titles = [_join_words(words_of(entry.title)) for entry in entries]
            self._texts = {_WORDS: titles, _TYPES: nothing, _DOCUMENTS: nothing}

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
            self._comments[number] = {field: _join_words(words_of(text)) for field, text in texts.items()}
        self._on_changes.pop(number, None)
        if state.rows:
            self._on_changes[number] = frozenset(verdict.value for _, verdict in state.rows)

    def find(
        self, terms: Iterable[QueryTerm], find_apart: Callable[[QueryTerm], Collection[int]]
    ) -> list[int]:
        """Return the numbers of the bags that meet all conditions, in ascending order.

        ``find_apart`` gives the bags that meet one about something else than texts, comments and changes.
        """
        found: Sequence[int] = range(len(self._entries))
        for term in terms:
            if term.field == "doc":
                part, names = fold(term.text), self._texts[_DOCUMENTS]
                found = [number for number in found if part in names[number]]
            elif term.field in ("", "type", *SEARCH_FIELDS):
                # A field alone finds all bags with a text in it: each word has a blank before it.
                for word in term.words or ("",):
                    found = self._narrow(found, term.field, word)
            elif term.field == "change":
                on = {each for each, own in self._on_changes.items() if not term.text or term.text in own}
                found = [number for number in found if number in on]
            else:
                apart = frozenset(find_apart(term))
                found = [number for number in found if number in apart]
        return list(found)

    def _narrow(self, numbers: Sequence[int], field: str, word: str) -> list[int]:
        """Return those bags with a word that begins so in a field, or in any field if it is ""."""
        # A blank is before each word, so a word after a blank is the beginning of a word.
        sought = word if _UNSPACED.search(word) else f" {word}"
        if field == "type":
            texts = self._texts[_TYPES]
            return [number for number in numbers if sought in texts[number]]
        fields = (field,) if field else SEARCH_FIELDS
        notes = self._comments.items()
        commented = {number for number, own in notes if any(sought in own[field] for field in fields)}
        if field:
            return [number for number in numbers if number in commented]
        texts = self._texts[_WORDS]
        return [number for number in numbers if sought in texts[number] or number in commented]


def _join_words(words: Iterable[str]) -> str:
    """Return words with a blank before each: " late merger"."""
    return "".join(f" {word}" for word in words)
