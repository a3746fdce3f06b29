"""The content of a graph <-> one private file: from the child process that read it to its parent.

Eight bytes with the length of a JSON header, the header, then the columns as 64-bit integers of this machine.
"""

from __future__ import annotations

import json
from array import array

from coala.reading.interpretation.interpret import Content


def write_content(file: str, content: Content) -> None:
    """Write the content; the parent reads it after the child has ended."""
    sizes = {name: len(column) for name, column in content.columns.items()}
    header = json.dumps({"words": content.words, "sizes": sizes}).encode("ascii")
    with open(file, "wb") as stream:
        stream.write(len(header).to_bytes(8, "little"))
        stream.write(header)
        for column in content.columns.values():
            column.tofile(stream)


def read_content(file: str) -> Content:
    """The inverse of ``write_content``."""
    with open(file, "rb") as stream:
        header = json.loads(stream.read(int.from_bytes(stream.read(8), "little")))
        columns = {}
        for name, size in header["sizes"].items():
            columns[name] = array("q")
            columns[name].fromfile(stream, size)
    return Content(header["words"], columns)
