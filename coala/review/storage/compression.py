"""Compressed bytes in a review file, which never swell further than what COALA writes.

zlib's checksum finds a flipped bit. No content may be more than ``MOST_SWELLING`` times as long as its
compressed bytes, so all of a file together takes at most so many times its size.
"""

from __future__ import annotations

import zlib

MOST_SWELLING = 32
"""Bags, texts and indexes of real corpora swell to 20 times their compressed bytes at most."""

_LARGEST = 512 * 2**20
"""Bytes: far above the largest bag that a screen can show, far below what a machine has."""

_WINDOW_BITS = 12
_MEMORY_LEVEL = 5
"""For bytes that fit into this window: zlib's own clears a quarter of a megabyte for each bag."""


def compress(raw: bytes, level: int = 1) -> bytes:
    """Return ``raw`` as compressed bytes that ``inflate`` takes."""
    if len(raw) > 1 << _WINDOW_BITS:
        data = zlib.compress(raw, level)
    else:
        deflate = zlib.compressobj(level, zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL)
        data = deflate.compress(raw) + deflate.flush()
    if len(raw) > MOST_SWELLING * len(data):
        # One sentence a thousand times: without repetitions a byte stands for eight at most.
        deflate = zlib.compressobj(level, strategy=zlib.Z_HUFFMAN_ONLY)
        data = deflate.compress(raw) + deflate.flush()
    return data


def inflate(data: bytes) -> bytes:
    """Return what was compressed; raises ``TypeError``, ``ValueError`` or ``zlib.error`` if it is not whole.

    Bytes that would swell further than any that were written here are refused before they do.
    """
    inflate = zlib.decompressobj()
    raw = inflate.decompress(data, min(_LARGEST, MOST_SWELLING * len(data)))
    if not inflate.eof:
        raise ValueError("unfinished")
    return raw
