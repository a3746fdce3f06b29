"""The options for readers of formats that are not RDF, for what their files leave open.

A field whose annotation has an ``Option`` is an option of the program, and its declaration explains it
(``coala.model.option``). The other fields are set internally. The child process that reads a graph uses these
values, so this module imports nothing that takes long.
"""

# There is no "from __future__ import annotations" here: annotations are evaluated, to find the declarations.

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, NamedTuple

from coala.base.plain_text import excerpt
from coala.errors import CoalaError
from coala.model.option import (
    AUTO,
    NAME,
    NAME_LIST,
    PATH,
    PATTERN,
    SHAPE_OR_FILE,
    STATED,
    SWITCH,
    TEMPLATE,
    WORD,
    Group,
    Option,
    Stored,
)

if TYPE_CHECKING:
    from pathlib import Path


def numbered_columns(text: str) -> dict[str, int]:
    """Parse the columns of CoNLL that an option names: "word=6,chains=-1" is {"word": 6, "chains": -1}.

    Columns are counted from 1, or from the end by negative numbers.

    Raises:
        CoalaError: the text is not written like word=6,document=3,chains=-1.
    """
    found = {}
    for piece in text.split(","):
        name, _, number = piece.strip().partition("=")
        if name not in ("word", "document", "chains") or not re.fullmatch(r"-?[1-9]\d{0,3}", number):
            raise CoalaError(
                f"columns are written as word=6,document=3,chains=-1, counted from 1 or from the end, "
                f"not {excerpt(text)}"
            )
        found[name] = int(number)
    return found


def _check_columns(text: str) -> str:
    # The names of layouts are known to the readers only.
    if not re.fullmatch(r"[a-z][a-z0-9-]*", text):
        numbered_columns(text)
    return text


COLUMNS = WORD._replace(check=_check_columns)


