"""The signs of a text: its characters without blanks, in a form that all usual spellings share.

The signs of ``“Café”  -LRB-`` are ``"cafe"(``, and those of ``"cafe" (`` are the same. So two spellings of
one text can be compared sign by sign, and each sign has its place in its text.

Blanks, control characters and joiners are ignored. Compatibility forms, case, accents, quotation marks,
dashes and brackets of one meaning are one sign (Unicode Standard Annex 15; the bracket names are those of the
Penn Treebank, such as ``-LRB-``, entities and ``@-@`` those of the Moses tokeniser). A combining mark belongs
to the sign before it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int32]
"""Places in a text, or numbers of signs; no text has more than two thousand million characters."""


class Signs(NamedTuple):
    """The signs of a text as columns of one length: the code of each sign, and its characters in the text.

    ``begin`` and ``end`` are code points, end exclusive, and ascend. Several signs of one character (three
    dots of an ellipsis) share its place.
    """

    code: Places
    begin: Places
    end: Places

    def __len__(self) -> int:
        return len(self.code)

    @property
    def text(self) -> str:
        """All signs as one string: sign ``n`` is its ``n``-th character."""
        return join_signs(self.code)


def read_signs(text: str) -> Signs:
    """Return the characters that are not blanks, unchanged."""
    code = _code_points(text)
    blanks = [ord(char) for char in set(text) if char.isspace()]
    begin = np.flatnonzero(~np.isin(code, blanks)).astype(np.int32)
    return Signs(code[begin], begin, begin + np.int32(1))


def read_common_signs(text: str) -> Signs:
    """Return the signs of a text in the form that all its usual spellings share."""
    # Spell each different character once: its signs are in ``pool``, from ``starts`` on, ``lengths`` of them.
    code = _code_points(text)
    alphabet = sorted(set(text))
    spelled = [_spell(char) for char in alphabet]
    letter = np.searchsorted(np.array([ord(char) for char in alphabet], dtype=np.int32), code)
    lengths = np.array([len(signs) for signs in spelled], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    pool = _code_points("".join(spelled))
    # Repeat each place for each of its signs: counts 1, 3, 0 give begin 0 1 1 1, within 0 0 1 2.
    count = lengths[letter]
    begin = np.repeat(np.arange(len(code), dtype=np.int32), count)
    within = np.arange(len(begin)) - np.repeat(np.cumsum(count) - count, count)
    end = begin + np.int32(1)
    marks = [number for number, char in enumerate(alphabet) if _is_mark(char)]
    if marks:
        # A sign ends where the next character begins that is not a combining mark.
        others = np.append(np.flatnonzero(~np.isin(letter, marks)), len(code)).astype(np.int32)
        end = others[np.searchsorted(others, end)]
    return _join_sequences(text, Signs(pool[starts[letter[begin]] + within], begin, end))


def join_signs(code: Places) -> str:
    """Return signs as a string."""
    return code.tobytes().decode("utf-32-le", "surrogatepass")


def _code_points(text: str) -> Places:
    """Return the number of each character, as ``ord`` does."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.int32)


_QUOTES = dict.fromkeys("“”„‟«»″〝〞〟＂", '"') | dict.fromkeys("‘’‚‛`´ʼ′‹›＇", "'")
_DASHES = dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
_USUAL = _QUOTES | _DASHES | {"\N{FRACTION SLASH}": "/", "\N{DIVISION SLASH}": "/"}

_BRACKETS = {"lrb": "(", "rrb": ")", "lsb": "[", "rsb": "]", "lcb": "{", "rcb": "}"}
_ENTITIES = {"quot": '"', "apos": "'", "amp": "&", "lt": "<", "gt": ">"}
_ENTITIES |= {"#39": "'", "#91": "[", "#93": "]", "#124": "|"}
_SEQUENCE = re.compile(
    r"-(?P<bracket>[LR][RSC]B)-"
    r"|(?P<quote>[`‘]{2}|['’]{2})"
    f"|(?P<dash>[-{''.join(_DASHES)}]{{2,}})"
    r"|\\(?P<escaped>[/*])"
    r"|&(?P<entity>quot|apos|amp|lt|gt|#39|#91|#93|#124);"
    r"|@(?P<joined>[-/])@",
    re.IGNORECASE,
)


_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"


@lru_cache(maxsize=4096)
def _spell(char: str) -> str:
    """Return the signs of one character, "" for a blank or a mark."""
    if char in _USUAL:
        return _USUAL[char]
    if _is_ignored(char):
        return ""
    plain = normalize("NFKD", normalize("NFKD", char).casefold())
    signs = "".join(_USUAL.get(part, part) for part in plain if not _is_ignored(part))
    return signs or char


def _is_ignored(char: str) -> bool:
    return char.isspace() or category(char) in ("Cc", "Cf") or _is_mark(char)


def _is_mark(char: str) -> bool:
    # Half-width Japanese has letters for its marks, and colours of skin change the emoji before them.
    return char in _SKIN_TONES or all(category(part) in ("Mn", "Me") for part in normalize("NFKD", char))


def _join_sequences(text: str, signs: Signs) -> Signs:
    """Merge several characters that spell one sign, such as two single quotation marks."""
    places, codes = [], []
    for match in _SEQUENCE.finditer(text):
        places.append(match.span())
        codes.append(ord(_read_sequence(match)))
    if not places:
        return signs
    # The first sign of each sequence becomes the sign that it spells; its other signs are dropped.
    edges = np.array(places, dtype=np.int32)
    first, behind = (np.searchsorted(signs.begin, edges[:, edge]) for edge in (0, 1))
    code, end = signs.code.copy(), signs.end.copy()
    code[first] = codes
    end[first] = end[behind - 1]
    # The count of open sequences is one from a sequence's second sign to its last one.
    dropped = np.zeros(len(code) + 1, dtype=np.int8)
    np.add.at(dropped, first + 1, 1)
    np.subtract.at(dropped, behind, 1)
    kept = np.cumsum(dropped[:-1]) == 0
    return Signs(code[kept], signs.begin[kept], end[kept])


def _read_sequence(match: re.Match[str]) -> str:
    """Return the sign that a match of ``_SEQUENCE`` spells."""
    if match["bracket"]:
        return _BRACKETS[match["bracket"].lower()]
    if match["quote"]:
        return '"'
    if match["entity"]:
        return _ENTITIES[match["entity"].lower()]
    return "-" if match["dash"] else match["escaped"] or match["joined"]
