"""A comparison's notices to the page that is read before its review: graph by graph, what matters most first.

What is harmless, such as clusters that were joined as they were meant to be, stands apart from warnings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from typing import NamedTuple

from coala.engine.summary import Side, Summary
from coala.model.notices import Notice, effect, importance, is_harmless
from coala.reading.remarks import MOST_EXAMPLES

BETWEEN = "Between the graphs"


class PageEntry(NamedTuple):
    """One notice: its sentence without the graph's name, and what it does, where that does not say it."""

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
    # The words by which ``coala.engine.compare`` calls the graphs in its notices.
    sides = (
        ("baseline", "Baseline", summary.baseline),
        ("changed graph", "Changed", summary.changed),
        ("gold graph", "Gold", summary.gold),
    )
    sections = [_of_graph(summary, role, title, side) for role, title, side in sides if side is not None]
    named = {role for role, _, side in sides if side is not None}
    rest = [notice for notice in summary.notices if notice.graph not in named]
    return [*sections, _section(BETWEEN, "", rest, "")] if rest else sections


def digest_of(summary: Summary) -> str:
    """The same text for the same warnings, so that a page that was read can be known again."""
    told = repr([astuple(notice) for notice in summary.notices])
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


def has_warnings(summary: Summary) -> bool:
    """Whether anything was noticed that is not harmless."""
    return not all(map(is_harmless, summary.notices))


def _of_graph(summary: Summary, role: str, title: str, side: Side) -> Section:
    found = [notice for notice in summary.notices if notice.graph == role]
    return _section(title, side.path, found, f"{role} {side.path}: ")


def _section(title: str, path: str, notices: Iterable[Notice], prefix: str) -> Section:
    ordered = sorted(notices, key=importance)
    return Section(
        title,
        path,
        tuple(_remarks((notice for notice in ordered if not is_harmless(notice)), prefix)),
        tuple(_remarks(filter(is_harmless, ordered), prefix)),
    )


def _remarks(notices: Iterable[Notice], prefix: str) -> Iterator[PageEntry]:
    for notice in notices:
        sentence = notice.message.removeprefix(prefix)
        # With fewer examples none is missing: one can be of a pair, and the count of its parts.
        more = notice.count - len(notice.examples) if len(notice.examples) == MOST_EXAMPLES else 0
        capital = sentence[:1].upper() + sentence[1:]
        yield PageEntry(capital, effect(notice.code), notice.examples, max(0, more))
