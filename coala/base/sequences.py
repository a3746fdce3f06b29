"""Sequences that make their items on access from compact arrays, and a small cache.

A bag may have a million texts. ``Strings`` holds them in one block of bytes instead of a million objects, and
``Shared`` holds equal items once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from operator import eq
from typing import TYPE_CHECKING, Generic, TypeVar, overload

if TYPE_CHECKING:
    from coala.base.arrays import Integers

_Item = TypeVar("_Item")
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class LazySequence(Sequence[_Item]):
    """A sequence that equals a tuple of its items, which are made on access and not kept."""

    @abstractmethod
    def _make(self, place: int) -> _Item:
        """Return the item at a place, which is in range and not negative."""

    @overload
    def __getitem__(self, place: int) -> _Item: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[_Item, ...]: ...
    def __getitem__(self, place: int | slice) -> _Item | tuple[_Item, ...]:
        if isinstance(place, int) and 0 <= place < len(self):
            return self._make(place)
        # A range resolves negative places and slices, and refuses what is out of range.
        wanted = range(len(self))[place]
        return self._make(wanted) if isinstance(wanted, int) else tuple(map(self._make, wanted))

    def __iter__(self) -> Iterator[_Item]:
        return map(self._make, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple | LazySequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))


class LruCache(Generic[_Key, _Value]):
    """A cache of the values of the last few keys; unlike ``functools.lru_cache`` it has ``peek``."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[_Key, _Value] = {}

    def get(self, key: _Key, make: Callable[[_Key], _Value]) -> _Value:
        """Return the value of a key; make and keep it if it is not in the cache."""
        if key in self._kept:
            value = self._kept.pop(key)
        else:
            if len(self._kept) == self._size:
                # Delete the oldest value before the next one is made: values may be large.
                del self._kept[next(iter(self._kept))]
            value = make(key)
        self._kept[key] = value
        return value

    def peek(self, key: _Key, make: Callable[[_Key], _Value]) -> _Value:
        """Return the value of a key like ``get``, but without changing the cache."""
        return self._kept[key] if key in self._kept else make(key)


class Strings(LazySequence[str]):
    """Strings in one block of UTF-8: number ``i`` is ``block[ends[i - 1]:ends[i]]``.

    ``block`` b"AnnBob" with ``ends`` [3, 6] holds "Ann" and "Bob".
    """

    def __init__(self, block: bytes, ends: Integers) -> None:
        self.block = block
        self.ends = ends

    def __len__(self) -> int:
        return len(self.ends)

    def _make(self, place: int) -> str:
        begin = self._plain_ends[place - 1] if place else 0
        return self.block[begin : self._plain_ends[place]].decode("utf-8", "surrogatepass")

    @cached_property
    def _plain_ends(self) -> memoryview[int]:
        """The ends as plain integers: reading one from a numpy array takes several times as long."""
        return self.ends.data

    def __iter__(self) -> Iterator[str]:
        ends = self.ends.tolist()
        places = map(slice, chain((0,), ends), ends)
        if self.block.isascii():
            # Decoding once and cutting the text takes a fifth of the time.
            return map(self.block.decode("ascii").__getitem__, places)
        return (part.decode("utf-8", "surrogatepass") for part in map(self.block.__getitem__, places))


class StringsOrNone(LazySequence[str | None]):
    """Strings in which an empty one means None."""

    def __init__(self, strings: Strings) -> None:
        self.strings = strings

    def __len__(self) -> int:
        return len(self.strings)

    def _make(self, place: int) -> str | None:
        return self.strings[place] or None


class Shared(LazySequence[_Item]):
    """Items with many equal ones: number ``i`` is ``values[code[i]]``.

    ``values`` ["PER", "LOC"] with ``code`` [0, 0, 1] holds "PER", "PER", "LOC".
    """

    def __init__(self, values: Sequence[_Item], code: Integers) -> None:
        self.values = values
        self.code = code

    def __len__(self) -> int:
        return len(self.code)

    def _make(self, place: int) -> _Item:
        return self.values[self.code.item(place)]

    def __iter__(self) -> Iterator[_Item]:
        return map(self.values.__getitem__, self.code.tolist())


def number_items(*columns: Sequence[_Item]) -> list[Integers]:
    """Return an array for each sequence, with equal numbers for equal items, also across the sequences.

    ``number_items(["a", "b"], ["b"])`` returns ``[[0, 1], [1]]``.
    """
    import numpy as np  # late: a tally uses lazy sequences, and needs no numpy

    number: dict[_Item, int] = {}

    def number_each(items: Iterable[_Item]) -> Integers:
        return np.array([number.setdefault(item, len(number)) for item in items], dtype=np.int64)

    return [
        number_each(items.values)[items.code] if isinstance(items, Shared) else number_each(items)
        for items in columns
    ]


def join_strings(strings: Iterable[str]) -> Strings:
    """Return strings in one block."""
    import numpy as np  # as above

    strings = list(strings)
    block = "".join(strings).encode("utf-8", "surrogatepass")
    sizes = np.fromiter(map(len, strings), dtype=np.int64, count=len(strings))
    # Some characters have several bytes, so measure each string in bytes.
    if sizes.sum() < len(block):
        encoded = (string.encode("utf-8", "surrogatepass") for string in strings)
        sizes = np.fromiter(map(len, encoded), dtype=np.int64, count=len(strings))
    return Strings(block, np.cumsum(sizes))
