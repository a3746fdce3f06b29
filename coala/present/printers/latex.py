r"""Tables of figures in LaTeX, for the packages booktabs and graphicx.

Everything but tables and their notes becomes a comment, so the file can be read by ``\input`` as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from coala.base.plain_text import clean
from coala.present.blocks import DETAIL, Block, FigureCell, Figures, Folded, Note
from coala.present.printers.text import print_text, write_cell

_WRITTEN = {
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"${char}$" for char in "<>|"},
    "\N{MINUS SIGN}": "$-$",
    "\N{RIGHTWARDS ARROW}": r"$\to$",
    "\N{BLACK CIRCLE}": r"$\bullet$",
    "\N{MIDDLE DOT}": r"$\cdot$",
    "\N{SUPERSCRIPT TWO}": "$^2$",
    "\N{SUPERSCRIPT THREE}": "$^3$",
    "\N{GREEK CAPITAL LETTER DELTA}": r"$\Delta$",
    "\N{GREEK SMALL LETTER ALPHA}": r"$\alpha$",
    "\N{GREEK SMALL LETTER KAPPA}": r"$\kappa$",
    "\N{GREEK SMALL LETTER PHI}": r"$\varphi$",
    "\N{EN DASH}": "--",
    "\N{HORIZONTAL ELLIPSIS}": r"\dots{}",
    "\N{LEFT DOUBLE QUOTATION MARK}": "``",
    "\N{RIGHT DOUBLE QUOTATION MARK}": "''",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    '"': "''",  # its own command needs another encoding of the font than LaTeX's first one
}
_SIGNS = re.compile("|".join(map(re.escape, _WRITTEN)))
_LONGEST = 2_000
"""Characters of a cell, a title or a note; more are no table."""


_AT_MOST_A_LINE = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n"
"""Beginning of a box that makes a table as narrow as the line, and a narrower one no wider."""


def print_latex(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the tables, each as a floating table with its title as the caption.

    Columns that only repeat others as fractions or counts are left out.
    """
    yield "% Needs \\usepackage{booktabs} and \\usepackage{graphicx}\n"
    figures: Figures | None = None
    notes: list[str] = []
    for block in blocks:
        if isinstance(block, Note) and figures is not None:
            notes.append(block.text)
            continue
        if figures is not None:
            yield from _print_table(figures, notes)
        figures, notes = block if isinstance(block, Figures) else None, []
        if isinstance(block, Folded):
            yield f"% {' '.join(block.title.split())} ({block.total:,})\n"
        elif figures is None:
            yield from (f"% {line}\n" for line in print_text([block]))
    if figures is not None:
        yield from _print_table(figures, notes)


def _print_table(figures: Figures, notes: Sequence[str]) -> Iterator[str]:
    table = figures.choose_columns(DETAIL)
    yield "\n\\begin{table}\n\\centering\n"
    if figures.title:
        yield f"\\caption{{{escape_latex(figures.title)}}}\n"
    yield _AT_MOST_A_LINE
    yield f"\\begin{{tabular}}{{{''.join('l' if column.is_left else 'r' for column in table.columns)}}}\n"
    yield f"\\toprule\n{_print_row([column.title for column in table.columns])}\\midrule\n"
    yield from map(_print_row, table.rows)
    yield "\\bottomrule\n\\end{tabular}}\n"
    yield from (f"\n\\smallskip{{\\footnotesize {escape_latex(note)}}}\n" for note in notes)
    yield "\\end{table}\n"


def _print_row(cells: Sequence[FigureCell]) -> str:
    row = " & ".join(escape_latex(write_cell(cell)) for cell in cells)
    # The command that ends the row before would take them as its argument.
    return f"{'{}' if row.startswith(('[', '*')) else ''}{row} \\\\\n"


def escape_latex(text: str) -> str:
    """Return text as LaTeX, in which no sign is a command; letters of all scripts stay."""
    return _SIGNS.sub(lambda sign: _WRITTEN[sign[0]], clean(text, _LONGEST))
