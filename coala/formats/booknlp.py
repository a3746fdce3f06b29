"""Reader of BookNLP's tables: mentions in ``.entities``, words in the ``.tokens`` next to it.

::

    COREF  start_token  end_token  prop  cat  text               (.entities)
    12     0            1          PROP  PER  Jane Eyre

    token_ID_within_document  word  byte_onset  byte_offset  …   (.tokens)
    0                         Jane  0           4

Chain 12 has the words 0 to 1 (inclusive, counted through the book). The text is built from the words by their
offsets, which count characters in spite of their name; each paragraph begins a new line. Without ``.tokens``
the words are written w1, w2, … The category ("PER") is the type of the instance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from coala.base.files import stem
from coala.base.numerals import count
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.mention_forms import form_of_class
from coala.formats.text_lines import iterate_lines, parse_offset, path_next_to, problem
from coala.formats.words import Layout, Word, lay_out
from coala.model.format_options import FormatOptions

_CHAIN_COLUMNS = ("COREF", "start_token", "end_token")
_OTHER_COLUMNS = ("prop", "cat", "text")
_TOKEN_COLUMNS = ("token_ID_within_document", "word", "byte_onset", "byte_offset", "paragraph_ID")

_MOST_MADE_UP_WORDS = 2_000_000
"""The most words that are made up; the longest novels have as many."""


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file begins with the names of its columns."""
    return start.removeprefix(b"\xef\xbb\xbf").startswith("\t".join(_CHAIN_COLUMNS).encode())


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
    has_forms = options.forms and b"prop" in data.partition(b"\n")[0].rstrip().split(b"\t")
    columns = (*_CHAIN_COLUMNS, "cat", *(["prop"] if has_forms else []))
    for line, (chain, start, end, category, *kind) in _read_rows(path, data, columns, flaws):
        lines += 1
        first, last = parse_offset(start), parse_offset(end)
        if first is None or last is None or last < first or not chain:
            flaws.leave_out("mark-broken", line, f"words {excerpt(f'{start} to {end}')} are not a span")
        else:
            rows.append((line, chain, first, last, category, form_of_class("".join(kind))))
    rows = _keep_numbered_chains(rows, flaws)
    # Read the words, or make them up.
    tokens_name = f"{name}.tokens"
    found = options.sibling(tokens_name) if options.sibling else None
    if found is None:
        size = max((last + 1 for *_, last, _, _ in rows if last < _MOST_MADE_UP_WORDS), default=0)
        layout = lay_out([Word("", f"w{number + 1}") for number in range(size)])
    else:
        layout = _read_words(path_next_to(path, tokens_name), found)
    # Turn words into offsets.
    mentions: list[Mention] = []
    for line, chain, first, last, category, form in rows:
        if last >= len(layout.words):
            words = count(len(layout.words), "word")
            flaws.leave_out("mark-broken", line, f"word {last} is beyond the {words}")
            continue
        span = layout.words.span(range(first, last + 1))
        if not span:
            flaws.leave_out("mark-broken", line, f"word {first} is empty")
            continue
        key, kinds = instance_key(name, chain), (category,) if category else ()
        mentions.append(Mention(0, span, key, kinds, form=form))
    # Lines that lack columns are not counted as rows.
    flaws.weigh(max(lines, len(flaws.remarks)), "lines")
    remarks = flaws.remarks
    if found is None:
        remarks.append(("words-made-up", f"{name}, whose words are expected in {tokens_name} next to it"))
    if not rows:
        remarks.append(("no-entities", path))
    return Annotations((Document(name, layout.text),), tuple(mentions), (), tuple(remarks))


_Row = tuple[int, str, int, int, str, str]
"""A line, its chain, first and last word, category, and form."""


def _keep_numbered_chains(rows: list[_Row], flaws: Flaws) -> list[_Row]:
    """Return all rows, or only those whose chain is a number if most chains are numbers.

    Programs that write names for all chains lose nothing; a single name among numbers is an error.
    """
    numbered = [row for row in rows if _NUMBER.fullmatch(row[1])]
    if 2 * len(numbered) < len(rows):
        return rows
    for line, chain, *_ in rows if len(numbered) < len(rows) else ():
        if not _NUMBER.fullmatch(chain):
            flaws.leave_out("mark-broken", line, f"COREF {excerpt(chain)} is not a number")
    return numbered


_NUMBER = re.compile(r"-?\d+", re.ASCII)


class _ExtraColumn:
    """Statistics of a column that BookNLP does not write, to find out if it names documents.

    The column may name the document of a mention, or describe the mention or its chain. It names documents
    if its values change where the word count restarts: then several tables were joined into one.
    """

    def __init__(self) -> None:
        self.restart_line = 0
        """The first line where the column changes and the word count restarts."""
        self._value: str | None = None
        self._earlier_values: set[str] = set()
        self._changes = self._changes_at_restarts = 0
        self._has_returned = self._has_chains = False
        self._chain = ""

    def add(self, line: int, value: str, chain: str, restarts: bool) -> None:
        """Add the next cell and its chain; ``restarts``: the mention begins before the previous one."""
        self._has_chains = self._has_chains or (value == self._value and chain != self._chain)
        self._chain = chain
        if self._value is not None and value != self._value:
            self._earlier_values.add(self._value)
            self._has_returned = self._has_returned or value in self._earlier_values
            self._changes += 1
            self._changes_at_restarts += restarts
            if restarts and not self.restart_line:
                self.restart_line = line
        self._value = value

    @property
    def names_documents(self) -> bool:
        """True if the column holds names of documents.

        The name of a document does not return after another one, and has several chains somewhere. It changes
        mostly where the word count restarts, unlike a number for each mention.
        """
        return not self._has_returned and self._has_chains and 2 * self._changes_at_restarts > self._changes


def _check_one_document(path: str, data: bytes) -> None:
    """Raise an error if several tables were joined: the word count restarts where a column changes."""
    columns: list[str] = []
    extra_columns: dict[int, _ExtraColumn] = {}
    last = -1
    for line, text in iterate_lines(path, data):
        cells = text.split("\t")
        if not columns:
            columns = cells
            extra_columns = {
                place: _ExtraColumn()
                for place, name in enumerate(cells)
                if name not in (*_CHAIN_COLUMNS, *_OTHER_COLUMNS)
            }
            if not extra_columns or not set(_CHAIN_COLUMNS) <= set(cells):
                return
            continue
        start = parse_offset(cells[columns.index("start_token")]) if len(cells) == len(columns) else None
        if start is None:
            continue
        for place, column in extra_columns.items():
            column.add(line, cells[place], cells[columns.index(_CHAIN_COLUMNS[0])], start < last)
        last = start
    names = {place: column.restart_line for place, column in extra_columns.items() if column.names_documents}
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
    for line, (number, word, begin, end, paragraph) in _read_rows(name, data, _TOKEN_COLUMNS, None):
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
    for line, text in iterate_lines(path, data):
        cells = text.split("\t")
        if not places:
            missing = [column for column in wanted if column not in cells]
            if missing:
                raise problem(path, line, f"the column {missing[0]} is missing: write the file again.")
            places = [cells.index(column) for column in wanted]
        elif len(cells) > max(places):
            yield line, [cells[place] for place in places]
        elif text.strip() and flaws is None:
            raise problem(path, line, f"{excerpt(text)} lacks columns: write the file again.")
        elif text.strip() and flaws is not None:
            flaws.leave_out("mark-broken", line, f"{excerpt(text)} lacks columns")
