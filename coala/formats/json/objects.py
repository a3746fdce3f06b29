"""The JSON objects of a file: one a line (JSON lines), over several lines each, or in a list.

``iterate_objects`` yields each object with its line. A list is decoded object by object, so that errors have
a line and a huge file is never in memory as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.base.strict_json import STRICT_DECODER, DuplicateKeyError
from coala.errors import FileError
from coala.formats.text_lines import LineNumbers, decode_utf8, iterate_lines, problem

LONGEST_DOCUMENT = 8 << 20
"""Bytes of one document: empty lists take eighty times their size in memory."""

_FIRST_PIECE = 1 << 16
"""Characters that are parsed first for one object of a list; most documents are shorter."""

_LINE_END = re.compile(rb"[\r\n]|\Z")

_BLANKS = re.compile(r"[ \t\r\n]*")

_NO_OBJECT = 'the line is not a JSON object: write {"doc_id": …, "text": …, "clusters": …}.'


class PlacedObject(NamedTuple):
    """An object, or the error of a line that has none, and where it is in the text of its file."""

    line: int
    value: dict[str, object] | FileError
    begin: int
    end: int


def iterate_objects(path: str, data: bytes) -> Iterator[tuple[int, dict[str, object] | FileError]]:
    """Yield each object with its line, or the error of a line that is not an object.

    Raises:
        FileError: the rest of the file cannot be read.
    """
    if _has_objects_over_lines(data):
        for found in _iterate_objects_over_lines(path, decode_utf8(path, data)):
            yield found.line, found.value
        return
    for number, line in iterate_lines(path, data, LONGEST_DOCUMENT):
        if line.strip():
            try:
                value = _parse(path, number, line)
            except FileError as error:
                yield number, error
                continue
            yield number, value if isinstance(value, dict) else problem(path, number, _NO_OBJECT)


def place_objects(path: str, data: bytes) -> tuple[str, list[PlacedObject]]:
    """Return the text of a file and all objects in it, as ``iterate_objects`` yields them.

    Raises:
        FileError: the file cannot be read.
    """
    text = decode_utf8(path, data)
    if _has_objects_over_lines(data):
        return text, list(_iterate_objects_over_lines(path, text))
    values = iterate_objects(path, data)
    found = []
    begin = 0
    for line in text.split("\n"):
        if line.strip():
            number, value = next(values)
            first = begin + len(line) - len(line.lstrip())
            found.append(PlacedObject(number, value, first, begin + len(line.rstrip())))
        begin += len(line) + 1
    return text, found


def find_member(text: str, begin: int, key: str) -> tuple[int, int] | None:
    """Return begin and end of the value under a key of the valid object at ``begin``; None without it."""
    place = _skip_blanks(text, begin + 1)
    while text[place] != "}":
        name, place = STRICT_DECODER.raw_decode(text, place)
        first = _skip_blanks(text, _skip_blanks(text, place) + 1)
        _, after = STRICT_DECODER.raw_decode(text, first)
        if name == key:
            return first, after
        place = _skip_blanks(text, after)
        if text[place] == ",":
            place = _skip_blanks(text, place + 1)
    return None


def _has_objects_over_lines(data: bytes) -> bool:
    """Return True if the file is a list, or its first object takes several lines."""
    start = data.removeprefix(b"\xef\xbb\xbf")[:LONGEST_DOCUMENT].lstrip()
    if start.startswith(b"["):
        return True
    end = _LINE_END.search(start)
    line = start[: end.start() if end else None].rstrip()
    return line.startswith(b"{") and line.endswith((b"{", b",", b"[")) and len(start) > len(line)


def _parse(path: str, number: int, line: str) -> object:
    try:
        return STRICT_DECODER.decode(line)
    except _PARSE_ERRORS as error:
        raise _explain_error(path, number, error) from None


_PARSE_ERRORS = (ValueError, RecursionError)


def _explain_error(path: str, number: int, error: Exception) -> FileError:
    """Return the error for JSON that cannot be parsed."""
    match error:
        case DuplicateKeyError():
            return problem(path, number, f"the key {excerpt(str(error))} occurs twice: keep one.")
        case json.JSONDecodeError():
            return problem(
                path,
                number,
                f"the line is not JSON ({error.msg} at character {error.colno}): write each "
                "document on one line.",
            )
        case RecursionError():
            return problem(path, number, "the JSON is nested too deeply to be read: clusters are three deep.")
    return problem(path, number, "a number has thousands of digits: offsets are small numbers.")


def _iterate_objects_over_lines(path: str, text: str) -> Iterator[PlacedObject]:
    """Yield the objects of a list, or objects in sequence, with optional commas between them."""
    lines = LineNumbers(text)
    # Enter the list, if there is one.
    place = _skip_blanks(text, 0)
    in_list = text[place] == "["
    if in_list:
        place = _skip_blanks(text, place + 1)
        if text.startswith("]", place):
            return
    while True:
        number, begin = lines.at(place), place
        value, place = _parse_value(path, number, text, place)
        found = value if isinstance(value, dict) else problem(path, number, _NO_OBJECT)
        yield PlacedObject(number, found, begin, place)
        # Go on after a comma, which only a list needs.
        place = _skip_blanks(text, place)
        if in_list and text[place : place + 1] == "]":
            break
        after = _skip_blanks(text, place + 1) if text[place : place + 1] == "," else place
        if not in_list and text[after : after + 1] != "{":
            break
        if in_list and after == place:
            raise problem(
                path,
                lines.at(place),
                "the list of documents is not closed: check that the file was written to its end.",
            )
        place = after
    # Nothing may follow.
    rest = _skip_blanks(text, place + in_list)
    if rest < len(text):
        also = in_list and text[rest] == "["
        what = "another list of documents begins: join them" if also else "something follows it: remove it"
        raise problem(path, lines.at(rest), f"the JSON has ended, but {what}.")


def _parse_value(path: str, number: int, text: str, place: int) -> tuple[object, int]:
    """Return the value at a place and its end.

    Parse a piece of the text, and a larger one while the value is not complete, up to the size of a document.
    """
    size = _FIRST_PIECE
    while True:
        piece = text[place : place + size]
        # A number that is cut off parses as a shorter number, but no document is a number.
        is_last = place + size >= len(text)
        try:
            value, end = STRICT_DECODER.raw_decode(piece)
        except _PARSE_ERRORS as error:
            if is_last or isinstance(error, RecursionError | DuplicateKeyError):
                raise _explain_value_error(path, number, error) from None
        else:
            return value, place + end
        if size >= LONGEST_DOCUMENT:
            raise problem(
                path,
                number,
                f"the document that begins here is not JSON, or has over {LONGEST_DOCUMENT:,} "
                "characters: correct or split it.",
            )
        size *= 8


def _explain_value_error(path: str, number: int, error: Exception) -> FileError:
    if isinstance(error, json.JSONDecodeError):
        return problem(
            path,
            number + error.lineno - 1,
            f"this is not JSON ({error.msg} at character {error.colno}): correct it, or "
            "write each document on one line.",
        )
    return _explain_error(path, number, error)


def _skip_blanks(text: str, place: int) -> int:
    """Return the place of the next character that is not white space."""
    found = _BLANKS.match(text, place)
    return found.end() if found else place
