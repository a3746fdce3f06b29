"""The name and the first bytes of a file -> its RDF format, or the reader of another coreference format."""

from __future__ import annotations

import importlib
import re
from typing import Any

TURTLE = "Turtle"
N_TRIPLES = "N-Triples"
N_QUADS = "N-Quads"
TRIG = "TriG"
RDF_XML = "RDF/XML"
JSON_LD = "JSON-LD"

RDF_EXTENSIONS = {
    ".ttl": TURTLE,
    ".turtle": TURTLE,
    ".n3": TURTLE,
    ".nt": N_TRIPLES,
    ".ntriples": N_TRIPLES,
    ".nq": N_QUADS,
    ".nquads": N_QUADS,
    ".trig": TRIG,
    ".rdf": RDF_XML,
    ".owl": RDF_XML,
    ".rdfxml": RDF_XML,
    ".jsonld": JSON_LD,
}

GENERAL_EXTENSIONS = {".xml": RDF_XML, ".json": JSON_LD}
"""Believed of a file that is named, but not in a folder, where such files are mostly something else."""

OTHER_READERS = ("webanno_tsv", "uima_xmi", "corefud", "conll", "brat", "json_lines", "muc")
"""Modules of ``coala.formats``, the surest signs first."""

OTHER_EXTENSIONS = frozenset(
    ".conll .v4_gold_conll .v4_auto_conll .gold_conll .auto_conll .key .response .conllu .sgm .sgml .muc "
    ".xmi .tsv .ann .jsonl .jsonlines .ndjson".split()
)
"""What a file of these formats is called in a folder; what it is, its first bytes must say."""

LONGEST_LOOK = 2000
"""Characters of the first line: the pattern below takes quadratic time."""

START_OF_PAGE = 4000
"""Bytes in which a web page says what it is."""

# In Turtle <html> alone may be a relative IRI.
_WEB_PAGE = re.compile(
    rb"(?i)(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*"
    rb"(?:<!doctype\s+html\b|<html(?:\s[^<>]*)?>.*<(?:head|body)\b)",
    re.DOTALL,
)

_TAG_OF_PAGE = re.compile(rb"(?i)(?:\xef\xbb\xbf)?\s*<(?:html|head|title|body|h1)(?:\s[^<>]*)?>")

_QUAD_LINE = re.compile(
    r"^\s*(?:<[^>]*>|_:\S+)\s+<[^>]*>\s+.*(?:<[^>]*>|_:\S+|\"\S*)\s+(?:<[^>]*>|_:\S+)\s*\.\s*$"
)


def extension(name: str) -> str:
    """The extension that tells the format, in lower case, without ``.gz``."""
    name = name.lower().removesuffix(".gz")
    dot = name.rfind(".")
    return name[dot:] if dot > max(name.rfind("/"), name.rfind("\\")) else ""


def is_rdf_name(name: str) -> bool:
    """Does the name of a file in a folder say that it is RDF?"""
    return extension(name) in RDF_EXTENSIONS


def is_other_name(name: str) -> bool:
    """Does the name of a file in a folder say that it may be of another coreference format?"""
    return extension(name) in OTHER_EXTENSIONS


def other_reader(name: str, start: bytes) -> Any:
    """The module that reads a file which is not RDF, or None; imported only when it comes to that."""
    if is_rdf_name(name):
        return None
    for module in OTHER_READERS:
        reader = importlib.import_module(f"coala.formats.{module}")
        if reader.looks_like(name, start):
            return reader
    return None


def is_web_page(name: str, start: bytes) -> bool:
    """Is it HTML, such as the error page that a server sent instead of a file?"""
    known = RDF_EXTENSIONS.get(extension(name)) or GENERAL_EXTENSIONS.get(extension(name))
    # None of these formats begins with such a tag.
    if (known in (RDF_XML, JSON_LD) or is_other_name(name)) and _TAG_OF_PAGE.match(start[:START_OF_PAGE]):
        return True
    return bool(_WEB_PAGE.match(start[:START_OF_PAGE]))


def is_plain_json(start: bytes) -> bool:
    """Is it JSON with a key, but with none that JSON-LD has?"""
    return bool(re.match(rb"[\s\[]*\{\s*\"", start)) and b'"@' not in start


def is_known(name: str) -> bool:
    """Does the name of a file tell its format?"""
    return extension(name) in RDF_EXTENSIONS or extension(name) in GENERAL_EXTENSIONS


def format_of(name: str, start: bytes) -> str:
    """The format by the extension or, where that says nothing, by the first bytes (uncompressed)."""
    known = extension(name)
    return RDF_EXTENSIONS.get(known) or GENERAL_EXTENSIONS.get(known) or sniffed(start)


def sniffed(start: bytes) -> str:
    """The format that the first bytes look like; in doubt TriG, which every Turtle file is as well."""
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return RDF_XML
    text = start.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if re.match(r"<\?xml|<!--|<!DOCTYPE|<(?:\w+:)?RDF[\s>]", text):
        return RDF_XML
    if re.match(r"\{\s*[\"}]|\[\s*(?:\{|\]\s*\Z)", text):
        return JSON_LD
    lines = (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    return N_QUADS if _QUAD_LINE.match(next(lines, "")[:LONGEST_LOOK]) else TRIG
