"""The signatures of bags, which are equal for similar bags: the same changes up to names.

Each change of the bag is described without its names, and the signature is a hash of the set of descriptions.
So more chains of the same name make no difference. A description has:

- the kind; for a merge, a split and a move also how similar the names of the two chains are (``Likeness``),
  and whether each is a name, a pronoun, or other words. Only if the names have nothing in common, the other
  words count themselves: "said joined with told" is similar to "told joined with said", but not to "shop
  joined with tree".
- for a move, an added and a dropped mention: the mention's own words, unless they are a name;
- for an added and a dropped instance: its name in the same way, and whether it has several mentions;
- for types and statements: the added and dropped ones by full names; values that are instances without names;
  for the statements of an added or dropped instance only their predicates;
- for links: the knowledge bases of the lost and the gained entries;
- for facts: their predicates, or the words of the event, and the roles that changed.

Documents, offsets, the number of mentions, and the rest of the bag do not count.

Names are compared without a dictionary: two words are forms of one word if they have the same beginning,
which works in every language that inflects words at their ends.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import Any

from coala.base.plain_text import json_encoder
from coala.diff.names import DETERMINERS, PRONOUNS, InstancePlace, looks_proper
from coala.diff.ranked import rows_by_change
from coala.diff.sentences import BagSentences
from coala.model.bag import BASELINE, CHANGED, Divergence, FactDifference, Instance, Statement
from coala.model.kinds import Kind

_WORD = re.compile(r"\w+")

_SHORTEST_STEM = 3
"""The fewest letters that forms of one word have in common."""
_LONGEST_ENDING = 3
"""The most letters in which the endings of two forms may differ."""


class Likeness(StrEnum):
    """How similar two names are, the most similar first."""

    # Equal but for spaces.
    SAME = "same"
    # Equal but for case, punctuation and determiners: "The War", "war".
    CASE = "case"
    # Forms of the same words: "buys", "buying".
    FORMS = "forms"
    # A word in common, or initials: "Ada Byron", "Mrs Byron"; "United Nations", "UN".
    PART = "part"
    OTHER = "other"


# A bag repeats the same names.
@lru_cache(maxsize=64)
def normalize_words(text: str) -> str:
    """Return the words of a text in lower case, without punctuation and initial determiners."""
    words = _WORD.findall(text.casefold())
    while len(words) > 1 and words[0] in DETERMINERS:
        del words[0]
    return " ".join(words)


def compare_names(one: str, other: str) -> Likeness:
    """Return how similar two names are."""
    if one.split() == other.split():
        return Likeness.SAME
    words, others = normalize_words(one).split(), normalize_words(other).split()
    if words == others:
        return Likeness.CASE
    if len(words) == len(others) and all(map(_are_forms, words, others)):
        return Likeness.FORMS
    if any(_are_forms(word, each) for word in words for each in others) or _are_initials(words, others):
        return Likeness.PART
    return Likeness.OTHER


def _are_forms(one: str, other: str) -> bool:
    """Return True if two words are equal, or have the same beginning and short endings."""
    stem = max(_SHORTEST_STEM, len(one) - _LONGEST_ENDING, len(other) - _LONGEST_ENDING)
    return one == other or (min(len(one), len(other)) >= stem and one[:stem] == other[:stem])


def _are_initials(words: list[str], others: list[str]) -> bool:
    """Return True if one name is the initials of the other: ["un"] of ["united", "nations"]."""
    first, second = ("".join(word[0] for word in each) for each in (words, others))
    return (len(words) > 1 and others == [first]) or (len(others) > 1 and words == [second])


_DIGITS = 16

_NAME, _WORDS = "a name", "words"
"""What a chain is called by, if not by a pronoun."""

_LONGEST_MENTION = 200
"""The most characters of a mention that count; a longer mention is a clause."""


def sign_changes(sentences: BagSentences) -> str:
    """Return the signature of a bag's changes as 16 hexadecimal digits."""
    describer = _ChangeDescriber(sentences)
    descriptions = sorted({_encode(describer.describe(rows)) for rows in rows_by_change(sentences.bag)})
    return hashlib.sha256(_encode(descriptions).encode("ascii")).hexdigest()[:_DIGITS]


_encode = json_encoder(ascii_only=True)


