"""A bag gets a signature, equal where the changes of two bags are the same up to names.

Each change of the bag is told without its names, and the signature is of the set of what is told: that three
more chains of the same name were joined is no other change. What is told of a change:

- its kind; of a merge, a split and a move how much the names of the two chains have in common
  (``likeness``), and what each of them is called by: a name, a pronoun, or other words. Only where they have
  nothing in common do the other words themselves count: "said joined with told" is the same change as
  "told joined with said", and not as "shop joined with tree".
- of a move, an added and a dropped mention the mention's own words, unless they are a name;
- of a new instance and of one that is gone what it is called by, and whether it has several mentions;
- of types and statements what was added and dropped, by full names; values that are instances without theirs;
- of facts their predicates, or the words of the event, and the roles that changed.

Documents and places, the number of mentions, and what else the bag holds do not count.

Two names are compared as a reader does at a glance: equal, but for capitals, forms, a word in common.

No dictionary: a form of a word is one with the same beginning, so that it works in any language that inflects
words at their ends.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any

from coala.base.plain_text import json_encoder
from coala.diff.names import DETERMINERS, PRONOUNS, InstancePlace, looks_proper
from coala.diff.ranked import rows_by_change
from coala.diff.sentences import BagSentences
from coala.model.bag import BASELINE, CHANGED, Divergence, Instance, Statement, ToldFact
from coala.model.kinds import Kind

_WORD = re.compile(r"\w+")

_STEM = 3
"""Letters that forms of one word have in common at least."""
_ENDING = 3
"""Letters by which they may differ at most, at either end."""


class Likeness(StrEnum):
    """How much two names have in common."""

    SAME = "same"
    CASE = "case"
    FORMS = "forms"
    PART = "part"
    OTHER = "other"


# A bag has the same names again and again.
@lru_cache(maxsize=64)
def normal_words(text: str) -> str:
    """Words in small letters, without marks and without articles before them."""
    words = _WORD.findall(text.casefold())
    while len(words) > 1 and words[0] in DETERMINERS:
        del words[0]
    return " ".join(words)


def compare_names(one: str, other: str) -> Likeness:
    """How much two names have in common; those that differ in capitals, marks and articles are one CASE."""
    if one.split() == other.split():
        return Likeness.SAME
    words, others = normal_words(one).split(), normal_words(other).split()
    if words == others:
        return Likeness.CASE
    if len(words) == len(others) and all(map(_are_forms, words, others)):
        return Likeness.FORMS
    if any(_are_forms(word, each) for word in words for each in others) or _are_initials(words, others):
        return Likeness.PART
    return Likeness.OTHER


def _are_forms(one: str, other: str) -> bool:
    stem = max(_STEM, len(one) - _ENDING, len(other) - _ENDING)
    return one == other or (min(len(one), len(other)) >= stem and one[:stem] == other[:stem])


def _are_initials(words: list[str], others: list[str]) -> bool:
    first, second = ("".join(word[0] for word in each) for each in (words, others))
    return (len(words) > 1 and others == [first]) or (len(others) > 1 and words == [second])


_DIGITS = 16

_NAME, _WORDS = "a name", "words"

_LONGEST = 200
"""Characters of a mention that are looked at; a longer one is a clause, and is read by its beginning."""


def sign_changes(sentences: BagSentences) -> str:
    """The signature of a bag's changes as 16 hexadecimal digits."""
    teller = _Teller(sentences)
    told = sorted({_encode(teller.tell(rows)) for rows in rows_by_change(sentences.bag)})
    return hashlib.sha256(_encode(told).encode("ascii")).hexdigest()[:_DIGITS]


_encode = json_encoder(ascii_only=True)


