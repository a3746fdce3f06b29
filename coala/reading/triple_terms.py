"""A triple that stands as a value -> a nameless node with three statements, in the collector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coala.reading.terms import RDF, TermTypes, literal_text

if TYPE_CHECKING:
    from coala.reading.collector import Collector

DEEPEST = 64
"""Deeper than any real annotation of an annotation, far from the end of the stack."""

TOO_DEEP = '"…"'


def take_triple_term(collector: Collector, term: Any, terms: TermTypes, prefix: str, depth: int = 0) -> str:
    """Take the triple in and say the key of its node."""
    collector.triple_terms += 1
    # No label holds a "<", so no blank node of a file has this key.
    key = f"{prefix}<{collector.triple_terms}"
    node = collector.nodes[key] = len(collector.nodes)
    for role in ("subject", "predicate", "object"):
        part = _part(collector, getattr(term, role), terms, prefix, depth + 1)
        collector.others.subject.append(node)
        collector.others.predicate.append(collector.number_predicate(RDF + role))
        collector.others.object.append(part)
    return key


def _part(collector: Collector, part: Any, terms: TermTypes, prefix: str, depth: int) -> int:
    kind = type(part)
    literals = collector.literals
    if kind is terms.literal:
        return ~literals.setdefault(literal_text(part), len(literals))
    if kind is terms.iri:
        key = part.value
    elif kind is terms.blank:
        key = prefix + part.value
    elif depth < DEEPEST:
        key = take_triple_term(collector, part, terms, prefix, depth)
    else:
        return ~literals.setdefault(TOO_DEEP, len(literals))
    return collector.nodes.setdefault(key, len(collector.nodes))
