"""A triple that stands as a value -> a nameless node with three statements, in the collector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coala.reading.terms import RDF, TermTypes, literal_text

if TYPE_CHECKING:
    from coala.reading.collector import Collector

DEEPEST = 64
"""Deeper than any real annotation of an annotation, far from the end of the stack."""

TOO_DEEP = '"…"'


def take_triple_term(collector: Collector, term: Any, terms: TermTypes, depth: int = 0) -> int:
    """Take the triple in and say the number of its node."""
    node = collector.number_blank()
    for role in ("subject", "predicate", "object"):
        part = _part(collector, getattr(term, role), terms, depth + 1)
        collector.others.subject.append(node)
        collector.others.predicate.append(collector.number_predicate(RDF + role))
        collector.others.object.append(part)
    return node


def _part(collector: Collector, part: Any, terms: TermTypes, depth: int) -> int:
    kind = type(part)
    literals = collector.literals
    if kind is terms.literal:
        return ~literals.setdefault(literal_text(part), len(literals))
    if kind is terms.iri:
        return collector.number_node(part.value)
    if kind is terms.blank:
        return collector.number_blank(part)
    if depth < DEEPEST:
        return take_triple_term(collector, part, terms, depth)
    return ~literals.setdefault(TOO_DEEP, len(literals))
