"""The parts of the documentation that the program knows: formats, keys, scores, the command line.

    python docs/tables.py

rewrites what is between the marks ``<!-- table: NAME -->`` and ``<!-- end of table -->`` in all pages; ``make
tables`` runs it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from coala.output.formats import render_formats_table, render_layouts_table, render_shapes_table

DOCS = Path(__file__).parent

TABLES: Mapping[str, Callable[[], Iterator[str]]] = {
    "formats": render_formats_table,
    "shapes": render_shapes_table,
    "layouts": render_layouts_table,
}
"""What is between the marks, by the name in the mark."""

_TABLE = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """Return the page with new tables."""
    return _TABLE.sub(
        lambda mark: mark[1] + "".join(f"{line}\n" for line in TABLES[mark[2]]()) + mark[3], page
    )


def without_tables(page: str) -> str:
    """Return the page without its tables: the part that a person wrote."""
    return _TABLE.sub("", page)


def main(docs: Path = DOCS) -> int:
    for path in sorted(docs.rglob("*.md")):
        page = path.read_text(encoding="utf-8")
        renewed = with_tables(page)
        if renewed != page:
            path.write_text(renewed, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
