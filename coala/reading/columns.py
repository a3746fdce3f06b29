"""What is collected, as columns of numbers; and the roles of properties that decide which column it is."""

from __future__ import annotations

from array import array
from typing import NamedTuple

BEGIN, END, ANCHOR, DOCUMENT, TEXT = range(5)
TYPE, INSTANCE, CLASS, PART, LINK_MENTION, LINK_INSTANCE, CLUSTER, MEMBER, PROTOTYPE = range(5, 14)
"""Roles of properties that lead from node to node; the triples of each are kept as pairs."""
FIRST_PAIR = TYPE
MENTION = 14
"""Leads from an instance to a mention: a pair of ``INSTANCE``, the other way round."""
FIRST_OTHER = 15
"""Predicates from this number on have no role: their triples may be statements."""


class Rows(NamedTuple):
    """Columns of one length: a run of triples of one subject that says something of a span.

    ``begin`` and ``end`` are numbers as written, ``document`` a node, ``anchor`` the number of a string;
    ``UNSET`` stands where the run did not say it. One node may have several rows.
    """

    node: array[int]
    begin: array[int]
    end: array[int]
    document: array[int]
    anchor: array[int]


class Pairs(NamedTuple):
    """Two columns of nodes: subject and object of the triples of one role."""

    subject: array[int]
    object: array[int]


Row = tuple[int, str | None, str | None, int, str | None]
"""One of ``Rows``, with begin, end and anchor as they are written."""

BATCH = 4096
"""Rows that are moved into the columns at once: a call for each would cost more than the loop around it."""


class Triples(NamedTuple):
    """Three columns; ``object`` is a node, or ``~number`` for a literal."""

    subject: array[int]
    predicate: array[int]
    object: array[int]


def column() -> array[int]:
    """An empty column of 64-bit integers."""
    return array("q")
