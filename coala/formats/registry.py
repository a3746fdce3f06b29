"""Each coreference format that is no RDF is described once: detection, lists, help and the page read it off.

The child process that reads a graph takes this module in, so that nothing is imported here that takes long.
"""

from __future__ import annotations

from typing import NamedTuple


class Format(NamedTuple):
    """One format, as a reader reads it.

    ``module`` is below ``coala.formats``; its ``looks_like`` and ``read`` are the contract. ``name``
    is what people call it, ``what`` says which of its kinds, and ``section`` is where the page of formats
    says more. ``extensions`` are believed in a folder, and ``files`` are further names, or what
    has to lie beside. ``text`` and ``offsets`` say what the text of a document is and what the file counts,
    ``written`` what ``coala convert`` writes besides chains.
    """

    module: str
    name: str
    what: str = ""
    section: str = ""
    extensions: tuple[str, ...] = ()
    files: str = ""
    text: str = ""
    offsets: str = ""
    written: str = ""

    @property
    def title(self) -> str:
        """The name, and what kinds of it are read."""
        return f"{self.name}: {self.what}" if self.what else self.name

    @property
    def found_in(self) -> str:
        """What its files are called."""
        return ", ".join(filter(None, (*self.extensions, self.files)))


_JOINED = "the words, joined by spaces"
_UTF_16 = "UTF-16 units, exclusive ends"
_BETWEEN_TAGS = "what stands between the tags"
_IN_PLACE = "places in the text"

COREFERENCE_FORMATS = (
    Format(
        "webanno.tsv",
        "WebAnno TSV",
        "versions 2 and 3, of WebAnno and INCEpTION",
        extensions=(".tsv",),
        text="the `#Text=` lines; of version 2 the tokens, joined by spaces",
        offsets=_UTF_16,
        written="types, other relations",
    ),
    Format(
        "uima.xmi",
        "UIMA XMI",
        "any type system, and JSON CAS 0.4",
        extensions=(".xmi",),
        files=".json",
        text="each Sofa",
        offsets=_UTF_16,
        written="types, other relations",
    ),
    Format(
        "corefud",
        "CoNLL-U",
        "CorefUD (`Entity=`), stanza, Universal Anaphora",
        section="conll-u",
        extensions=(".conllu", ".conllup"),
        files="comments at the beginning",
        text="the words with their `SpaceAfter`",
        offsets="words",
        written="types, heads, bridging, split antecedents, links",
    ),
    Format(
        "conll",
        "CoNLL",
        "CoNLL-2012, SemEval, the columns of the scorer and of GUM",
        section="columns-of-conll",
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
    ),
    Format(
        "litbank",
        "LitBank",
        "its tables of coreference",
        files=".ann, the `.txt` beside it",
        text="the `.txt`",
        offsets="words of a line, inclusive ends",
        written="types, other relations",
    ),
    Format(
        "brat",
        "brat",
        extensions=(".ann",),
        files="the `.txt` beside it",
        text="the `.txt`",
        offsets="code points, exclusive ends",
        written="types, attributes, other relations",
    ),
    Format(
        "json.relations",
        "Label Studio",
        "and Prodigy, doccano: spans with relations, as JSON",
        section="relations-of-annotation-tools",
        files=".json, .jsonl",
        text="that of the task",
        offsets="UTF-16 units or code points, exclusive ends",
        written="labels, other relations",
    ),
    Format(
        "json.reader",
        "JSON",
        "clusters, in many shapes",
        section="json-of-clusters",
        extensions=(".jsonl", ".jsonlines", ".ndjson"),
        files=".json",
        text="`text`, or the `tokens`",
        offsets="what the shape, the line or an option says",
    ),
    Format(
        "cat_xml",
        "CAT XML",
        "ECB+, MEANTIME, EventStoryLine",
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
        files="…_level.xml, the …_words.xml beside it or in `../Basedata`",
        text=_JOINED,
        offsets="words",
        written="pointers that are no identity",
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
        extensions=(".entities",),
        files="the `.tokens` beside it",
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
        text="what stands outside of the marks",
        offsets=_IN_PLACE,
    ),
    Format(
        "spacy_docbin",
        "spaCy",
        "the span groups of a DocBin",
        section="docbin",
        extensions=(".spacy",),
        text="the tokens with their white space",
        offsets="tokens, exclusive ends",
    ),
    Format(
        "words",
        "tagged words",
        "of CRAC's track for language models",
        files="any name",
        text=_JOINED,
        offsets="words",
    ),
)
"""All of them, the surest signs first: the first that claims a file reads it."""


def names_of_formats() -> str:
    """What the formats are called, for a sentence."""
    return ", ".join(each.name for each in COREFERENCE_FORMATS)
