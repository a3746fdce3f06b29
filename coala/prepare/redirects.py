"""Redirects: pairs of names that are one thing, from a file (``--redirects``).

The file has a pair in each line: two IRIs with a TAB between, or a triple of N-Triples with ``owl:sameAs``,
``skos:exactMatch`` or DBpedia's ``wikiPageRedirects``. Lines that begin with ``#`` and empty ones are
skipped. A pair joins its names, so chains and cycles of pairs make one group; each name of a group is
replaced by the same one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import read_small
from coala.base.plain_text import excerpt, readable
from coala.errors import CoalaError
from coala.model.knowledge_bases import EntityName, KnowledgeBases
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice

_LARGEST = 128 << 20
"""The most bytes of a file: a million pairs. Each takes about 600 bytes of memory."""

_PREDICATES = frozenset(
    (
        "http://www.w3.org/2002/07/owl#sameAs",
        "http://www.w3.org/2004/02/skos/core#exactMatch",
        "http://dbpedia.org/ontology/wikiPageRedirects",
    )
)

_TRIPLE = re.compile(r"[ \t]*<([^<>\s]*)>[ \t]*<([^<>\s]*)>[ \t]*<([^<>\s]*)>[ \t]*\.[ \t]*(?:#.*)?")
_OTHER_TRIPLE = re.compile(r"[ \t]*(?:<[^<>\s]*>|_:\S+)[ \t]*<[^<>\s]*>[ \t]*\S.*\.[ \t]*")
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")


class Redirects(NamedTuple):
    """The names to replace, with their replacements, and notices about pairs that were not used."""

    names: Mapping[EntityName, EntityName]
    notices: tuple[Notice, ...] = ()


def read_redirects(path: str, bases: KnowledgeBases) -> Redirects:
    """Read the pairs of a file.

    Of each group the name that is never first in a pair is kept, since a pair leads from the old name to the
    new one; of several such names, or of none, the first in alphabetical order.

    Raises:
        CoalaError: the file cannot be read, a line is no pair, or no pair has names in the knowledge bases.
    """
    numbers: dict[EntityName, int] = {}
    groups = DisjointSets()
    old: set[int] = set()
    unknown = 0
    examples: list[str] = []
    for place, line in enumerate(_read_lines(path), start=1):
        pair = _read_pair(path, place, line)
        if pair is None:
            continue
        first, second = (bases.find(iri) for iri in pair)
        if first is None or second is None:
            unknown += 1
            if len(examples) < MOST_EXAMPLES:
                examples.append(f"<{readable(pair[0 if first is None else 1])}>")
            continue
        one, other = numbers.setdefault(first, len(numbers)), numbers.setdefault(second, len(numbers))
        if one != other:
            groups.join(one, other)
            old.add(one)
    if not numbers:
        what = "none of its pairs has names" if examples else "it has no pairs of names"
        example = f", such as {examples[0]}" if examples else ""
        raise CoalaError(
            f"{path}: {what} in known knowledge bases{example}. Write two IRIs with a TAB between them in "
            "each line, and declare other knowledge bases with --knowledge-bases FILE."
        )
    names = list(numbers)
    replaced: dict[EntityName, EntityName] = {}
    for members in groups.members():
        kept = min((names[number] for number in members if number not in old), default=None)
        kept = kept or min(names[number] for number in members)
        replaced.update((names[number], kept) for number in members if names[number] != kept)
    notices = (make_notice("redirects-unknown", unknown, examples),) if unknown else ()
    return Redirects(replaced, notices)


def _read_lines(path: str) -> list[str]:
    try:
        return read_small(path, _LARGEST).decode("utf-8-sig").split("\n")
    except OSError as error:
        raise CoalaError(
            f"{path}: the redirects cannot be read ({error.strerror or error}). Give a file with two IRIs "
            "and a TAB between them in each line, of names that the graphs have."
        ) from error
    except UnicodeDecodeError as error:
        raise CoalaError(
            f"{path}: the redirects are not UTF-8 (at byte {error.start}). Save them in UTF-8."
        ) from error


def _read_pair(path: str, place: int, line: str) -> tuple[str, str] | None:
    """Return the two IRIs of a line, or None if it states nothing about names."""
    line = line.removesuffix("\r")
    if not line.strip() or line.lstrip().startswith("#"):
        return None
    if triple := _TRIPLE.fullmatch(line):
        first, predicate, second = (_ESCAPE.sub(_unescape, iri) for iri in triple.groups())
        return (first, second) if predicate in _PREDICATES else None
    fields = [field.strip().removeprefix("<").removesuffix(">") for field in line.split("\t")]
    if len(fields) == 2 and all(fields):
        return fields[0], fields[1]
    if _OTHER_TRIPLE.fullmatch(line):
        return None
    raise CoalaError(
        f"{path}, line {place}: {excerpt(line)} is no pair. Write two IRIs with a TAB between them, or a "
        "triple of N-Triples with owl:sameAs."
    )


def _unescape(escape: re.Match[str]) -> str:
    code = int(escape[1] or escape[2], 16)
    return chr(code) if code <= 0x10FFFF else escape[0]
