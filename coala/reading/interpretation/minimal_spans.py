"""The least extents and the forms of mentions, and the optional mentions.

Formats such as MUC's mark the least that a response must cover (MIN, or the head), and mentions that a
response may lack (STATUS="OPT"). ``coala.reading.rdf.nif`` writes both as properties of the mention's node:
``<doc#char=0,9> urn:coala:minimum "4,9" ; urn:coala:optional "true"``. A form is that of the head, such as a
pronoun; the collector has it by the mention's node.
"""

from __future__ import annotations

from typing import NamedTuple

from coala.model.values import parse_value
from coala.reading.interpretation.content import LeastExtent
from coala.reading.interpretation.mentions import FoundMentions
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.nif import MINIMUM, OPTIONAL


class Marks(NamedTuple):
    """The least extents, the optional mentions and the forms, numbered as in ``FoundMentions.linked_row``."""

    minimums: list[LeastExtent]
    optional: list[int]
    forms: list[tuple[int, str]]


def find_marks(collected: Collector, mentions: FoundMentions) -> Marks:
    """Return the marks of all mentions."""
    minimum, optional = map(collected.find_predicate, (MINIMUM, OPTIONAL))
    form_of: dict[int, str] = {}
    for node, form in collected.forms.items():
        row = mentions.row_of.get(node)
        if row is not None:
            form_of.setdefault(row, form)
    forms = [(place, form_of[row]) for place, row in enumerate(mentions.linked_row) if row in form_of]
    if minimum < 0 and optional < 0:
        return Marks([], [], forms)
    literals = list(collected.literals)
    # All by the row of the span in ``mentions``.
    least: dict[int, tuple[int, int]] = {}
    marked: set[int] = set()
    others = collected.others
    for node, predicate, value in zip(others.subject, others.predicate, others.object, strict=True):
        row = mentions.row_of.get(node)
        if row is None or value >= 0:
            continue
        if predicate == optional:
            marked.add(row)
        elif predicate == minimum:
            begin, _, end = parse_value(literals[~value]).text.partition(",")
            if begin.isdigit() and end.isdigit():
                least[row] = int(begin), int(end)
    return Marks(
        [LeastExtent(place, *least[row]) for place, row in enumerate(mentions.linked_row) if row in least],
        [place for place, row in enumerate(mentions.linked_row) if row in marked],
        forms,
    )
