"""The table of a fact: each role with its value in the baseline and in the changed graph.

A statement has the roles subject, relation and object; an event has the event itself and its roles. Rows that
differ come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.model.bag import FactArgument, FactDifference, Term

_NOTHING = "\N{EN DASH}"


class FactRow(NamedTuple):
    """A role of a fact with its values; a dash is shown for none."""

    role: str
    before: str
    now: str
    differs: bool

    @property
    def spoken(self) -> str:
        """The row for a screen reader."""
        if not self.differs:
            return f"{self.role}: {self.now}, unchanged"
        return f"{self.role}: before {self.before}, now {self.now}"


def list_fact_rows(fact: FactDifference) -> list[FactRow]:
    """Return the rows of a fact, those that differ first."""
    return sorted(_write_rows(fact), key=lambda row: not row.differs)


def _write_rows(fact: FactDifference) -> Iterator[FactRow]:
    rows = [_write_argument(argument) for argument in fact.arguments]
    own = FactRow(
        "event" if fact.is_event else "relation",
        _name(fact.before),
        _name(fact.after),
        differs=fact.before != fact.after,
    )
    if fact.is_event:
        yield own
        yield from rows
    else:
        subject, value = rows
        yield subject._replace(role="subject")
        yield own
        yield value._replace(role="object")


def _write_argument(argument: FactArgument) -> FactRow:
    role = plain_words(argument.role.label)
    if argument.former is not None:
        role = f"{role} (was: {plain_words(argument.former.label)})"
    before, now = (
        _NOTHING if words is None else plain_words(words) for words in (argument.before, argument.after)
    )
    if argument.differs and before == now != _NOTHING and argument.former is None:
        now = f"another {now}"
    return FactRow(role, before, now, argument.differs)


def _name(term: Term | None) -> str:
    return _NOTHING if term is None else plain_words(term.label)
