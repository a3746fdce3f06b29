"""Reader of UIMA's JSON CAS (0.4), as INCEpTION exports it; it yields elements like those of XMI.

::

    {"%TYPES": …, "%FEATURE_STRUCTURES": [
      {"%ID": 3, "%TYPE": "custom.CorefLink", "@sofa": 1, "begin": 0, "end": 3, "@next": 4}, … ]}

The feature structures are in a list, or in an object by their identifiers. A feature whose name begins with
``@`` refers to another structure; in the element its name has no ``@``, as in XMI.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from coala.base.plain_text import excerpt
from coala.formats.text_lines import LineNumbers, decode_utf8, problem
from coala.formats.xml_elements import Element

_FIRST_KEY = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"%(?:TYPES|FEATURE_STRUCTURES|VIEWS|HEADER)"\s*:')
_STRUCTURES = re.compile(r'(?<!\\)"%FEATURE_STRUCTURES"\s*:\s*([\[{])\s*')
_KEY = re.compile(r'"([^"\\]{1,40})"\s*:\s*')
_COMMA_OR_END = re.compile(r"\s*(?:(,)\s*|([\]}]))")
_DECODER = json.JSONDecoder()


def is_json_cas(start: bytes) -> bool:
    """Return True if the file begins like a JSON CAS."""
    return bool(_FIRST_KEY.match(start))


def parse_json_elements(path: str, data: bytes, identifier: str) -> Iterator[Element]:
    """Yield the feature structures in order; ``identifier`` is the attribute for their xmi:id.

    Raises:
        ReadingError: the file is not UTF-8, broken or cut off, or has no feature structures.
    """
    text = decode_utf8(path, data)
    lines = LineNumbers(text)
    found = _STRUCTURES.search(text)
    if not found:
        raise problem(path, 1, "the JSON CAS has no list %FEATURE_STRUCTURES: export it again.")
    # Decode one structure after the other, so that the whole file is never in memory as objects.
    place = found.end()
    has_keys = found[1] == "{"
    if text.startswith("}" if has_keys else "]", place):
        return
    while True:
        line = lines.at(place)
        key = _KEY.match(text, place) if has_keys else None
        try:
            if has_keys and not key:
                raise ValueError("an identifier is expected here")
            structure, place = _DECODER.raw_decode(text, key.end() if key else place)
        except (ValueError, RecursionError) as error:
            why = excerpt(str(error).partition(":")[0])
            raise problem(path, line, f"the JSON is broken ({why}): export or copy the file again.") from None
        if isinstance(structure, dict):
            yield _build_element(line, structure, identifier, key[1] if key else "")
        following = _COMMA_OR_END.match(text, place)
        if not following:
            raise problem(path, line, "the JSON is broken or was cut off: export or copy the file again.")
        if following[2]:
            return
        place = following.end()


def _build_element(line: int, structure: dict[str, object], identifier: str, key: str) -> Element:
    """Return a feature structure as an element; ``key`` is its identifier if it has no ``%ID``."""
    attributes = {
        name.removeprefix("@"): _replace_surrogates(value) if isinstance(value, str) else json.dumps(value)
        for name, value in structure.items()
        if isinstance(value, str | int | float) and not name.startswith("%")
    }
    own = structure.get("%ID", key)
    if isinstance(own, int | str) and own != "":
        attributes[identifier] = _replace_surrogates(str(own))
    return Element(line, _replace_surrogates(str(structure.get("%TYPE", ""))), "", attributes, "")


def _replace_surrogates(text: str) -> str:
    """Replace each lone half of a surrogate pair, which JSON may escape, by U+FFFD."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