class _Teller:
    def __init__(self, sentences: BagSentences) -> None:
        self._bag = sentences.bag
        self._sentences = sentences
        self._called: dict[InstancePlace, tuple[str, str]] = {}

    def tell(self, rows: Sequence[Divergence]) -> list[Any]:
        """What one change is, without names."""
        row = rows[0]
        if row.fact is not None:
            return [row.kind.value, *_predicates(row.fact)]
        ends = self._sentences.ends(row)
        if ends is not None:
            return [row.kind.value, *self._between(row.kind, ends), *self._own_words(rows)]
        if row.kind is Kind.TYPE or row.kind is Kind.STATEMENT:
            return [row.kind.value, *self._said(row)]
        place = (BASELINE, row.baseline) if row.baseline is not None else (CHANGED, row.changed or 0)
        words, by = self._call(place)
        if row.kind in (Kind.INSTANCE_ADDED, Kind.INSTANCE_DROPPED):
            return [row.kind.value, words if by == _WORDS else by, len(row.spans) > 1]
        return [row.kind.value, by, *self._own_words(rows)]

    def _between(self, kind: Kind, ends: tuple[InstancePlace, InstancePlace]) -> Iterable[Any]:
        called = [self._call(place) for place in ends]
        likeness = compare_names(*(self._instance(place).label for place in ends))
        by = [each[1] for each in called]
        if likeness in (Likeness.SAME, Likeness.CASE) and _WORDS in by:
            # A capital at the head of a sentence makes no name.
            by = [_WORDS, _WORDS]
        if likeness is Likeness.OTHER:
            by = [words if each == _WORDS else each for words, each in called]
        # What was joined or parted has no order; what moved went from one to the other.
        return [likeness.value, by if kind is Kind.MOVED else sorted(by)]

    def _own_words(self, rows: Sequence[Divergence]) -> Iterable[Any]:
        """The words of the mentions that a move, or an added or dropped mention, is about."""
        if rows[0].kind in (Kind.MERGED, Kind.SPLIT):
            return
        words = {(self._bag.words[span] or "")[:_LONGEST] for row in rows for span in row.spans}
        yield sorted({_NAME if looks_proper(text) else normal_words(text) for text in words})

    def _call(self, place: InstancePlace) -> tuple[str, str]:
        """What a chain is called, in normal words, and what that is."""
        known = self._called.get(place)
        if known is None:
            instance = self._instance(place)
            words = normal_words(instance.label)
            by = words if words in PRONOUNS else _NAME if self._is_name(instance, words) else _WORDS
            known = self._called[place] = words, by
        return known

    def _instance(self, place: InstancePlace) -> Instance:
        side, index = place
        return (self._bag.baseline, self._bag.changed)[side][index]

    def _is_name(self, instance: Instance, words: str) -> bool:
        """Whether it looks like one, wherever it stands in the text."""
        if not looks_proper(instance.label):
            return False
        own = {(self._bag.words[span] or "")[:_LONGEST] for span in instance.spans}
        return not any(not looks_proper(text) and normal_words(text) == words for text in own)

    def _said(self, row: Divergence) -> Iterable[Any]:
        old = None if row.baseline is None else self._bag.baseline[row.baseline]
        new = None if row.changed is None else self._bag.changed[row.changed]
        return [_named(row.kind, old, row.dropped), _named(row.kind, new, row.added)]


def _predicates(fact: ToldFact) -> Iterable[Any]:
    yield fact.is_event
    # An event is known by the words of its trigger, a statement by its predicate.
    for name in (fact.before, fact.after):
        yield name and (name.name or normal_words(name.label[:_LONGEST]))
    roles = (
        (argument.role.name, argument.former and argument.former.name)
        for argument in fact.arguments
        if argument.differs
    )
    yield sorted(map(list, roles), key=lambda names: (names[0], names[1] or ""))


def _named(kind: Kind, instance: Instance | None, told: Sequence[str]) -> list[Any]:
    if instance is None or not told:
        return []
    wanted = set(told)
    if kind is Kind.TYPE:
        return sorted(term.name for term in instance.types if wanted & {term.label, term.name})
    return sorted(
        _statement(statement)
        for statement in instance.statements
        if wanted & {statement.in_words.label, statement.in_words.name}
    )


def _statement(statement: Statement) -> list[Any]:
    value = statement.value.name
    return [statement.predicate.name, statement.inverse, value if value[:1] in ("<", '"', "[", "(") else ""]
