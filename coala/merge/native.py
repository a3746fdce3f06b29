"""A graph in the format that its baseline came in: the files of the baseline with other chains.

Everything else in the files stays byte for byte. The writers in ``coala.formats.writing`` know the formats;
this module reads the files of a baseline again, divides the chains of a graph among them, and names the
output. A folder is written as a folder: its other files are copied.
"""

from __future__ import annotations

import importlib
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import numpy as np

from coala.base.files import extension, make_sibling_reader, stem
from coala.base.numerals import count
from coala.base.output import STANDARD_OUTPUT, new_file, write_text
from coala.base.plain_text import excerpt
from coala.engine.compare import compare_graphs
from coala.engine.summary import GRAPH_ROLES
from coala.errors import CoalaError
from coala.formats.annotations import Annotations
from coala.formats.format_options import complete_options
from coala.formats.registry import COREFERENCE_FORMATS, Format
from coala.formats.repeated_documents import REPEATED
from coala.formats.writing.chains import MentionPlace, OffsetPair, Rewritten, WantedChain
from coala.merge.merging import Merger
from coala.model.bag import CHANGED
from coala.model.format_options import FormatOptions
from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.options import Options, ReadOptions
from coala.prepare.prepare import Preparation, prepare
from coala.reading.rdf.load import LARGEST_SIBLING
from coala.reading.rdf.names import DocumentNames
from coala.reading.rdf.nif import OWN, document_iri
from coala.reading.read import ReadingProgress, read_graphs
from coala.reading.sources.detected_files import detect_opened
from coala.reading.sources.inputs import find_files
from coala.reading.sources.stream import File, RdfStream, open_regular

TURTLE_ENDINGS = ("", ".ttl", ".nt", ".nq", ".trig", ".n3", ".nif")
"""The endings of an output that is written as NIF, whatever the baseline is."""

_MOST_LOST = 3
"""The most examples of what is lost."""

_BRAT = "brat"


class _NativeFile(NamedTuple):
    """One file of a baseline, and the name in the file of each of its documents, by its identifier."""

    file: File
    format: Format
    data: bytes
    names: Mapping[str, str]
    texts: Mapping[str, str]
    has_mentions: bool


