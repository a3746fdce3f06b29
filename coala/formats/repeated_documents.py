"""Documents that are in one file twice: equal ones are read once, others are refused.

Files that were joined, or written again to their end, repeat documents. A document that is repeated word for
word, with the same chains, says nothing new. Two documents of one name that differ would be mixed.
"""

from __future__ import annotations

from collections.abc import Hashable

from coala.base.plain_text import excerpt
from coala.formats.text_lines import problem

REPEATED = "document-twice"
"""The code of the notice."""


class SeenDocuments:
    """The documents of one file so far, by name."""

    def __init__(self, path: str, advice: str) -> None:
        """Take the advice for two documents of one name that differ, such as "rename one"."""
        self._path = path
        self._advice = advice
        self._seen: dict[Hashable, tuple[int | None, int]] = {}
        self.remarks: list[tuple[str, str]] = []

    def is_repeated(
        self, line: int | None, name: str, content: Hashable, among: Hashable | None = None
    ) -> bool:
        """Return True, and remark it, if the file has the document with this content already.

        ``content`` is all that is read of it. ``among``: compare only with documents that have this key,
        instead of those of the same name.

        Raises:
            FileError: the content of the earlier document differs.
        """
        key = name if among is None else among
        known = hash(content)
        if key not in self._seen:
            self._seen[key] = line, known
            return False
        first_line, first = self._seen[key]
        where = f", first in line {first_line}" if first_line else ""
        if first != known:
            raise problem(
                self._path,
                line,
                f"the document {excerpt(name)} occurs twice{where}, and the two differ: {self._advice}.",
            )
        at = f"{self._path}:{line}" if line else self._path
        self.remarks.append((REPEATED, f"{at}, {excerpt(name)}{where}"))
        return True
