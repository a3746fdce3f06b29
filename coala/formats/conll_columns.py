"""Detection of the columns of a CoNLL file (word, document, chains), and its document headers.

In ``nw/a  0  3  Ann  NNP  (12)`` the word is column 3 (counted from 0), the number of the token column 2, the
chains the last one. ``find_layout`` samples the first lines and looks at what changes from line to line.

The word follows the last of the leading columns that count upwards by one. If that column is empty, the word
may precede the counts. If no column counts, the word is the first column that changes from line to line, or
else the fourth, or the one before the brackets. A leading column of names that changes where the count
restarts, without a new header, is the document.

``#begin document (name); part 000`` is CoNLL-2012's header. A part is added to the name by a slash and three
digits, also where the parentheses are missing. A bare name is GUM's or SemEval's header; a header without a
name means the name of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from coala.base.files import stem
from coala.base.numerals import count
from coala.base.plain_text import excerpt
from coala.formats.text_lines import BEGIN_LINE, iterate_lines, problem
from coala.model.format_options import numbered_columns

_END = re.compile(r"#[ \t]*end document\b")
_PART = re.compile(r"part[ \t]*(\d{1,9})")

_NAMELESS_HEADER = re.compile(rb"(?m)^#[ \t]*begin document[ \t]*\r?$")
_ANY_HEADER = re.compile(rb"(?m)^(?:\xef\xbb\xbf)?[ \t]*#[ \t]*begin document\b")


class DocumentHeader(NamedTuple):
    """The header line of a document."""

    name: str
    line: int
    bare: bool  # the name has no parentheses


def is_document_end(line: str) -> bool:
    """Return True if the line ends a document."""
    return bool(_END.match(line))


def read_header_rest(line: str) -> str | None:
    """Return the text after ``#begin document``; None for any other line."""
    found = BEGIN_LINE.match(line)
    return line[found.end() :].strip() if found else None


def parse_name(header: str) -> str | None:
    """Return "name/000" for ``(name); part 000``; None for anything else."""
    close = header.rfind(")")
    name, after = header[1:close].strip(), header[close + 1 :].strip("; \t")
    part = _PART.fullmatch(after)
    if not header.startswith("(") or close < 0 or not name or (after and not part):
        return None
    return f"{name}/{int(part[1]):03d}" if part else name


class Headers:
    """The headers of one file, to be read in order; ``without`` is True for a file without any."""

    def __init__(self, path: str, data: bytes) -> None:
        self._path = path
        data = data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data
        # Search for the words first: a pattern that is anchored at line begins visits every line.
        begins = b"begin document" in data
        self.without = not (begins and _ANY_HEADER.search(data))
        self._nameless = len(_NAMELESS_HEADER.findall(data)) if begins else 0
        self._part = 0

    def make_default(self, number: int) -> DocumentHeader:
        """Return the header to assume for a file without headers."""
        return DocumentHeader(stem(self._path), number, bare=True)

    def read(self, number: int, rest: str) -> DocumentHeader:
        """Return the header of this line.

        Raises:
            ReadingError: the line is not a header.
        """
        if not rest:
            return self._nameless_header(number)
        if not rest.startswith("("):
            before, divider, part = rest.rpartition(";")
            numbered = parse_name(f"({before});{part}") if divider else None
            return DocumentHeader(numbered or rest, number, bare=numbered is None)
        name = parse_name(rest)
        if name is None:
            raise problem(
                self._path,
                number,
                f'the header {excerpt(rest)} cannot be read: write "#begin document (name); part 000".',
            )
        return DocumentHeader(name, number, bare=False)

    def _nameless_header(self, number: int) -> DocumentHeader:
        name = stem(self._path)
        if self._nameless > 1:
            name = f"{name}/{self._part:03d}"
            self._part += 1
        return DocumentHeader(name, number, bare=True)


NO_BRACKETS = ("-", "_", "")

USUAL_WORD = 3

_BEGINS = re.compile(rb"#[ \t]*begin document\b")

SAMPLE = 3000
"""Lines of tokens that are sampled; enough to show where the count restarts."""

_BLOCKS = 50
_EDGE = 1 << 16
"""Bytes at both ends of each of the first ``_BLOCKS`` documents that are searched for a document column."""

_MOSTLY = 0.8
_HALF = 0.5

_RANGE = re.compile(r"\d+[-.]\d+")
"""The number of a CoNLL-U row that is not a token: several tokens in one word, or an empty node."""


