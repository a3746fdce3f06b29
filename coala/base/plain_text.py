r"""Functions that make text from files and users safe to show in a terminal, a window or a message.

Foreign text may hold control characters, line breaks, and characters that reverse the direction of a line.
Three functions show it on one short line:

- ``excerpt`` quotes a broken place of a file in an error, as Python writes a string;
- ``readable`` shows exactly what the text holds: any white space but a plain space is an escape (``\n``),
  since it may be why two texts differ;
- ``plain_words`` shows what a person reads: white space is folded, and joiners that shape a script stay.

``one_line`` does the same for a complete sentence, ``last_part`` shortens an IRI for a reader, and
``json_encoder`` writes for other programs. An isolate is a pair of invisible characters (U+2068, U+2069); the
text between them keeps its own direction and does not reorder the text around it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Any

_LONGEST_EXCERPT = 60
"""Characters of foreign text in a message: enough to find the place."""
_LONGEST_EXAMPLE = 120
_LONGEST_LABEL = 60
"""A label longer than this pushes the rest of its sentence off the screen."""
_LONGEST_LINE = 400
"""Wider than any window; measuring a title of a million characters would freeze the list."""

# Line breaks in a mention are layout, not content.
_SPACE = re.compile(r"[ \t\r\n\f\v\u0085\u2028\u2029]+")

_CONTROL_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Control, format (directions, joiners), lone surrogates, line and paragraph ends."""
_JOINERS = "\u200c\u200d"
"""They shape emoji and Indic script, and cannot reorder anything."""
_ISOLATES = "\u2066\u2067\u2068\u2069"
_ISOLATE = re.compile(f"[{_ISOLATES}]")

# Letters of Hebrew, Arabic and other right-to-left scripts, and quotations with such letters.
_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_RIGHT_TO_LEFT_LETTER = re.compile(f"[{_RIGHT_TO_LEFT}]")
_RIGHT_TO_LEFT_QUOTATION = re.compile(f'(["“«])([^"“”«»\u2068]*[{_RIGHT_TO_LEFT}][^"“”«»\u2068]*)(["”»])')

# A complete pair of isolates around text with such letters.
_ISOLATED_PART = re.compile(f"(\u2068[^{_ISOLATES}{_RIGHT_TO_LEFT}]*[{_RIGHT_TO_LEFT}][^{_ISOLATES}]*\u2069)")


def excerpt(text: str) -> str:
    """Return foreign text for an error message: on one line, short, in quotes."""
    short = text if len(text) <= _LONGEST_EXCERPT else text[: _LONGEST_EXCERPT - 1] + "…"
    return repr(short)


