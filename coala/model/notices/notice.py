"""Notices: messages about something odd in a graph or between graphs, with a count and examples.

The texts are in the catalogue, by the name of the notice; ``make_notice`` fills them in:
``make_notice("offsets-negative", 2, ["span:7", "span:9"])`` has the sentence "Left out 2 mentions with a
negative offset, first span:7: count offsets from 0."
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coala.model.notices.catalogue import CATALOGUE
from coala.model.notices.entry import FOREMOST, NOTE, Entry
from coala.model.nouns import OF_RECORDS, Nouns, cite_records, speak_of_records

MOST_EXAMPLES = 10
"""The most examples that a notice keeps."""

# A review file of another version may contain unknown codes.
_NOT_LISTED = Entry("")


class Notice(NamedTuple):
    """A message about an input that could be used, with something that the user should know."""

    code: str  # the name of its entry in the catalogue
    count: int  # type: ignore[assignment]  # hides tuple.count, which is not used for notices
    sentence: str  # complete, except for the name of the graph at ``path``
    examples: tuple[str, ...] = ()  # at most ``MOST_EXAMPLES`` readable texts
    role: str = ""  # the graph whose things were counted, such as "changed graph"; "" for several graphs
    path: str = ""  # the path of that graph if the notice is about it alone, else ""

    @property
    def message(self) -> str:
        """The sentence with the name of the graph that it is about."""
        return f"{self.role} {self.path}: {self.sentence}" if self.path else self.sentence

    @property
    def graph(self) -> str:
        """The role of the one graph with this flaw; "" if the flaw is between several graphs."""
        return self.role if self.path else ""

    @property
    def effect(self) -> str:
        """The effect on the comparison; "" if the sentence states it."""
        return self._entry.effect

    @property
    def severity(self) -> str:
        """The word that is shown before the message."""
        return self._entry.severity

    @property
    def importance(self) -> tuple[int, int]:
        """The sort key: notices that may affect most of a comparison come first."""
        return self._entry.rank, -self.count

    @property
    def is_first(self) -> bool:
        """True if the notice is shown before all figures, since most of the comparison may be affected."""
        return self._entry.rank == FOREMOST

    @property
    def unlisted(self) -> int:
        """The number of further cases that the examples do not show.

        Fewer than ``MOST_EXAMPLES`` examples are complete, even if the count is larger: an example may be a
        pair, and the count that of its parts.
        """
        return max(0, self.count - len(self.examples)) if len(self.examples) == MOST_EXAMPLES else 0

    def found_in(self, role: str, path: str) -> Notice:
        """Return the same notice for the graph with this role and path."""
        return self._replace(role=role, path=path)

    @property
    def _entry(self) -> Entry:
        return CATALOGUE.get(self.code, _NOT_LISTED)


def choose_words(nouns: Nouns, *notices: Notice) -> tuple[Notice, ...]:
    """Return the notices with the nouns of a comparison: for records, they name records and clusters."""
    return notices if nouns != OF_RECORDS else tuple(map(_name_records, notices))


def _name_records(notice: Notice) -> Notice:
    # The sentence may end with the first example, which is data.
    head, cited, tail = notice.sentence.partition(notice.examples[0] if notice.examples else "\0")
    sentence = f"{speak_of_records(head)}{cite_records(cited)}{speak_of_records(tail)}"
    return notice._replace(sentence=sentence, examples=tuple(map(cite_records, notice.examples)))


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
    """Create a notice from the catalogue's entry with this name.

    ``words`` fill the placeholders of the entry, and ``hint`` is a sentence that follows its text.
    """
    entry = CATALOGUE[name]
    example = examples[0] if examples else ""
    # "1 mention differs", but "2 mentions differ".
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
    """Return True for a warning, which ``--strict`` counts, and False for a note."""
    return not is_harmless(notice)


def is_harmless(notice: Notice) -> bool:
    """Return True for a note, which does not affect the comparison."""
    return notice.severity == NOTE


def notice_to_json(notice: Notice) -> dict[str, object]:
    """Return a notice as an element of the JSON list ``warnings``."""
    return {
        "code": notice.code,
        "count": notice.count,
        "message": notice.message,
        "examples": list(notice.examples),
        "graph": notice.graph,
        "severity": notice.severity,
    }
