"""Detection of formats by the name and the first bytes of a file.

A file may be RDF, in one of several syntaxes, or another coreference format, which one of the modules of
``coala.formats`` reads. ``find_reader`` returns this module, ``format_of`` the syntax of RDF.
``explain_stranger`` and ``explain_unclaimed`` return why a file cannot be either. ``name`` is the name of the
file, ``start`` its first bytes after unpacking.
"""

from __future__ import annotations

import codecs
import importlib
import re
from typing import Any

from coala.base.files import extension, stem
from coala.base.plain_text import readable
from coala.formats.registry import COREFERENCE_FORMATS
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.model.option import AUTO

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


def find_reader(name: str, start: bytes, options: FormatOptions = FORMAT_DEFAULTS) -> Any:
    """Return the module that reads a file that is not RDF, or None; modules are imported on demand.

    If a shape of JSON is given, it applies to all JSON that is not JSON-LD.
    """
    # In Turtle and its relatives # begins a comment, which may have any text.
    if is_rdf_name(name):
        return None
    if is_shaped(start, options):
        return importlib.import_module("coala.formats.json.reader")
    if options.marks and not start.lstrip().startswith((b"{", b"<?xml")) and _has_marks(start, options.marks):
        return importlib.import_module("coala.formats.model_answers")
    for each in COREFERENCE_FORMATS:
        reader = importlib.import_module(f"coala.formats.{each.module}")
        if reader.looks_like(name, start):
            return reader
    return None


def _has_marks(start: bytes, template: str) -> bool:
    from coala.formats.marked_text import find_style

    return find_style(start.decode("utf-8", "replace"), template) is not None


def is_web_page(name: str, start: bytes) -> bool:
    """Return True for HTML, such as an error page that a server sent instead of a file."""
    known = RDF_EXTENSIONS.get(extension(name)) or GENERAL_EXTENSIONS.get(extension(name))
    # None of these formats begins with a tag of HTML.
    if (known in (RDF_XML, JSON_LD) or is_other_name(name)) and _TAG_OF_PAGE.match(start[:START_OF_PAGE]):
        return True
    return bool(_WEB_PAGE.match(start[:START_OF_PAGE]))


_JSON_OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?[\s\[]*\{\s*\"")
_KEYS_OF_JSON_LD = (b'"@context"', b'"@graph"', b'"@id"')


def is_shaped(start: bytes, options: FormatOptions) -> bool:
    """Return True for JSON that is not JSON-LD, if its shape is given.

    With ``--json-shape`` the user describes which keys of the JSON have the documents, chains and mentions.
    """
    is_json = options.json_shape != AUTO and bool(_JSON_OBJECT.match(start))
    return is_json and not any(key in start for key in _KEYS_OF_JSON_LD)


def is_known(name: str) -> bool:
    """Return True if the name of a file tells its format."""
    return extension(name) in RDF_EXTENSIONS or extension(name) in GENERAL_EXTENSIONS


def format_of(name: str, start: bytes) -> str:
    """Return the format by the extension, or else by the first (uncompressed) bytes."""
    known = extension(name)
    return RDF_EXTENSIONS.get(known) or GENERAL_EXTENSIONS.get(known) or sniff_format(start)


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


def begins_like_rdf(start: bytes) -> bool:
    """Return True if the first bytes of a file are certainly RDF, whatever its name."""
    start = start.removeprefix(codecs.BOM_UTF8)
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

_ARCHIVE_INSIDE = "within another file or folder: unpack it first, or give it itself."

DATABASE = b"SQLite format 3\0"
"""The first bytes of a review."""

GIT_LFS = b"version https://git-lfs.github.com/spec/"
"""The first bytes of a Git LFS pointer, whose file is still on the server."""

_SPACE_OF_RDF = "22-rdf-syntax-ns#"
_SPACE_OF_UIMA = "uima/cas.ecore"

# Each other byte of English text in UTF-16 is zero.
_WIDE = re.compile(rb"(?:[^\0]\0){4}|(?:\0[^\0]){4}")
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)

