"""A count of what a reader cannot use in a file, and the refusal of a file with too much of it.

A reader leaves out a unit that is broken (a line, a bracket, a span, a relation) and goes on. Each unit that
is left out is a flaw and gets a remark for the user. If more than a hundredth of a file cannot be used, it is
probably not a file of this format and is refused, unless the user gives ``--lenient``.
"""

from __future__ import annotations

from bisect import insort
from typing import NoReturn

from coala.base.numerals import number_key
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.notices.notice import MOST_EXAMPLES

_MOST = 100
"""At most one unit in this number may be flawed."""

_FEW = 10
"""This number of flaws is accepted in any file: a hundredth of a short file is nothing."""

_MANY = 1000
"""From this number of flaws on, reading stops if they are most of what was read."""


class Flaws:
    """The flaws of one file: call ``leave_out`` for each, and ``weigh`` at the end of the file.

    ``remarks`` has a pair (code of a notice, example) for each flaw, as ``Annotations.remarks``.
    """

    def __init__(self, path: str, *, lenient: bool) -> None:
        self.remarks: list[tuple[str, str]] = []
        self._path = path
        self._lenient = lenient
        self._first = ""  # a description of the first flaw
        # By code: the few remarks that may be shown, each with the key by which they are sorted.
        self._shown: dict[str, list[tuple[str, tuple[str, str]]]] = {}

    def leave_out(self, code: str, line: int | None, what: str) -> None:
        """Count one unusable unit.

        ``code`` is that of the notice. ``what`` shows the unit and says in a few words what is wrong.
        """
        what = what.removesuffix(".")
        where = f"{self._path}:{line}" if line else self._path
        self._remark(code, f"{where}, {what}")
        self._first = self._first or (f"in line {line}: {what}" if line else what)

    def _remark(self, code: str, example: str) -> None:
        """Add a remark to ``remarks``.

        There may be millions, but only a few examples are shown: those that sort first. Others are replaced
        by one of these, so that they are counted but take no memory.
        """
        shown = self._shown.setdefault(code, [])
        order = number_key(readable(example))
        if len(shown) < MOST_EXAMPLES or order < shown[-1][0]:
            insort(shown, (order, (code, example)))
            del shown[MOST_EXAMPLES:]
            self.remarks.append((code, example))
        else:
            self.remarks.append(shown[-1][1])

    def weigh(self, units: int, noun: str) -> None:
        """Refuse the file if too many of its ``units``, called ``noun`` ("lines"), were left out.

        Raises:
            ReadingError: more than ten units are flawed, and more than one in a hundred.
        """
        flawed = len(self.remarks)
        if self._lenient or flawed <= _FEW or flawed * _MOST <= units:
            return
        raise self._refusal(f"{flawed:,}", units, noun, all_flawed=flawed >= units)

    def is_hopeless(self, units: int) -> bool:
        """Return True if most ``units`` read so far are flawed, and enough of them to stop reading."""
        return not self._lenient and len(self.remarks) > max(_MANY, units // 2)

    def give_up(self, units: int, noun: str, looked_at: int) -> NoReturn:
        """Refuse a hopeless file after ``looked_at`` of its ``units``.

        Raises:
            ReadingError: always.
        """
        flawed = len(self.remarks)
        raise self._refusal(f"at least {flawed:,}", units, noun, all_flawed=flawed >= looked_at)

    def _refusal(self, flawed: str, units: int, noun: str, *, all_flawed: bool) -> ReadingError:
        """Return the error for a file with too many flaws; ``flawed`` is their number as text."""
        # A flaw outside of any unit, such as a tag that closes nothing, counts as one more unit.
        units = max(units, len(self.remarks))
        # If nothing can be used, --lenient does not help.
        advice = "" if all_flawed else ", or give --lenient"
        return ReadingError(
            f"{self._path}: {flawed} of {units:,} {noun} cannot be used, more than one in a hundred, the "
            f"first {self._first}; check that the file is what its name says{advice}."
        )
