"""What an .ann file of brat says, line by line: its spans, and what is said of them."""

from __future__ import annotations

from typing import NamedTuple

from coala.formats.annotations import Fragments
from coala.formats.plain import excerpt, problem


class Span(NamedTuple):
    """A text span: where its line stands, its identifier and its type."""

    line: int
    identifier: str
    type: str
    fragments: Fragments


class Said(NamedTuple):
    """A line that says something about other lines: its letter, its name, and the rest in words."""

    line: int
    letter: str
    name: str
    words: list[str]


class BratFile:
    """The lines of an .ann file."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.lines: dict[str, int] = {}
        self.spans: list[Span] = []
        self.places: dict[str, int] = {}  # of a span, or of the trigger of an event
        self.events: list[Said] = []
        self.said: list[Said] = []
        self.remarks: list[tuple[str, str]] = []

    def place(self, line: int, identifier: str) -> int | None:
        """Which span is meant; None for a line that has no span of its own, such as a relation.

        Raises:
            ReadingError: there is no such line.
        """
        place = self.places.get(identifier)
        if place is None and identifier not in self.lines:
            raise problem(
                self.path,
                line,
                f"it refers to {excerpt(identifier)}, which no line defines: mend it, or add the line.",
            )
        return place