_WEBANNO = "WebAnno TSV 3, whose first line is '#FORMAT=WebAnno TSV 3.x': export the document as that"
_CONLL = "CoNLL without '#begin document (name); part 000' before the first token: add that line"
_MUC = "MUC SGML, which begins with a tag: check that it is the annotated file"
_EXPECTED = {
    ".tsv": _WEBANNO,
    ".ann": ("brat standoff, whose lines begin with T1, R1, A1 … or *, then a tab: correct its first line"),
    ".xmi": "UIMA CAS XMI, which names http:///uima/cas.ecore at its beginning: export the CAS as XMI",
    ".key": _CONLL,
    ".response": _CONLL,
    ".sgm": _MUC,
    ".sgml": _MUC,
    ".muc": _MUC,
}
"""The format of each extension, and advice for a file that does not begin like it."""

_BIONLP_EXTENSIONS = (".a1", ".a2")
_LINE_OF_STANDOFF = re.compile(rb"(?:[TERAM]\d+|\*)\t")
_BRAT = re.compile(rb"T\d+\t\S+ \d+ \d+(?:;\d+ \d+)*[\t\r\n]")


def is_tar(start: bytes) -> bool:
    """Return True for a tar archive, by its first header."""
    # Before the magic number is the name of the first file, filled up with zero bytes.
    return start[TAR_MAGIC] == b"ustar" and b"\0" in start[: TAR_MAGIC.start]


def explain_stranger(name: str, start: bytes) -> str | None:
    """Return why a file cannot be a graph, or None for files that may be read."""
    for packer, magic in PACKED.items():
        if magic.match(start):
            if packer == "zip":
                return f"it is a zip {_ARCHIVE_INSIDE}"
            return f"it is packed with {packer}, but COALA reads gzip, zip and tar only: unpack it first."
    if is_tar(start):
        return f"it is an archive of tar {_ARCHIVE_INSIDE}"
    if start.startswith(GIT_LFS):
        return "this is a pointer of Git LFS instead of the file: get the file with 'git lfs pull'."
    if start.startswith(DATABASE):
        if extension(name) == ".coala":
            return (
                "this is a review, not a graph: open it with 'coala review', or count its "
                "verdicts with 'coala tally'."
            )
        return "this is an SQLite database, not a graph: write the graph to an RDF file."
    if _is_wide(start) and not _may_be_wide(name, start):
        return "this is UTF-16 or UTF-32, not UTF-8: convert the file to UTF-8."
    return None


def explain_unclaimed(name: str, start: bytes) -> str | None:
    """Return what a file lacks to be what its name says; None if its name says nothing.

    Call it if the file is not RDF, and no reader of another format has recognized it.
    """
    ending = extension(name)
    if ending in _EXPECTED:
        return f"a file {ending} is read as {_EXPECTED[ending]}."
    if ending in _BIONLP_EXTENSIONS and _LINE_OF_STANDOFF.match(start.removeprefix(codecs.BOM_UTF8)):
        name = readable(stem(name))
        return (
            f"this is standoff of BioNLP-ST: join {name}.a1 and {name}.a2 into one "
            f"{name}.ann next to {name}.txt, and give that."
        )
    if _BRAT.match(start.removeprefix(codecs.BOM_UTF8)):
        return "this is brat standoff, whose text is next to it: give the .ann file in its own folder."
    return None


def _is_wide(start: bytes) -> bool:
    """Return True for UTF-16 or UTF-32, in which a character takes two or four bytes."""
    return start.startswith(_WIDE_MARKS) or bool(_WIDE.match(start))


def _may_be_wide(name: str, start: bytes) -> bool:
    """Return True for RDF/XML or XMI with a byte order mark, since their parsers read UTF-16."""
    ending = extension(name)
    known = RDF_EXTENSIONS.get(ending) or GENERAL_EXTENSIONS.get(ending)
    if known not in (None, RDF_XML) or (ending in _EXPECTED and ending != ".xmi"):
        return False
    if not start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return False
    text = start.decode("utf-16", "replace")
    is_read = is_rdf_name(name) or _SPACE_OF_RDF in text or _SPACE_OF_UIMA in text
    return is_read and text.lstrip().startswith("<")