class _ChangeDescriber:
    """Describes the changes of one bag without names, as lists for JSON."""

    def __init__(self, sentences: BagSentences) -> None:
        self._bag = sentences.bag
        self._sentences = sentences
        # Cache of ``_find_name``.
        self._names: dict[InstancePlace, tuple[str, str]] = {}

    def describe(self, rows: Sequence[Divergence]) -> list[Any]:
        """Return the description of one change, given its rows."""
        row = rows[0]
        if row.fact is not None:
            return [row.kind.value, *_describe_fact(row.fact)]
        ends = self._sentences.ends(row)
        if ends is not None:
            return [row.kind.value, *self._describe_ends(row.kind, ends), *self._own_words(rows)]
        if row.kind in (Kind.TYPE, Kind.STATEMENT, Kind.LINK):
            return [row.kind.value, *self._describe_properties(row)]
        place = (BASELINE, row.baseline) if row.baseline is not None else (CHANGED, row.changed or 0)
        words, called_by = self._find_name(place)
        if row.kind in (Kind.INSTANCE_ADDED, Kind.INSTANCE_DROPPED):
            return [row.kind.value, words if called_by == _WORDS else called_by, len(row.spans) > 1]
        return [row.kind.value, called_by, *self._own_words(rows)]

    def _describe_ends(self, kind: Kind, ends: tuple[InstancePlace, InstancePlace]) -> Iterable[Any]:
        """Return how similar the names of two chains are, and what each chain is called by."""
        names = [self._find_name(place) for place in ends]
        likeness = compare_names(*(self._instance(place).label for place in ends))
        called_by = [kind_of_name for _, kind_of_name in names]
        if likeness in (Likeness.SAME, Likeness.CASE) and _WORDS in called_by:
            # A capital letter at the beginning of a sentence does not make a name.
            called_by = [_WORDS, _WORDS]
        if likeness is Likeness.OTHER:
            called_by = [words if kind_of_name == _WORDS else kind_of_name for words, kind_of_name in names]
        # Only a move has an order: from one chain to the other.
        return [likeness.value, called_by if kind is Kind.MOVED else sorted(called_by)]

    def _own_words(self, rows: Sequence[Divergence]) -> Iterable[Any]:
        """Yield the words of the mentions of a move, or of added or dropped mentions."""
        if rows[0].kind in (Kind.MERGED, Kind.SPLIT):
            return
        words = {(self._bag.words[span] or "")[:_LONGEST_MENTION] for row in rows for span in row.spans}
        yield sorted({_NAME if looks_proper(text) else normalize_words(text) for text in words})

    def _find_name(self, place: InstancePlace) -> tuple[str, str]:
        """Return the normalized words of a chain's label, and what it is called by.

        That is the pronoun itself, ``_NAME`` or ``_WORDS``: ("she", "she"), ("ada byron", "a name").
        """
        known = self._names.get(place)
        if known is None:
            instance = self._instance(place)
            words = normalize_words(instance.label)
            called_by = words if words in PRONOUNS else _NAME if self._is_name(instance, words) else _WORDS
            known = self._names[place] = words, called_by
        return known

    def _instance(self, place: InstancePlace) -> Instance:
        side, index = place
        return (self._bag.baseline, self._bag.changed)[side][index]

    def _is_name(self, instance: Instance, words: str) -> bool:
        """Return True if the label looks like a name, also in the middle of a sentence."""
        if not looks_proper(instance.label):
            return False
        own = {(self._bag.words[span] or "")[:_LONGEST_MENTION] for span in instance.spans}
        return not any(not looks_proper(text) and normalize_words(text) == words for text in own)

    def _describe_properties(self, row: Divergence) -> Iterable[Any]:
        names = [
            self._list_full_names(row.kind, (BASELINE, row.baseline), row.dropped),
            self._list_full_names(row.kind, (CHANGED, row.changed), row.added),
        ]
        if row.baseline is not None and row.changed is not None:
            return names
        # What an instance is said to be is particular to it, unlike the relations that it has.
        return [
            "alone",
            *([name[:2] if row.kind is Kind.STATEMENT else name for name in found] for found in names),
        ]

    def _list_full_names(self, kind: Kind, place: tuple[int, int | None], texts: Sequence[str]) -> list[Any]:
        """Return the full names of the types or statements of an instance that are shown as these texts.

        Of links, return the knowledge bases: the entries are particular to the instance.
        """
        side, index = place
        if index is None:
            return []
        properties = self._sentences.properties
        if kind is Kind.TYPE:
            return sorted(
                {term.name for text in texts for term in properties.find_types((side, index), text)}
            )
        if kind is Kind.LINK:
            return sorted({entry.base for entry in properties.find_entries((side, index), texts)})
        return sorted(
            _describe_statement(statement)
            for statement in dict.fromkeys(
                chain.from_iterable(properties.find_statements((side, index), text) for text in texts)
            )
        )


def _describe_fact(fact: FactDifference) -> Iterable[Any]:
    yield fact.is_event
    # An event is identified by the words of its trigger, a statement by its predicate.
    for name in (fact.before, fact.after):
        yield name and (name.name or normalize_words(name.label[:_LONGEST_MENTION]))
    roles = (
        (argument.role.name, argument.former and argument.former.name)
        for argument in fact.arguments
        if argument.differs
    )
    yield sorted(map(list, roles), key=lambda names: (names[0], names[1] or ""))


def _describe_statement(statement: Statement) -> list[Any]:
    """Return predicate, direction and value; "" for a value that is an instance, known only by a name."""
    value = statement.value.name
    return [statement.predicate.name, statement.inverse, value if value[:1] in ("<", '"', "[", "(") else ""]
