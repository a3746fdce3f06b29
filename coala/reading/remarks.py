"""Counters of oddities that are found while a graph is read.

An oddity has a code, such as "text-mismatch", which is an entry of the catalogue of notices. Each case adds 1
to its count, and maybe an example ("<doc#m1> …"). At the end, each code with cases becomes a ``Notice``. Only
a few examples are kept: the smallest ones, so that they do not depend on the order of the input.
"""

from __future__ import annotations

import os
from bisect import insort

from coala.base.numerals import number_key
from coala.base.plain_text import readable
from coala.model.notices.catalogue import CATALOGUE
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice

_LONGEST_REASON = 300
"""The most characters of a sentence about a file; its reason is at the end and must not be cut off."""


class Remark:
    """The count of one oddity, its smallest examples, and advice that its notice adds."""

    def __init__(self) -> None:
        self.count = 0
        self.examples: list[str] = []
        self.hint = ""
        # The sort key of the largest kept example.
        self._last = ""

    def add(self, example: str) -> None:
        """Count a case; keep the example if it is among the smallest."""
        self.count += 1
        examples = self.examples
        if len(examples) < MOST_EXAMPLES or number_key(example) < self._last:
            insort(examples, example, key=number_key)
            del examples[MOST_EXAMPLES:]
            self._last = number_key(examples[-1])


class Remarks:
    """All oddities of one graph by code."""

    def __init__(self, words: dict[str, str], path: str = "") -> None:
        """Take the ``words`` that fill the sentences, such as ``{"begin": "nif:beginIndex"}``.

        ``path`` is the input. Notices show it already, so examples show only the part of a file's path below
        it, or the file's name.
        """
        self._words = words
        self._path = path.rstrip("/\\")
        self._remarks: dict[str, Remark] = {}
        self.rdf = True
        """True if the graph is RDF; in other formats, offsets and terms are always known."""
        self.texts_wanted = True
        """True if a missing text should be reported; a reader may set it to False."""

    def reword(self, words: dict[str, str]) -> None:
        """Use the words of another vocabulary."""
        self._words = words

    def add(self, code: str, example: str) -> None:
        """Count a case of an oddity; ``example`` may begin with the path of a file."""
        self[code].add(readable(self._shorten_path(example)))

    def forget(self, code: str) -> None:
        """Drop all cases of an oddity that turned out to be none."""
        self._remarks.pop(code, None)

    def leave_out_file(self, reason: str) -> None:
        """Count an unusable file of a folder; the sentence ``reason`` begins with its path."""
        self["file-left-out"].add(readable(self._shorten_path(reason).rstrip("."), _LONGEST_REASON))

    def _shorten_path(self, example: str) -> str:
        """Return the example without the input's path at its beginning: ``data/a.ttl, …`` as ``a.ttl, …``."""
        if not self._path or not example.startswith(self._path):
            return example
        rest = example[len(self._path) :]
        if rest.startswith("/"):
            return rest[1:]
        return os.path.basename(self._path) + rest if rest[:1] in ("", ":", ",", " ") else example

    def count(self, code: str, count: int) -> None:
        """Count many cases without examples."""
        if count:
            self[code].count += count

    def __getitem__(self, code: str) -> Remark:
        """Return the remark with this code, a new one if necessary."""
        return self._remarks.setdefault(code, Remark())

    def notices(self) -> list[Notice]:
        """Return the notices in the order of the catalogue."""
        return [
            make_notice(code, remark.count, remark.examples, hint=remark.hint, **self._words)
            for code in CATALOGUE
            if (remark := self._remarks.get(code)) and remark.count
        ]
