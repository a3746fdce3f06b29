"""All options for reading and comparing graphs, each declared once at the field that holds its value.

``Options`` are the settings of a comparison: how to read the graphs (``ReadOptions``, with ``FormatOptions``
for single formats), what counts (``Selection``), and how to match documents and spans. A field whose
annotation has an ``Option`` is an option of the program (``coala.model.option``); the other fields are set
internally. ``OPTIONS`` lists all declarations.
"""

# There is no "from __future__ import annotations" here: annotations are evaluated, to find the declarations.

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.model.kinds import ALL_KINDS, GROUPS, Kind, parse_kinds, write_kinds
from coala.model.option import (
    AUTO,
    AUTO_OR_FILE,
    BASES,
    GIGABYTES,
    IRI_LIST,
    LANGUAGES,
    NAME_OR_FILE,
    OPTIONAL_FILE,
    OPTIONAL_TEXT,
    PATH,
    STATED,
    SWITCH,
    UNIT,
    WORD,
    Field,
    FileChoice,
    Form,
    Group,
    Option,
    Shown,
    Stored,
)
from coala.model.record_options import RECORD_DEFAULTS, RecordOptions

if TYPE_CHECKING:
    from pathlib import Path

OFFSETS = (STATED, AUTO, "code-point", "utf-16", "byte", "token")
"""The units of offsets."""
ENDS = (STATED, "exclusive", "inclusive")
"""Whether the end of a span is after its last character, or at it."""

CARRIED_OVER, AS_THEY_STAND = "on", "off"
"""The values of ``Options.align_texts``."""

DEFAULT_MEMORY = 950 << 20
"""The default memory of a child process in bytes: just under a gigabyte, since a file may be hostile.

A graph takes about 130 bytes for each triple; a file of another format is completely in memory. A large file
gets more (``coala.reading.limits.memory_for``).
"""

BY_SIZE = 0
"""The value of ``memory_bytes`` if it is not set: the limit is computed from the files and the machine."""


class Match(StrEnum):
    """The rule by which spans of two graphs are the same span."""

    EXACT = "exact"
    MIN = "min"
    HEAD = "head"
    OVERLAP = "overlap"


_MATCHES = Form(Match, str)
_KINDS = Form(parse_kinds, write_kinds, shown=Shown.WHOLE)


