"""Detection of formats that COALA does not read, for error messages that name them.

Each function returns a sentence such as "this is a PDF without annotations: give the annotated file.", or
None. They are called one after the other while a file is read:

1. ``explain_foreign`` before any reader sees the file;
2. ``explain_unread`` if no reader of a coreference format has recognized it;
3. ``explain_evident`` if no parser of RDF can read it either.
"""

from __future__ import annotations

import re

from coala.base.files import extension
from coala.base.plain_text import excerpt, readable
from coala.reading.sources.detect import RDF_EXTENSIONS, is_rdf_name
from coala.reading.sources.xml_guard import RefusedError, find_root_element

_FORMATS = "a format from 'coala list formats', such as CoNLL-2012 or JSON lines of clusters"
_CONVERT = f"convert it to {_FORMATS}"
_NAME_ANOTHER = f"name the annotated file, or {_CONVERT}"
_WRITE_CHAINS = "write its relations as chains, a JSON line of clusters for each document"
_OF_CRAFT = f"CRAFT's own build writes its annotations as CoNLL; else {_CONVERT}"
_OF_MMAX2 = "its chains are in the levels of markables: give these, or their folder"

_BINARY = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF87a", "a picture (GIF)"),
    (b"GIF89a", "a picture (GIF)"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an old Microsoft Office (doc, xls …)"),
    (b"{\\rtf", "a document in RTF"),
    (b"\x89HDF\r\n\x1a\n", "data in HDF5"),
    (b"\x93NUMPY", "an array of NumPy"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program"),
)
"""The first bytes of files that are not text."""

_AS_RECORDS = (
    "give --record COLUMN with --cluster COLUMN or --pairs LEFT,RIGHT if it has clusters or pairs of records"
)
_AS_JSON_LINES = "write its rows as JSON lines, in pandas with to_json(…, orient='records', lines=True)"
_BINARY_TABLES = (
    (
        b"PAR1",
        "Parquet",
        (
            f"{_AS_RECORDS}; compare the tables of 'coala convert --to parquet' with 'coala diff --engine "
            f"duckdb'; for others, {_AS_JSON_LINES}"
        ),
    ),
    (b"ARROW1\0", "Arrow", _AS_JSON_LINES),
)
"""Formats of published data sets; their rows may be documents with chains."""

_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
"""The first bytes of XML in UTF-16; other texts in UTF-16 have been detected before."""

_MOST_CONTROLS = 0.02
"""The largest share of control characters in a damaged text."""

_LOOKED_AT = 1024

_CHAINS_IN_JSON = re.compile(rb'"\w*(?:cluster|coref|vertexSet|chain|mention)\w*"\s*:')

_RELATIONS_IN_JSON = re.compile(rb'"type"\s*:\s*"relation"|"relations"\s*:\s*\[\s*\{')

_TOOLS = (
    (
        rb'"completions"\s*:\s*\[|"annotations"\s*:\s*\[\s*\{[^{}]*"result"\s*:',
        "an export of Label Studio",
        _WRITE_CHAINS,
    ),
    (
        rb'"_(?:input|task)_hash"\s*:',
        "an export of Prodigy",
        _WRITE_CHAINS,
    ),
    (
        rb'"labels?"\s*:\s*\[\s*\[\s*\d+\s*,|"start_offset"\s*:\s*\d',
        "an export of doccano",
        _WRITE_CHAINS,
    ),
)
"""Formats that readers would claim although they have no chains or relations; each with advice."""

_ROOTS = {
    "TEI": ("TEI", _CONVERT),
    "TEI.2": ("TEI", _CONVERT),
    "teiCorpus": ("TEI", _CONVERT),
    "annotations": ("XML of Knowtator", _OF_CRAFT),
    "knowtator-project": ("a project of Knowtator", _OF_CRAFT),
    "proiel": ("PROIEL XML", _CONVERT),
    "FoLiA": ("FoLiA", _CONVERT),
    "GateDocument": ("XML of GATE", _CONVERT),
    "deft_ere": ("Rich ERE, as KBP has it", _CONVERT),
    "source_file": ("ACE's APF, as KBP has it", _CONVERT),
    "kbp": ("XML of KBP", _CONVERT),
    "collection": ("BioC XML", _CONVERT),
    "CAS": ("XCAS of UIMA", "export the CAS as XMI"),
    "typeSystemDescription": (
        "a type system description of UIMA",
        "give the XMI or its folder, and this file with --format-option uima-type-system=FILE",
    ),
    "words": ("the words of MMAX2", _OF_MMAX2),
    "mmax_project": ("a project of MMAX2", _OF_MMAX2),
}
"""Formats by root element, without its prefix; each with advice."""

_ODD_ROOTS = {
    "root": "XML of Stanford CoreNLP",
    "NAF": "NAF",
    "KAF": "KAF",
    "Document": "CAT XML, as ECB+ has it",
    "markables": "a level of MMAX2",
    "D-Spin": "TCF of WebLicht",
    "XMI": "XMI",
}
"""Root elements of readable formats, for a file that no reader has claimed."""

_TABLES = (
    (
        rb"\A(?:#[^\n]*\n|\s)*TOKEN\tNE-COARSE-LIT\t",
        "a table of HIPE",
        f"its entities are B- and I-, its links NEL-LIT; {_CONVERT}",
    ),
    (
        rb"\AID\tText\tPronoun\tPronoun-offset",
        "GAP",
        "it has a pronoun and two names in each line, not chains; use its own scorer",
    ),
    (
        rb"\Aparagraph_ID\tsentence_ID\ttoken_ID",
        "the .tokens of BookNLP",
        "the chains are in the .entities file next to it; give that file",
    ),
    (
        rb"\A(?:[^\n]*\n\s*)?:\w+\t(?:type|link|(?:canonical_|nominal_|pronominal_)?mention)(?:\.\w+)?\t",
        "a knowledge base of KBP (ColdStart)",
        "convert it to AIF with a converter of the AIDA Interchange Format",
    ),
)

_HEADER = 400
"""The number of first bytes that have the declarations of XML."""

# Turtle may begin with brackets without anything in them.
_JSON = re.compile(
    rb"\s*(?:\{\s*[\"}]|(?:\[\s*+)++(?:[{\"]|\]\s*+(?:[,\]]|\Z)|-?\d[\d.eE+-]*+\s*+[,\]]|true|false|null|\Z))"
)
_KEYS_OF_JSON_LD = re.compile(rb'"@(?:context|graph|id|type|value|list|set|vocab|base|included)"\s*:')
_JSON_KEY = re.compile(rb'"([^"\\\n]{1,40})"\s*:')
_XML = re.compile(rb"\s*<(?:\?xml|!--|!DOCTYPE|[A-Za-z_][\w.:-]*(?:[\s>]|/>))")
# In Turtle <a> may be an IRI, but no IRI has a blank and quotes in it.
_ELEMENT = re.compile(rb"\s*<[A-Za-z_][\w.:-]*\s+[\w.:-]+\s*=\s*[\"']")
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+([A-Za-z][\w.-]*)")
_SPACE_OF_RDF = b"22-rdf-syntax-ns#"
_SIGNS_OF_RDF = re.compile(
    rb"(?i)(?:^|[\s.])@?(?:prefix\s+[\w.-]*:|base)\s*<|<(?:https?|urn|file|tag|mailto):[^\s<>]*>"
    rb"|^[ \t]*_:\w+\s",
    re.MULTILINE,
)


_LINKER_KEYS = (
    (
        rb'"@text"\s*:|"@surfaceForm"\s*:',
        "JSON of DBpedia Spotlight (keys @text, Resources, @URI, @offset)",
        "get NIF from it (Accept: text/turtle), or write a JSON line with text and labels for each document",
    ),
    (
        rb'"rawName"\s*:(?=[^{}]{0,500}"offsetStart"\s*:)|"offsetStart"\s*:(?=[^{}]{0,500}"rawName"\s*:)',
        "JSON of entity-fishing (keys text, entities, rawName, offsetStart, offsetEnd)",
        "write a JSON line with text and labels for each document",
    ),
    (
        rb'"inputs_pretokenized"\s*:',
        "JSON of T5X, such as the answers of link-append",
        "write a JSON line with sentences and clusters for each document",
    ),
)
"""JSON whose keys are certain, whatever else is in it; each with advice."""

_NAMED_ENTITIES = (
    (
        rb"\A\s*-DOCSTART-[ \t]*\r?\n\s*#[ \t]*doc_id[ \t]*=",
        "ZELDA's CoNLL, with entities as B-, I- and O",
        f"its columns are links to Wikipedia; {_CONVERT}",
    ),
    (
        rb"\A\s*-DOCSTART-[ \t]+-X-[ \t]",
        "CoNLL-2003, with named entities as B-, I- and O",
        f"it has no chains; {_CONVERT}",
    ),
)


def explain_foreign(start: bytes) -> str | None:
    """Return what a file is, if it is certainly neither RDF nor a coreference format."""
    for magic, what in _BINARY:
        if start.startswith(magic):
            return f"this is {what} without annotations: give the annotated file."
    if start[8:12] == b"DUCK":
        return f"this is a database of DuckDB, which is not read: {_AS_RECORDS}."
    for magic, what, advice in _BINARY_TABLES:
        if start.startswith(magic):
            return f"this is a table of {what}, which is not read: {advice}."
    start = start.removeprefix(b"\xef\xbb\xbf")
    if named := _match_pattern(_LINKER_KEYS if _JSON.match(start) else _NAMED_ENTITIES, start):
        return named
    is_read = _CHAINS_IN_JSON.search(start) or _RELATIONS_IN_JSON.search(start)
    return _match_pattern(_TOOLS, start) if _JSON.match(start) and not is_read else None


def explain_unread(name: str, start: bytes) -> str | None:
    """Return what a file is that looks like XML or a table but not like RDF; None if it may be RDF."""
    start = start.removeprefix(b"\xef\xbb\xbf")
    if not start.strip() and not is_rdf_name(name):
        return "this file is empty: check that it was written to its end."
    if _XML.match(start):
        return _explain_xml(name, start)
    return None if is_rdf_name(name) else _match_pattern(_TABLES, start)


def explain_evident(name: str, start: bytes) -> str | None:
    """Return what an unreadable file looks like; None if it may be broken RDF."""
    start = start.removeprefix(b"\xef\xbb\xbf")
    if start.startswith(_WIDE_MARKS):
        return None
    if _is_binary(start):
        return f"this is binary data, not text: {_NAME_ANOTHER}."
    if _JSON.match(start):
        return None if _KEYS_OF_JSON_LD.search(start) else _explain_json(start)
    if is_rdf_name(name) or _XML.match(start) or _SIGNS_OF_RDF.search(start):
        return None
    text = start.decode("utf-8", "ignore")
    lines = [line for line in text.splitlines()[:_ROWS] if line.strip()]
    if not lines:
        return None
    # It is a table if all lines have the same number of cells.
    for divider, kind in (("\t", "tabs"), (",", "commas"), (";", "semicolons"), (None, "blanks")):
        rows = [line.split(divider) for line in lines]
        widths = set(map(len, rows))
        # Lines of a text may have equally many words or commas by chance, so more cells or lines are needed.
        columns, least = (3, 3) if divider is None else (2, 1 if divider == "\t" else 2)
        if len(widths) == 1 and len(rows[0]) >= columns and len(rows) >= least:
            shown = ", ".join(map(readable, rows[0][:_CELLS]))
            advice = _NAME_ANOTHER if divider is None else f"{_AS_RECORDS}; else {_NAME_ANOTHER}"
            return (
                f"this is a table of {len(rows[0]):,} columns divided by {kind} "
                f"({excerpt(shown)} …) in an unknown format: {advice}."
            )
    return (
        f"this is a text ({excerpt(lines[0].strip())} …) without annotations in a known "
        f"format: {_NAME_ANOTHER}."
    )


_ROWS = 20
"""The first lines that are checked for a table."""

_CELLS = 6
_KEYS = 6
"""The first cells of a table, and the first keys of JSON, that a message shows."""


def _is_binary(start: bytes) -> bool:
    look = start[:_LOOKED_AT]
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\v\x1b" for byte in look)
    try:
        look.decode("utf-8")
    except UnicodeDecodeError as error:
        # An invalid byte counts as one more control character if the file does not begin in ASCII. An error
        # in the last three bytes does not count: the last character may be cut off.
        controls += error.start < len(look) - 3 and not look[:32].isascii()
    return controls > len(look) * _MOST_CONTROLS


def _explain_json(start: bytes) -> str:
    keys = list(dict.fromkeys(match[1].decode("utf-8", "replace") for match in _JSON_KEY.finditer(start)))
    if not keys:
        return f"this is JSON without keys, so neither JSON-LD nor chains: {_NAME_ANOTHER}."
    shown = ", ".join(map(readable, keys[:_KEYS])) + (" …" if len(keys) > _KEYS else "")
    return (
        f"this is JSON with the keys {shown}, which is neither JSON-LD (with @context, "
        "@id or @graph) nor a known shape of chains, or it is damaged: give the "
        "annotated file, or describe its keys with --json-shape."
    )


def _match_pattern(known: tuple[tuple[bytes, str, str], ...], start: bytes) -> str | None:
    """Return the sentence about the first format (pattern, name, advice) whose pattern is found."""
    for pattern, what, advice in known:
        if re.search(pattern, start):
            return f"this is {what}, which is not read: {advice}."
    return None


def _explain_xml(name: str, start: bytes) -> str | None:
    ending = extension(name)
    is_xml = (
        start.lstrip().startswith((b"<?xml", b"<!DOCTYPE"))
        or _ELEMENT.match(start)
        or RDF_EXTENSIONS.get(ending, ending) in (".xml", "RDF/XML")
        or (b"</" in start and not is_rdf_name(name))
    )
    if not is_xml or _SPACE_OF_RDF in start:
        return None
    try:
        root = find_root_element(start)
    except RefusedError:
        # The reader says why it refuses the XML. Only name a format that it could not read anyway.
        doctype = _DOCTYPE.search(start[:_HEADER])
        root = doctype[1].decode("ascii") if doctype else ""
        if root not in _ROOTS:
            return None
    bare = root.rpartition(":")[2]
    if bare in _ROOTS:
        what, advice = _ROOTS[bare]
        return f"this is {what}, which is not read: {advice}."
    if odd := _ODD_ROOTS.get(bare):
        return (
            f"this looks like {odd}, but in a variant that COALA does not read (see "
            f"docs/reference/formats.md): {_CONVERT}."
        )
    return (
        f"this is XML with the root element {readable(root)}, neither RDF/XML nor a "
        f"known coreference format: {_CONVERT}."
    )
