"""Reports as a test sees them: their text, and the cells of their tables."""

from __future__ import annotations

from collections.abc import Iterable

from coala.present.blocks import Block, Figures, Folded, Report
from coala.present.printers.text import print_text, write_cell


def text_of(report: Report | Iterable[Block], width: int = 0) -> list[str]:
    """Return the lines of a report or of some blocks."""
    return list(print_text(report.list_blocks() if isinstance(report, Report) else report, width))


def cells_of(figures: Block) -> list[list[str]]:
    """Return the cells of a table without its head."""
    assert isinstance(figures, Figures)
    return [list(map(write_cell, row)) for row in figures.rows]


def head_of(figures: Block) -> list[str]:
    """Return the titles of the columns of a table."""
    assert isinstance(figures, Figures)
    return [column.title for column in figures.columns]


def tables_of(report: Report | Iterable[Block]) -> dict[str, Figures]:
    """Return the tables of a report by their titles."""
    blocks = report.blocks if isinstance(report, Report) else report
    return {block.title: block for block in blocks if isinstance(block, Figures)}


def folds_of(report: Report | Iterable[Block]) -> list[Folded]:
    """Return the folded lists of a report."""
    blocks = report.blocks if isinstance(report, Report) else report
    return [block for block in blocks if isinstance(block, Folded)]
