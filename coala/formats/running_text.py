"""Tokens, one after the other, -> a text and where each token stands in it."""

from __future__ import annotations

MANY_PIECES = 1 << 16
"""Short strings that may wait for being joined: each costs ten times its characters."""


class RunningText:
    """A text that grows: tokens are joined by one space, sentences by a newline."""

    def __init__(self) -> None:
        self._joined: list[str] = []
        self._pieces: list[str] = []
        self._separator = ""
        self.length = 0

    def add(self, piece: str) -> tuple[int, int]:
        """Append a token (or a whole sentence); returns its begin and end, in code points."""
        begin = self.length + len(self._separator)
        self._pieces += (self._separator, piece)
        self._separator = " "
        self.length = begin + len(piece)
        if len(self._pieces) > MANY_PIECES:
            self._joined.append("".join(self._pieces))
            self._pieces = []
        return begin, self.length

    def end_sentence(self) -> None:
        """What is added next stands on a new line."""
        if self.length:
            self._separator = "\n"

    def text(self) -> str:
        """All of it."""
        return "".join([*self._joined, *self._pieces])