class ReadOptions(NamedTuple):
    """How to read the graphs of one comparison; the same for all of them.

    ``vocabulary`` is a name or the path of a TOML file; "auto" detects each graph's own by its properties.
    ``offsets`` is "stated" (by the vocabulary or the format), a unit, or "auto". The last detects the unit
    from the anchors of each graph, which are the words that it states for its mentions. ``stall_seconds`` is
    how long a parser may compute without progress.
    """

    vocabulary: Annotated[
        str,
        Option(
            Group.READING,
            "the vocabulary of the graphs: auto (default), a name, or a file of your own",
            NAME_OR_FILE,
            metavar="NAME|FILE",
            needs="a name or a file",
            stored=Stored.ALWAYS,
            field=Field(
                "&Vocabulary",
                "The vocabulary of the graphs: auto, a name, or a file of your own",
                proposed=(AUTO,),
                file=FileChoice("vocabulary", "Vocabulary", "Vocabularies (*.toml);;All files (*)"),
            ),
        ),
    ] = AUTO
    texts: Annotated[
        "Path | str | None",
        Option(
            Group.READING,
            "texts of documents that the graphs do not contain",
            PATH,
            metavar="DIR",
            needs="a folder",
            stored=Stored.ALWAYS,
        ),
    ] = None
    base: Annotated[
        str | None,
        Option(
            Group.READING,
            "the base for relative IRIs of all graphs",
            OPTIONAL_TEXT,
            metavar="IRI",
            needs="an IRI",
            stored=Stored.ALWAYS,
            phrase="relative IRIs from {}",
        ),
    ] = None
    same_as: Annotated[
        bool,
        Option(
            Group.READING,
            "read owl:sameAs as a statement instead of joining two nodes",
            SWITCH,
            flag="--no-same-as",
            stored=Stored.ALWAYS,
            phrase="owl:sameAs ignored",
            field=Field("owl:sameAs &joins instances", "Join nodes that owl:sameAs links"),
        ),
    ] = True
    offsets: Annotated[
        str,
        Option(
            Group.OFFSETS,
            "the unit of offsets in RDF and JSON lines: as the vocabulary or the format says (stated, by "
            "default), what fits the anchors of each graph (auto), or a unit; character is another word for "
            "code-point, and token is for JSON lines",
            UNIT,
            choices=OFFSETS,
            stored=Stored.IF_CHANGED,
            phrase="offsets {}",
            field=Field(
                "O&ffsets",
                "The unit of offsets in RDF and JSON lines",
                words={STATED: "as stated by the graph", AUTO: "auto: the unit that fits the anchors"},
            ),
        ),
    ] = STATED
    ends: Annotated[
        str,
        Option(
            Group.OFFSETS,
            "if the end offset is part of a mention: exclusive, inclusive, or stated (default)",
            WORD,
            choices=ENDS,
            stored=Stored.IF_CHANGED,
            phrase="ends {}",
            field=Field(
                "&Ends",
                "Whether the end of a mention is its last character or the place after it",
                words={
                    STATED: "as stated by the graph",
                    "exclusive": "exclusive: after the last character",
                    "inclusive": "inclusive: at the last character",
                },
            ),
        ),
    ] = STATED
    memory_bytes: Annotated[
        int,
        Option(
            Group.READING,
            "per graph; by default just under 1, or 6 times a large file's size, if the machine has it",
            GIGABYTES,
            flag="--memory-limit",
            metavar="GB",
        ),
    ] = BY_SIZE
    stall_seconds: int = 6
    formats: FormatOptions = FORMAT_DEFAULTS
    records: RecordOptions = RECORD_DEFAULTS

    def to_json(self) -> str:
        """Return the options as text, for the child process."""
        texts = None if self.texts is None else str(self.texts)
        records = self.records._asdict()
        values = self._asdict() | {"texts": texts, "formats": self.formats.to_json(), "records": records}
        return json.dumps(values)

    @classmethod
    def from_json(cls, text: str) -> "ReadOptions":
        """Parse the text that ``to_json`` wrote; ``texts`` stays a string."""
        values = json.loads(text)
        formats = FormatOptions.from_json(values["formats"])
        return cls(**values | {"formats": formats, "records": RecordOptions(**values["records"])})


class Selection(NamedTuple):
    """What counts in a comparison.

    Predicates and types are IRIs, or names that ``coala.prepare.selection`` replaces by IRIs: the last part
    of an IRI, or a well-known prefix and a local name. Only complete statements are dropped, never parts of a
    nested value.
    """

    ignore_predicates: Annotated[
        tuple[str, ...],
        Option(
            Group.COUNTING,
            "leave out statements with this predicate: an IRI or its last part (can be repeated)",
            IRI_LIST,
            flag="--ignore-predicate",
            metavar="IRI",
            stored=Stored.ALWAYS,
            phrase="without statements with {}",
            field=Field(
                "&Ignore predicates",
                "Leave out statements with these predicates (IRIs or their last parts)",
                none="none",
            ),
        ),
    ] = ()
    only_predicates: Annotated[
        tuple[str, ...],
        Option(
            Group.COUNTING,
            "use only statements with this predicate: an IRI or its last part (can be repeated)",
            IRI_LIST,
            flag="--only-predicate",
            metavar="IRI",
            stored=Stored.ALWAYS,
            phrase="only statements with {}",
        ),
    ] = ()
    ignore_types: Annotated[
        tuple[str, ...],
        Option(
            Group.COUNTING,
            "leave out this type: an IRI or its last part (can be repeated)",
            IRI_LIST,
            flag="--ignore-type",
            metavar="IRI",
            stored=Stored.ALWAYS,
            phrase="without types {}",
            field=Field("Ignore t&ypes", "Leave out these types (IRIs or their last parts)", none="none"),
        ),
    ] = ()
    only_types: Annotated[
        tuple[str, ...],
        Option(
            Group.COUNTING,
            "compare only bags that have an instance of this type, and statements about them: an IRI or its "
            "last part (can be repeated)",
            IRI_LIST,
            flag="--only-type",
            metavar="IRI",
            stored=Stored.IF_CHANGED,
            phrase="only types {}",
        ),
    ] = ()
    kinds: Annotated[
        frozenset[Kind],
        Option(
            Group.COUNTING,
            "the changes that count: all (default), coreference, types, statements, or names of kinds",
            _KINDS,
            metavar="LIST",
            stored=Stored.ALWAYS,
            phrase="kinds {}",
            field=Field(
                "What c&ounts",
                "Which changes to compare: all, coreference, types, statements, or kinds, as in merged,split",
                proposed=tuple(GROUPS),
            ),
        ),
    ] = ALL_KINDS


