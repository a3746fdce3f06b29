"""The page of warnings before a review or a board: notices by graph, the most important first.

A notice is a message about an input graph (``coala.model.notices``). Harmless notices, such as clusters that
were joined on purpose, are listed apart from warnings. The page also says how a review was made.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.engine.summary import GRAPH_ROLES, Summary
from coala.model.notices.notice import Notice, is_harmless
from coala.review.storage.provenance import DESKTOP, ReviewProvenance, SourceFile

BETWEEN = "Between the graphs"

_TITLES = dict(zip(GRAPH_ROLES, ("Baseline", "Changed", "Gold"), strict=True))


class PageEntry(NamedTuple):
    """A notice on the page."""

    sentence: str  # without the name of the graph
    effect: str  # on the comparison, "" if the sentence states it
    examples: tuple[str, ...]
    unlisted: int  # the number of cases that are not among the examples


class Section(NamedTuple):
    """The notices of one graph, or those between graphs, whose ``path`` is ""."""

    title: str
    path: str
    warnings: tuple[PageEntry, ...]
    harmless: tuple[PageEntry, ...]


def build_warnings_page(summary: Summary) -> list[Section]:
    """Return a section for each graph, with or without notices, and one for notices between graphs."""
    sides = summary.sides
    sections = [
        _make_section(
            _TITLES[role], side.path, [notice for notice in summary.notices if notice.graph == role]
        )
        for role, side in sides.items()
    ]
    between = [notice for notice in summary.notices if notice.graph not in sides]
    if not between:
        return sections
    last = _make_section(BETWEEN, "", between)
    return [last, *sections] if any(notice.is_first for notice in between) else [*sections, last]


def build_board_warnings(notices: Sequence[Notice]) -> list[Section]:
    """Return a section for each graph of a board that has notices, and one for notices between graphs."""
    paths = dict.fromkeys(notice.path for notice in notices if notice.path)
    sections = [
        _make_section("Graph", path, [notice for notice in notices if notice.path == path]) for path in paths
    ]
    between = [notice for notice in notices if not notice.path]
    return [*sections, _make_section(BETWEEN, "", between)] if between else sections


def digest_notices(notices: Sequence[Notice]) -> str:
    """Return a digest of warnings, by which a page that was read before is recognised."""
    content = repr(
        [(notice.code, notice.count, notice.message, notice.examples, notice.graph) for notice in notices]
    )
    return hashlib.sha256(content.encode("utf-8", "backslashreplace")).hexdigest()


def has_warnings(notices: Sequence[Notice]) -> bool:
    """Return True unless all notices are harmless."""
    return not all(map(is_harmless, notices))


def _make_section(title: str, path: str, notices: Iterable[Notice]) -> Section:
    ordered = sorted(notices, key=lambda notice: notice.importance)
    return Section(
        title,
        path,
        tuple(_make_entries(notice for notice in ordered if not is_harmless(notice))),
        tuple(_make_entries(filter(is_harmless, ordered))),
    )


def _make_entries(notices: Iterable[Notice]) -> Iterator[PageEntry]:
    for notice in notices:
        capital = notice.sentence[:1].upper() + notice.sentence[1:]
        # A single example is left out if the sentence shows it.
        shown = len(notice.examples) == 1 and notice.examples[0] in notice.sentence
        yield PageEntry(capital, notice.effect, () if shown else notice.examples, notice.unlisted)


def describe_provenance(made: ReviewProvenance | None) -> list[str]:
    """Return how a review was made, in sentences; one line for each file."""
    if made is None:
        return ["It is unknown how this review was made, because that part of the file was lost."]
    command = (
        "in the window" if made.command == (DESKTOP,) else f"by the command coala {shlex.join(made.command)}"
    )
    how = command if made.command else "from Python"
    return [
        f"Made at {made.time} by {made.who} with COALA {made.version}, {how}",
        *map(_describe_source, (*made.inputs, *made.reviews)),
    ]


def _describe_source(source: SourceFile) -> str:
    if source.sha256 is None or source.size is None:
        return f"{source.role}: {source.path}"
    files = f" in {count(source.files, 'file')}" if source.files > 1 else ""
    return f"{source.role}: {source.path}, {count(source.size, 'byte')}{files}, SHA-256 {source.sha256}"
