"""What the program knows of formats becomes the tables of the page about them.

    python docs/tables.py

rewrites what stands between the marks in ``formats.md``; ``make tables`` runs it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from coala.output.formats import render_formats_table, render_layouts_table, render_shapes_table

PAGE = Path(__file__).parent / "formats.md"

TABLES = {"formats": render_formats_table, "shapes": render_shapes_table, "layouts": render_layouts_table}
"""By mark: ``<!-- table: formats -->``, the table, ``<!-- end of table -->``."""


def with_tables(page: str) -> str:
    """The page with its tables made anew."""

    def table(mark: re.Match[str]) -> str:
        return mark[1] + "".join(f"{line}\n" for line in TABLES[mark[2]]()) + mark[3]

    return re.sub(r"(<!-- table: (\w+) -->\n).*?(<!-- end of table -->)", table, page, flags=re.DOTALL)


def main(page: Path = PAGE) -> int:
    page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