KEEP, DROP = "keep", "drop"
"""The values of ``Options.singletons``: what to do with chains of one mention."""

COUNT, IGNORE = "count", "ignore"
"""The values of ``Options.optional_mentions``: what to do with optional mentions that only one graph has."""


NAMES_ON, NAMES_OFF = "on", "off"
"""The values of ``Options.names`` besides a list of knowledge bases."""


class Options(NamedTuple):
    """All settings of a comparison, except its graphs."""

    reading: ReadOptions = ReadOptions()
    selection: Selection = Selection()
    match: Annotated[
        Match,
        Option(
            Group.MATCHING,
            "when two spans match: if they are equal (exact, default), if one is around the minimum of the "
            "key (min), if their heads are equal (head), or if they share more than half (overlap)",
            _MATCHES,
            choices=tuple(match.value for match in Match),
            stored=Stored.ALWAYS,
            phrase="mentions matched by {}",
            field=Field(
                "S&pan matching",
                "When two mentions match",
                words={
                    Match.EXACT: "exact: only if they are equal",
                    Match.MIN: "min: if both contain the minimal span that gold gives",
                    Match.HEAD: "head: if their head words are equal",
                    Match.OVERLAP: "overlap: if they share more than half",
                },
            ),
        ),
    ] = Match.EXACT
    map_documents: Annotated[
        str | None,
        Option(
            Group.DOCUMENTS,
            "pair documents that have another identifier in the first graph: by their texts (auto), or by a "
            "file with lines of identifier, TAB, identifier in the first graph",
            AUTO_OR_FILE,
            metavar="FILE|auto",
            needs="auto or a file",
            stored=Stored.ALWAYS,
            phrase="documents mapped by {}",
            field=Field(
                "Map doc&uments",
                "Pair documents whose identifiers differ: by their texts (auto), or with a file whose lines "
                "have the identifier in the changed graph, a tab, and that in the baseline",
                proposed=(AUTO,),
                none="none",
                file=FileChoice(
                    "map of documents", "Map of documents", "Lines with a TAB (*.tsv *.txt);;All files (*)"
                ),
            ),
        ),
    ] = None
    align_texts: Annotated[
        str,
        Option(
            Group.DOCUMENTS,
            "if the texts of a document differ: move mentions to their place in the first graph's text (on, "
            "default), or compare offsets unchanged (off)",
            WORD,
            choices=(CARRIED_OVER, AS_THEY_STAND),
            stored=Stored.ALWAYS,
            phrase="texts aligned: {}",
            field=Field(
                "Te&xts that differ",
                "If the texts of a document differ: move mentions to their place in the baseline's text",
                words={CARRIED_OVER: "move mentions", AS_THEY_STAND: "compare offsets unchanged"},
            ),
        ),
    ] = CARRIED_OVER
    optional_mentions: Annotated[
        str,
        Option(
            Group.MATCHING,
            "mentions that one graph marks as optional (OPT in MUC) and the other lacks: count (default), or "
            "ignore on both sides",
            WORD,
            choices=(COUNT, IGNORE),
            stored=Stored.IF_CHANGED,
            phrase="{} optional mentions",
            field=Field(
                "Optiona&l mentions",
                "Mentions that one graph marks as optional (OPT in MUC) and the other lacks",
                words={COUNT: "count like others", IGNORE: "ignored on both sides"},
            ),
        ),
    ] = COUNT
    singletons: Annotated[
        str,
        Option(
            Group.COUNTING,
            "chains of one mention: keep (default), or drop in all graphs, with the statements about them",
            WORD,
            choices=(KEEP, DROP),
            stored=Stored.IF_CHANGED,
            phrase="without chains of one mention",
        ),
    ] = KEEP
    language: Annotated[
        str,
        Option(
            Group.COUNTING,
            "for slices by form: the languages whose lists of pronouns tell the pronouns where the files "
            "state no part of speech, separated by commas (default: en)",
            LANGUAGES,
            metavar="CODES",
            needs="codes of languages, such as en,de",
            stored=Stored.IF_CHANGED,
            phrase="pronouns of {}",
        ),
    ] = "en"
    names: Annotated[
        str,
        Option(
            Group.NAMES,
            "compare names in knowledge bases: in each that one graph uses where the other has links too "
            "(on, default), not at all (off), or in those listed, such as wikidata,dbpedia-de",
            BASES,
            metavar="on|off|BASE,…",
            needs="on, off, or knowledge bases",
            stored=Stored.IF_CHANGED,
            phrase="names compared: {}",
            field=Field(
                "Compare n&ames",
                "Compare names in knowledge bases: on (if both graphs have links), off, or a list such as "
                "wikidata,dbpedia-de",
                proposed=(NAMES_ON, NAMES_OFF),
            ),
        ),
    ] = NAMES_ON
    knowledge_bases: Annotated[
        str | None,
        Option(
            Group.NAMES,
            "a TOML file with additional knowledge bases",
            OPTIONAL_FILE,
            metavar="FILE",
            needs="a file",
            stored=Stored.IF_CHANGED,
            phrase="knowledge bases of {}",
        ),
    ] = None
    redirects: Annotated[
        str | None,
        Option(
            Group.NAMES,
            "different names of one thing: lines of IRI, TAB, IRI, or N-Triples with owl:sameAs",
            OPTIONAL_FILE,
            metavar="FILE",
            needs="a file",
            stored=Stored.IF_CHANGED,
            phrase="redirects of {}",
        ),
    ] = None


