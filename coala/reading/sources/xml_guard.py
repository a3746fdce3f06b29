"""A check of the beginning of an RDF/XML file before a parser reads it.

Entities for namespaces are common and harmless. Nested, huge or external entities can fill the memory or read
other files, so a file that declares any of them is refused without parsing.
"""

from __future__ import annotations

import codecs
import re

LONGEST_ENTITY = 1024
"""The most characters of an entity: enough for any namespace, too few to fill the memory by repetition."""

ENCODINGS = frozenset(("utf-8", "utf-16", "ascii", "iso8859-1", "iso8859-15", "cp1252"))
"""The encodings that are allowed: in all of them, the patterns below match what a parser sees."""

# White space, comments and instructions such as <?xml … ?>.
_BLANK = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
# <?xml version="1.0" encoding="utf-8"?>
_DECLARED = re.compile(rb"""^<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_DOCTYPE = re.compile(r"<!DOCTYPE\s+[^\s>\[]+\s*", re.IGNORECASE)
# <!ENTITY name "value"; with % before the name it is a parameter entity.
_ENTITY = re.compile(r"<!ENTITY\s+(%\s+)?([^\s%]+)\s+(\"[^\"]*\"|'[^']*'|SYSTEM|PUBLIC)", re.IGNORECASE)
# Any other declaration, such as <!ELEMENT … >, with its quoted texts.
_DECLARATION = re.compile(r"<!(?!ENTITY|--)[^>\[\"']*(?:(?:\"[^\"]*\"|'[^']*')[^>\[\"']*)*>", re.IGNORECASE)
_WRITTEN_AMPERSAND = re.compile(r"&#(?:0*38|x0*26);")
# A reference to an entity that XML itself does not define.
_INNER = re.compile(r"&(?!#|amp;|lt;|gt;|quot;|apos;)")
_ROOT = re.compile(r"<([^\s/>!?]+)")


class RefusedError(Exception):
    """The file is refused; the text is the reason, as the second half of a sentence."""


def find_encoding(start: bytes) -> str:
    """Return the encoding of an XML file by its byte order mark or its declaration.

    Raises:
        RefusedError: markup could be hidden in this encoding.
    """
    if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    declared = _DECLARED.match(start.removeprefix(codecs.BOM_UTF8).lstrip())
    name = declared[1].decode("ascii") if declared else "utf-8"
    try:
        encoding = codecs.lookup(name).name
    except LookupError:
        encoding = name
    if encoding not in ENCODINGS:
        raise RefusedError(f"its encoding {name[:40]!r} is not supported: convert it to UTF-8")
    return encoding


def find_root_element(start: bytes) -> str:
    """Return the name of the root element, after checking everything before it.

    Raises:
        RefusedError: the DOCTYPE is unsafe, or there is no element in these first bytes.
    """
    text = start.decode(find_encoding(start), "replace").removeprefix("\ufeff")
    position = _skip_blank(text, 0)
    doctype = _DOCTYPE.match(text, position)
    if doctype:
        position = _skip_blank(text, _after_doctype(text, doctype.end()))
    root = _ROOT.match(text, position)
    if not root:
        raise RefusedError("it has no XML element at its beginning: check that it was written to its end")
    return root[1]


def _after_doctype(text: str, position: int) -> int:
    """Return the position after a DOCTYPE, from the position after the name in it."""
    if text[position : position + 6].upper() in ("SYSTEM", "PUBLIC"):
        raise RefusedError("its DOCTYPE names an external DTD, which is never fetched: remove the DOCTYPE")
    if text[position : position + 1] == "[":
        position = _skip_blank(text, position + 1)
        while text[position : position + 1] != "]":
            position = _skip_blank(text, _after_declaration(text, position))
        position = _skip_blank(text, position + 1)
    if text[position : position + 1] != ">":
        raise RefusedError("its DOCTYPE is broken or too long: remove the DOCTYPE")
    return position + 1


def _after_declaration(text: str, position: int) -> int:
    """Return the position after one declaration in a DOCTYPE, if it is harmless."""
    entity = _ENTITY.match(text, position)
    if not entity:
        other = _DECLARATION.match(text, position)
        if not other:
            raise RefusedError("its DOCTYPE is broken or too long: remove the DOCTYPE")
        return other.end()
    parameter, name, value = entity.groups()
    if parameter:
        raise RefusedError(f"its DOCTYPE declares the parameter entity {name[:40]!r}: write entities out")
    if value.upper() in ("SYSTEM", "PUBLIC"):
        raise RefusedError(
            f"its entity {name[:40]!r} is in another file, which is never fetched: write it out"
        )
    # A parser replaces character references before it expands entities.
    if _INNER.search(_WRITTEN_AMPERSAND.sub("&", value)):
        raise RefusedError(f"its entity {name[:40]!r} holds other entities: write them out")
    if len(value) > LONGEST_ENTITY:
        raise RefusedError(
            f"its entity {name[:40]!r} is longer than {LONGEST_ENTITY} characters: write it out"
        )
    end = _skip_blank(text, entity.end())
    if text[end : end + 1] != ">":
        raise RefusedError("its DOCTYPE is broken: remove the DOCTYPE")
    return end + 1


def _skip_blank(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position
