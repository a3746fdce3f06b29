"""Oddities that are met while reading are counted by kind, and become notices at the end.

Which examples are kept does not depend on the order in which they were met: they are the smallest ones.
"""

from __future__ import annotations

import os
from bisect import insort

from coala.base.numerals import number_key
from coala.base.plain_text import readable
from coala.model.notices.catalogue import CATALOGUE
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice

_LONGEST_REASON = 300
"""Characters: what is wrong with a file stands at the end, and should not be cut off."""


class Remark:
    """How often one oddity was met, its smallest examples, and a hint found by looking at all of them."""

    def __init__(self) -> None:
        self.count = 0
        self.examples: list[str] = []
        self.hint = ""
        self._last = ""

    def add(self, example: str) -> None:
        """Count one more; keep the example if it is among the first in order."""
        self.count += 1
        examples = self.examples
        if len(examples) < MOST_EXAMPLES or number_key(example) < self._last:
            insort(examples, example, key=number_key)
            del examples[MOST_EXAMPLES:]
            self._last = number_key(examples[-1])


class Remarks:
    """All oddities of one graph by code."""

    def __init__(self, words: dict[str, str], path: str = "") -> None:
        """``words`` fill the sentences: the vocabulary's properties as a person writes them.

        Of the path of a file examples show what is within ``path``, or the name of the file if it is that
        one: the path stands in the name of the graph, and a long one would push out the line.
        """
        self._words = words
        self._path = path.rstrip("/\\")
        self._remarks: dict[str, Remark] = {}
        self.rdf = True
        """Whether the graph is RDF; readers of other formats leave nothing open about offsets and terms."""
        self.texts_wanted = True
        """Whether a text that is not known would be of use; a reader that knows better says so."""

    def reword(self, words: dict[str, str]) -> None:
        """Let the sentences speak of a vocabulary that was not the first choice."""
        self._words = words

    def add(self, code: str, example: str) -> None:
        """Count one case of an oddity; ``example`` may begin with the path of a file."""
        self[code].add(readable(self._within(example)))

    def leave_out_file(self, reason: str) -> None:
        """Count a file of a folder that cannot be used; the sentence ``reason`` begins with its path."""
        self["file-left-out"].add(readable(self._within(reason).rstrip("."), _LONGEST_REASON))

    def _within(self, example: str) -> str:
        if not self._path or not example.startswith(self._path):
            return example
        rest = example[len(self._path) :]
        if rest.startswith("/"):
            return rest[1:]
        return os.path.basename(self._path) + rest if rest[:1] in ("", ":", ",", " ") else example

    def count(self, code: str, count: int) -> None:
        """Count many cases that have no examples."""
        if count:
            self[code].count += count

    def __getitem__(self, code: str) -> Remark:
        return self._remarks.setdefault(code, Remark())

    def notices(self) -> list[Notice]:
        """What was met, in the order of the catalogue."""
        return [
            make_notice(code, remark.count, remark.examples, hint=remark.hint, **self._words)
            for code in CATALOGUE
            if (remark := self._remarks.get(code)) and remark.count
        ]
