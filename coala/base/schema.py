"""Schemas: which keys a table of TOML or JSON may have, and what their values may be.

A schema says for each key the rule for its value, or the schema of the table under it::

    SCHEMA = {"name": allow_text("name it"), "offsets": {"unit": allow_one_of("code-point", "byte")}}

``read_table`` returns the values of all keys, with the default of each that is missing. Its errors name the
key with its table, what is there, what is allowed, and what to do: "offsets.unit must be one of code-point,
byte, not 'word'". What several keys must have in common is for the caller to check.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from coala.base.plain_text import excerpt, readable

ANY = "*"
"""Key of a schema whose rule is for every key of the table."""


class SchemaError(ValueError):
    """A table is not as it must be; the message is a sentence without its end, and begins with the key."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(f"{place} {what}")


class Rule(NamedTuple):
    """Rule for the value of a key."""

    allowed: str  # in the error after "must be"
    read: Callable[[Any], Any]  # returns the value in its usual form, or None if it is not allowed
    default: Any
    advice: str = ""  # what to do if the key is missing; "" if it need not be there


Schema: TypeAlias = Mapping[str, "Rule | Schema"]


def allow_text(advice: str = "", *, default: str = "", longest: int | None = None) -> Rule:
    """Return the rule that allows a text; with ``advice`` it must be there and have words."""

    def read(value: Any) -> str | None:
        is_right = isinstance(value, str) and (value.strip() or not advice)
        return value if is_right and (longest is None or len(value) <= longest) else None

    size = "" if longest is None else f", at most {longest} characters"
    return Rule(f"a text{' with words' if advice else ''}{size}", read, default, advice)


def allow_one_of(*choices: Any) -> Rule:
    """Return the rule that allows one of some texts or numbers. The first is the default, and may be ""."""

    def read(value: Any) -> Any:
        # 1.0 and true are equal to 1.
        return next((each for each in choices if each == value and type(each) is type(value)), None)

    return Rule(f"one of {', '.join(str(each) for each in choices if each != '')}", read, choices[0])


def allow_texts(allowed: str = "a list of texts", advice: str = "", *, alone: bool = True) -> Rule:
    """Return the rule that allows a list of texts that are not empty, or ``alone`` one of them as well."""

    def read(value: Any) -> tuple[str, ...] | None:
        listed = [value] if alone and isinstance(value, str) else value
        is_right = isinstance(listed, list) and all(isinstance(each, str) and each for each in listed)
        return tuple(listed) if is_right and (listed or not advice) else None

    return Rule(allowed, read, (), advice)


FLAG = Rule("true or false", lambda value: value if isinstance(value, bool) else None, default=False)


def read_table(table: Any, schema: Schema, place: str = "") -> dict[str, Any]:
    """Return the values of all keys of a table; ``place`` is its own key.

    Raises ``SchemaError`` for a value that its rule does not allow, and for keys that are unknown or missing.
    """
    if not isinstance(table, dict):
        raise SchemaError(place, f"must be a table: write [{place}] before its keys")
    before = f"{place}." if place else ""
    rules = dict.fromkeys(table, schema[ANY]) if ANY in schema else schema
    for key in table:
        if key not in rules:
            raise SchemaError(f"{before}{readable(key)}", f"is unknown; known are {', '.join(rules)}")
    return {key: _read_value(table.get(key), rule, f"{before}{readable(key)}") for key, rule in rules.items()}


def _read_value(value: Any, rule: Rule | Schema, place: str) -> Any:
    if not isinstance(rule, Rule):
        return read_table({} if value is None else value, rule, place)
    if value is None:
        if rule.advice:
            raise SchemaError(place, f"is missing: {rule.advice}")
        return rule.default
    found = rule.read(value)
    if found is None:
        advice = f": {rule.advice}" if rule.advice else ""
        is_text = isinstance(value, str)
        shown = excerpt(value) if is_text else readable(json.dumps(value, default=str, ensure_ascii=False))
        raise SchemaError(place, f"must be {rule.allowed}, not {shown}{advice}")
    return found
