"""Look-up of the types and statements of a bag by the texts in its rows.

A row lists what was dropped and added as texts, such as "role: clerk". A text is the label of a type or
statement, or its full name if labels do not tell it apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from coala.diff.names import InstancePlace
from coala.model.bag import Bag, Divergence, Instance, KnowledgeBaseEntry, Statement, Term


class Properties:
    """The types and statements of the instances of one bag by text, found on demand.

    An instance may have thousands, and a row for each.
    """

    def __init__(self, bag: Bag) -> None:
        self._bag = bag
        self._types: dict[InstancePlace, Mapping[str, Sequence[Term]]] = {}
        self._statements: dict[InstancePlace, Mapping[str, Sequence[Statement]]] = {}

    def find_types(self, place: InstancePlace, text: str) -> Sequence[Term]:
        """Return the types of an instance with this label or name."""
        known = self._types.get(place)
        if known is None:
            known = self._types[place] = _index_types(self._get_instance(place))
        return known.get(text, ())

    def find_entries(self, place: InstancePlace, texts: Sequence[str]) -> Sequence[KnowledgeBaseEntry]:
        """Return the entries of an instance in knowledge bases that are shown, or named, as one of these."""
        wanted = frozenset(texts)
        return [
            entry
            for entry in self._get_instance(place).entries
            if entry.shown in wanted or entry.name in wanted
        ]

    def find_changed_entries(
        self, row: Divergence
    ) -> tuple[Sequence[KnowledgeBaseEntry], Sequence[KnowledgeBaseEntry]]:
        """Return the entries that a row about a link dropped and added."""
        dropped, added = (
            [] if index is None else self.find_entries((side, index), texts)
            for side, (index, texts) in enumerate(((row.baseline, row.dropped), (row.changed, row.added)))
        )
        return dropped, added

    def find_statements(self, place: InstancePlace, text: str) -> Sequence[Statement]:
        """Return the statements of an instance with this label or name (``Statement.in_words``)."""
        known = self._statements.get(place)
        if known is None:
            known = self._statements[place] = _index_statements(self._get_instance(place))
        return known.get(text, ())

    def _get_instance(self, place: InstancePlace) -> Instance:
        side, index = place
        return (self._bag.baseline, self._bag.changed)[side][index]


def _index_types(instance: Instance) -> Mapping[str, Sequence[Term]]:
    found: defaultdict[str, list[Term]] = defaultdict(list)
    for term in instance.types:
        for text in set(term):
            found[text].append(term)
    return found


def _index_statements(instance: Instance) -> Mapping[str, Sequence[Statement]]:
    found: defaultdict[str, list[Statement]] = defaultdict(list)
    for statement in instance.statements:
        for text in set(statement.in_words):
            found[text].append(statement)
    return found
