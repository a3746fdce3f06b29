"""The ways to state a fact; not in ``facts``, because the process that reads a graph has no numpy."""

from __future__ import annotations

NAMED_GRAPH, REIFIED, QUOTED, OF_EVENT = range(4)
"""A triple in a named graph, a reified statement, a quoted triple, or the role of an event."""

ORIGINS = ("named graph", "reified statement", "quoted triple", "event")
"""The readable names of these."""
