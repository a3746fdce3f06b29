"""Text of ``coala check-file``: what is damaged in a review, and what could be repaired."""

from __future__ import annotations

from collections.abc import Iterator

from coala.base.numerals import count
from coala.base.plain_text import one_line, visible
from coala.review.rescue import Repaired, Salvage
from coala.review.storage.backups import find_backups


def render_check(found: Salvage) -> Iterator[str]:
    """Yield one line for an intact file; for a damaged one what is wrong, and what can be repaired."""
    held = f"{count(len(found.bags), 'bag')}, {count(len(found.rows), 'line')} in the journal"
    if found.is_sound:
        yield f"{visible(str(found.path))}: sound; {held}"
        return
    yield f"{visible(str(found.path))}: damaged"
    yield from (f"  {one_line(sentence)}" for sentence in found.damages)
    if copies := find_backups(found.path):
        yield f"  copies of other days beside it: {', '.join(visible(copy.name) for copy in copies)}"
    if found.is_empty:
        yield "  nothing in it can be recovered: go back to a copy of it, or compare the graphs again"
        return
    yield f"  --repair OUT.coala would bring {held} into a new file; this one stays as it is"


def describe_repair(repaired: Repaired) -> str:
    """Say what a repaired file has, and how to recover the rest."""
    lost = []
    if repaired.lost_rows:
        lost.append(f"{count(repaired.lost_rows, 'damaged line')} of the journal")
    if not repaired.has_whole_journal:
        lost.append("an unknown number of lines of the journal that cannot be read")
    if repaired.lost_bags:
        lost.append(count(repaired.lost_bags, "bag"))
    lost += [
        f"{number:,} × {what}" if " of " in what else count(number, what) for what, number in repaired.others
    ]
    bags, rows = count(repaired.bags, "bag"), count(repaired.rows, "line")
    outcome = f"; lost: {' and '.join(lost)}" if lost else ", all sound" if repaired.is_complete else ""
    sentence = f"{bags} and {rows} of the journal are in it{outcome}."
    if repaired.is_complete:
        return sentence
    if repaired.is_board:
        return (
            f"{sentence} Make the same board again into it (coala board … -o) to have its columns; its "
            "verdicts stay."
        )
    return (
        f"{sentence} Compare the same graphs again into it (coala diff … -o) to have all bags, texts, shares "
        f"and figures as they were{'; its verdicts stay' if repaired.rows else ''}."
    )