DEFAULTS = Options()
"""The defaults of all options."""


def _find_declarations(values: type[NamedTuple], within: tuple[str, ...] = ()) -> Iterator[Option]:
    """Yield the declarations in the annotations of a class and of the classes of its fields."""
    for name, default in values._field_defaults.items():
        if isinstance(default, ReadOptions | FormatOptions | RecordOptions | Selection):
            yield from _find_declarations(type(default), (*within, name))
        for declared in getattr(values.__annotations__[name], "__metadata__", ()):
            default_flag = "--format-option" if declared.key else f"--{name.replace('_', '-')}"
            flag = declared.flag or default_flag
            yield declared._replace(name=name, within=within, default=default, flag=flag)


OPTIONS = tuple(_find_declarations(Options))
"""Every option, in the order in which a command lists them."""

FORMAT_OPTIONS = {option.key: option for option in OPTIONS if option.key}
"""The options of single formats, by their key for ``--format-option``."""

FILE_OPTIONS = tuple(option for option in OPTIONS if option.stored and option.form.file)
"""The options that hold files and folders in a review."""


def with_forms(options: Options) -> Options:
    """Return the options for graphs whose mentions state their forms, where the files have them."""
    formats = options.reading.formats._replace(forms=True)
    return options._replace(reading=options.reading._replace(formats=formats))


def value_of(options: Options, option: Option) -> Any:
    """Return the value of an option: of ``texts`` within ``reading``, ``options.reading.texts``."""
    return reduce(getattr, (*option.within, option.name), options)


def with_values(options: Options, values: Iterable[tuple[Option, Any]]) -> Options:
    """Return the options with some values replaced."""
    for option, value in values:
        options = _replace_at(options, (*option.within, option.name), value)
    return options


def _replace_at(values: Any, path: tuple[str, ...], value: Any) -> Any:
    """Return nested tuples with the field at the end of a path of names replaced."""
    if not path:
        return value
    field, *rest = path
    return values._replace(**{field: _replace_at(getattr(values, field), tuple(rest), value)})