class ColumnLayout(NamedTuple):
    """The columns of a file, from 0; a negative one is counted from the end, None is missing."""

    word: int | None
    chains: int = -1  # the brackets
    document: int | None = None
    numbers: int | None = None  # counts the tokens of a sentence, or of the document
    width: int = 0  # the number of columns; 0 if it varies between sentences
    keeps_empty: bool = True  # an empty string between two tabs is a column
    choice: str = ""  # describes detected columns that differ from the usual ones, for a remark


class _Row(NamedTuple):
    """A line of the sample with the numbers of its document and sentence."""

    document: int
    sentence: int
    fields: list[str]


def split_columns(line: str, keeps_empty: bool) -> list[str]:
    """Split a line into columns: at its tabs, since a word may then contain a blank, or else at blanks."""
    if line.isprintable():  # its only white space is the blank: the usual case
        return _join_brackets(line.split()) if "|" in line else line.split()
    if "\t" in line:
        has_blank = " " in line
        fields = [field.strip(" ") for field in line.split("\t")] if has_blank else line.split("\t")
        if not keeps_empty:
            fields = [field for field in fields if field]
        if not has_blank and fields:
            return fields
        if fields and " " not in fields[0] and " " not in remove_blanks(fields[-1]):
            return fields
    return _join_brackets([field for field in line.replace("\t", " ").split(" ") if field])


def remove_blanks(cell: str) -> str:
    """Return brackets without the blanks that some writers put between them, as in ``(1) | (2``."""
    return cell.replace(" |", "|").replace("| ", "|")


def _join_brackets(fields: list[str]) -> list[str]:
    """Join the brackets of one cell that blanks around their bar have split."""
    joined: list[str] = []
    for place, field in enumerate(fields):
        bar = bool(joined) and (joined[-1].endswith("|") or field.startswith("|"))
        after = field.lstrip("|") or "".join(fields[place + 1 : place + 2])
        if bar and _is_bracket(joined[-1].rstrip("|")) and _is_bracket(after):
            joined[-1] += field
        else:
            joined.append(field)
    return joined


def is_not_token(number: str) -> bool:
    """Return True for the number of a row that is not a token (``9-10``, ``8.1``)."""
    return bool(_RANGE.fullmatch(number))


