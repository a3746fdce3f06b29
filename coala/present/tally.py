"""Tallies in words and as tables of figures, for each output that has one.

The tables have a row for some bags, or for the links and changes of a kind. All have the same columns, so
that they can be read as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.model.nouns import IN_TEXTS, Nouns
from coala.present.blocks import FigureCell, FigureColumn, Figures
from coala.present.figures import FigureInterval, Mean, Signed, say_p, show
from coala.present.judged_changes import say_counted
from coala.present.phrases import kind_word
from coala.verdicts.tally import Counts, Tally

LONGEST_ROW_NAME = 40
"""Longest name of a row."""

ALL_BAGS = "all bags"
"""Name of the row of all bags."""


def describe_judged(tally: Tally, by_changes_alone: int = 0) -> str:
    """Return how many bags are judged: "14 of 20 bags judged, 1 not sure, 2 disputed, 3 left".

    ``by_changes_alone`` bags have verdicts on changes only.
    """
    left = tally.interesting - tally.judged - tally.unsure - tally.disputed - by_changes_alone
    others = (
        (tally.unsure, "not sure"),
        (tally.disputed, "disputed"),
        (by_changes_alone, "by changes alone"),
        (left, "left"),
    )
    judged = f"{tally.judged:,} of {count(tally.interesting, 'bag')} judged"
    return ", ".join([judged, *(f"{number:,} {words}" for number, words in others if number)])


def describe_mean(tally: Tally) -> str:
    """Return net, mean with the bounds of that of all bags, and the sign test; "" if nothing is judged."""
    if tally.mean is None:
        return ""
    mean = f"Net {show(Signed(tally.net))}, mean {show(Mean(tally.mean))}"
    if tally.interval is None:
        mean += " of the judged bags"
    elif tally.interval[0] < tally.interval[1]:
        mean += f" ({show(FigureInterval(*map(Mean, tally.interval)))} with the open bags)"
    if tally.sign_test_p is None:
        return mean
    dropped = f" ({tally.same:,} same left out)" if tally.same else ""
    return f"{mean}, sign test {say_p(tally.sign_test_p)}{dropped}"


def describe_verdicts(tally: Tally, by_changes_alone: int = 0) -> str:
    """Return how many bags are judged, then net, mean and the sign test, in sentences."""
    parts = describe_judged(tally, by_changes_alone), describe_mean(tally)
    return " ".join(f"{part}." for part in parts if part)


def describe_kinds(tally: Tally) -> str:
    """Return what the table by kind counts; "" if nothing is judged."""
    counted = say_counted(tally)
    return f"By kind: {counted}" if counted else ""


def tabulate_bags(tally: Tally) -> Figures:
    """Return the table with the verdicts on all bags."""
    return tabulate_verdicts([(ALL_BAGS, tally)], "Verdicts on bags", "bags")


def tabulate_kinds(tally: Tally, nouns: Nouns = IN_TEXTS) -> Figures:
    """Return the table with the verdicts on links and changes by kind."""
    rows = [(kind_word(kind, nouns), counts) for kind, counts in tally.by_kind.items()]
    return tabulate_verdicts(rows, describe_kinds(tally), "kind")


def tabulate_tags(tally: Tally) -> Figures:
    """Return the table with the verdicts on bags by tag."""
    return tabulate_verdicts(tally.by_tag.items(), "Bags by tag", "tag")


def list_tables(tally: Tally, nouns: Nouns = IN_TEXTS) -> list[Figures]:
    """Return the tables that have rows: by kind and by tag."""
    return [table for table in (tabulate_kinds(tally, nouns), tabulate_tags(tally)) if table.rows]


def tabulate_verdicts(
    rows: Iterable[tuple[str, Counts | None]],
    title: str,
    key: str,
    more: Mapping[str, Sequence[FigureCell]] | None = None,
) -> Figures:
    """Return a row for each name, with its verdicts; links have a column for those that are open.

    A name without verdicts is a heading of the rows below it. ``key`` is that of the column of names, and
    ``more`` has further columns by their titles.
    """
    named = list(rows)
    has_open = any(counts is not None and counts.open for _, counts in named)
    further = more or {}
    columns = [
        FigureColumn("", key, is_left=True),
        FigureColumn("better", "better"),
        FigureColumn("worse", "worse"),
        FigureColumn("same", "same"),
        FigureColumn("not sure", "unsure"),
        *([FigureColumn("open", "open")] if has_open else []),
        FigureColumn("net", "net"),
        FigureColumn("judged", "judged", rank=1),
        *(FigureColumn(name, name.replace(" ", "_"), rank=rank) for rank, name in enumerate(further, 2)),
    ]
    cells: list[list[FigureCell]] = []
    for name, counts in named:
        row: list[FigureCell] = [None] * (len(columns) - len(further) - 1)
        if counts is not None:
            row = [counts.better, counts.worse, counts.same, counts.unsure]
            row += [*([counts.open] if has_open else []), Signed(counts.net), counts.judged]
        cells.append([one_line(name, LONGEST_ROW_NAME), *row])
    return Figures(
        columns,
        [[*row, *(column[place] for column in further.values())] for place, row in enumerate(cells)],
        title,
    )
