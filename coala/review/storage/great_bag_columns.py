"""Columns of whole numbers become bytes with some JSON beside them, and come back without an object each.

A bag of 300,000 spans has two million numbers: as JSON they take a quarter of a second and 200 MB to read.
Most of them are small, or little more than the one before: so they take a byte each, and those few that do
not fit stand behind them with their places.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from coala.review.storage.schema import check_types
from coala.review.storage.serialization import compress

if TYPE_CHECKING:
    from coala.model.graph import Integers

NumberColumn: TypeAlias = "array[int]"

_MARK = b"\0columns\n"
"""No JSON begins so."""

_SIZE = 8
"""Bytes in which the length of the JSON stands."""

_READ = "i"
"""What a column is once it is read."""

_BITS = 31
"""So many bits a number may have, and a sign."""

_WIDE = "<i4"

_CODES = ("<i1", "<i2", _WIDE)
"""What the numbers of a column may stand as; the last character says how many bytes each has."""

_MOST_NUMBERS = 2**27
"""So many a bag may have: as many as fill what is inflated of one at most, with four bytes each."""

_PLACE_AND_NUMBER = 8
"""Bytes of a number that stands apart, since it needs more room than the others of its column."""


class _Form(NamedTuple):
    """How a column is stored: how many numbers, as what, and how many of them stand behind the others.

    ``are_steps`` means that each stands as what it is more than the one before it.
    """

    length: int
    code: str
    are_steps: bool
    apart: int


def pack_columns(beside: Any, columns: Iterable[Sequence[int]]) -> bytes:
    """What JSON can hold, and columns of numbers, as compressed bytes.

    Raises ``OverflowError`` for a number of more than 31 bits.
    """
    forms, stored = [], []
    for column in columns:
        form, parts = _narrowed(column)
        forms.append(form)
        stored += parts
    text = json.dumps([beside, forms], ensure_ascii=False, separators=(",", ":"))
    head = text.encode("utf-8", "surrogatepass")
    return compress(b"".join((_MARK, len(head).to_bytes(_SIZE, "little"), head, *stored)))


def are_columns(raw: bytes) -> bool:
    """Whether inflated bytes are columns."""
    return raw.startswith(_MARK)


def read_columns(raw: bytes) -> tuple[Any, list[NumberColumn]]:
    """The inverse of ``pack_columns``, of inflated bytes; raises ``ValueError`` or ``TypeError``."""
    begin = len(_MARK) + _SIZE
    end = begin + int.from_bytes(raw[len(_MARK) : begin], "little")
    beside, forms = json.loads(raw[begin:end].decode("utf-8", "surrogatepass"))
    read_forms = list(map(_read_form, forms))
    # Of a byte each, a file that inflates to what may be inflated would fill the memory many times over.
    if sum(form.length for form in read_forms) > _MOST_NUMBERS:
        raise ValueError("too many numbers")
    stored = _Stored(raw, end)
    columns = list(map(stored.column, read_forms))
    if stored.end != len(raw):
        raise ValueError("rest")
    return beside, columns


class _Stored:
    """The numbers behind each other in some bytes, each read once; ``end`` is where those end that were."""

    def __init__(self, raw: bytes, begin: int) -> None:
        # With numpy, which whoever reads small bags alone does without.
        import numpy as np

        self._bytes, self.end = np.frombuffer(raw, np.uint8), begin

    def column(self, form: _Form) -> NumberColumn:
        """The next column."""
        numbers = self._numbers(form.length, form.code)
        if form.apart:
            places, others = self._numbers(form.apart, _WIDE), self._numbers(form.apart, _WIDE)
            if places.min() < 0 or places.max() >= form.length:
                raise ValueError("places")
            numbers = numbers.astype(_READ)
            numbers[places] = others
        if form.are_steps and len(numbers):
            numbers = numbers.cumsum(dtype="i8")
            if numbers.min() < -(2**_BITS) or numbers.max() >= 2**_BITS:
                raise ValueError("steps")
        column = array(_READ)
        column.frombytes(numbers.astype(_READ).tobytes())
        return column

    def _numbers(self, length: int, code: str) -> Integers:
        begin, self.end = self.end, self.end + length * int(code[-1])
        numbers: Integers = self._bytes[begin : self.end].view(code)
        if len(numbers) != length:
            raise ValueError("length")
        return numbers


def _read_form(stored: Any) -> _Form:
    form = _Form(*stored)
    check_types([form], _Form)
    if form.code not in _CODES or form.length < 0 or form.apart < 0:
        raise ValueError("form")
    return form


def _narrowed(column: Sequence[int]) -> tuple[_Form, list[bytes]]:
    """The form in which a column takes least room, and its bytes in it."""
    # With numpy, which whoever writes small bags alone does without.
    import numpy as np

    values = np.array(column, dtype=np.int64)
    if len(_outside(values, _WIDE)):
        raise OverflowError("number")
    room, best = len(values) * np.dtype(_WIDE).itemsize + 1, None
    for are_steps, numbers in ((False, values), (True, np.diff(values, prepend=0))):
        if len(_outside(numbers, _WIDE)):
            continue
        for code in _CODES:
            apart = _outside(numbers, code)
            needed = len(numbers) * np.dtype(code).itemsize + len(apart) * _PLACE_AND_NUMBER
            if needed < room:
                room, best = needed, (code, are_steps, numbers, apart)
    assert best is not None
    code, are_steps, numbers, apart = best
    parts = [numbers.astype(code), apart.astype(_WIDE), numbers[apart].astype(_WIDE)]
    return _Form(len(numbers), code, are_steps, len(apart)), [part.tobytes() for part in parts]


def _outside(numbers: Integers, code: str) -> Integers:
    """The places of the numbers that need more room."""
    half = 2 ** (8 * int(code[-1]) - 1)
    found: Integers = ((numbers < -half) | (numbers >= half)).nonzero()[0]
    return found