class NativeFiles:
    """The files of a baseline, whose chains can be replaced."""

    def __init__(self, path: str, output: str, options: ReadOptions) -> None:
        """Read the files at ``path``, to write them to ``output`` with other chains.

        Raises:
            CoalaError: they cannot be written in their own format, or the name of the output promises
                another one.
        """
        self._path, self._output = path, output
        if options.records.record:
            raise _refuse(path, "it is a table of records")
        self._options = complete_options(options).formats._replace(nodes=False, forms=False)
        self._is_folder = os.path.isdir(path)
        self._check_output()
        found = find_files(path, self._options)
        if self._is_folder and (self._options.join or self._options.across_documents):
            raise _refuse(path, "chains or documents of several files are joined")
        read = [self._read(file) for file in found.files]
        names = DocumentNames(path, [file.path for file in found.files], joined=False)
        renamed = [names.rename_documents(number, each[2]) for number, each in enumerate(read)]
        if names.are_ambiguous():
            names.make_unique()
            renamed = [names.rename_documents(number, each[2]) for number, each in enumerate(read)]
        self._files = [
            _NativeFile(
                file,
                format_,
                data,
                {
                    document_iri(new.name): own.name
                    for new, own in zip(again.documents, annotations.documents, strict=True)
                },
                {document_iri(new.name): new.text for new in again.documents},
                bool(annotations.mentions),
            )
            for file, (format_, data, annotations), again in zip(found.files, read, renamed, strict=True)
        ]

    def _check_output(self) -> None:
        """Refuse an output whose name is not that of the files."""
        if self._is_folder:
            if os.path.exists(self._output) and (not os.path.isdir(self._output) or os.listdir(self._output)):
                raise CoalaError(f"{self._output}: this exists already. Choose the name of a new folder.")
            if Path(self._output).resolve().is_relative_to(Path(self._path).resolve()):
                raise CoalaError(
                    f"{self._output}: this is inside {self._path}. Choose a folder outside of it."
                )
        elif self._output.endswith(os.sep):
            raise CoalaError(
                f"{self._output}: the baseline {self._path} is a file. Choose a name for a file."
            )

    def _read(self, file: File) -> tuple[Format, bytes, Annotations]:
        """Return the format, the content and the annotations of a file."""
        with open_regular(file) as raw:
            stream = RdfStream(file.shown, raw)
            reader = detect_opened(file, raw, stream, self._options).reader
            if reader is None:
                raise _refuse(file.shown, "it is RDF, or an archive")
            format_ = _find_format(reader)
            self._check_ending(file, format_)
            if not format_.writer:
                raise _refuse(file.shown, f"COALA cannot write {format_.name}")
            data = stream.read()
        if b"\r" in data and b"\n" not in data:
            raise _refuse(file.shown, "its lines end as on old Macs")
        annotations = reader.read(file.shown, data, self._find_siblings(file))
        if any(code == REPEATED for code, _ in annotations.remarks):
            raise _refuse(file.shown, "a document is in it twice")
        return format_, data, annotations

    def _check_ending(self, file: File, format_: Format) -> None:
        ending = extension(self._output)
        if not self._is_folder and ending not in (extension(file.path), *format_.extensions):
            raise CoalaError(
                f"{self._output}: the baseline {file.shown} is {format_.name}. Choose a name that ends in "
                f"{extension(file.path) or format_.extensions[0]}, or in .ttl to write NIF."
            )

    def _find_siblings(self, file: File) -> FormatOptions:
        return self._options._replace(sibling=make_sibling_reader(file.path, LARGEST_SIBLING))

    def replace_chains(self, graph: Graph, *, lossy: bool) -> NativeOutput:
        """Return the files with the chains of a graph.

        Raises:
            CoalaError: the graph has a document that the files do not have, or with another text; mentions
                would be lost and that is not accepted.
        """
        chains, lost = read_chains(graph)
        file_of = {document: number for number, each in enumerate(self._files) for document in each.names}
        self._check_documents(graph, file_of)
        divided: defaultdict[int, list[WantedChain]] = defaultdict(list)
        for chain in chains:
            by_file: defaultdict[int, dict[MentionPlace, OffsetPair | None]] = defaultdict(dict)
            for place, least in chain.mentions.items():
                number = file_of[place.document]
                name = self._files[number].names[place.document]
                by_file[number][place._replace(document=name)] = least
            if len(by_file) > 1:
                lost.append(f"the chain of {next(iter(chain.mentions))} in {len(by_file)} files is divided")
            for number, mentions in by_file.items():
                divided[number].append(WantedChain(mentions, chain.types))
        written: dict[str, bytes] = {}
        for number, each in enumerate(self._files):
            if not divided[number] and not each.has_mentions:
                # It may not even say how chains are written.
                written[each.file.path] = each.data
                continue
            writer = importlib.import_module(f"coala.formats.writing.{each.format.writer}")
            rewritten: Rewritten = writer.replace_chains(
                each.file.shown, each.data, divided[number], self._find_siblings(each.file)
            )
            lost += rewritten.lost
            written[each.file.path] = rewritten.data
        if lost and not lossy:
            examples = "; ".join(lost[:_MOST_LOST])
            raise CoalaError(
                f"{_count_lost(lost)} cannot be written in this format: {examples}. "
                "Add --lossy to leave them out, or write NIF (.ttl)."
            )
        return NativeOutput(self._path, self._output, written, tuple(lost), self._is_brat)

    def _check_documents(self, graph: Graph, file_of: Mapping[str, int]) -> None:
        for document, text in zip(graph.documents, graph.texts, strict=True):
            if document not in file_of:
                raise _refuse(self._path, f"it has no document {excerpt(document)}")
            if text is not None and text != self._files[file_of[document]].texts[document]:
                raise _refuse(self._path, f"the text of {excerpt(document)} was read from elsewhere")

    @property
    def _is_brat(self) -> bool:
        return self._files[0].format.module == _BRAT


