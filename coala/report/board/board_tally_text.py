"""The tally of a board becomes text and JSON: a line a column, and all bags once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from coala.base.numerals import count
from coala.base.plain_text import one_line, visible
from coala.report.tally import describe_changes_alone, describe_reviewers, describe_tally, tally_of_file
from coala.review.board.board_file import StoredBoard
from coala.review.board.board_tally import BagsTallied, BoardTally
from coala.review.file import Review
from coala.verdicts.tally import tally_as_json

_WIDEST = 40


def render_board_tally_text(stored: StoredBoard, tallied: BoardTally) -> Iterator[str]:
    """The tally as lines for a terminal."""
    every = tallied.all_bags
    yield visible(str(stored.path))
    yield f"  {count(len(stored.addresses), 'column')}; a bag counts once in each that asks it"
    width = min(_WIDEST, max(map(len, stored.addresses)))
    for address, its, column in zip(stored.addresses, stored.board.columns, tallied.columns, strict=True):
        said = "  no comparison" if its.baseline is None else _said(column)
        yield f"    {one_line(address, _WIDEST):<{width}}  {said}"
    total = every.tally
    judged = f"{total.judged:,} of {count(total.interesting, 'bag')} judged"
    yield f"  the whole board, each bag once: {judged}, {total.unsure:,} cannot tell{_disputed(every)}"
    if every.by_changes_alone:
        yield f"  {describe_changes_alone(every.by_changes_alone)}, which count in no figure here"
    yield from describe_tally(total) if total.mean is not None else ()
    if tallied.reviewers:
        yield from describe_reviewers(tallied.reviewers)


def _said(bags: BagsTallied) -> str:
    tally = bags.tally
    said = f"{tally.judged:>5,} of {tally.interesting:>5,}"
    if tally.judged or tally.unsure:
        signs = f"+ {tally.better:,}  - {tally.worse:,}  = {tally.same:,}  ? {tally.unsure:,}"
        said = f"{said}   {signs}   net {tally.net:+,}"
    begun = f", {bags.by_changes_alone:,} by changes alone" if bags.by_changes_alone else ""
    return f"{said}{_disputed(bags)}{begun}"


def _disputed(bags: BagsTallied) -> str:
    return f", {bags.disputed:,} disputed and left out" if bags.disputed else ""


def render_board_tally_json(
    stored: StoredBoard, tallied: BoardTally, reviews: Iterable[Review], reviewer: str | None = None
) -> str:
    """The ``coala-board-tally/1`` document: a ``coala-tally/1`` for each column, and for all bags once.

    ``reviews`` are those of the columns, each told as the tally of it alone tells it; a graph that is held
    against nothing has no review, and no bags. With ``reviewer`` only this one's verdicts count.
    """
    told = {review.column: tally_of_file(review, reviewer) for review in reviews}
    columns = [
        {"column": address, "role": column.role.value, "name": column.name}
        | (told[address] if address in told else _as_json(bags))
        for address, column, bags in zip(stored.addresses, stored.board.columns, tallied.columns, strict=True)
    ]
    document = {
        "format": "coala-board-tally/1",
        "path": str(stored.path),
        "columns": columns,
        "all": _as_json(tallied.all_bags),
        "reviewers": [{"reviewer": name} | tally_as_json(own) for name, own in tallied.reviewers.items()],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _as_json(bags: BagsTallied) -> dict[str, object]:
    return tally_as_json(bags.tally) | {
        "disputed": bags.disputed,
        "judged_by_changes_alone": bags.by_changes_alone,
    }
