"""A notice tells what was odd in a graph or between graphs, counted and with examples.

Notices are made where something is noticed, and become words again only where somebody reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coala.model.notices.catalogue import CATALOGUE
from coala.model.notices.entry import FOREMOST, NOTE, Entry

MOST_EXAMPLES = 10
"""So many examples of one oddity are kept."""

# A review file may be of a version that noticed other things.
_NOT_LISTED = Entry("")


class Notice(NamedTuple):
    """A warning about an input: the rest can be used, but the user should know.

    ``examples`` are at most ``MOST_EXAMPLES``, already readable. ``role`` is the word for the graph whose
    things were counted ("baseline", "changed graph", ...), "" where there are several; ``path`` is its path
    where it was noticed in that graph alone, "" where another one was beside it. ``sentence`` is whole, but
    for the name of the graph with that path.
    """

    code: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a notice
    sentence: str
    examples: tuple[str, ...] = ()
    role: str = ""
    path: str = ""

    @property
    def message(self) -> str:
        """The sentence as it stands alone: it names the graph that it is about."""
        return f"{self.role} {self.path}: {self.sentence}" if self.path else self.sentence

    @property
    def graph(self) -> str:
        """The role of the one graph that has this flaw, "" where it lies between several."""
        return self.role if self.path else ""

    @property
    def effect(self) -> str:
        """What such a thing does to a comparison, or "" where the sentence says it."""
        return self._entry.effect

    @property
    def severity(self) -> str:
        """What the notice is called before its message."""
        return self._entry.severity

    @property
    def importance(self) -> tuple[int, int]:
        """A key to sort notices by: what makes the most of a comparison wrong comes first."""
        return self._entry.rank, -self.count

    @property
    def is_first(self) -> bool:
        """Return True if this stands before all figures, since most of a comparison may be about it."""
        return self._entry.rank == FOREMOST

    @property
    def unlisted(self) -> int:
        """How many more there are than the examples.

        Fewer examples than there may be are all: one can be of a pair, and the count of its parts.
        """
        return max(0, self.count - len(self.examples)) if len(self.examples) == MOST_EXAMPLES else 0

    def found_in(self, role: str, path: str) -> Notice:
        """The same notice, about the graph with this role and path."""
        return self._replace(role=role, path=path)

    @property
    def _entry(self) -> Entry:
        return CATALOGUE.get(self.code, _NOT_LISTED)


def make_notice(
    name: str,
    count: int = 1,
    examples: Sequence[str] = (),
    /,
    *,
    role: str = "",
    hint: str = "",
    **words: str,
) -> Notice:
    """Say what the catalogue's entry of this name says; ``hint`` is a sentence that comes after it.

    Of the examples the sentence may show the first, and the notice keeps as many as it may have.
    """
    entry = CATALOGUE[name]
    example = examples[0] if examples else ""
    endings = {"s": "" if count == 1 else "s", "v": "s" if count == 1 else ""}
    words = {"count": f"{count:,}", "role": role, "example": example, **endings, **words}
    sentence = entry.sentence.format(**words)
    if entry.advice:
        first = f", first {example}" if examples else ""
        sentence = f"{sentence}{first}: {entry.advice.format(**words)}."
    if hint:
        sentence = f"{sentence} {hint}"
    return Notice(entry.code or name, count, sentence, tuple(examples[:MOST_EXAMPLES]), role)


def is_flaw(notice: Notice) -> bool:
    """Whether it is a warning, which ``--strict`` counts, and not a note."""
    return not is_harmless(notice)


def is_harmless(notice: Notice) -> bool:
    """Whether the comparison is the one that was meant, or that it would be without."""
    return notice.severity == NOTE


def notice_to_json(notice: Notice) -> dict[str, object]:
    """A notice as all JSON has it, which calls the list of them ``warnings``."""
    return {
        "code": notice.code,
        "count": notice.count,
        "message": notice.message,
        "examples": list(notice.examples),
        "graph": notice.graph,
        "severity": notice.severity,
    }
