"""A comparison's notices become the page before its review: graph by graph, what matters most first.

What is harmless, such as clusters that were joined as they were meant to be, stands apart from warnings.
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
    """One notice: its sentence without the graph's name, its effect, and the examples that it does not show.

    ``unlisted`` is how many more there are.
    """

    sentence: str
    effect: str
    examples: tuple[str, ...]
    unlisted: int


class Section(NamedTuple):
    """What was noticed in one graph, or between them; ``path`` is "" there."""

    title: str
    path: str
    warnings: tuple[PageEntry, ...]
    harmless: tuple[PageEntry, ...]


def build_warnings_page(summary: Summary) -> list[Section]:
    """The graphs in their order, each with or without remarks, then what concerns several, if anything."""
    sides = summary.sides
    sections = [
        _section(_TITLES[role], side.path, [notice for notice in summary.notices if notice.graph == role])
        for role, side in sides.items()
    ]
    between = [notice for notice in summary.notices if notice.graph not in sides]
    if not between:
        return sections
    last = _section(BETWEEN, "", between)
    return [last, *sections] if any(notice.is_first for notice in between) else [*sections, last]


def build_board_warnings(notices: Sequence[Notice]) -> list[Section]:
    """The same of the notices of a board: each graph with remarks, then what concerns several."""
    paths = dict.fromkeys(notice.path for notice in notices if notice.path)
    sections = [
        _section("Graph", path, [notice for notice in notices if notice.path == path]) for path in paths
    ]
    between = [notice for notice in notices if not notice.path]
    return [*sections, _section(BETWEEN, "", between)] if between else sections


def digest_of(notices: Sequence[Notice]) -> str:
    """The same text for the same warnings, so that a page that was read can be known again."""
    told = repr(
        [(notice.code, notice.count, notice.message, notice.examples, notice.graph) for notice in notices]
    )
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


def has_warnings(notices: Sequence[Notice]) -> bool:
    """Whether anything was noticed that is not harmless."""
    return not all(map(is_harmless, notices))


def _section(title: str, path: str, notices: Iterable[Notice]) -> Section:
    ordered = sorted(notices, key=lambda notice: notice.importance)
    return Section(
        title,
        path,
        tuple(_entries(notice for notice in ordered if not is_harmless(notice))),
        tuple(_entries(filter(is_harmless, ordered))),
    )


def _entries(notices: Iterable[Notice]) -> Iterator[PageEntry]:
    for notice in notices:
        capital = notice.sentence[:1].upper() + notice.sentence[1:]
        # A single example that the sentence shows is not said twice.
        shown = len(notice.examples) == 1 and notice.examples[0] in notice.sentence
        yield PageEntry(capital, notice.effect, () if shown else notice.examples, notice.unlisted)


def describe_making(made: ReviewProvenance | None) -> list[str]:
    """How a review was made, in sentences; one line for each file."""
    if made is None:
        return ["How this review was made is not known: that part of the file was lost."]
    command = (
        "in the window" if made.command == (DESKTOP,) else f"by the command coala {shlex.join(made.command)}"
    )
    how = command if made.command else "by a program"
    return [
        f"Made at {made.time} by {made.who} with COALA {made.version}, {how}",
        *map(_describe_source, (*made.inputs, *made.reviews)),
    ]


def _describe_source(source: SourceFile) -> str:
    if source.sha256 is None or source.size is None:
        return f"{source.role}: {source.path}"
    files = f" in {count(source.files, 'file')}" if source.files > 1 else ""
    return f"{source.role}: {source.path}, {count(source.size, 'byte')}{files}, SHA-256 {source.sha256}"