class FormatOptions(NamedTuple):
    """The options for readers of formats; each reader uses those of its format."""

    offsets: str = STATED
    """The unit of offsets in JSON lines, the only format that leaves it open: one of ``options.OFFSETS``."""
    end: str = STATED
    """Whether ends are exclusive in JSON lines: one of ``options.ENDS``."""
    sibling: Callable[[str], bytes | None] | None = None
    """Returns the uncompressed bytes of a file next to the one that is read, by its bare name, or None.

    Brat, for instance, has the text in a file of its own.
    """
    type_system: bytes | None = None
    """The content of the file ``uima_type_system``."""
    type_system_name: str = "the type system"
    """The name of that file in messages."""
    nodes: bool = False
    """True if each mention of CoNLL-U lists its nodes, for scores as in CRAC (``coala.model.node_marks``)."""
    forms: bool = False
    """True if each mention states its form where the file has parts of speech (``Mention.form``)."""
    shapes: str = ""
    """The known shapes of JSON as text (``coala.formats.json.shapes``); "" before they are loaded."""
    lenient: Annotated[
        bool,
        Option(
            Group.FORMATS,
            "also read files in which more than one unit in a hundred cannot be used",
            SWITCH,
            stored=Stored.IF_CHANGED,
            phrase="flawed files as far as they can be read",
        ),
    ] = False
    join: Annotated[
        bool,
        Option(
            Group.FORMATS,
            "join documents that have the same name in several files of a folder",
            SWITCH,
            stored=Stored.IF_CHANGED,
            phrase="documents of several files joined",
        ),
    ] = False
    across_documents: Annotated[
        bool,
        Option(
            Group.FORMATS,
            "JSON, CoNLL, CoNLL-U, SACR: chains with the same name in several documents are one chain; by "
            "default each document has its own",
            SWITCH,
            stored=Stored.IF_CHANGED,
            phrase="names of chains across documents",
        ),
    ] = False
    clusters: Annotated[
        str,
        Option(
            Group.FORMATS,
            "JSON, CoNLL-U, DocBin: the key whose chains are read; by default predicted ones before others",
            NAME,
            metavar="KEY",
            stored=Stored.IF_CHANGED,
            phrase="clusters {}",
        ),
    ] = ""
    json_shape: Annotated[
        str,
        Option(
            Group.FORMATS,
            "JSON: how it is written: auto (default), the name of a shape ('coala list formats'), or a file "
            "of your own",
            SHAPE_OR_FILE,
            metavar="NAME|FILE",
            needs="a name or a file",
            stored=Stored.IF_CHANGED,
            phrase="JSON shape {}",
        ),
    ] = AUTO
    columns: Annotated[
        str,
        Option(
            Group.FORMATS,
            "CoNLL: which column is what, from 1, or from the end: word=6,document=3,chains=-1, or the name "
            "of a layout ('coala list formats')",
            COLUMNS,
            metavar="COLUMNS",
            stored=Stored.IF_CHANGED,
            phrase="columns {}",
        ),
    ] = ""
    brat_relations: Annotated[
        tuple[str, ...],
        Option(
            Group.FORMATS,
            "brat, Label Studio, Prodigy, doccano: a relation that means identity (in brat also Reference: "
            "a normalisation), instead of all that contain 'coref'; several times",
            NAME_LIST,
            key="brat-relation",
            metavar="NAME",
            stored=Stored.IF_CHANGED,
            phrase="brat relations {}",
        ),
    ] = ()
    brat_chain_types: Annotated[
        str,
        Option(
            Group.FORMATS,
            "brat: types of spans that each name one chain, such as Chain_3, by default a word for a chain "
            "and a number",
            PATTERN,
            key="brat-chain-types",
            metavar="REGEX",
            stored=Stored.IF_CHANGED,
            phrase="brat chain types {}",
        ),
    ] = r"(?i:chain|coref|cluster|entity)[_-]?\d+"
    webanno_relations: Annotated[
        tuple[str, ...],
        Option(
            Group.FORMATS,
            "WebAnno TSV, UIMA: relations that mean identity, by their layer or type; several times",
            NAME_LIST,
            key="webanno-relation",
            metavar="NAME",
            stored=Stored.IF_CHANGED,
            phrase="WebAnno relations {}",
        ),
    ] = ()
    annotator: Annotated[
        str,
        Option(
            Group.FORMATS,
            "WebAnno and INCEpTION: read only this annotator's files of a project export; Label Studio: only "
            "this annotator's annotations",
            NAME._replace(may_be_empty=True),
            key="annotator",
            metavar="NAME",
            stored=Stored.IF_CHANGED,
            phrase="annotator {}",
        ),
    ] = ""
    uima_type_system: Annotated[
        "Path | None",
        Option(
            Group.FORMATS,
            "UIMA: a type system description; subtypes of chain and link count as well",
            PATH,
            key="uima-type-system",
            metavar="FILE",
            needs="a file",
            stored=Stored.IF_CHANGED,
            phrase="UIMA type system {}",
        ),
    ] = None
    uima_chain: Annotated[
        str,
        Option(
            Group.FORMATS,
            "UIMA: the type of chains, {default} by default",
            NAME,
            key="uima-chain",
            metavar="TYPE",
            stored=Stored.IF_CHANGED,
            phrase="UIMA chain {}",
        ),
    ] = "CoreferenceChain"
    uima_link: Annotated[
        str,
        Option(
            Group.FORMATS,
            "UIMA: the type of their links, {default} by default",
            NAME,
            key="uima-link",
            metavar="TYPE",
            stored=Stored.IF_CHANGED,
            phrase="UIMA link {}",
        ),
    ] = "CoreferenceLink"
    uima_first: Annotated[
        str,
        Option(
            Group.FORMATS,
            "UIMA: the feature of a chain that is its first link, {default} by default",
            NAME,
            key="uima-first",
            metavar="FEATURE",
            stored=Stored.IF_CHANGED,
            phrase="UIMA first {}",
        ),
    ] = "first"
    uima_next: Annotated[
        str,
        Option(
            Group.FORMATS,
            "UIMA: the feature of a link that is the next one, {default} by default",
            NAME,
            key="uima-next",
            metavar="FEATURE",
            stored=Stored.IF_CHANGED,
            phrase="UIMA next {}",
        ),
    ] = "next"
    uima_entity: Annotated[
        str,
        Option(
            Group.FORMATS,
            "UIMA: the feature with which a mention names its entity, instead of chains",
            NAME._replace(may_be_empty=True),
            key="uima-entity",
            metavar="FEATURE",
            stored=Stored.IF_CHANGED,
            phrase="UIMA entity {}",
        ),
    ] = ""

    mmax_level: Annotated[
        str,
        Option(
            Group.FORMATS,
            "MMAX2: the level to read, such as coref, instead of each that has chains",
            NAME,
            key="mmax-level",
            metavar="NAME",
            stored=Stored.IF_CHANGED,
            phrase="MMAX2 level {}",
        ),
    ] = ""
    mmax_attribute: Annotated[
        str,
        Option(
            Group.FORMATS,
            "MMAX2: the attribute that tells the chain of a markable, instead of the first known one",
            NAME,
            key="mmax-attribute",
            metavar="NAME",
            stored=Stored.IF_CHANGED,
            phrase="MMAX2 chains by {}",
        ),
    ] = ""
    marks: Annotated[
        str,
        Option(
            Group.FORMATS,
            "marked text: how a mention is written, such as <<WORDS:ID>>, where no known style fits",
            TEMPLATE,
            key="marks",
            metavar="TEMPLATE",
            stored=Stored.IF_CHANGED,
            phrase="marks {}",
        ),
    ] = ""

    def to_json(self) -> str:
        """Return the options as text, for the child process that reads a graph.

        ``sibling`` and ``uima_type_system`` are left out: the child finds siblings itself, and gets the
        content of the type system.
        """
        values = self._replace(sibling=None, uima_type_system=None)._asdict()
        if self.type_system is not None:
            # Latin-1 maps every byte to one character, and back.
            values["type_system"] = self.type_system.decode("latin-1")
        return json.dumps(values)

    @classmethod
    def from_json(cls, text: str) -> "FormatOptions":
        """Parse the text that ``to_json`` wrote."""
        values = json.loads(text)
        for names in ("brat_relations", "webanno_relations"):
            values[names] = tuple(values[names])
        if values["type_system"] is not None:
            values["type_system"] = values["type_system"].encode("latin-1")
        return cls(**values)


FORMAT_DEFAULTS = FormatOptions()
"""The defaults of all format options."""
