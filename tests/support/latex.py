"""A checker of the LaTeX source of tables: what would stop LaTeX, or print something else than was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category

_COMMANDS = frozenset(
    """
    centering caption toprule midrule bottomrule smallskip footnotesize textbackslash textasciitilde
    textasciicircum dots to bullet cdot Delta alpha kappa varphi
    """.split()
)
_TOKEN = re.compile(
    r"""
    \\(?P<verb>begin|end)\{(?P<environment>\w+)\}(?:\{(?P<columns>[lr]+)\})?
    | \\(?P<command>[A-Za-z]+)
    | \\(?P<escaped>.)
    | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_TAKEN = re.compile(r"\\(?:\\|(?:top|mid|bottom)rule)\s*[\[*]")
"""A bracket or a star that would be an argument of the command before it."""
_ROWS = re.compile(r"\\toprule\n(.*?)\\bottomrule", re.DOTALL)
_CAPTION = re.compile(r"\\caption\{(.*)\}\n")


_FIT = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
"""Makes a table as wide as the page if it is wider."""


def _uncomment(source: str) -> str:
    lines = (line for line in source.splitlines() if not line.startswith("%"))
    return "\n".join("{" if line == _FIT else line for line in lines)


def find_faults(source: str) -> list[str]:
    """Return the faults, each beginning with its sort: braces, environment, cells, sign or command."""
    return list(_find_faults(_uncomment(source)))


def _is_letter(sign: str) -> bool:
    """Return True for ASCII that prints, and for letters, accents and numbers of all scripts."""
    return (sign.isprintable() or sign == "\n") if sign.isascii() else category(sign)[0] in "LMN"


def _find_faults(source: str) -> Iterator[str]:
    depth = cells = columns = 0
    environments: list[str] = []
    in_math = False
    for token in _TOKEN.finditer(source):
        where = f"{token[0]!r} in {source[max(0, token.start() - 30) : token.end() + 30]!r}"
        sign = token["sign"]
        if token["verb"] == "begin":
            environments.append(token["environment"])
            columns, cells = len(token["columns"] or ""), 1
        elif token["verb"]:
            if not environments or environments.pop() != token["environment"]:
                yield f"environment: {where}"
            columns = 0
        elif token["command"]:
            if token["command"] not in _COMMANDS:
                yield f"command: {where}"
        elif token["escaped"] == "\\":
            if cells != columns:
                yield f"cells: {cells} for {columns} columns before {where}"
            cells = 1
        elif token["escaped"]:
            if token["escaped"] not in "&%$#_{}":
                yield f"command: {where}"
        elif sign in "{}":
            depth += 1 if sign == "{" else -1
            if depth < 0:
                yield f"braces: {where}"
        elif sign == "$":
            in_math = not in_math
        elif sign == "&" and columns:
            cells += 1
        elif sign in ('&%#_~"' if in_math else '&%#_~"^<>|') or not _is_letter(sign):
            yield f"sign: {where}"
    yield from (f"sign: {taken[0]!r}" for taken in _TAKEN.finditer(source))
    if depth > 0 or in_math:
        yield f"braces: {depth} are open{', and math' if in_math else ''}"
    yield from (f"environment: {name} has no end" for name in environments)


def read_tables(source: str) -> list[tuple[str, list[list[str]]]]:
    """Return the caption and the cells of each table, with its head, as LaTeX."""
    tables = []
    for table in _uncomment(source).split("\\begin{table}")[1:]:
        caption, body = _CAPTION.search(table), _ROWS.search(table)
        assert body is not None
        rows = body[1].replace("\\midrule\n", "").split(" \\\\\n")[:-1]
        cells = [[cell.strip() for cell in re.split(r"(?<!\\)&", row)] for row in rows]
        tables.append((caption[1] if caption else "", cells))
    return tables
