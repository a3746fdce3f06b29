"""Detection of formats by the name and the first bytes of a file.

A file may be RDF, in one of several syntaxes, or another coreference format, which one of the modules of
``coala.formats`` reads. ``find_reader`` returns this module, ``format_of`` the syntax of RDF.
``coala.reading.sources.refusals`` says why a file is neither.
"""

from __future__ import annotations

import importlib
import re
from typing import Any

from coala.base.files import extension
from coala.formats.registry import COREFERENCE_FORMATS
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.model.option import AUTO
from coala.reading.sources.stream import Beginning

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
    ".nif": TURTLE,
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
"""Extensions that are RDF if the user names the file; in a folder, they are mostly something else."""

OTHER_EXTENSIONS = frozenset(ending for each in COREFERENCE_FORMATS for ending in each.extensions)
"""Extensions of these formats in a folder; the first bytes determine the format."""

LONGEST_LOOK = 2000
"""The most characters of the first line, since the pattern below takes quadratic time."""

START_OF_PAGE = 4000
"""The first bytes in which a web page is recognized."""

# The beginning of HTML. In Turtle <html> alone may be a relative IRI, so <head> or <body> must follow.
_WEB_PAGE = re.compile(
    rb"(?i)(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*"
    rb"(?:<!doctype\s+html\b|<html(?:\s[^<>]*)?>.*<(?:head|body)\b)",
    re.DOTALL,
)

# One tag, which is enough in a file whose name says that it is not Turtle.
_TAG_OF_PAGE = re.compile(rb"(?i)(?:\xef\xbb\xbf)?\s*<(?:html|head|title|body|h1)(?:\s[^<>]*)?>")

# A line of N-Quads: three terms, then the name of a graph.
_QUAD_LINE = re.compile(
    r"^\s*(?:<[^>]*>|_:\S+)\s+<[^>]*>\s+.*(?:<[^>]*>|_:\S+|\"\S*)\s+(?:<[^>]*>|_:\S+)\s*\.\s*$"
)


def is_rdf_name(name: str) -> bool:
    """Return True if the name has an extension of RDF."""
    return extension(name) in RDF_EXTENSIONS


def is_other_name(name: str) -> bool:
    """Return True if a file in a folder has an extension of another coreference format."""
    return extension(name) in OTHER_EXTENSIONS


def find_reader(beginning: Beginning, options: FormatOptions = FORMAT_DEFAULTS) -> Any:
    """Return the module that reads a file that is not RDF, or None; modules are imported on demand.

    If a shape of JSON is given, it applies to all JSON that is not JSON-LD.
    """
    # In Turtle and its relatives # begins a comment, which may have any text.
    if is_rdf_name(beginning.name):
        return None
    if is_shaped(beginning, options):
        return importlib.import_module("coala.formats.json.reader")
    start = beginning.start
    if options.marks and not start.lstrip().startswith((b"{", b"<?xml")) and _has_marks(start, options.marks):
        return importlib.import_module("coala.formats.model_answers")
    for each in COREFERENCE_FORMATS:
        reader = importlib.import_module(f"coala.formats.{each.module}")
        if reader.looks_like(*beginning):
            return reader
    return None


def _has_marks(start: bytes, template: str) -> bool:
    from coala.formats.marked_text import find_style

    return find_style(start.decode("utf-8", "replace"), template) is not None


def is_web_page(beginning: Beginning) -> bool:
    """Return True for HTML, such as an error page that a server sent instead of a file."""
    ending, start = beginning.ending, beginning.start[:START_OF_PAGE]
    known = RDF_EXTENSIONS.get(ending) or GENERAL_EXTENSIONS.get(ending)
    # None of these formats begins with a tag of HTML.
    if (known in (RDF_XML, JSON_LD) or ending in OTHER_EXTENSIONS) and _TAG_OF_PAGE.match(start):
        return True
    return bool(_WEB_PAGE.match(start))