def find_layout(path: str, data: bytes, option: str) -> ColumnLayout:
    """Return the layout that the first lines show, changed by the option.

    Raises:
        ReadingError: a line is not UTF-8 or too long; the option names a missing column.
    """
    # An empty string between tabs is a column if lines then have equal numbers of columns more often.
    rows_with_empty = list(_sample(path, data, keeps_empty=True))
    rows_without_empty = list(_sample(path, data, keeps_empty=False))
    keeps_empty = _measure_steadiness(rows_with_empty) >= _measure_steadiness(rows_without_empty)
    rows = rows_with_empty if keeps_empty else rows_without_empty
    if not rows:
        return ColumnLayout(None)
    widths = sorted(len(row.fields) for row in rows)
    width = widths[len(widths) // 2]
    rows_of_usual_width = [row for row in rows if len(row.fields) == width]
    is_steady = len(rows_of_usual_width) > 0.9 * len(rows)
    # If widths differ, the leading columns are shared, as many as the narrowest line has.
    rows = (
        rows_of_usual_width
        if is_steady
        else [row for row in rows if len(row.fields) >= widths[len(widths) // 20]]
    )
    columns = min(len(row.fields) for row in rows)
    # The brackets are in the last column that is not always empty.
    empty_end = 0
    while empty_end + 2 < columns and not any(row.fields[-1 - empty_end] for row in rows):
        empty_end += 1
    layout = _build_layout(
        rows, columns - empty_end, -1 - empty_end, _sample_edges(data, keeps_empty, len(rows))
    )
    layout = layout._replace(width=width if is_steady else 0, keeps_empty=keeps_empty)
    return _apply_option(path, layout, option, columns) if option else layout


def _build_layout(rows: list[_Row], columns: int, chains: int, edges: list[_Row]) -> ColumnLayout:
    """Return the layout of rows that share ``columns`` leading columns, with brackets in column ``chains``.

    ``edges`` are the first and last rows of documents, which show whether a column names documents.
    """
    usual = min(USUAL_WORD, columns - 2) if columns > 2 else None
    # The word: after the last column that counts, else the first column that changes like words do.
    counting = [column for column in range(columns - 1) if _counts_up(rows, column)]
    numbers = _find_last_count(rows, columns, counting)
    if numbers is not None:
        word = numbers + 1 if numbers + 1 < columns - 1 else None
        if word is None or _is_empty(rows, word):
            before = range(counting[0])
            word = next((column for column in before if _names_tokens(rows, column)), word)
    else:
        changing = range(usual + 1 if usual is not None else columns - 1)
        word = next((column for column in changing if _names_tokens(rows, column)), usual)
    # The document: a column of names, or the first of the scorer's two columns.
    document = _find_document(rows, edges, numbers, counting)
    if (
        document is None
        and columns == 2
        and word is None
        and numbers is None
        and _changes_in_document(rows, 0)
    ):
        document = 0
    bracketed = _find_brackets(rows, columns, chains, word)
    # Describe what differs from the usual columns.
    stated = []
    if word != usual and word is not None:
        stated.append(f"the word is column {word + 1}")
    if document is not None:
        stated.append(f"the document is column {document + 1}")
    if bracketed != chains:
        stated.append(f"the brackets are column {bracketed + 1}")
    example = " ".join(rows[0].fields)
    return ColumnLayout(
        word,
        bracketed,
        document,
        numbers,
        choice=f"{', '.join(stated)} of '{example[:60]}'" if stated else "",
    )


def _apply_option(path: str, layout: ColumnLayout, option: str, columns: int) -> ColumnLayout:
    """Replace columns by those of the option; the layout then has no ``choice`` to report."""
    stated = {name: number - 1 if number > 0 else number for name, number in numbered_columns(option).items()}
    for name, number in stated.items():
        if not -columns <= number < columns:
            width = count(columns, "column")
            raise problem(path, None, f"it has {width}, so --columns {option} has no {name} here.")
    return layout._replace(
        word=stated.get("word", layout.word),
        document=stated.get("document", layout.document),
        chains=stated.get("chains", layout.chains),
        choice="",
    )


def _sample(path: str, data: bytes, *, keeps_empty: bool) -> Iterator[_Row]:
    """Yield the first token lines of a file, and more until one has something in its last column."""
    document = sentence = count = 0
    filled = False
    before: list[str] = []
    for _, line in iterate_lines(path, data):
        if not line.strip(" \t"):
            sentence += 1
        elif BEGIN_LINE.match(line):
            document, sentence = document + 1, sentence + 1
        elif not line.startswith("#"):
            fields = split_columns(line, keeps_empty)
            if fields == before:
                continue  # a repeated row is not a step of a count
            before = fields
            count += 1
            filled = filled or bool(fields[-1])
            yield _Row(document, sentence, fields)
            if count >= SAMPLE and filled:
                return


def _sample_edges(data: bytes, keeps_empty: bool, seen: int) -> list[_Row]:
    """Return the first and last line of each of the first documents, if the sample ends before them."""
    if seen < SAMPLE // 2:
        return []
    # A pattern anchored at line begins visits every line.
    found = (at for match in _BEGINS.finditer(data) if not (at := match.start()) or data[at - 1] in b"\r\n")
    begins = list(islice(found, _BLOCKS + 1))
    begins = [0, *begins] if not begins or begins[0] else begins
    ends = [*begins[1:], len(data)]
    rows = []
    for document, (begin, end) in enumerate(zip(begins[:_BLOCKS], ends[:_BLOCKS], strict=True)):
        for piece in (data[begin : min(begin + _EDGE, end)], data[max(begin, end - _EDGE) : end]):
            # The first and the last line may be cut.
            lines = [line for line in piece.decode("utf-8", "replace").splitlines()[1:-1] if line.strip()]
            tokens = [line for line in lines if not line.startswith("#")]
            rows += [_Row(document, 0, split_columns(line, keeps_empty)) for line in tokens[:1] + tokens[-1:]]
    return rows


def _measure_steadiness(rows: list[_Row]) -> float:
    """Return the share of lines with as many columns as the previous one."""
    pairs = list(_pair_rows(rows))
    return sum(len(upper.fields) == len(lower.fields) for upper, lower in pairs) / max(len(pairs), 1)


def _pair_rows(rows: list[_Row]) -> Iterator[tuple[_Row, _Row]]:
    """Yield consecutive lines of one sentence."""
    for upper, lower in pairwise(rows):
        if upper.sentence == lower.sentence:
            yield upper, lower


def _counts_up(rows: list[_Row], column: int) -> bool:
    """Return True if the column counts upwards by one within sentences."""
    tokens = [row for row in rows if not is_not_token(row.fields[column])]
    steps = [_is_next(upper.fields[column], lower.fields[column]) for upper, lower in _pair_rows(tokens)]
    return bool(steps) and sum(steps) >= _MOSTLY * len(steps)


def _is_next(upper: str, lower: str) -> bool:
    return _is_number(upper) and _is_number(lower) and int(lower) == int(upper) + 1


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.isdigit() and len(cell) <= 15


def _find_last_count(rows: list[_Row], columns: int, counting: list[int]) -> int | None:
    """Return the last counting column; only columns of numbers may separate it from the first."""
    if not counting:
        return None
    last = counting[0]
    for column in range(last + 1, columns - 1):
        if not _measure_share(_is_number(row.fields[column]) for row in rows) > _MOSTLY:
            break
        if column in counting:
            last = column
    return last


def _measure_share(values: Iterable[bool]) -> float:
    found = list(values)
    return sum(found) / max(len(found), 1)


def _names_tokens(rows: list[_Row], column: int) -> bool:
    """Return True if the column changes from line to line and is not a number."""
    changes = [
        upper.fields[column] != lower.fields[column]
        for upper, lower in pairwise(rows)
        if upper.document == lower.document
    ]
    return (
        bool(changes)
        and sum(changes) >= _HALF * len(changes)
        and _measure_share(_is_number(row.fields[column]) for row in rows) < _HALF
    )


def _is_empty(rows: list[_Row], column: int) -> bool:
    return all(row.fields[column] in NO_BRACKETS for row in rows)


def _changes_in_document(rows: list[_Row], column: int) -> bool:
    """Return True if the column changes between two headers."""
    seen: dict[int, str] = {}
    wide = [row for row in rows if column < len(row.fields)]
    return any(seen.setdefault(row.document, row.fields[column]) != row.fields[column] for row in wide)


def _find_document(
    rows: list[_Row], edges: list[_Row], numbers: int | None, counting: list[int]
) -> int | None:
    """Return the column that names documents, or None; it precedes all columns that count."""
    if numbers is None:
        return None
    leading = [
        column
        for column in range(counting[0])
        if (_changes_in_document(rows, column) or _changes_in_document(edges, column))
        and _changes_at_restarts(rows, column, numbers)
    ]
    names = [
        column
        for column in leading
        if _measure_share(_is_number(row.fields[column]) for row in rows) <= _HALF
    ]
    if names:
        return names[-1]
    # Topic, subtopic, document, sentence, token: numeric documents are recognised by their place.
    place = numbers - 2
    return place if place >= 2 and place in leading else None


def _changes_at_restarts(rows: list[_Row], column: int, numbers: int) -> bool:
    """Return True if a column changes where the token number restarts, unless it numbers sentences."""
    changes = sentences = at_restarts = at_sentences = 0
    has_sentences = False
    for upper, lower in pairwise(rows):
        if upper.document != lower.document:
            continue
        begins = upper.sentence != lower.sentence
        sentences += begins
        if upper.fields[column] != lower.fields[column]:
            changes += 1
            at_sentences += begins
            at_restarts += begins or not _is_next(upper.fields[numbers], lower.fields[numbers])
        elif upper.fields[column + 1 : numbers] != lower.fields[column + 1 : numbers]:
            has_sentences = True
    # A column that changes with each empty line, with no smaller unit in it, names sentences.
    is_sentence = sentences > 0 and at_sentences == sentences and not has_sentences
    return at_restarts >= 0.9 * changes and not is_sentence


def _find_brackets(rows: list[_Row], columns: int, chains: int, word: int | None) -> int:
    """Return the last column, unless it has no bracket and another column has only brackets."""
    if any(_is_bracket(row.fields[chains]) for row in rows):
        return chains
    for column in range(columns - 2, word if word is not None else 0, -1):
        cells = {row.fields[column] for row in rows} - set(NO_BRACKETS)
        if cells and all(_is_bracket(cell) for cell in cells):
            return column
    return chains


def _is_bracket(cell: str) -> bool:
    return "*" not in cell and len(cell) > 1 and (cell[0] == "(" or cell[-1] == ")")
