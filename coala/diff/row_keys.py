"""Keys of single changes that are the same in every bag with the same change.

A verdict on a change (``coala.verdicts.changes``) is stored under the keys of its rows. If a bag grows, the
rows of unchanged chains keep their keys. So the verdict is found again although the bag has another
fingerprint.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from coala.base.plain_text import json_encoder
from coala.diff.properties import Properties
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, FactDifference, Instance
from coala.model.kinds import Kind

_DIGITS = 16


def row_keys(bag: Bag) -> tuple[str, ...]:
    """Return the key of each row (``Bag.divergences``), as 16 hexadecimal digits.

    A key is a hash of the kind, the row's spans, the spans of the two chains, and the added and dropped
    texts, or the fact. Spans count with their words. Names of instances and the rest of the bag do not count.
    """
    return RowKeys(bag).get_keys(bag.divergences)


class RowKeys:
    """The keys of one bag, computed on demand.

    Hashes of chains are cached: a chain of thousands of spans may have thousands of rows.
    """

    def __init__(self, bag: Bag) -> None:
        self._bag = bag
        self._properties = Properties(bag)
        self._chains: dict[tuple[int, int], str] = {}

    def get_keys(self, rows: Sequence[Divergence]) -> tuple[str, ...]:
        """Return the keys of some rows of the bag."""
        return tuple(self._hash_row(row)[:_DIGITS] for row in rows)

    @cached_property
    def are_unique(self) -> bool:
        """True if no two changes can have the same key, since no graph has two chains with the same spans."""
        return all(map(_are_distinct, (self._bag.baseline, self._bag.changed)))

    def _hash_row(self, row: Divergence) -> str:
        if row.fact is not None:
            description = _describe_fact(row.fact)
            chains = self._hash_chain(BASELINE, row.baseline), self._hash_chain(CHANGED, row.changed)
            return _sha256([row.kind.value, *chains, *description])
        return _sha256(
            [
                row.kind.value,
                self._list_spans(row.spans),
                self._hash_chain(BASELINE, row.baseline),
                self._hash_chain(CHANGED, row.changed),
                self._list_full_names(row.kind, (CHANGED, row.changed), row.added),
                self._list_full_names(row.kind, (BASELINE, row.baseline), row.dropped),
            ]
        )

    def _hash_chain(self, side: int, index: int | None) -> str | None:
        if index is None:
            return None
        # Cached by index, since hashing a tuple of thousands of spans is slow.
        known = self._chains.get((side, index))
        if known is None:
            instance = (self._bag.baseline, self._bag.changed)[side][index]
            known = self._chains[side, index] = _sha256(self._list_spans(instance.spans))
        return known

    def _list_full_names(self, kind: Kind, place: tuple[int, int | None], texts: Sequence[str]) -> list[Any]:
        """Return types, entries and predicates by full name, since labels may be ambiguous; values by label.

        The name of a value may be that of an instance, which must not count.
        """
        side, index = place
        if not texts or index is None:
            return list(texts)
        if kind is Kind.TYPE:
            types = chain.from_iterable(self._properties.find_types((side, index), text) for text in texts)
            return sorted({term.name for term in types})
        if kind is Kind.LINK:
            return sorted({entry.name for entry in self._properties.find_entries((side, index), texts)})
        statements = chain.from_iterable(
            self._properties.find_statements((side, index), text) for text in texts
        )
        return sorted(
            [statement.predicate.name, statement.inverse, statement.value.label]
            for statement in dict.fromkeys(statements)
        )

    def _list_spans(self, spans: Sequence[int]) -> list[Any]:
        return [[self._bag.spans[span].stored, self._bag.words[span]] for span in spans]


def _are_distinct(chains: Sequence[Instance]) -> bool:
    return len({chain.spans for chain in chains}) == len(chains)


def _describe_fact(fact: FactDifference) -> list[Any]:
    """Return the contents and places of a fact, without names of instances."""
    return [
        [name and (name.name or name.label) for name in (fact.before, fact.after)],
        [
            [argument.role.name or argument.role.label, argument.before, argument.after, argument.former]
            for argument in fact.arguments
        ],
        [[place.span.stored, place.words, place.before, place.after] for place in fact.places],
    ]


# ASCII escapes keep lone surrogates and every normal form apart.
_canonical = json_encoder(ascii_only=True)


def _sha256(value: list[Any]) -> str:
    return hashlib.sha256(_canonical(value).encode("ascii")).hexdigest()
