"""Text of ``coala file check`` and ``coala file repair``.

A review is an SQLite file, which may be damaged. ``Salvage`` is what can still be read of a file, and
``Repaired`` what was written into a new one. "Lines in the journal" are the stored verdicts and notes.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from coala.base.numerals import count
from coala.base.plain_text import one_line, visible
from coala.errors import DamagedReviewError, ReviewError
from coala.review.rescue import Repaired, Salvage, beyond_rescue, salvage
from coala.review.storage.backups import find_backups


def describe_loss(path: Path) -> str:
    """Return why nothing of a damaged file can be recovered; "" if something can."""
    try:
        is_lost = salvage(path).is_empty
    except DamagedReviewError:
        is_lost = True
    except ReviewError:
        # It is open, so there is something.
        is_lost = False
    return str(beyond_rescue(path)) if is_lost else ""


def render_check(found: Salvage) -> Iterator[str]:
    """Yield one line for an intact file; for a damaged one what is wrong, and how to repair it."""
    yield from render_damage(found)
    if not found.is_sound and not found.is_empty:
        words = visible(shlex.quote(str(found.path)))
        yield f"  {_describe_content(found)} can be brought into a new file:"
        yield f"  coala file repair {words} -o NEW.coala"


def _describe_content(found: Salvage) -> str:
    return f"{count(len(found.bags), 'bag')}, {count(len(found.rows), 'line')} in the journal"


def render_damage(found: Salvage) -> Iterator[str]:
    """Yield one line for an intact file; for a damaged one what is wrong."""
    if found.is_sound:
        yield f"{visible(str(found.path))}: sound; {_describe_content(found)}"
        return
    yield f"{visible(str(found.path))}: damaged"
    yield from (f"  {one_line(sentence)}" for sentence in found.damages)
    if copies := find_backups(found.path):
        yield f"  backup copies next to it: {', '.join(visible(copy.name) for copy in copies)}"
    if found.is_empty:
        yield "  nothing in it can be recovered: use a backup copy, or compare the graphs again"


def describe_repair(repaired: Repaired) -> str:
    """Say what a repaired file has, and how to recover the rest."""
    # What could not be recovered, such as "3 damaged lines of the journal".
    lost = []
    if repaired.lost_rows:
        lost.append(f"{count(repaired.lost_rows, 'damaged line')} of the journal")
    if repaired.copy_of_journal:
        lost.append(f"any lines of the journal that are newer than {repaired.copy_of_journal}")
    elif not repaired.has_whole_journal:
        lost.append("an unknown number of unreadable lines of the journal")
    if repaired.lost_bags:
        lost.append(count(repaired.lost_bags, "bag"))
    lost += [
        f"{number:,} × {what}" if " of " in what else count(number, what) for what, number in repaired.others
    ]
    bags, rows = count(repaired.bags, "bag"), count(repaired.rows, "line")
    outcome = f"; lost: {' and '.join(lost)}" if lost else ", nothing lost" if repaired.is_complete else ""
    sentence = f"Recovered {bags} and {rows} of the journal{outcome}."
    if repaired.is_complete:
        return sentence
    if repaired.is_board:
        return (
            f"{sentence} To restore its columns, make the same board again into it (coala "
            "board … -o); its verdicts are kept."
        )
    return (
        f"{sentence} To restore the missing bags, texts and scores, compare the same "
        "graphs again into it (coala diff … "
        f"-o){'; its verdicts are kept' if repaired.rows else ''}."
    )
