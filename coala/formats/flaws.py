"""What a file has that cannot be used is left out unit by unit, counted, and weighed against the whole file.

A unit is what one flaw touches: a line, a bracket, a span, a relation. A file of which more than a hundredth
cannot be used is most likely no file of this format, and must not look like one with a few slips.
"""

from __future__ import annotations

from bisect import insort
from typing import NoReturn

from coala.base.numerals import number_key
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.notices.notice import MOST_EXAMPLES

_MOST = 100
"""One flawed unit in so many is the most."""

_FEW = 10
"""So many are let pass in any file, since a hundredth of a short one is nothing."""

_MANY = 1000
"""So many flaws, most of what was read, are too many whatever follows."""


class Flaws:
    """The flaws of one file; ``remarks`` are what ``Annotations.remarks`` takes."""

    def __init__(self, path: str, *, lenient: bool) -> None:
        self.remarks: list[tuple[str, str]] = []
        self._path = path
        self._lenient = lenient
        self._first = ""
        self._shown: dict[str, list[tuple[str, tuple[str, str]]]] = {}

    def leave_out(self, code: str, line: int | None, what: str) -> None:
        """Count one unit that cannot be used; ``what`` shows it and says in a few words what is wrong."""
        what = what.removesuffix(".")
        where = f"{self._path}:{line}" if line else self._path
        self._remark(code, f"{where}, {what}")
        self._first = self._first or (f"in line {line}: {what}" if line else what)

    def _remark(self, code: str, example: str) -> None:
        """Count one; of millions only those are kept that may be shown, which are the smallest."""
        shown = self._shown.setdefault(code, [])
        order = number_key(readable(example))
        if len(shown) < MOST_EXAMPLES or order < shown[-1][0]:
            insort(shown, (order, (code, example)))
            del shown[MOST_EXAMPLES:]
            self.remarks.append((code, example))
        else:
            self.remarks.append(shown[-1][1])

    def weigh(self, units: int, noun: str) -> None:
        """Refuse the file if too much of it was left out of its ``units``, which ``noun`` names ("lines").

        Raises:
            ReadingError: more than ten units are flawed, and more than one in a hundred.
        """
        flawed = len(self.remarks)
        if self._lenient or flawed <= _FEW or flawed * _MOST <= units:
            return
        raise self._refusal(f"{flawed:,}", units, noun, all_flawed=flawed >= units)

    def is_hopeless(self, units: int) -> bool:
        """Return True if most of the ``units`` read so far are flawed, and so many that it need not go on."""
        return not self._lenient and len(self.remarks) > max(_MANY, units // 2)

    def give_up(self, units: int, noun: str, looked_at: int) -> NoReturn:
        """Refuse a hopeless file, of whose ``units`` so many were ``looked_at``.

        Raises:
            ReadingError: always.
        """
        flawed = len(self.remarks)
        raise self._refusal(f"at least {flawed:,}", units, noun, all_flawed=flawed >= looked_at)

    def _refusal(self, flawed: str, units: int, noun: str, *, all_flawed: bool) -> ReadingError:
        # What stands outside of any unit, such as a tag that closes nothing, is one more.
        units = max(units, len(self.remarks))
        # Where nothing can be used, there is nothing to be lenient about.
        advice = "" if all_flawed else ", or give --lenient"
        return ReadingError(
            f"{self._path}: {flawed} of {units:,} {noun} cannot be used, more than one in a hundred, the "
            f"first {self._first}; check that the file is what its name says{advice}."
        )
