"""The ways in which a graph can state a fact.

They are not in ``coala.model.facts``, which needs numpy: the process that reads a graph does not load it.
"""

from __future__ import annotations

NAMED_GRAPH, REIFIED, QUOTED, OF_EVENT = range(4)
"""A triple in a named graph, a reified statement, a quoted triple, or the role of an event.

The order matters: if a fact is stated in several ways, the smallest number is kept.
"""

ORIGINS = ("named graph", "reified statement", "quoted triple", "event")
"""The readable name of each way, by its number."""