def readable(text: str, longest: int = _LONGEST_EXAMPLE) -> str:
    """Return the text as one short line: a long one loses its middle, odd characters become escapes."""
    if len(text) > longest:
        text = _cut_middle(text, longest * 2 // 3, longest // 3)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else escape(char) for char in text)


# A bag repeats the same names and words.
@lru_cache(maxsize=64)
def plain_words(text: str, limit: int = _LONGEST_LABEL) -> str:
    """Return text as one short line: white space folded, control and direction characters as escapes.

    Text longer than ``limit`` code points loses its middle. The result never holds a line break.
    """
    return _fold_and_shorten(text, limit, _JOINERS)


def clean(text: str, longest: int = _LONGEST_LINE) -> str:
    """Return text from outside on one line; isolates are removed, control characters become escapes."""
    return plain_words(_ISOLATE.sub("", text), longest)


def cited_words(text: str, limit: int = _LONGEST_LABEL) -> str:
    """Return words for quotation marks: ``plain_words``, but text of only white space becomes escapes.

    A mention may cover the end of a line and nothing else, which would be invisible between quotes.
    """
    if text.isspace():
        text = "".join(map(_escape_blank, text[:limit]))
    return plain_words(text, limit)


def one_line(sentence: str, longest: int = _LONGEST_LINE) -> str:
    """Return a whole sentence on one line, keeping direction isolates around its quotations."""
    return _fold_and_shorten(sentence, longest, _JOINERS + _ISOLATES)


def visible(text: str, kept: str = _JOINERS) -> str:
    """Return the text with control and direction characters as escapes, so that it controls no terminal."""
    if text.isprintable():
        return text
    return "".join(
        escape(char) if char not in kept and unicodedata.category(char) in _CONTROL_CATEGORIES else char
        for char in text
    )


def visible_line(line: str) -> str:
    """Return a line of a report like ``visible``, but keep the isolates that ``isolate`` has set.

    Only complete pairs stay: around right-to-left letters, on one line, without another pair inside.
    """
    if line.isprintable():
        return line
    # Splitting at a pattern with a group returns other text and isolated text in turn.
    parts = _ISOLATED_PART.split(line)
    parts[::2] = map(visible, parts[::2])
    parts[1::2] = [isolate(visible(part[1:-1])) for part in parts[1::2]]
    return "".join(parts)


def is_right_to_left(text: str) -> bool:
    """Return True if a text is written from right to left: its first letter with a direction is."""
    if text.isascii():
        return False
    strong = (unicodedata.bidirectional(char) for char in text)
    return next((found in ("R", "AL") for found in strong if found in ("L", "R", "AL")), False)


def has_right_to_left(text: str) -> bool:
    """Return True if the text has a right-to-left letter."""
    return _RIGHT_TO_LEFT_LETTER.search(text) is not None


def isolate(text: str) -> str:
    """Return right-to-left text between direction isolates, so that it does not reorder its sentence."""
    return f"\u2068{text}\u2069" if has_right_to_left(text) else text


def isolate_quotations(sentence: str) -> str:
    """Return the sentence with isolates around each quotation that has right-to-left letters."""
    return _RIGHT_TO_LEFT_QUOTATION.sub(
        lambda quotation: f"{quotation[1]}{isolate(quotation[2])}{quotation[3]}", sentence
    )


def json_encoder(*, ascii_only: bool, comma: str = ",", colon: str = ":") -> Callable[[Any], str]:
    """Return a function that writes values without cycles as JSON, like ``json.dumps``.

    ``json.dumps`` and ``JSONEncoder.encode`` build an encoder for each value, which takes as long as writing
    a short one.
    """
    # Build the C encoder of the standard library once, with the arguments that JSONEncoder passes to it.
    plain = json.JSONEncoder(ensure_ascii=ascii_only, check_circular=False, separators=(comma, colon))
    parts: Any = json.encoder
    try:
        write_text = parts.encode_basestring_ascii if ascii_only else parts.encode_basestring
        encode = parts.c_make_encoder(None, plain.default, write_text, None, colon, comma, False, False, True)
        encode([], 0)
    except (AttributeError, TypeError):  # Other Pythons may have no C encoder, or another signature.
        return plain.encode
    return lambda value: "".join(encode(value, 0))


def _fold_and_shorten(text: str, limit: int, kept: str) -> str:
    """Fold white space, write control characters as escapes except those ``kept``, and cut the middle."""
    # The usual case: a short label without anything to change.
    if len(text) <= limit and text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    # Twice the limit from either end is enough to fill it; a label may have a million characters.
    if len(text) > 4 * limit:
        text = _cut_middle(text, 2 * limit, 2 * limit)
    text = visible(_SPACE.sub(" ", text).strip(), kept)
    if len(text) <= limit:
        return text
    head = limit // 2
    tail = limit - 1 - head
    return f"{text[:head].rstrip()}…{text[len(text) - tail :].lstrip()}"


def _cut_middle(text: str, head: int, tail: int) -> str:
    return f"{text[:head]}…{text[len(text) - tail :]}"


def escape(char: str) -> str:
    """Return a character as Python writes it in a string."""
    return char.encode("unicode_escape").decode("ascii")


def _escape_blank(char: str) -> str:
    return r"\x20" if char == " " else escape(char)


def last_part(iri: str) -> str:
    """Return the part of an IRI that a person would read: after the last ``#``, ``/`` or ``:``."""
    stripped = iri.rstrip("#/:")
    part = stripped[max(map(stripped.rfind, "#/:")) + 1 :]
    if "%" not in part:
        return part or iri
    # Imported late: the process that reads a graph does not need it.
    from urllib.parse import unquote

    return unquote(part, errors="replace") or iri


def storable(text: str) -> str:
    """Return text that a file can hold: lone surrogates, from keyboards or user names, become escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
