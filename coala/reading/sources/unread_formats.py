"""The first bytes of a file tell a format that COALA does not read, so that a sentence can name it.

Only what no reader has claimed comes here, and nothing that may be RDF.
"""

from __future__ import annotations

import re

from coala.base.files import extension
from coala.base.plain_text import readable
from coala.reading.sources.xml_guard import RefusedError, find_root_element

_CONVERT = "convert it to one of the formats in docs/formats.md, such as CoNLL-2012 or JSON lines of clusters"

_ROOTS = {
    "root": "XML of Stanford CoreNLP",
    "NAF": "NAF",
    "KAF": "KAF",
    "Document": "CAT XML, as ECB+ has it",
    "words": "a file of MMAX2, its words",
    "markables": "a file of MMAX2, its markables",
    "mmax_project": "a project of MMAX2",
    "TEI": "TEI",
    "TEI.2": "TEI",
    "teiCorpus": "TEI",
    "annotations": "XML of Knowtator",
    "knowtator-project": "a project of Knowtator",
    "proiel": "PROIEL XML",
    "D-Spin": "TCF of WebLicht",
    "FoLiA": "FoLiA",
    "GateDocument": "XML of GATE",
    "deft_ere": "Rich ERE, as KBP has it",
    "source_file": "ACE's APF, as KBP has it",
    "kbp": "XML of KBP",
    "collection": "BioC XML",
}
"""By root element, without its prefix."""

_OF_JSON = (
    (rb'"corefs"\s*:', "JSON of Stanford CoreNLP"),
    (rb'"vertexSet"\s*:', "JSON of DocRED"),
    (rb'"coref_chain"\s*:', "a list of mentions, as work on ECB+ has it"),
    (rb'"completions"\s*:|"annotations"\s*:\s*\[\s*\{[^{}]*"result"\s*:', "JSON of Label Studio"),
    (rb'"label"\s*:\s*\[\s*\[\s*\d+|"Comments"\s*:|"start_offset"\s*:', "JSON lines of doccano"),
)

_OF_TABLES = (
    (rb"ID\tText\tPronoun\tPronoun-offset", "GAP (a pronoun and two names a line, no chains)"),
    (rb"COREF\tstart_token\tend_token", "the .entities of BookNLP"),
    (rb"paragraph_ID\tsentence_ID\ttoken_ID", "the .tokens of BookNLP (the chains are in its .entities)"),
)

_HEADER = 400
"""Bytes that hold the first line of a table, or the declarations of XML."""

_JSON = re.compile(rb"\s*(?:\{\s*\"|\[\s*[\[{\"])")
_XML = re.compile(rb"\s*<(?:\?xml|!--|!DOCTYPE|[A-Za-z_][\w.-]*[\s>])")
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+([A-Za-z][\w.-]*)")
_SPACE_OF_RDF = b"22-rdf-syntax-ns#"


def explain_unread(name: str, start: bytes) -> str | None:
    """What a file is that looks like XML, JSON or a table but not like RDF; None where it may be RDF."""
    start = start.removeprefix(b"\xef\xbb\xbf")
    if _JSON.match(start):
        return None if b'"@' in start else _named(_OF_JSON, start)
    if _XML.match(start):
        return _of_xml(name, start)
    return _named(_OF_TABLES, start[:_HEADER])


def _named(known: tuple[tuple[bytes, str], ...], start: bytes) -> str | None:
    found = (what for pattern, what in known if re.search(pattern, start))
    what = next(found, None)
    return what and f"this is {what}, which is not read: {_CONVERT}."


def _of_xml(name: str, start: bytes) -> str | None:
    # In Turtle <a> may be an IRI, and all RDF/XML has the namespace in its root element.
    is_xml = (
        start.lstrip().startswith((b"<?xml", b"<!DOCTYPE")) or extension(name) == ".xml" or b"</" in start
    )
    if not is_xml or _SPACE_OF_RDF in start:
        return None
    try:
        root = find_root_element(start)
    except RefusedError:
        # Another sentence says why; but what is not read at all need not be mended.
        doctype = _DOCTYPE.search(start[:_HEADER])
        root = doctype[1].decode("ascii") if doctype else ""
        if root not in _ROOTS:
            return None
    known = _ROOTS.get(root.rpartition(":")[2])
    if known:
        return f"this is {known}, which is not read in this shape: {_CONVERT}."
    return (
        f"this is XML with the root element {readable(root)}, neither RDF/XML nor a coreference format that "
        f"COALA reads: {_CONVERT}."
    )
