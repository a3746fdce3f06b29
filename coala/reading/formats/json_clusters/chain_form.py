"""The form of a value in JSON, which tells whether it holds chains, and of which kind."""

from __future__ import annotations


def form_of_chains(value: object, members: str = "") -> str:
    """Return the form of the first span of chains, equal for chains of one shape; "" for all else.

    Chains are lists of spans, in a list or under their names, or objects with the spans under ``members``. A
    span is a list that begins with a whole number, a list of such parts, or an object.
    """
    chain = _first(list(value.values()) if isinstance(value, dict) else value)
    span = _first(chain.get(members) if isinstance(chain, dict) else chain)
    if isinstance(span, list) and isinstance(part := _first(span), list):
        span = part
    if isinstance(span, dict):
        return f"object of {', '.join(sorted(map(str, span)))}"
    if not isinstance(span, list) or len(span) < 2 or type(span[0]) is not int:
        return ""
    return " ".join(type(item).__name__ for item in span)


def _first(members: object) -> object:
    """The first that holds anything."""
    if not isinstance(members, list):
        return None
    return next((member for member in members if isinstance(member, list | dict) and member), None)
