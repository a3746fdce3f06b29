"""Millions of strings stand in one block of bytes, and what many share stands once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import eq
from typing import TypeVar, overload

import numpy as np
import numpy.typing as npt

_Item = TypeVar("_Item")
_Integers = npt.NDArray[np.int64]


class _MadeOnRequest(Sequence[_Item]):
    @abstractmethod
    def _make(self, place: int) -> _Item:
        """The item at a place from the beginning; IndexError behind the last."""

    @overload
    def __getitem__(self, place: int) -> _Item: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[_Item]: ...
    def __getitem__(self, place: int | slice) -> _Item | Sequence[_Item]:
        if isinstance(place, slice):
            return list(map(self._make, range(len(self))[place]))
        return self._make(place if place >= 0 else range(len(self))[place])

    def __iter__(self) -> Iterator[_Item]:
        return map(self._make, range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Return True for a sequence of equal items, of whatever class."""
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]


class Strings(_MadeOnRequest[str]):
    """Strings in UTF-8, one behind the other: number ``i`` is ``block[ends[i - 1]:ends[i]]``."""

    def __init__(self, block: bytes, ends: _Integers) -> None:
        self.block = block
        self.ends = ends

    def __len__(self) -> int:
        return len(self.ends)

    def _make(self, place: int) -> str:
        begin = int(self.ends[place - 1]) if place else 0
        return self.block[begin : int(self.ends[place])].decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        ends = self.ends.tolist()
        places = map(slice, chain((0,), ends), ends)
        if self.block.isascii():
            # Read once, and cut as text: a fifth of the time of reading each.
            return map(self.block.decode("ascii").__getitem__, places)
        return (part.decode("utf-8", "surrogatepass") for part in map(self.block.__getitem__, places))


class StringsOrNone(_MadeOnRequest[str | None]):
    """Strings, of which an empty one stands for none."""

    def __init__(self, strings: Strings) -> None:
        self.strings = strings

    def __len__(self) -> int:
        return len(self.strings)

    def _make(self, place: int) -> str | None:
        return self.strings[place] or None


class Shared(_MadeOnRequest[_Item]):
    """Items of which many are equal: number ``i`` is ``values[code[i]]``."""

    def __init__(self, values: Sequence[_Item], code: _Integers) -> None:
        self.values = values
        self.code = code

    def __len__(self) -> int:
        return len(self.code)

    def _make(self, place: int) -> _Item:
        return self.values[int(self.code[place])]

    def __iter__(self) -> Iterator[_Item]:
        return map(self.values.__getitem__, self.code.tolist())


def number_items(*columns: Sequence[_Item]) -> list[_Integers]:
    """The items of several sequences as numbers, which are equal where the items are."""
    number: dict[_Item, int] = {}

    def number_each(items: Iterable[_Item]) -> _Integers:
        return np.array([number.setdefault(item, len(number)) for item in items], dtype=np.int64)

    return [
        number_each(items.values)[items.code] if isinstance(items, Shared) else number_each(items)
        for items in columns
    ]


def join_strings(strings: Iterable[str]) -> Strings:
    """Strings in one block."""
    strings = list(strings)
    block = "".join(strings).encode("utf-8", "surrogatepass")
    sizes = np.fromiter(map(len, strings), dtype=np.int64, count=len(strings))
    if sizes.sum() < len(block):
        encoded = (string.encode("utf-8", "surrogatepass") for string in strings)
        sizes = np.fromiter(map(len, encoded), dtype=np.int64, count=len(strings))
    return Strings(block, np.cumsum(sizes))
