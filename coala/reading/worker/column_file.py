"""Columns of numbers and blocks of bytes are written into a file raw, and read from it.

Eight bytes have the length of a JSON header; after the header come the columns, which are 64-bit integers of
this machine, and the blocks.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from coala.model.graph import Integers


def write_columns(
    stream: BinaryIO, fields: dict[str, Any], columns: Sequence[npt.ArrayLike], blocks: Sequence[bytes]
) -> None:
    """Write it all; the ``fields`` are what JSON can say."""
    arrays = [np.ascontiguousarray(column, dtype=np.int64) for column in columns]
    header = json.dumps([fields, list(map(len, arrays)), list(map(len, blocks))]).encode("ascii")
    stream.write(len(header).to_bytes(8, "little"))
    stream.write(header)
    for array in arrays:
        # `tofile` would not say why a disk took no more.
        stream.write(array.data)
    for block in blocks:
        stream.write(block)


def read_columns(stream: BinaryIO) -> tuple[dict[str, Any], list[Integers], list[bytes]]:
    """The inverse of ``write_columns``."""
    fields, columns, blocks = json.loads(stream.read(int.from_bytes(stream.read(8), "little")))
    arrays = [np.fromfile(stream, dtype=np.int64, count=size) for size in columns]
    return fields, arrays, [stream.read(size) for size in blocks]