class NativeOutput(NamedTuple):
    """The files of a baseline with other chains, and descriptions of all that they cannot have."""

    baseline: str
    output: str
    files: Mapping[str, bytes]
    lost: tuple[str, ...]
    has_text_next_to_it: bool

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence about losses, if there are any."""
        if not self.lost:
            return ()
        return (f"Left out {_count_lost(self.lost)} that the format cannot have.",)

    def write(self) -> None:
        """Write the file, with its text next to it for brat, or the folder.

        Raises:
            CoalaError: the place cannot be written.
        """
        if not os.path.isdir(self.baseline):
            ((source, data),) = self.files.items()
            if self.has_text_next_to_it and self.output != STANDARD_OUTPUT:
                _copy_text(source, self.output)
            write_text(self.output, [data.decode("utf-8")])
            return
        target = Path(self.output.rstrip(os.sep))
        try:
            with tempfile.TemporaryDirectory(prefix=".coala-", dir=target.parent) as folder:
                unfinished = Path(folder) / target.name
                shutil.copytree(self.baseline, unfinished)
                for source, data in self.files.items():
                    (unfinished / os.path.relpath(source, self.baseline)).write_bytes(data)
                # Only an empty folder can be replaced.
                os.replace(unfinished, target)
        except shutil.Error as error:
            source, _, reason = error.args[0][0]
            raise CoalaError(f"{source}: cannot be copied ({reason}). Remove it from the folder.") from error
        except OSError as error:
            raise CoalaError(
                f"{target}: cannot be written ({error.strerror or error}). Choose another place."
            ) from error


def _count_lost(lost: Sequence[str]) -> str:
    return count(len(lost), "mention or link", "mentions or links")


def _copy_text(source: str, output: str) -> None:
    """Copy the text of a brat file next to its copy, unless it is there already."""
    text = Path(source).with_name(f"{stem(source)}.txt").read_bytes()
    target = Path(output).with_name(f"{stem(output)}.txt")
    if target.exists():
        if target.read_bytes() == text:
            return
        raise CoalaError(f"{target}: this exists already, with another text. Choose another name.")
    with new_file(target) as unfinished:
        unfinished.write_bytes(text)


def _find_format(reader: Any) -> Format:
    name = reader.__name__.removeprefix("coala.formats.")
    return next(each for each in COREFERENCE_FORMATS if each.module == name)


def _refuse(path: str, reason: str) -> CoalaError:
    return CoalaError(
        f"{path}: {reason}, so it cannot be written in its own format. Give the output the ending .ttl."
    )


def is_native(output: str) -> bool:
    """Return True if the name of an output asks for the format of the baseline: "best.conllu", "best/"."""
    return output != STANDARD_OUTPUT and (
        output.endswith(os.sep) or os.path.isdir(output) or extension(output) not in TURTLE_ENDINGS
    )


def read_chains(graph: Graph) -> tuple[list[WantedChain], list[str]]:
    """Return the chains of a graph, and descriptions of mentions without a place in a text."""
    mentions = graph.mentions
    chains: defaultdict[int, dict[MentionPlace, OffsetPair | None]] = defaultdict(dict)
    lost: list[str] = []
    columns = (mentions.document, mentions.instance, mentions.begin, mentions.end, mentions.shape)
    for row, (document, instance, begin, end, shape) in enumerate(
        zip(*(column.tolist() for column in columns), strict=True)
    ):
        place = MentionPlace(graph.documents[document], ((begin, end),))
        if shape >= 0:
            fragments, zero, unplaced = graph.shapes[shape]
            place = MentionPlace(graph.documents[document], fragments or ((begin, end),), zero)
            if unplaced:
                lost.append(str(place))
                continue
        chains[instance][place] = graph.minimums.get(row)
    return [
        WantedChain(places, tuple(map(_find_local_name, graph.types[instance])))
        for instance, places in sorted(chains.items(), key=lambda item: min(item[1]))
    ], lost


def _find_local_name(iri: str) -> str:
    """Return the name of a type as a file has it."""
    if iri.startswith(OWN):
        return unquote(iri.removeprefix(OWN))
    return iri.rpartition("#")[2] if "#" in iri else iri.rpartition("/")[2]


def convert_into(
    path: str,
    into: str,
    output: str,
    options: Options,
    *,
    lossy: bool,
    progress: Callable[[ReadingProgress], None] | None = None,
) -> tuple[NativeOutput, list[Notice]]:
    """Return the files ``into`` with the chains of the graph at ``path`` in place of their own.

    Documents of one name, or that ``map_documents`` pairs, are one document, and texts that differ by some
    words are aligned, as in a comparison. A document that the graph lacks keeps its chains.

    Raises:
        CoalaError: a graph cannot be read, or as ``NativeFiles``.
    """
    files = NativeFiles(into, output, options.reading)
    graphs = read_graphs([into, path], options.reading, progress=progress)
    comparison = compare_graphs(*graphs, options=options)
    placed = prepare(graphs, GRAPH_ROLES[:2], Preparation.of_texts(options)).corpus
    side_of = np.full(comparison.bags.count, CHANGED, dtype=np.int64)
    merged = Merger(comparison, placed).merge(side_of).graph
    return files.replace_chains(merged, lossy=lossy), list(comparison.summary.notices)
