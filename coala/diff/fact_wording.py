"""The sentences about facts, in one graph or in both.

- A statement has an arrow, ``Chris —landedIn→ Paris``, unless its predicate has a stated label: ``Chris
  landed in Paris``.
- An event has a list of its roles: ``landed (actor: Chris, place: Paris)``.
- A changed event is a sentence on the roles that differ: ``landed changed place from Rome to Paris; gained
  time: Monday``. ``coala.present.fact_table`` has all roles.
- What differs in the baseline follows a changed statement in brackets: ``Chris landed in Paris (was: Rome)``.

In a ``FactDifference``, ``before`` is the baseline and ``after`` the changed graph. A statement has exactly
two arguments, its subject and its object.
"""

from __future__ import annotations

from collections.abc import Iterator

from coala.base.plain_text import isolate, last_part, plain_words
from coala.model.bag import BASELINE, CHANGED, FactArgument, FactDifference, Term
from coala.model.kinds import Kind

_LISTED = 4
"""The most roles of an event that a sentence lists; those that differ come first."""


def change_in_words(kind: Kind, fact: FactDifference) -> str:
    """Describe a change of a fact: ``Chris landed in Paris (was: Paris, France)``."""
    if kind is Kind.FACT_ADDED:
        return f"New fact: {fact_in_words(fact, CHANGED)}"
    if kind is Kind.FACT_DROPPED:
        return f"Fact gone: {fact_in_words(fact, BASELINE)}"
    name = _add_former(_name(fact.after), _name(fact.before), differs=fact.before != fact.after)
    if fact.is_event:
        # Roles that both graphs have come before those that were gained or lost.
        arguments = sorted(fact.arguments, key=lambda argument: None in (argument.before, argument.after))
        changes = [_write_changed_role(argument) for argument in arguments if argument.differs]
        if not changes:
            return f"{_name(fact.before)} is now {_name(fact.after)}"
        return f"{name} {_write_clauses(changes)}"
    subject, value = (
        _add_former(_clean(argument.after), _clean(argument.before), differs=argument.differs)
        for argument in fact.arguments
    )
    if fact.before == fact.after:
        return f"{subject} {_write_predicate(fact.after)} {value}"
    return f"{subject} {_write_predicate(fact.after)} {value} (was: {_name(fact.before)})"


def fact_in_words(fact: FactDifference, side: int) -> str:
    """Describe the fact as one graph states it; return "" if the graph lacks it."""
    name = (fact.before, fact.after)[side]
    if name is None:
        return ""
    if fact.is_event:
        return f"{_name(name)} ({_write_list(list(_list_roles(fact, side)))})"
    subject, value = (_clean(_get_value(argument, side)) for argument in fact.arguments)
    return f"{subject} {_write_predicate(name)} {value}"


def _list_roles(fact: FactDifference, side: int) -> Iterator[str]:
    for argument in sorted(fact.arguments, key=lambda argument: not argument.differs):
        value = _get_value(argument, side)
        if value is not None:
            role = argument.former if side == BASELINE and argument.former is not None else argument.role
            yield f"{_name(role)}: {_clean(value)}"


def _write_changed_role(argument: FactArgument) -> str:
    """Return what happened to a role that differs, as a clause after the name of the event."""
    role, before, after = _name(argument.role), _clean(argument.before), _clean(argument.after)
    if argument.former is not None:
        return f'changed the role of {after} from "{_name(argument.former)}" to "{role}"'
    if argument.before is None:
        return f"gained {role}: {after}"
    if argument.after is None:
        return f"lost {role}: {before}"
    return f"changed {role} from {before} to {'another ' if before == after else ''}{after}"


def _write_clauses(clauses: list[str]) -> str:
    shown = "; ".join(clauses[:_LISTED])
    return shown if len(clauses) <= _LISTED else f"{shown}; and {len(clauses) - _LISTED:,} more"


def _get_value(argument: FactArgument, side: int) -> str | None:
    return argument.after if side == CHANGED else argument.before


def _add_former(now: str, before: str, *, differs: bool) -> str:
    if not differs:
        return now
    return f"{now} (was: {'another ' if now == before else ''}{before})"


def _write_predicate(predicate: Term | None) -> str:
    """Return a predicate as it is written between subject and object; without a label, as an arrow."""
    name = _name(predicate)
    has_own_label = predicate is not None and predicate.label != plain_words(last_part(predicate.name))
    return name if has_own_label else f"—{name}→"


def _name(term: Term | None) -> str:
    return _clean(None if term is None else term.label)


def _clean(words: str | None) -> str:
    return isolate(plain_words(words or ""))


def _write_list(items: list[str]) -> str:
    shown = ", ".join(items[:_LISTED])
    return shown if len(items) <= _LISTED else f"{shown} and {len(items) - _LISTED:,} more"
