"""Mentions and instances -> NIF 2.0 Turtle, the same bytes for the same values.

Both the annotators' graph and the resolver's are written here, so that they cannot differ in shape.
Offsets are code points, counted from 0, end exclusive, as NIF wants them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

BASE = "http://example.org/newswire/"
PREFIXES = {
    "itsrdf": "http://www.w3.org/2005/11/its/rdf#",
    "news": "http://example.org/coala/newswire#",
    "nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "resolver": "http://example.org/coala/resolver#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}


class MentionRow(NamedTuple):
    """One mention of a document; `linked_by` names the component that linked it, None in a gold graph."""

    begin: int
    end: int
    instance: str
    linked_by: str | None = None


class InstanceRow(NamedTuple):
    """One instance; `name` is its local name, which nothing outside this graph may rely on."""

    name: str
    type: str
    label: str


def read_texts(folder: Path) -> dict[str, str]:
    """Return stem -> text of every text file, character by character (no newline is translated)."""
    return {path.stem: path.read_bytes().decode("utf-8") for path in sorted(folder.glob("*.txt"))}


def slug(label: str) -> str:
    """Return a local name that needs no escaping in Turtle: lower-case ASCII, digits and hyphens."""
    ascii_label = unicodedata.normalize("NFKD", label.replace("’", "")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_label.lower()).strip("-") or "instance"


def literal(text: str) -> str:
    """Return a Turtle string; a text of several lines keeps its lines, so that a person can read it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "\\r").replace("\t", "\\t")
    return f'"""{escaped}"""' if "\n" in text else f'"{escaped}"'


def write_turtle(
    texts: Mapping[str, str],
    mentions: Mapping[str, Iterable[MentionRow]],
    instances: Iterable[InstanceRow],
    namespace: str,
) -> str:
    """Return the graph: each text followed by its mentions in order, then the instances by name."""
    lines = [f"@base <{BASE}> .", f"@prefix id: <{BASE}{namespace}#> ."]
    lines += [f"@prefix {prefix}: <{iri}> ." for prefix, iri in PREFIXES.items()]
    for stem in sorted(texts):
        text = texts[stem]
        context = f"<{stem}#char=0,{len(text)}>"
        lines += ["", f"{context} a nif:Context, nif:RFC5147String ;"]
        lines += [f"    {_offsets(0, len(text))} ;", f"    nif:isString {literal(text)} ."]
        for mention in sorted(mentions[stem]):
            begin, end = mention.begin, mention.end
            lines += ["", f"<{stem}#char={begin},{end}> a nif:RFC5147String ;"]
            lines += [f"    nif:referenceContext {context} ;", f"    {_offsets(begin, end)} ;"]
            lines += [f"    nif:anchorOf {literal(text[begin:end])} ;"]
            if mention.linked_by is not None:
                lines += [f"    resolver:linkedBy {literal(mention.linked_by)} ;"]
            lines += [f"    itsrdf:taIdentRef id:{mention.instance} ."]
    for instance in sorted(instances):
        lines += ["", f"id:{instance.name} a news:{instance.type} ;"]
        lines += [f"    rdfs:label {literal(instance.label)} ."]
    return "\n".join(lines) + "\n"


def _offsets(begin: int, end: int) -> str:
    number = '"{}"^^xsd:nonNegativeInteger'
    return f"nif:beginIndex {number.format(begin)} ; nif:endIndex {number.format(end)}"
