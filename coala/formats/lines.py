"""The bytes of a text file -> its lines, numbered, decoded one by one, none too long to be taken apart."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from coala.formats.plain import extension, not_utf8, problem

RDF_EXTENSIONS = frozenset(
    ".ttl .turtle .n3 .nt .ntriples .nq .nquads .trig .rdf .owl .rdfxml .jsonld".split()
)
"""In Turtle and its relatives ``#`` begins a comment, and a comment may say anything."""

CONLL_U_COMMENT = re.compile(r"# ?(?:newdoc|newpar|global\.|sent_id|text ?=)")

LONGEST_TOKEN_LINE = 1 << 20
"""Bytes of a line that describes one token or one sentence; honest ones have a few hundred."""


def is_rdf_name(name: str) -> bool:
    """Does the extension say that the file is RDF, whatever its first line looks like?"""
    return extension(name) in RDF_EXTENSIONS


def bounded_lines(path: str, data: bytes, longest: int = LONGEST_TOKEN_LINE) -> Iterator[tuple[int, str]]:
    """Every line with its number, from 1, without its end (LF or CRLF); a byte order mark is skipped.

    In a file without any LF a CR ends a line, as on old Macs.

    Raises:
        ReadingError: a line is not UTF-8, or has more than ``longest`` bytes.
    """
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    begin = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    number = 0
    while begin < len(data):
        number += 1
        end = data.find(b"\n", begin)
        end = len(data) if end < 0 else end
        if end - begin > longest:
            raise problem(
                path,
                number,
                f"the line has {end - begin:,} bytes, over the limit of {longest:,}: check its line ends.",
            )
        try:
            line = data[begin:end].decode("utf-8")
        except UnicodeDecodeError as error:
            raise not_utf8(path, number, data[begin + error.start]) from None
        yield number, line.removesuffix("\r")
        begin = end + 1
