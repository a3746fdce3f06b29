"""SGML of the MUC kind -> its tags, found by their form alone, without a document type.

Only well-formed tags, comments and declarations are markup; whatever else has a ``<`` in it is text, as in
real newswire, where ``html.parser`` would drop half a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from coala.formats.plain import LineNumbers, excerpt, problem

_ATTRIBUTE = r"""([A-Za-z_][\w.:-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>=]+)"""
_ATTRIBUTES = re.compile(_ATTRIBUTE)
# SGML's attributes without a value are left out on purpose: "a <b and c> d" is text. No tag has 64
# attributes; the bound keeps the regular expression's own memory small.
_MARKUP = re.compile(
    rf"""
    # The common beginning stands outside, so that the search skips text fast.
    <(?:
      (?P<closing>/?)(?P<name>[A-Za-z][\w.:-]*)
        (?P<attributes>(?:\s+{_ATTRIBUTE.replace("(", "(?:")}){{0,64}})\s*(?P<empty>/?)>
    | (?P<comment>!--)
    | (?P<broken>/?COREF\b)
    | (?P<entity>!ENTITY\b)
    | ![A-Za-z][^<>]*> | \?[^<>]*>
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"'}
_ENTITY = re.compile("|".join(_ENTITIES))


class Tag(NamedTuple):
    """A piece of markup: begin and end in the text, and the name in capitals ("" for a comment)."""

    position: int
    end: int
    name: str
    closing: bool = False
    empty: bool = False
    attributes: str = ""


def tags(path: str, text: str, lines: LineNumbers) -> Iterator[Tag]:
    """All markup in the order of the text, each found in time that grows with its own length.

    Raises:
        ReadingError: a COREF tag is broken, or an entity is declared.
    """
    last_comment_end = text.rfind("-->")
    found = _MARKUP.search(text)
    while found:
        begin, end = found.span()
        if found["name"]:
            closing, empty = bool(found["closing"]), bool(found["empty"])
            yield Tag(begin, end, found["name"].upper(), closing, empty, found["attributes"])
        elif found["broken"]:
            raise problem(
                path,
                lines.at(begin),
                f"the COREF tag {excerpt(text[begin : begin + 200])} is broken: "
                "write its attributes as NAME=\"value\" and close it with '>'.",
            )
        elif found["entity"]:
            raise problem(
                path, lines.at(begin), "entities are declared, which are never expanded: write them out."
            )
        elif not found["comment"]:
            yield Tag(begin, end, "")
        elif end <= last_comment_end:
            end = text.index("-->", end) + 3
            yield Tag(begin, end, "")
        found = _MARKUP.search(text, end)


def attributes_of(tag: Tag) -> dict[str, str]:
    """Names in capitals -> values without quotes and entities; the first of a name counts."""
    attributes: dict[str, str] = {}
    for name, value in _ATTRIBUTES.findall(tag.attributes):
        attributes.setdefault(
            name.upper(), without_entities(value.strip(value[0]) if value[0] in "\"'" else value)
        )
    return attributes


def without_entities(raw: str) -> str:
    """Raw text with the four entities of MUC decoded; any other stays as it is written."""
    return _ENTITY.sub(lambda entity: _ENTITIES[entity[0]], raw) if "&" in raw else raw
