"""Copies of a valid file in which words, numbers and lines were replaced, moved or lost, by a seed.

``damaged`` (in ``damage``) breaks bytes, and most of what comes of it is no file of its format any more.
These copies mostly still are, and say something else.
"""

from __future__ import annotations

import re
from random import Random

from tests.support.damage import ODD

_PIECES = re.compile(rb"\w+|\s+|[^\w\s]")

_NUMBERS = [b"0", b"1", b"2", b"-1", b"100", b"10" + b"0" * 17, b"9" * 10_000, b"1.5", b"007", "٣".encode()]

_WORDS = [b"", b"x", "é".encode(), b"null", b"true", b"empty", b"&amp;", b"%41", b"..", b"_", b"x y", b"*"]

_MARKS = [
    *ODD,
    b"(",
    b")",
    b"{",
    b"}",
    b",",
    b"=",
    b"#",
    b"/",
    b"%",
    b"<a>",
    b"</a>",
    b"<!--",
    b"-->",
    b"\n\n",
]


def mutated(valid: bytes, random: Random) -> bytes:
    """Return one copy, with one to four changes."""
    for _ in range(random.choice([1, 1, 2, 4])):
        valid = random.choice([_with_other_word, _with_other_word, _with_other_piece, _with_other_line])(
            valid, random
        )
    return valid if random.random() > 0.05 else valid[: random.randrange(len(valid) + 1)]


def _with_other_word(valid: bytes, random: Random) -> bytes:
    pieces = _PIECES.findall(valid)
    words = [number for number, piece in enumerate(pieces) if piece[:1].isalnum()]
    if not words:
        return valid
    place = random.choice(words)
    other = random.choice(_NUMBERS if pieces[place].isdigit() else _WORDS)
    pieces[place] = pieces[random.choice(words)] if random.random() < 0.5 else other
    return b"".join(pieces)


def _with_other_piece(valid: bytes, random: Random) -> bytes:
    pieces = _PIECES.findall(valid)
    if not pieces:
        return valid
    place = random.randrange(len(pieces))
    pieces[place] = random.choice([b"", random.choice(pieces), random.choice(_MARKS)])
    return b"".join(pieces)


def _with_other_line(valid: bytes, random: Random) -> bytes:
    """Drop, double or move a line."""
    lines = valid.split(b"\n")
    line = lines[random.randrange(len(lines))]
    if random.random() < 0.6:
        lines.remove(line)
    if random.random() < 0.6:
        lines.insert(random.randint(0, len(lines)), line)
    return b"\n".join(lines)
