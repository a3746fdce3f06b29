"""The quotes that a spreadsheet puts around cells are taken off, where it put them around headers.

A comma, a semicolon or a quote in a cell makes it write the cell in quotes, and each quote within twice.
Only a header in quotes shows that this happened: a word may have quotes of its own.
"""

from __future__ import annotations

import codecs
import re

QUOTED_HEADER = re.compile(rb'"#[ \t]*begin document\b')

_CELL = re.compile(rb'"([^"]*+(?:""[^"]*+)*+)"')


def take_off_quotes(data: bytes) -> tuple[bytes, int]:
    """The file without such quotes, and the first line that has a header in quotes, 0 if none has."""
    if b'"#' not in data or not QUOTED_HEADER.search(data):
        return data, 0
    plain = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")
    lines = (plain if b"\n" in plain else plain.replace(b"\r", b"\n")).split(b"\n")
    first = next((number for number, line in enumerate(lines, 1) if QUOTED_HEADER.match(line)), 0)
    return (b"\n".join(map(_without_quotes, lines)), first) if first else (data, 0)


def _without_quotes(line: bytes) -> bytes:
    cells = line.split(b"\t")
    if len(cells) == 1 and not line.startswith(b'"#'):
        return line
    found = [_CELL.fullmatch(cell) for cell in cells]
    return b"\t".join(
        quoted[1].replace(b'""', b'"') if quoted else cell for cell, quoted in zip(cells, found, strict=True)
    )