_JSON_OBJECT = re.compile(rb"[\s\[]*\{\s*\"")
_KEYS_OF_JSON_LD = (b'"@context"', b'"@graph"', b'"@id"')


def is_shaped(beginning: Beginning, options: FormatOptions) -> bool:
    """Return True for JSON that is not JSON-LD, if its shape is given.

    With ``--json-shape`` the user describes which keys of the JSON have the documents, chains and mentions.
    """
    is_json = options.json_shape != AUTO and bool(_JSON_OBJECT.match(beginning.text))
    return is_json and not any(key in beginning.start for key in _KEYS_OF_JSON_LD)


def is_known(name: str) -> bool:
    """Return True if the name of a file tells its format."""
    return extension(name) in RDF_EXTENSIONS or extension(name) in GENERAL_EXTENSIONS


def format_of(beginning: Beginning) -> str:
    """Return the syntax of RDF by the extension, or else by the first bytes."""
    known = beginning.ending
    return RDF_EXTENSIONS.get(known) or GENERAL_EXTENSIONS.get(known) or sniff_format(beginning.start)


def sniff_format(start: bytes) -> str:
    """Return the format that the first bytes look like; in doubt TriG, which includes Turtle."""
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return RDF_XML
    text = start.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if re.match(r"<\?xml|<!--|<!DOCTYPE|<(?:\w+:)?RDF[\s>]", text):
        return RDF_XML
    if re.match(r"\{\s*[\"}]|\[\s*(?:\{|\]\s*\Z)", text):
        return JSON_LD
    lines = (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    return N_QUADS if _QUAD_LINE.match(next(lines, "")[:LONGEST_LOOK]) else TRIG


# After blanks and comments: a declaration of Turtle, or a complete triple.
_TURTLE_HEAD = re.compile(
    rb"(?:\s|#[^\n]*\n)*+(?:@prefix\s+[^\s:]*:\s*<|@base\s*<|(?i:prefix)\s+[^\s:]*:\s*<|(?i:base)\s*<)"
)
_TRIPLE_LINE = re.compile(
    rb"(?:\s|#[^\n]*\n)*+(?:<[a-zA-Z][^<>\s]*>|_:\S+)[ \t]+<[a-zA-Z][^<>\s]*>[ \t]+"
    rb"(?:<[^<>\s]*>|_:\S|\"(?:[^\"\\\n]|\\.)*+\")"
)
_RDF_NAMESPACE = b"http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_JSON_LD_KEY = re.compile(rb'"@(?:context|id|graph)"\s*:')


def begins_like_rdf(beginning: Beginning) -> bool:
    """Return True if the first bytes of a file are certainly RDF, whatever its name."""
    start = beginning.text
    if _TURTLE_HEAD.match(start) or _TRIPLE_LINE.match(start):
        return True
    syntax = sniff_format(start)
    if syntax == RDF_XML:
        return _RDF_NAMESPACE in start and re.search(rb"<(?:[\w.-]+:)?RDF[\s>]", start) is not None
    return syntax == JSON_LD and _JSON_LD_KEY.search(start) is not None


PACKED = {
    "bzip2": re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
    "zip": re.compile(rb"PK(?:\x03\x04|\x05\x06)"),
    "xz": re.compile(rb"\xfd7zXZ\0"),
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd"),
    "7-Zip": re.compile(rb"7z\xbc\xaf\x27\x1c"),
    "RAR": re.compile(rb"Rar!\x1a\x07"),
}
"""The first bytes of files that are packed, but not with gzip."""

TAR_MAGIC = slice(257, 262)
"""The position of the magic number of tar."""

ARCHIVES = frozenset((".zip", ".tar", ".tgz"))
"""Extensions of archives; ``.tar.gz`` is one too."""


def is_tar(start: bytes) -> bool:
    """Return True for a tar archive, by its first header."""
    # Before the magic number is the name of the first file, filled up with zero bytes.
    return start[TAR_MAGIC] == b"ustar" and b"\0" in start[: TAR_MAGIC.start]
