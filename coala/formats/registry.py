"""A list of the coreference formats other than RDF: their names, files and reader modules.

The detection of formats, ``coala formats``, the help and the documentation use it.

The child process that reads a graph imports this module, so it imports nothing slow.
"""

from __future__ import annotations

from typing import NamedTuple


class Format(NamedTuple):
    """One format and its reader."""

    module: str  # below coala.formats, with the functions looks_like and read
    name: str  # the common name
    what: str = ""  # the kinds that are read
    link: str = ""  # from the page of formats (docs/reference/formats.md) to more about it
    extensions: tuple[str, ...] = ()  # those that are trusted in a folder
    files: str = ""  # further names, or files that must be next to it
    text: str = ""  # describes the text of a document
    offsets: str = ""  # describes the unit of the file's offsets
    written: str = ""  # what ``coala convert`` writes besides chains
    writer: str = ""  # below coala.formats.writing, with a function that replaces the chains of a file

    @property
    def title(self) -> str:
        """The name, and the kinds that are read."""
        return f"{self.name}: {self.what}" if self.what else self.name

    @property
    def found_in(self) -> str:
        """The extensions and names of its files."""
        return ", ".join(filter(None, (*self.extensions, self.files)))


_JOINED = "the words, joined by spaces"
_UTF_16 = "UTF-16 units, exclusive ends"
_BETWEEN_TAGS = "the text between the tags"
_IN_PLACE = "places in the text"

