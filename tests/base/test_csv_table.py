"""CSV tables, which can be read back and contain no formulas."""

from __future__ import annotations

import csv
import io
from operator import itemgetter

import pytest

from coala.base.csv_table import Cell, CsvColumn, write_csv


def written(*cells: Cell) -> str:
    """Return the line of a row with these cells."""
    columns = [CsvColumn[tuple[Cell, ...]](str(place), itemgetter(place)) for place in range(len(cells))]
    _, line = write_csv(columns, [cells])
    return line


def guarded(text: str) -> str:
    ((cell,),) = csv.reader(io.StringIO(written(text), newline=""))
    return cell


@pytest.mark.parametrize(
    "unseen",
    ["\n", " ", "\t", "\xa0", "\u200b", "\ufeff", "\u3000 ", "\r\n", "\u061c", "\u202e", "\u2066"],
)
@pytest.mark.parametrize("sign", "=+-@＝＋－＠﹦﹢﹣﹫")
def test_nothing_unseen_and_no_width_hides_a_formula(unseen: str, sign: str) -> None:
    assert guarded(f"{unseen}{sign}1") == f"'{unseen}{sign}1"
    assert guarded(f"{sign}1") == f"'{sign}1"
    assert guarded(f"a{unseen}{sign}1") == f"a{unseen}{sign}1"


def test_a_cell_steers_no_terminal_and_ends_no_reader_of_tables() -> None:
    assert guarded("\0=1") == r"'\x00=1"
    assert guarded("a\x1b]0;b\x07\x9bc\x7f") == r"a\x1b]0;b\x07\x9bc\x7f"
    assert guarded("two\nlines\tand\r\nمن\u200fLRM") == "two\nlines\tand\r\nمن\u200fLRM"


def test_all_but_numbers_is_quoted_in_csv_and_read_back_as_it_was() -> None:
    cells = ["a;b\tc", '"d", e\nf', "1E5", "3-5", "", "Ü ع"]
    line = written(*cells, 2, -0.5, None)
    assert line == '"a;b\tc","""d"", e\nf","1E5","3-5","","Ü ع",2,-0.5,""\r\n'
    assert list(csv.reader(io.StringIO(line, newline=""))) == [[*cells, "2", "-0.5", ""]]
