"""How a fact is stated; apart from ``facts``, because the process that reads a graph has no numpy."""

from __future__ import annotations

NAMED_GRAPH, REIFIED, QUOTED, OF_EVENT = range(4)
"""A triple in a named graph, a reified statement, a triple that is quoted, or the role of an event."""

ORIGINS = ("named graph", "reified statement", "quoted triple", "event")
"""What a person calls these."""
