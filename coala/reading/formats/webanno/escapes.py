"""Values and texts of WebAnno TSV lose their escapes."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r"\\.", re.DOTALL)
_VALUE_ESCAPE = re.compile(r"\\(->|[\\\[\]|_;tn*])")
_TEXT_ESCAPE = re.compile(r"\\([tnfrb\\\x00-\x07\x0e-\x1f])")
_JAVA_ESCAPE = re.compile(r"\\(u+[0-9A-Fa-f]{4}|.)", re.DOTALL)
_CONTROLS = {"t": "\t", "n": "\n", "f": "\f", "r": "\r", "b": "\b"}


def values_of(field: str) -> list[str]:
    """The stacked values of a column, with their escapes."""
    if field == "_":
        return []
    values: list[str] = []
    begin = 0
    for value in masked(field).split("|"):
        values.append(field[begin : begin + len(value)])
        begin += len(value) + 1
    return values


def masked(raw: str) -> str:
    """A value in which nothing that is escaped can be taken for a sign of the format; as long as it was."""
    return _ESCAPED.sub("\0\0", raw) if "\\" in raw else raw


def plain_value(raw: str) -> str:
    """A value without its escapes."""
    return _VALUE_ESCAPE.sub(lambda escape: _CONTROLS.get(escape[1], escape[1]), raw)


def plain_text(raw: str, minor: int) -> str:
    """A text without its escapes; up to version 3.1 they are those of Java."""
    if "\\" not in raw:
        return raw
    if minor >= 2:
        return _TEXT_ESCAPE.sub(lambda escape: _CONTROLS.get(escape[1], escape[1]), raw)
    decoded = _JAVA_ESCAPE.sub(_java_character, raw)
    # Java writes a character beyond U+FFFF as two escapes; half of one is a character all the same.
    return decoded.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _java_character(escape: re.Match[str]) -> str:
    code = escape[1]
    return chr(int(code.lstrip("u"), 16)) if len(code) > 1 else _CONTROLS.get(code, code)
