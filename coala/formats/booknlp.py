"""BookNLP's table of mentions, ``.entities``, with the words of its ``.tokens``.

Mentions are counted in words of the book, ends inclusive. The text is built from the words by their offsets,
which count characters in spite of their name; each paragraph begins a new line. The category ("PER") is the
type of the instance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import iterate_lines, parse_offset, path_next_to, problem
from coala.formats.words import Layout, Word, lay_out
from coala.model.format_options import FormatOptions

_HEADER = ("COREF", "start_token", "end_token")
_OTHERS = ("prop", "cat", "text")
_TOKENS = ("token_ID_within_document", "word", "byte_onset", "byte_offset", "paragraph_ID")

_LONGEST_BOOK = 2_000_000
"""The most words that are made up; the longest novels have as many."""


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file begins with the names of its columns."""
    return start.removeprefix(b"\xef\xbb\xbf").startswith("\t".join(_HEADER).encode())


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file and, by ``options.sibling``, its words; instances are named after the file and COREF.

    Raises:
        ReadingError: a column is missing; the words exist but are broken; more than a few lines cannot be
            used; the tables of several documents were joined.
    """
    _check_one_document(path, data)
    name = stem(path)
    flaws = Flaws(path, lenient=options.lenient)
    rows: list[_Row] = []
    lines = 0
    for line, row in _read_rows(path, data, (*_HEADER, "cat"), flaws):
        lines += 1
        chain, start, end, category = row
        first, last = parse_offset(start), parse_offset(end)
        if first is None or last is None or last < first or not chain:
            flaws.leave_out("mark-broken", line, f"words {excerpt(f'{start} to {end}')} are not a span")
        else:
            rows.append((line, chain, first, last, category))
    rows = _drop_unnumbered(rows, flaws)
    tokens_name = f"{name}.tokens"
    found = options.sibling(tokens_name) if options.sibling else None
    if found is None:
        count = max((last + 1 for *_, last, _ in rows if last < _LONGEST_BOOK), default=0)
        layout = lay_out([Word("", f"w{number + 1}") for number in range(count)])
    else:
        layout = _read_words(path_next_to(path, tokens_name), found)
    mentions: list[Mention] = []
    for line, chain, first, last, category in rows:
        if last >= len(layout.words):
            flaws.leave_out("mark-broken", line, f"word {last} is beyond the {len(layout.words):,} words")
            continue
        span = layout.words.span(range(first, last + 1))
        if not span:
            flaws.leave_out("mark-broken", line, f"word {first} is empty")
            continue
        mentions.append(Mention(0, span, instance_key(name, chain), (category,) if category else ()))
    # Lines that lack columns are not counted as rows.
    flaws.weigh(max(lines, len(flaws.remarks)), "lines")
    remarks = flaws.remarks
    if found is None:
        remarks.append(("words-made-up", f"{name}, whose words are expected in {tokens_name} next to it"))
    if not rows:
        remarks.append(("no-entities", path))
    return Annotations((Document(name, layout.text),), tuple(mentions), (), tuple(remarks))


_Row = tuple[int, str, int, int, str]
"""A line, its chain, first and last word, and category."""


def _drop_unnumbered(rows: list[_Row], flaws: Flaws) -> list[_Row]:
    """Return the rows whose chain is a number if most chains are numbers, else all rows.

    Some programs may write names for all chains.
    """
    numbered = [row for row in rows if _NUMBER.fullmatch(row[1])]
    if 2 * len(numbered) < len(rows):
        return rows
    for line, chain, *_ in rows if len(numbered) < len(rows) else ():
        if not _NUMBER.fullmatch(chain):
            flaws.leave_out("mark-broken", line, f"COREF {excerpt(chain)} is not a number")
    return numbered


_NUMBER = re.compile(r"-?\d+", re.ASCII)


class _Column:
    """Statistics of an extra column, which may name the document, or describe mentions or chains."""

    def __init__(self) -> None:
        self.restart_line = 0
        """The first line where the column changes and the word count restarts."""
        self._value: str | None = None
        self._left: set[str] = set()
        self._changes = self._downs = 0
        self._returns = self._has_chains = False
        self._chain = ""

    def add(self, line: int, value: str, chain: str, goes_down: bool) -> None:
        """Add the next cell and its chain; ``goes_down``: its mention begins before the previous one."""
        self._has_chains = self._has_chains or (value == self._value and chain != self._chain)
        self._chain = chain
        if self._value is not None and value != self._value:
            self._left.add(self._value)
            self._returns = self._returns or value in self._left
            self._changes += 1
            self._downs += goes_down
            if goes_down and not self.restart_line:
                self.restart_line = line
        self._value = value

    @property
    def names_documents(self) -> bool:
        """True if the column holds names of documents.

        The name of a document does not come back. Some document has several chains, unlike the name of a
        chain. A number for each mention changes mostly where the word count goes up.
        """
        return not self._returns and self._has_chains and 2 * self._downs > self._changes


def _check_one_document(path: str, data: bytes) -> None:
    """Refuse a table in which the word count restarts where an extra column changes."""
    columns: list[str] = []
    added: dict[int, _Column] = {}
    last = -1
    for line, written in iterate_lines(path, data):
        cells = written.split("\t")
        if not columns:
            columns = cells
            added = {place: _Column() for place, name in enumerate(cells) if name not in (*_HEADER, *_OTHERS)}
            if not added or not set(_HEADER) <= set(cells):
                return
            continue
        start = parse_offset(cells[columns.index("start_token")]) if len(cells) == len(columns) else None
        if start is None:
            continue
        for place, column in added.items():
            column.add(line, cells[place], cells[columns.index(_HEADER[0])], start < last)
        last = start
    names = {place: column.restart_line for place, column in added.items() if column.names_documents}
    if names:
        shown = excerpt(" or ".join(columns[place] for place in names))
        raise problem(
            path,
            min(names.values()),
            f"the words are counted from 0 again where the column {shown} changes, so the "
            "table has several documents: write each into its own file.",
        )


def _read_words(name: str, data: bytes) -> Layout:
    words: list[Word] = []
    for line, (number, word, begin, end, paragraph) in _read_rows(name, data, _TOKENS, None):
        if parse_offset(number) != len(words):
            raise problem(
                name,
                line,
                f"the word is number {excerpt(number)}, not {len(words)}: write the file again.",
            )
        words.append(Word("", word, paragraph, parse_offset(begin), parse_offset(end)))
    return lay_out(words)


def _read_rows(
    path: str, data: bytes, wanted: tuple[str, ...], flaws: Flaws | None
) -> Iterator[tuple[int, list[str]]]:
    """Yield the wanted columns of every line; only tabs separate columns."""
    places: list[int] = []
    for line, written in iterate_lines(path, data):
        cells = written.split("\t")
        if not places:
            missing = [column for column in wanted if column not in cells]
            if missing:
                raise problem(path, line, f"the column {missing[0]} is missing: write the file again.")
            places = [cells.index(column) for column in wanted]
        elif len(cells) > max(places):
            yield line, [cells[place] for place in places]
        elif written.strip() and flaws is None:
            raise problem(path, line, f"{excerpt(written)} lacks columns: write the file again.")
        elif written.strip() and flaws is not None:
            flaws.leave_out("mark-broken", line, f"{excerpt(written)} lacks columns")
