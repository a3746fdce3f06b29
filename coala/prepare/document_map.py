"""Matching of documents that the graphs name differently (``--map-documents``).

The other graphs take over the baseline's identifiers, either from a file or from the texts. The file has two
columns with a TAB between: the identifier in the changed graph and that in the baseline; empty lines and
lines that begin with ``#`` are skipped. With ``auto``, documents match if their texts are equal or nearly
equal; without a known text, if their names differ by an extension or folders alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from coala.base.files import read_small
from coala.base.plain_text import readable
from coala.errors import CoalaError
from coala.model.corpus import Placement, place_as_stated
from coala.model.graph import Graph
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice
from coala.model.nouns import are_records
from coala.model.option import AUTO
from coala.prepare.document_pairs import (
    BY_NAME,
    EQUAL,
    DocumentPairs,
    compare_texts,
    find_document_pairs,
    format_percent,
)
from coala.reading.rdf.terms import make_document_iri

_LARGEST = 64 << 20
"""The most bytes of a map; at a hundred bytes a line this is more documents than any corpus has."""


NUMBERED = "document-without-name"
"""The code of the readers' notice about documents that they had to number."""

_NUMBERED_SUFFIX = "\0numbered"
"""A suffix that no identifier has, for documents with a number instead of a name."""


@dataclass(frozen=True)
class DocumentMap:
    """The matching of documents that the user requests with ``--map-documents``."""

    source: str  # ``AUTO``, or the path of a file
    names: Mapping[str, str]  # the content of the file: an identifier, and that in the baseline


def read_document_map(source: str | None) -> DocumentMap | None:
    """Read the map from a file, unless ``source`` is ``auto`` or None.

    Raises ``CoalaError`` naming file and line.
    """
    if source is None:
        return None
    return DocumentMap(source, {} if source == AUTO else _read_names(Path(source)))


def map_documents(
    graphs: Sequence[Graph], wanted: DocumentMap | None, roles: Sequence[str], *, aligned: bool = True
) -> tuple[tuple[Placement, ...], tuple[Notice, ...]]:
    """Return the mentions of each graph in the documents of the first graph, and notices about renamed ones.

    Unless texts that differ are ``aligned``, ``auto`` only matches equal ones. Raises ``CoalaError`` if two
    documents of a graph would become one, if a file names no document of the second graph, and for ``auto``
    with tables of records.
    """
    if wanted is None:
        return tuple(map(place_as_stated, graphs)), ()
    if wanted.source == AUTO and are_records(graphs[0].documents):
        raise CoalaError(
            "--map-documents auto pairs documents by their texts, but records are known by their "
            "identifiers. Leave it out."
        )
    placements, notices = [place_as_stated(graphs[0])], []
    spare_names = _SpareNames(name for graph in graphs for name in graph.documents)
    for place, graph in enumerate(graphs[1:], start=1):
        here = _as_identifiers(wanted, graphs[0], graph)
        found = (
            _find_pairs(graphs[0], graph, aligned=aligned) if wanted.source == AUTO else DocumentPairs((), ())
        )
        names = _choose_names(graph, here, found, spare_names)
        if wanted.source != AUTO and place == 1 and not set(here.names) & set(graph.documents):
            raise CoalaError(
                f"{wanted.source}: no document of the {roles[1]} ({graph.path}) is in the first "
                f"column. Write identifiers there such as {' and '.join(graph.documents[:2])}."
            )
        placements.append(rename_documents(graph, names))
        # Where all documents have the identifiers of the first graph, there is nothing to say.
        if names or (place == 1 and not set(graph.documents) <= set(graphs[0].documents)):
            way = _describe_matching(found) if wanted.source == AUTO else f"by {wanted.source}"
            notices.append(_make_notice(graphs[0], graph, names, here, (roles[0], roles[place]), way))
        if found.undecided:
            notices.append(_note_undecided(found, roles[0], roles[place]))
    return tuple(placements), tuple(notices)


