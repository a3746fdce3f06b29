"""What is collected, as columns of numbers; and the roles of properties that decide which column it is."""

from __future__ import annotations

from array import array
from typing import NamedTuple

BEGIN, END, ANCHOR, DOCUMENT = range(4)
"""Roles of properties that say where a mention is. What they say is a number as it is written, the number of
a text, or a node."""
TYPE, INSTANCE, CLASS, PART, LINK_MENTION, LINK_INSTANCE, CLUSTER, MEMBER, PROTOTYPE = range(4, 13)
"""Roles of properties that lead from node to node."""
MENTION = 13
"""Leads from an instance to a mention: a pair of ``INSTANCE``, the other way round."""
TEXT = 14
"""States the text of a document."""
FIRST_OTHER = 15
"""Predicates from this number on have no role: their triples may be statements."""


class Pairs(NamedTuple):
    """Two columns: the subjects of the triples of one role, and what they say.

    Lists, since the same few numbers come again: an array would pack and unpack each of them.
    """

    subject: list[int]
    object: list[int]


class Triples(NamedTuple):
    """Three columns; ``object`` is a node, or ``~number`` for a literal."""

    subject: array[int]
    predicate: array[int]
    object: array[int]


def column() -> array[int]:
    """An empty column of 64-bit integers."""
    return array("q")
