"""Detection of a graph's vocabulary by its properties, and the errors about graphs without mentions.

A vocabulary says which properties have a meaning for COALA; several are shipped, such as NIF. A first guess
comes from the first bytes of a file (``guess_from_start``). After all triples were collected,
``recognise_vocabulary`` confirms it, or the file is read again in another vocabulary.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Sequence

import pyoxigraph

from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.pyoxigraph_parser import FORMATS, NO_BASE
from coala.reading.rdf.terms import RDF_TYPE
from coala.reading.remarks import Remarks
from coala.reading.sources import detect
from coala.reading.sources.detected_files import DetectedFile
from coala.reading.sources.stream import BYTE_ORDER_MARK
from coala.reading.vocabularies.loader import Vocabulary

MOST_NAMESPACES = 5
"""The most namespaces that a message lists."""


def guess_vocabulary(met: Iterable[str], candidates: Sequence[Vocabulary]) -> Vocabulary | None:
    """Return the vocabulary of a graph with the properties ``met``.

    It is the only candidate whose own properties were met (those that no other vocabulary has). If no
    candidate has any, it is the one with most properties in ``met``; the first of equal candidates wins,
    since offsets alone usually belong to the first one. None if several candidates have own properties, or if
    there are no known properties.
    """
    seen = set(met)
    sure = [vocabulary for vocabulary in candidates if not seen.isdisjoint(vocabulary.sure)]
    if sure:
        return sure[0] if len(sure) == 1 else None
    # A label may be the text of a document, but most graphs have labels anyway.
    signs = [
        (
            *each.place_properties(),
            *each.link_properties(),
            *(iri for iri in each.text if iri not in each.labels),
        )
        for each in candidates
    ]
    scored = [
        (sum(iri in seen for iri in found), each) for found, each in zip(signs, candidates, strict=True)
    ]
    most = max(count for count, _ in scored)
    return next(each for count, each in scored if count == most) if most else None


def recognise_vocabulary(path: str, collected: Collector, candidates: Sequence[Vocabulary]) -> Vocabulary:
    """Return the vocabulary of the collected triples.

    Raises:
        ReadingError: it uses several, or none of the candidates.
    """
    guess = guess_vocabulary(collected.predicates_met, candidates)
    if guess is not None:
        return guess
    seen = set(collected.predicates_met)
    several = [
        f"{each.key} ({', '.join(each.shorten_all(tuple(iri for iri in each.sure if iri in seen)))})"
        for each in candidates
        if not seen.isdisjoint(each.sure)
    ]
    if several:
        raise ReadingError(
            f"{path}: found mentions in several vocabularies ({' and '.join(several)}), "
            f"with properties from {_list_namespaces(collected)}: choose one with --vocabulary "
            "NAME."
        )
    wanted = "; ".join(
        f"{each.key}: {', '.join(each.shorten_all(each.sure))}"
        for each in sorted(candidates, key=lambda one: one.key)
    )
    raise ReadingError(
        f"{path}: found no usable mention in {_count_triples(collected)}. Looked for the "
        f"vocabularies {wanted}, but the properties are from {_list_namespaces(collected)}. "
        "Give a vocabulary, or a file that describes yours, with --vocabulary."
    )


def explain_no_mentions(path: str, collected: Collector, vocabulary: Vocabulary, remarks: Remarks) -> str:
    """Return the sentence about a graph in a vocabulary without a usable mention."""
    if not remarks.rdf:
        return explain_no_annotations(path, remarks)
    wanted = ", ".join(
        vocabulary.shorten_all((*vocabulary.place_properties(), *vocabulary.link_properties()))
    )
    advice = " ".join(filter(None, (_advise(collected, vocabulary), _join_reasons(remarks))))
    return (
        f"{path}: found no usable mention in {_count_triples(collected)}. Looked for "
        f"{vocabulary.name} ({wanted}), but the properties are from "
        f"{_list_namespaces(collected)}: "
        f"{advice or 'no node has everything that a mention needs, so check how the system writes mentions.'}"
    )


def explain_no_annotations(path: str, remarks: Remarks) -> str:
    """Return the sentence about files of other formats without a usable mention."""
    return (
        f"{path}: found no usable mention: check that the file has annotations. {_join_reasons(remarks)}"
    ).rstrip()


def _join_reasons(remarks: Remarks) -> str:
    return " ".join(notice.sentence for notice in remarks.notices())


def _count_triples(collected: Collector) -> str:
    return f"{collected.triples:,} triple{'' if collected.triples == 1 else 's'}"


def _advise(collected: Collector, vocabulary: Vocabulary) -> str:
    """Return advice if the problem is plain, else "".

    Another vocabulary is suggested only if no property of this one was met.
    """
    parts = [("document", vocabulary.document), ("begin", vocabulary.begin), ("end", vocabulary.end)]
    if vocabulary.iri:
        parts = []  # the mention's IRI may say all three
    parts.append(("instance", vocabulary.link_properties()))
    met = [name for name, iris in parts if not collected.predicates_met.keys().isdisjoint(iris)]
    missing = [
        f"{name} ({' or '.join(vocabulary.shorten_all(iris))})" for name, iris in parts if name not in met
    ]
    if collected.predicates_met.keys().isdisjoint(
        (*vocabulary.place_properties(), *vocabulary.link_properties())
    ):
        return (
            "none of these are in the graph: if it has mentions, give another vocabulary, "
            "or a file that describes yours, with --vocabulary."
        )
    if missing:
        return f"the {' or the '.join(missing)} of mentions is missing: let the system write it."
    return ""


def _list_namespaces(collected: Collector) -> str:
    """Return the namespaces of the properties met, the most frequent first, with their counts."""
    met = Counter(_namespace(collected.predicate_names[number]) for number in collected.others.predicate)
    met[_namespace(RDF_TYPE)] += len(collected.types.subject)
    # A property for each role; of several properties with one role, the first counts for all.
    role_of = {
        number: name
        for name, number in reversed(collected.predicates.items())
        if name in collected.predicates_met
    }
    for role, pairs in collected.roles():
        if role in role_of and role_of[role] != RDF_TYPE:
            met[_namespace(role_of[role])] += len(pairs.subject)
    return ", ".join(
        f"<{readable(space)}> ({count:,})"
        for space, count in sorted(met.items(), key=lambda item: (-item[1], item[0]))[:MOST_NAMESPACES]
        if count
    )


def _namespace(iri: str) -> str:
    return iri[: max(iri.rfind("#"), iri.rfind("/")) + 1] or iri


SAFE = (detect.TURTLE, detect.N_TRIPLES, detect.N_QUADS, detect.TRIG)
"""Formats whose first bytes can be parsed without any check; XML may have dangerous declarations."""


def guess_from_start(
    files: Sequence[DetectedFile], base: str | None, candidates: Sequence[Vocabulary]
) -> Vocabulary:
    """Return a guess from the first bytes of the first file of RDF, else the first candidate."""
    start, syntax = next(((file.start, file.syntax) for file in files if file.syntax), (b"", detect.TRIG))
    start = start.removeprefix(BYTE_ORDER_MARK)
    if syntax not in SAFE:
        # Without parsing, only look for the namespaces.
        mentioned = [each for each in candidates if any(_space(iri).encode() in start for iri in each.sure)]
        return mentioned[0] if len(mentioned) == 1 else candidates[0]
    met: dict[str, None] = {}
    try:
        for quad in pyoxigraph.parse(io.BytesIO(start), format=FORMATS[syntax], base_iri=base or NO_BASE):
            met[quad.predicate.value] = None
    except (SyntaxError, ValueError):
        # At least the end is missing here; real errors are reported when the file is read.
        pass
    return guess_vocabulary(met, candidates) or candidates[0]


def _space(iri: str) -> str:
    return iri[: max(iri.rfind("#"), iri.rfind("/")) + 1]