def drop_numbered_notice(graphs: Sequence[Graph], wanted: DocumentMap | None) -> Sequence[Graph]:
    """Return the graphs without the notice that documents had to be numbered, if it does not matter.

    That is so if documents are matched by their texts, and all of them have one.
    """
    if wanted is None or wanted.source != AUTO or any(None in graph.texts for graph in graphs):
        return graphs
    return [
        replace(graph, notices=tuple(notice for notice in graph.notices if notice.code != NUMBERED))
        for graph in graphs
    ]


def rename_documents(graph: Graph, names: Mapping[str, str]) -> Placement:
    """Return the mentions of a graph in renamed documents (old identifier to new).

    Raises ``CoalaError`` if two documents would become one: their offsets belong to two texts.
    """
    renamed = tuple(names.get(name, name) for name in graph.documents)
    before: dict[str, str] = {}
    for old, name in zip(graph.documents, renamed, strict=True):
        if name in before:
            raise CoalaError(
                f"{graph.path}: <{before[name]}> and <{old}> would both become <{name}>. "
                "Correct the map of documents: two documents of one graph cannot be merged."
            )
        before[name] = old
    return replace(place_as_stated(graph), documents=renamed)


def _find_pairs(baseline: Graph, graph: Graph, *, aligned: bool) -> DocumentPairs:
    """Return the documents of the two graphs that are the same, and have different identifiers."""
    ours, theirs = place_as_stated(baseline).text_of, place_as_stated(graph).text_of
    numbered = any(_has_numbered(each) for each in (baseline, graph))
    if numbered:
        # Equal numbers mean nothing if the texts differ. With a suffix, these documents have different names.
        theirs = {
            (
                f"{name}{_NUMBERED_SUFFIX}"
                if text and (own := ours.get(name)) and not compare_texts(own, text)
                else name
            ): text
            for name, text in theirs.items()
        }
    found = find_document_pairs(ours, theirs, aligned=aligned, named=not numbered)
    pairs = (pair._replace(second=pair.second.removesuffix(_NUMBERED_SUFFIX)) for pair in found.pairs)
    return DocumentPairs(
        tuple(
            pair for pair in pairs if pair.first != pair.second and (aligned or pair.how in (EQUAL, BY_NAME))
        ),
        tuple(
            (left, tuple(name.removesuffix(_NUMBERED_SUFFIX) for name in right))
            for left, right in found.undecided
        ),
    )


def _has_numbered(graph: Graph) -> bool:
    return any(notice.code == NUMBERED for notice in graph.notices)


class _SpareNames:
    """New names for documents whose own name another document took; no document of any graph has them."""

    def __init__(self, used: Iterable[str]) -> None:
        self._used = set(used)
        self._of_text: dict[str, str] = {}

    def find(self, name: str, text: str | None, names: Collection[str]) -> str:
        """Return a name for a document: that of an equal text in an earlier graph unless ``names`` has it."""
        found = self._of_text.get(text) if text else None
        if found is None or found in names:
            found = next(new for new in (f"{name}-{number}" for number in count(2)) if new not in self._used)
            self._used.add(found)
            if text:
                self._of_text[text] = found
        return found


def _choose_names(
    graph: Graph, wanted: DocumentMap, found: DocumentPairs, spare_names: _SpareNames
) -> dict[str, str]:
    """Return the new identifier of each document of a graph that gets one."""
    if wanted.source == AUTO:
        names = {pair.second: pair.first for pair in found.pairs}
        text_of = dict(zip(graph.documents, graph.texts, strict=True))
        # Another document took this one's number. It has no counterpart and gets a new number.
        for name in sorted(set(graph.documents).intersection(names.values()).difference(names)):
            names[name] = spare_names.find(name, text_of[name], names.values())
        return names
    known = set(graph.documents)
    return {old: new for old, new in wanted.names.items() if old in known and old != new}


def _as_identifiers(wanted: DocumentMap, baseline: Graph, graph: Graph) -> DocumentMap:
    """Return the map with identifiers for names: files of other formats have names that are not IRIs."""

    def identifier(name: str, known: Set[str]) -> str:
        """Return the IRI of a document with this name, if the graph has that and not the name."""
        named = make_document_iri(name)
        return named if name not in known and named in known else name

    old, new = set(graph.documents), set(baseline.documents)
    return replace(
        wanted,
        names={identifier(theirs, old): identifier(ours, new) for theirs, ours in wanted.names.items()},
    )


