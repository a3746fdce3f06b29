"""The words that many mentions state are held against their texts, a few million characters at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from coala.model.columns import begins_run, distinct
from coala.model.graph import Booleans, Integers

AT_ONCE = 1 << 21
"""Characters: 8 MB of them, and thrice as much for their places."""


def cover_their_words(
    document: Integers,
    begin: Integers,
    end: Integers,
    anchor: Integers,
    texts: Mapping[int, str],
    anchors: Sequence[str],
) -> Booleans:
    """Which spans, all of them within their texts, cover exactly the words of their anchors."""
    size = end - begin
    covers: Booleans = size == np.fromiter(map(len, anchors), dtype=np.int64, count=len(anchors))[anchor]
    rows = np.flatnonzero(covers)
    rows = rows[np.argsort(document[rows], kind="stable")]
    # What a row costs: its own characters, and the first of a document all of those.
    cost = size[rows]
    first = np.flatnonzero(begins_run(document[rows]))
    length = np.array([len(texts[node]) for node in document[rows[first]].tolist()], dtype=np.int64)
    cost[first] += length
    # Four bytes for each of its characters are too much for a long text.
    is_long = np.repeat(length > AT_ONCE, np.diff(np.append(first, len(rows))))
    columns = (column[rows[is_long]].tolist() for column in (document, begin, end, anchor))
    covers[rows[is_long]] = [
        texts[of][past:to] == anchors[words] for of, past, to, words in zip(*columns, strict=True)
    ]
    rows, cost = rows[~is_long], cost[~is_long]
    ends = np.flatnonzero(np.diff(np.cumsum(cost) // AT_ONCE)) + 1
    for some in np.split(rows, ends) if len(rows) else ():
        text, start = _join(document[some], texts)
        words, word = _join(anchor[some], anchors)
        row = np.repeat(np.arange(len(some)), size[some])
        offset = np.arange(len(row)) - np.repeat(np.cumsum(size[some]) - size[some], size[some])
        differs = text[(start + begin[some])[row] + offset] != words[word[row] + offset]
        covers[some[row[differs]]] = False
    return covers


def _join(
    numbers: Integers, strings: Mapping[int, str] | Sequence[str]
) -> tuple[npt.NDArray[np.uint32], Integers]:
    """The characters of the strings with these numbers, and where each string begins among them."""
    different = distinct(numbers)
    chosen = [strings[number] for number in different.tolist()]
    characters = "".join(chosen).encode("utf-32-le", "surrogatepass")
    ends = np.cumsum(np.fromiter(map(len, chosen), dtype=np.int64, count=len(chosen)))
    starts = np.append(0, ends)[np.searchsorted(different, numbers)]
    return np.frombuffer(characters, dtype="<u4"), starts
