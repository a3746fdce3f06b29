"""One table of the reasons why a file cannot be read, each with advice.

A rule has a test of the name and the first bytes of a file, and the sentence about files that pass it, such
as "this is a PDF without annotations: give the annotated file.". ``explain`` applies groups of rules one
after the other; a caller asks for those that are certain so far.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from enum import Enum

from coala.base.files import stem
from coala.base.plain_text import excerpt, readable
from coala.reading.sources.detect import (
    GENERAL_EXTENSIONS,
    PACKED,
    RDF_EXTENSIONS,
    RDF_XML,
    is_rdf_name,
    is_tar,
    is_web_page,
)
from coala.reading.sources.stream import Beginning
from coala.reading.sources.xml_guard import RefusedError, find_root_element


class Certainty(Enum):
    """Groups of rules, by when they are certain."""

    PACKED = "for all files: no reader can unpack or decode this one"
    FOREIGN = "for all files, except JSON of a shape that the user describes"
    EMPTY = "after no reader of a coreference format has recognized the file, if it has no content"
    UNREAD = "likewise, if it is XML or a table, but not RDF"
    UNCLAIMED = "likewise, if it is not what its name says"
    UNPARSED = "after no parser of RDF could read the file"


_Test = Callable[[Beginning], object]
_Sentence = str | Callable[[Beginning], str | None] | None
_Rule = tuple[_Test, _Sentence]


def explain(beginning: Beginning, *groups: Certainty) -> str | None:
    """Return why a file cannot be read, by the first rule of each group that applies.

    None if no rule applies, or if its sentence is None: then the file may be readable.
    """
    for group in groups:
        sentence = next((sentence for test, sentence in _RULES[group] if test(beginning)), None)
        if reason := sentence(beginning) if callable(sentence) else sentence:
            return reason
    return None


def _begins(magic: bytes, sentence: _Sentence) -> _Rule:
    return lambda beginning: beginning.start.startswith(magic), sentence


def _matches(pattern: re.Pattern[bytes], sentence: _Sentence) -> _Rule:
    return lambda beginning: pattern.match(beginning.text), sentence


def _has(pattern: bytes, sentence: _Sentence) -> _Rule:
    # Compiled on demand: the child process must start fast.
    return lambda beginning: re.search(pattern, beginning.text), sentence


def _not_read(what: str, advice: str) -> str:
    return f"this is {what}, which is not read: {advice}."


_CONVERT = "convert it to a format from 'coala list formats', such as CoNLL-2012 or JSON lines of clusters"
_NAME_ANOTHER = f"name the annotated file, or {_CONVERT}"
_WRITE_CHAINS = "write its relations as chains, a JSON line of clusters for each document"
_WRITE_LABELS = "write a JSON line with text and labels for each document"
_OF_CRAFT = f"CRAFT's own build writes its annotations as CoNLL; else {_CONVERT}"
_OF_MMAX2 = "its chains are in the levels of markables: give these, or their folder"
_AS_RECORDS = (
    "give --record COLUMN with --cluster COLUMN or --pairs LEFT,RIGHT if it has clusters or pairs of records"
)
_AS_JSON_LINES = "write its rows as JSON lines, in pandas with to_json(…, orient='records', lines=True)"
_OF_PARQUET = (
    f"{_AS_RECORDS}; compare the tables of 'coala convert --to parquet' with 'coala diff --engine duckdb'; "
    f"for others, {_AS_JSON_LINES}"
)
_WEB_PAGE = (
    "this is a web page, not a graph. A server may have sent it instead of the file: download the file again."
)
_INSIDE = "within another file or folder: unpack it first, or give it itself."

_BINARY = {
    b"%PDF-": "a PDF",
    b"\x89PNG\r\n\x1a\n": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF87a": "a picture (GIF)",
    b"GIF89a": "a picture (GIF)",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "a document of an old Microsoft Office (doc, xls …)",
    b"{\\rtf": "a document in RTF",
    b"\x89HDF\r\n\x1a\n": "data in HDF5",
    b"\x93NUMPY": "an array of NumPy",
    b"\x7fELF": "a program",
    b"MZ\x90\0": "a program",
}
"""The first bytes of files that are not text."""

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

# Turtle may begin with brackets without anything in them.
_JSON = re.compile(
    rb"\s*(?:\{\s*[\"}]|(?:\[\s*+)++(?:[{\"]|\]\s*+(?:[,\]]|\Z)|-?\d[\d.eE+-]*+\s*+[,\]]|true|false|null|\Z))"
)
_CHAINS_IN_JSON = rb'"\w*(?:cluster|coref|vertexSet|chain|mention)\w*"\s*:'
_RELATIONS_IN_JSON = rb'"type"\s*:\s*"relation"|"relations"\s*:\s*\[\s*\{'
_KEYS_OF_JSON_LD = re.compile(rb'"@(?:context|graph|id|type|value|list|set|vocab|base|included)"\s*:')
_JSON_KEY = re.compile(rb'"([^"\\\n]{1,40})"\s*:')

_LINKERS = (
    (
        rb'"@text"\s*:|"@surfaceForm"\s*:',
        "JSON of DBpedia Spotlight (keys @text, Resources, @URI, @offset)",
        f"get NIF from it (Accept: text/turtle), or {_WRITE_LABELS}",
    ),
    (
        rb'"rawName"\s*:(?=[^{}]{0,500}"offsetStart"\s*:)|"offsetStart"\s*:(?=[^{}]{0,500}"rawName"\s*:)',
        "JSON of entity-fishing (keys text, entities, rawName, offsetStart, offsetEnd)",
        _WRITE_LABELS,
    ),
    (
        rb'"inputs_pretokenized"\s*:',
        "JSON of T5X, such as the answers of link-append",
        "write a JSON line with sentences and clusters for each document",
    ),
)
"""JSON whose keys are certain, whatever else is in it."""

_TOOLS = (
    (
        rb'"completions"\s*:\s*\[|"annotations"\s*:\s*\[\s*\{[^{}]*"result"\s*:',
        "an export of Label Studio",
    ),
    (rb'"_(?:input|task)_hash"\s*:', "an export of Prodigy"),
    (rb'"labels?"\s*:\s*\[\s*\[\s*\d+\s*,|"start_offset"\s*:\s*\d', "an export of doccano"),
)
"""JSON that readers would claim although it has no chains or relations."""

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

_CONLL = "CoNLL without '#begin document (name); part 000' before the first token: add that line"
_MUC = "MUC SGML, which begins with a tag: check that it is the annotated file"
_EXPECTED = {
    ".tsv": "WebAnno TSV 3, whose first line is '#FORMAT=WebAnno TSV 3.x': export the document as that",
    ".ann": "brat standoff, whose lines begin with T1, R1, A1 … or *, then a tab: correct its first line",
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


def _is_rdf(beginning: Beginning) -> bool:
    return is_rdf_name(beginning.name)


def _is_wide(beginning: Beginning) -> bool:
    """Return True for UTF-16 or UTF-32, unless it may be RDF/XML or XMI, whose parsers read UTF-16."""
    start, ending = beginning.start, beginning.ending
    if not start.startswith((*_MARKS_OF_UTF_16, codecs.BOM_UTF32_BE)) and not _WIDE.match(start):
        return False
    known = RDF_EXTENSIONS.get(ending) or GENERAL_EXTENSIONS.get(ending)
    if known not in (None, RDF_XML) or (ending in _EXPECTED and ending != ".xmi"):
        return True
    if not start.startswith(_MARKS_OF_UTF_16):
        return True
    text = start.decode("utf-16", "replace")
    is_read = _is_rdf(beginning) or _SPACE_OF_RDF in text or _SPACE_OF_UIMA in text
    return not is_read or not text.lstrip().startswith("<")


# Each other byte of English text in UTF-16 is zero.
_WIDE = re.compile(rb"(?:[^\0]\0){4}|(?:\0[^\0]){4}")
_MARKS_OF_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SPACE_OF_RDF = "22-rdf-syntax-ns#"
_SPACE_OF_UIMA = "uima/cas.ecore"


_PACKED = re.compile(b"|".join(magic.pattern for magic in PACKED.values()))


def _describe_packed(beginning: Beginning) -> str:
    packer = next(packer for packer, magic in PACKED.items() if magic.match(beginning.start))
    if packer == "zip":
        return f"it is a zip {_INSIDE}"
    return f"it is packed with {packer}, but COALA reads gzip, zip and tar only: unpack it first."


def _describe_binary(beginning: Beginning) -> str:
    what = next(what for magic, what in _BINARY.items() if beginning.start.startswith(magic))
    return f"this is {what} without annotations: give the annotated file."


def _describe_database(beginning: Beginning) -> str:
    if beginning.ending == ".coala":
        return (
            "this is a review, not a graph: open it with 'coala review', or count its "
            "verdicts with 'coala tally'."
        )
    return "this is an SQLite database, not a graph: write the graph to an RDF file."


def _describe_expected(beginning: Beginning) -> str:
    return f"a file {beginning.ending} is read as {_EXPECTED[beginning.ending]}."


def _is_bionlp(beginning: Beginning) -> bool:
    return beginning.ending in _BIONLP_EXTENSIONS and bool(_LINE_OF_STANDOFF.match(beginning.text))


def _describe_bionlp(beginning: Beginning) -> str:
    name = readable(stem(beginning.name))
    return (
        f"this is standoff of BioNLP-ST: join {name}.a1 and {name}.a2 into one "
        f"{name}.ann next to {name}.txt, and give that."
    )


_XML = re.compile(rb"\s*<(?:\?xml|!--|!DOCTYPE|[A-Za-z_][\w.:-]*(?:[\s>]|/>))")
# In Turtle <a> may be an IRI, but no IRI has a blank and quotes in it.
_ELEMENT = re.compile(rb"\s*<[A-Za-z_][\w.:-]*\s+[\w.:-]+\s*=\s*[\"']")
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+([A-Za-z][\w.-]*)")

_HEADER = 400
"""The number of first bytes that have the declarations of XML."""

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


def _describe_xml(beginning: Beginning) -> str | None:
    text, ending = beginning.text, beginning.ending
    is_xml = (
        text.lstrip().startswith((b"<?xml", b"<!DOCTYPE"))
        or _ELEMENT.match(text)
        or RDF_EXTENSIONS.get(ending, ending) in (".xml", RDF_XML)
        or (b"</" in text and not _is_rdf(beginning))
    )
    if not is_xml or _SPACE_OF_RDF.encode() in text:
        return None
    try:
        root = find_root_element(text)
    except RefusedError:
        # The reader says why it refuses the XML. Only name a format that it could not read anyway.
        doctype = _DOCTYPE.search(text[:_HEADER])
        root = doctype[1].decode("ascii") if doctype else ""
        if root not in _ROOTS:
            return None
    bare = root.rpartition(":")[2]
    if bare in _ROOTS:
        return _not_read(*_ROOTS[bare])
    if odd := _ODD_ROOTS.get(bare):
        return (
            f"this looks like {odd}, but in a variant that COALA does not read (see "
            f"docs/reference/formats.md): {_CONVERT}."
        )
    return (
        f"this is XML with the root element {readable(root)}, neither RDF/XML nor a "
        f"known coreference format: {_CONVERT}."
    )


_LOOKED_AT = 1024

_MOST_CONTROLS = 0.02
"""The largest share of control characters in a damaged text."""


def _is_binary(beginning: Beginning) -> bool:
    look = beginning.text[:_LOOKED_AT]
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\v\x1b" for byte in look)
    try:
        look.decode("utf-8")
    except UnicodeDecodeError as error:
        # An invalid byte counts as one more control character if the file does not begin in ASCII. An error
        # in the last three bytes does not count: the last character may be cut off.
        controls += error.start < len(look) - 3 and not look[:32].isascii()
    return controls > len(look) * _MOST_CONTROLS


_SIGNS_OF_RDF = (
    rb"(?im)(?:^|[\s.])@?(?:prefix\s+[\w.-]*:|base)\s*<|<(?:https?|urn|file|tag|mailto):[^\s<>]*>"
    rb"|^[ \t]*_:\w+\s"
)
_ROWS = 20
"""The first lines that are checked for a table."""

_CELLS = 6
_KEYS = 6
"""The first cells of a table, and the first keys of JSON, that a message shows."""


def _describe_json(beginning: Beginning) -> str | None:
    if _KEYS_OF_JSON_LD.search(beginning.text):
        return None
    found = _JSON_KEY.finditer(beginning.text)
    keys = list(dict.fromkeys(match[1].decode("utf-8", "replace") for match in found))
    if not keys:
        return f"this is JSON without keys, so neither JSON-LD nor chains: {_NAME_ANOTHER}."
    shown = ", ".join(map(readable, keys[:_KEYS])) + (" …" if len(keys) > _KEYS else "")
    return (
        f"this is JSON with the keys {shown}, which is neither JSON-LD (with @context, "
        "@id or @graph) nor a known shape of chains, or it is damaged: give the "
        "annotated file, or describe its keys with --json-shape."
    )


def _describe_words(beginning: Beginning) -> str | None:
    """Return what a table or a text is; it is a table if all lines have the same number of cells."""
    text = beginning.text.decode("utf-8", "ignore")
    lines = [line for line in text.splitlines()[:_ROWS] if line.strip()]
    if not lines:
        return None
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


_RULES: Mapping[Certainty, tuple[_Rule, ...]] = {
    Certainty.PACKED: (
        (lambda beginning: _PACKED.match(beginning.start), _describe_packed),
        (lambda beginning: is_tar(beginning.start), f"it is an archive of tar {_INSIDE}"),
        _begins(
            b"version https://git-lfs.github.com/spec/",
            "this is a pointer of Git LFS instead of the file: get the file with 'git lfs pull'.",
        ),
        _begins(b"SQLite format 3\0", _describe_database),
        (_is_wide, "this is UTF-16 or UTF-32, not UTF-8: convert the file to UTF-8."),
    ),
    Certainty.FOREIGN: (
        (is_web_page, _WEB_PAGE),
        (lambda beginning: beginning.start.startswith(tuple(_BINARY)), _describe_binary),
        (lambda beginning: beginning.start[8:12] == b"DUCK", _not_read("a database of DuckDB", _AS_RECORDS)),
        _begins(b"PAR1", _not_read("a table of Parquet", _OF_PARQUET)),
        _begins(b"ARROW1\0", _not_read("a table of Arrow", _AS_JSON_LINES)),
        *(_has(pattern, _not_read(what, advice)) for pattern, what, advice in _NAMED_ENTITIES),
        (lambda beginning: not _JSON.match(beginning.text), None),
        *(_has(pattern, _not_read(what, advice)) for pattern, what, advice in _LINKERS),
        _has(_CHAINS_IN_JSON, None),
        _has(_RELATIONS_IN_JSON, None),
        *(_has(pattern, _not_read(what, _WRITE_CHAINS)) for pattern, what in _TOOLS),
    ),
    Certainty.EMPTY: (
        (
            lambda beginning: not beginning.text.strip() and not _is_rdf(beginning),
            "this file is empty: check that it was written to its end.",
        ),
    ),
    Certainty.UNREAD: (
        _matches(_XML, _describe_xml),
        (_is_rdf, None),
        *(_has(pattern, _not_read(what, advice)) for pattern, what, advice in _TABLES),
    ),
    Certainty.UNCLAIMED: (
        (_is_rdf, None),
        (lambda beginning: beginning.ending in _EXPECTED, _describe_expected),
        (_is_bionlp, _describe_bionlp),
        _matches(
            _BRAT,
            "this is brat standoff, whose text is next to it: give the .ann file in its own folder.",
        ),
    ),
    Certainty.UNPARSED: (
        # XML; other texts in UTF-16 have been refused before.
        (lambda beginning: beginning.text.startswith(_MARKS_OF_UTF_16), None),
        (_is_binary, f"this is binary data, not text: {_NAME_ANOTHER}."),
        _matches(_JSON, _describe_json),
        (_is_rdf, None),
        _matches(_XML, None),
        _has(_SIGNS_OF_RDF, None),
        (lambda beginning: True, _describe_words),
    ),
}
"""The rules of each group; one without a sentence ends its group, since the file may be readable."""