def _make_notice(
    baseline: Graph,
    graph: Graph,
    names: Mapping[str, str],
    wanted: DocumentMap,
    roles: tuple[str, str],
    way: str,
) -> Notice:
    """Return the notice about the documents of a graph that were renamed, and about unknown names."""
    first, role = roles
    examples = tuple(f"<{readable(old)}> is <{readable(new)}>" for old, new in names.items())
    rest = f", first {examples[0]}" if examples else ""
    unknown = len(set(wanted.names) - set(graph.documents))
    if unknown:
        lines = "one more line" if unknown == 1 else f"{unknown:,} more lines"
        rest += f"; the {role} has no document of {lines}"
    strange = len(set(names.values()) - set(baseline.documents))
    if strange:
        rest += f"; {strange:,} of the new identifiers are not in the {first}"
    return make_notice("documents-mapped", len(names), examples, role=role, first=first, way=way, rest=rest)


def _describe_matching(found: DocumentPairs) -> str:
    """Say by what the documents were matched."""
    named = sum(pair.how == BY_NAME for pair in found.pairs)
    if named:
        by_text = DocumentPairs(tuple(pair for pair in found.pairs if pair.how != BY_NAME), ())
        reason = "by names that differ by an extension or folders alone, since a text is not known"
        return f"{_describe_matching(by_text)}, {named:,} {reason}" if by_text.pairs else reason
    aligned = [pair.share for pair in found.pairs if pair.how != EQUAL]
    equal = len(found.pairs) - len(aligned)
    reason = "by equal text"
    if aligned:
        reason = f"by aligned text, at least {format_percent(min(aligned))} of the characters"
        reason = f"{equal:,} by equal text, {len(aligned):,} {reason}" if equal else reason
    by_name = sum(pair.by_name for pair in found.pairs)
    return f"{reason}, {by_name:,} of them by name, since several have one text" if by_name else reason


def _note_undecided(found: DocumentPairs, first: str, role: str) -> Notice:
    examples = tuple(
        f"{_list_alternatives(theirs)} of the {role} may be {_list_alternatives(ours)} of the {first}"
        for ours, theirs in found.undecided[:MOST_EXAMPLES]
    )
    return make_notice("documents-undecided", len(found.undecided), examples)


def _list_alternatives(names: Sequence[str]) -> str:
    shown = [f"<{readable(name)}>" for name in names[:2]]
    if len(names) > 2:
        shown.append(f"{len(names) - 2:,} more")
    return " or ".join(shown)


def _read_names(path: Path) -> dict[str, str]:
    """Return the identifiers of a file: in the changed graph, and in the baseline."""
    try:
        lines = read_small(str(path), _LARGEST).decode("utf-8-sig").split("\n")
    except OSError as error:
        reason = error.strerror or error
        raise CoalaError(
            f"{path}: the map of documents cannot be read ({reason}). Write 'auto' to pair "
            "documents by text, or give a file with two identifiers and a TAB between them "
            "in each line."
        ) from error
    except UnicodeDecodeError as error:
        raise CoalaError(
            f"{path}: the map of documents is not UTF-8 (at byte {error.start}). Save it in UTF-8."
        ) from error
    names: dict[str, str] = {}
    # The line of each identifier, for each of the two columns.
    line_of: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip().removeprefix("<").removesuffix(">") for field in line.split("\t")]
        if len(fields) != 2 or not all(fields):
            raise CoalaError(
                f"{path}, line {number}: write two identifiers with a TAB between them, first "
                "that of this graph, then that of the first graph."
            )
        for field, seen in zip(fields, line_of, strict=True):
            if field in seen:
                raise CoalaError(
                    f"{path}, line {number}: <{field}> is already in line {seen[field]}. Pair each "
                    "document with one other document."
                )
            seen[field] = number
        names[fields[0]] = fields[1]
    return names
