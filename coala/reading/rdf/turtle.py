"""Writing of triples as Turtle: a line for each triple with full IRIs, or a block for each subject.

It is for the exports of this program. ``coala.model.values`` has the notation of statement values, which
looks similar and has no escapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from coala.model.values import XSD_STRING
from coala.reading.rdf.terms import RDF_TYPE, Blank, Iri, Quad, Text

_ESCAPES = str.maketrans(
    {code: f"\\u{code:04X}" for code in (*range(9), 11, 12, *range(14, 32), 127)}
    | {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
)


def write_triples(quads: Iterable[Quad]) -> Iterator[str]:
    """Yield one line for each triple, with full IRIs."""
    for subject, predicate, value, _ in quads:
        yield f"{_write_term(subject)} {_write_term(predicate)} {_write_term(value)} .\n"


def write_prefixes(prefixes: Mapping[str, str]) -> Iterator[str]:
    """Yield the prefixes at the head of a Turtle file."""
    for prefix, iri in prefixes.items():
        yield f"@prefix {prefix}: <{iri}> .\n"
    yield "\n"


def write_subjects(quads: Iterable[Quad], prefixes: Mapping[str, str]) -> Iterator[str]:
    """Yield one block for each run of triples with the same subject, with the prefixes of the head."""
    for subject, statements in groupby(quads, key=lambda quad: quad.subject):
        lines = " ;\n    ".join(
            f"{_write_term(quad.predicate, prefixes)} {_write_term(quad.object, prefixes)}"
            for quad in statements
        )
        yield f"{_write_term(subject, prefixes)} {lines} .\n"


def _write_term(node: Iri | Blank | Text, prefixes: Mapping[str, str] | None = None) -> str:
    if isinstance(node, Iri):
        return f"<{node.value}>" if prefixes is None else _shorten(node.value, prefixes)
    if isinstance(node, Blank):
        return f"_:{node.value}"
    words = f'"{node.value.translate(_ESCAPES)}"'
    if node.language:
        return f"{words}@{node.language}"
    return words if node.datatype.value == XSD_STRING else f"{words}^^{_write_term(node.datatype, prefixes)}"


def _shorten(iri: str, prefixes: Mapping[str, str]) -> str:
    """Return a prefixed name if the rest of the IRI is letters only; "a" for rdf:type."""
    if iri == RDF_TYPE:
        return "a"
    for prefix, beginning in prefixes.items():
        if iri.startswith(beginning) and iri.removeprefix(beginning).isalpha():
            return f"{prefix}:{iri.removeprefix(beginning)}"
    return f"<{iri}>"
