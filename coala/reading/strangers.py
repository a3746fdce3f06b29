"""The name and the first bytes of a file that no reader can take -> the sentence that says what it is."""

from __future__ import annotations

import codecs
import re

from coala.reading.formats import GENERAL_EXTENSIONS, RDF_EXTENSIONS, RDF_XML, extension

PACKED = {
    "bzip2": re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
    "zip": re.compile(rb"PK(?:\x03\x04|\x05\x06)"),
    "xz": re.compile(rb"\xfd7zXZ\0"),
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd"),
    "7-Zip": re.compile(rb"7z\xbc\xaf\x27\x1c"),
    "RAR": re.compile(rb"Rar!\x1a\x07"),
}
"""How files begin that are packed otherwise than with gzip, which is the only one that is read."""

TAR = slice(257, 262)
"""Where an archive of tar says what it is."""

DATABASE = b"SQLite format 3\0"
"""How a review begins."""

_WIDE = re.compile(rb"(?:[^\0]\0){4}|(?:\0[^\0]){4}")
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)

_WEBANNO = "WebAnno TSV 3, whose first line is '#FORMAT=WebAnno TSV 3.x': export the document as that"
_CONLL = "CoNLL, where '#begin document (name); part 000' stands before the first token: add that line"
_MUC = "MUC SGML, which begins with a tag: check that it is the annotated file"
_EXPECTED = {
    ".tsv": _WEBANNO,
    ".ann": "brat standoff, whose lines begin with T1, R1, A1 … or *, then a tab: mend its first line",
    ".xmi": "UIMA CAS XMI, which names http:///uima/cas.ecore at its beginning: export the CAS as XMI",
    ".key": _CONLL,
    ".response": _CONLL,
    ".sgm": _MUC,
    ".sgml": _MUC,
    ".muc": _MUC,
}
"""What a file of this extension is read as, and what to do when it does not begin like that."""

_TABLES = (".csv", ".xls", ".xlsx", ".ods")
_BRAT = re.compile(rb"T\d+\t\S+ \d+ \d+(?:;\d+ \d+)*[\t\r\n]")


def stranger(name: str, start: bytes) -> str | None:
    """Why a file is not looked at any further, or None; says nothing of files that may be read."""
    for packer, magic in PACKED.items():
        if magic.match(start):
            return f"it is packed with {packer}, and only gzip is unpacked here: unpack it first."
    if start[TAR] == b"ustar" and b"\0" in start[: TAR.start]:
        return "it is an archive of tar: unpack it, and give the folder."
    if start.startswith(DATABASE):
        if extension(name) == ".coala":
            return "this is a review, not a graph: open it with 'coala review', or count it by 'coala tally'."
        return "this is an SQLite database, not a graph: write the graph to a file of RDF."
    if _is_wide(start) and not _may_be_wide(name, start):
        return "this is UTF-16, not UTF-8: convert the file to UTF-8."
    return None


def unclaimed(name: str, start: bytes) -> str | None:
    """What a file, which is neither RDF nor claimed by a reader, lacks for being what its name says."""
    ending = extension(name)
    if ending in _EXPECTED:
        return f"a file {ending} is read as {_EXPECTED[ending]}."
    if ending in _TABLES:
        return "tables are not read: write RDF, or one of the coreference formats that COALA reads."
    if _BRAT.match(start.removeprefix(codecs.BOM_UTF8)):
        return "this is brat standoff, whose text lies beside it: name the .ann file in its own folder."
    return None


def _is_wide(start: bytes) -> bool:
    return start.startswith(_WIDE_MARKS) or bool(_WIDE.match(start))


def _may_be_wide(name: str, start: bytes) -> bool:
    """Is it XML with a byte order mark? Its parsers take UTF-16."""
    ending = extension(name)
    known = RDF_EXTENSIONS.get(ending) or GENERAL_EXTENSIONS.get(ending)
    if known not in (None, RDF_XML) or (ending in _EXPECTED and ending != ".xmi"):
        return False
    if not start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return False
    return start.decode("utf-16", "replace").lstrip().startswith("<")