COREFERENCE_FORMATS = (
    Format(
        "webanno.tsv",
        "WebAnno TSV",
        "versions 2 and 3, of WebAnno and INCEpTION",
        link="annotation-tools.md#webanno-and-inception-tsv",
        extensions=(".tsv",),
        text="the `#Text=` lines; of version 2 the tokens, joined by spaces",
        offsets=_UTF_16,
        written="types, other relations",
        writer="webanno",
    ),
    Format(
        "uima.xmi",
        "UIMA XMI",
        "any type system, and JSON CAS 0.4",
        link="annotation-tools.md#uima-xmi-and-json-cas",
        extensions=(".xmi",),
        files=".json",
        text="each Sofa",
        offsets=_UTF_16,
        written="types, other relations",
        writer="xmi",
    ),
    Format(
        "aida",
        "AIDA-CoNLL",
        "and KORE 50: tables of entity links",
        link="entity-links.md#aida-conll",
        files=".tsv, .conll",
        text=_JOINED,
        offsets="words",
        written="links",
    ),
    Format(
        "edl",
        "TAC EDL",
        "tables of entity discovery and linking",
        link="entity-links.md#tac-edl",
        extensions=(".tab",),
        text="elsewhere (`--texts`)",
        offsets="code points, inclusive ends",
        written="types",
    ),
    Format(
        "corefud",
        "CoNLL-U",
        "CorefUD (`Entity=`), stanza, Universal Anaphora",
        link="conll.md#conll-u",
        extensions=(".conllu", ".conllup"),
        files="comments at the beginning",
        text="the words with their `SpaceAfter`",
        offsets="words",
        written="types, heads, bridging, split antecedents, links",
        writer="corefud",
    ),
    Format(
        "conll",
        "CoNLL",
        "CoNLL-2012, SemEval, the columns of the scorer and of GUM",
        link="conll.md#columns-of-conll",
        extensions=(
            ".conll",
            ".v4_gold_conll",
            ".v4_auto_conll",
            ".gold_conll",
            ".auto_conll",
            ".key",
            ".response",
        ),
        text=_JOINED,
        offsets="words",
        written="types and links of GUM",
        writer="conll",
    ),
    Format(
        "litbank",
        "LitBank",
        "its tables of coreference",
        files=".ann, the `.txt` next to it",
        text="the `.txt`",
        offsets="words of a line, inclusive ends",
        written="types, other relations",
    ),
    Format(
        "brat",
        "brat",
        link="annotation-tools.md#brat",
        extensions=(".ann",),
        files="the `.txt` next to it",
        text="the `.txt`",
        offsets="code points, exclusive ends",
        written="types, attributes, other relations, links",
        writer="brat",
    ),
    Format(
        "model_answers",
        "marked text",
        "and JSON of strings, as language models answer",
        link="language-models.md",
        files=".txt, .md, .marked, .jsonl",
        text="what is left without the marks; for strings the key `text`, or the `.txt` next to it",
        offsets=_IN_PLACE,
    ),
    Format(
        "json.relations",
        "Label Studio",
        "and Prodigy, doccano: spans with relations, as JSON",
        link="annotation-tools.md#label-studio-prodigy-and-doccano",
        files=".json, .jsonl",
        text="that of the task",
        offsets="UTF-16 units or code points, exclusive ends",
        written="labels, other relations",
    ),
    Format(
        "json.reader",
        "JSON",
        "clusters and entity links, in many shapes",
        link="json-files.md",
        extensions=(".jsonl", ".jsonlines", ".ndjson"),
        files=".json",
        text="`text`, or the `tokens`",
        offsets="by the shape, the line or an option",
        writer="json",
    ),
    Format(
        "cat_xml",
        "CAT XML",
        "ECB+, MEANTIME, EventStoryLine",
        link="annotation-tools.md#cat-xml",
        files=".xml",
        text="the tokens, joined by spaces",
        offsets="tokens",
        written="types",
    ),
    Format(
        "naf",
        "NAF",
        "and KAF",
        extensions=(".naf", ".kaf"),
        files=".xml",
        text="`raw`, or the words by their offsets",
        offsets="words",
        written="types, heads",
    ),
    Format(
        "tcf",
        "TCF",
        "of WebLicht",
        files=".tcf, .xml",
        text="`text`, else the tokens, joined by spaces",
        offsets="tokens",
        written="types, minimal tokens",
    ),
    Format(
        "mmax2",
        "MMAX2",
        link="annotation-tools.md#mmax2",
        files="…_level.xml, the …_words.xml next to it, in `../Basedata`, or as `common_paths.xml` says",
        text=_JOINED,
        offsets="words",
        written="pointers other than identity",
    ),
    Format(
        "corenlp_xml",
        "CoreNLP",
        "XML; its JSON is one of the shapes",
        files=".xml",
        text="the words by their offsets",
        offsets="words, exclusive ends",
        written="heads",
    ),
    Format(
        "booknlp",
        "BookNLP",
        link="annotation-tools.md#booknlp",
        extensions=(".entities",),
        files="the `.tokens` next to it",
        text="the words by their offsets, else w1 w2 …",
        offsets="words, inclusive ends",
        written="types",
    ),
    Format(
        "ontonotes",
        "OntoNotes",
        "inline",
        files=".coref",
        text=f"{_BETWEEN_TAGS} of each TEXT",
        offsets=_IN_PLACE,
    ),
    Format(
        "muc",
        "MUC",
        "MUC-6 and MUC-7",
        extensions=(".sgm", ".sgml", ".muc"),
        text=_BETWEEN_TAGS,
        offsets=_IN_PLACE,
        written="`MIN`, `STATUS`, several antecedents",
    ),
    Format(
        "sacr",
        "SACR",
        extensions=(".sacr",),
        text="the text outside of the marks",
        offsets=_IN_PLACE,
    ),
    Format(
        "spacy_docbin",
        "spaCy",
        "the span groups of a DocBin",
        link="#spacys-docbin",
        extensions=(".spacy",),
        text="the tokens with their white space",
        offsets="tokens, exclusive ends",
    ),
    Format(
        "words",
        "tagged words",
        "of CRAC's track for language models",
        link="conll.md#tagged-words",
        files="any name",
        text=_JOINED,
        offsets="words",
    ),
)
"""All formats, the surest detection first: the first one that claims a file reads it."""


def find_written_format(ending: str) -> str:
    """Return the name of the format with this ending whose chains COALA can replace; "" if there is none."""
    return next((each.name for each in COREFERENCE_FORMATS if each.writer and ending in each.extensions), "")


def list_format_names() -> str:
    """Return the names of all formats, for a sentence."""
    return ", ".join(each.name for each in COREFERENCE_FORMATS)
