"""Reader of LitBank's tables of coreference: an .ann file, and the words in the .txt next to it.

Tabs separate the columns::

    MENTION  T1  0  3  0  4  Jane Eyre  PER  PROP    sentence and word of begin and end, words, types
    COREF    T1  Jane-7                              the chain of a mention
    COP      T1  T5                                  a copula; APPOS is an apposition

Sentences and words count from 0, the end is inclusive. ``COP`` and ``APPOS`` are read as statements. The .txt
has one sentence a line; blanks separate its words.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import AnnotatedStatement, Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.mention_forms import form_of_class
from coala.formats.text_lines import decode_utf8, iterate_lines, parse_offset, problem
from coala.model.format_options import FormatOptions

_FIRST_LINE = re.compile(rb"(?:\xef\xbb\xbf)?\s*MENTION\t\S+(?:\t\d+){4}\t")
_WORD = re.compile(r"\S+")
_BROKEN = "line-left-out"


class _Line(NamedTuple):
    number: int
    fields: list[str]


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file begins with a mention and its four numbers."""
    return extension(name) in (".ann", ".tsv") and bool(_FIRST_LINE.match(start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file; instances are named after their chain, or after a mention without a chain.

    Raises:
        ReadingError: the text is missing; too many lines are broken; either file is not UTF-8.
    """
    name = stem(path)
    flaws = Flaws(path, lenient=options.lenient)
    text, words = _read_words(path, name, options)
    lines = [_Line(number, line.split("\t")) for number, line in iterate_lines(path, data) if line.strip()]
    mentions: dict[str, Mention] = {}  # by identifier, without their instances
    chains: dict[str, dict[str, None]] = {}  # the keys of the chains of each mention (an ordered set)
    for line in lines:
        if line.fields[0] == "MENTION":
            _add_mention(line, words, mentions, flaws, with_form=options.forms)
    # Lines that refer to mentions: their chains, and ties, which are statements.
    ties: list[_Line] = []
    for line in lines:
        kind, *identifiers = line.fields
        if kind == "MENTION":
            continue
        missing = [each for each in identifiers[: 1 if kind == "COREF" else 2] if each not in mentions]
        if len(identifiers) < 2:
            flaws.leave_out(_BROKEN, line.number, f"{excerpt(kind)} ties nothing")
        elif missing:
            what = f"refers to {excerpt(missing[0])}, which no line defines"
            flaws.leave_out(_BROKEN, line.number, what)
        elif kind == "COREF":
            chains.setdefault(identifiers[0], {})[instance_key(name, identifiers[1])] = None
        else:
            ties.append(line)
    # A mention without a chain is an instance of its own.
    keys = {each: list(chains.get(each, (instance_key(name, each),))) for each in mentions}
    statements = {
        AnnotatedStatement(first, line.fields[0], other, True): None
        for line in ties
        for first in keys[line.fields[1]]
        for other in keys[line.fields[2]]
    }
    flaws.weigh(len(lines), "lines")
    return Annotations(
        (Document(name, text),),
        tuple(mention._replace(instance=key) for each, mention in mentions.items() for key in keys[each]),
        tuple(statements),
        tuple(flaws.remarks),
    )


def _read_words(path: str, name: str, options: FormatOptions) -> tuple[str, list[list[tuple[int, int]]]]:
    """Return the text of the .txt, and for each of its lines the (begin, end) of each word."""
    text_name = f"{name}.txt"
    found = options.sibling(text_name) if options.sibling else None
    if found is None:
        raise problem(path, None, f"its text {text_name} is missing: put it into the same folder.")
    text = decode_utf8(text_name, found)
    words: list[list[tuple[int, int]]] = []
    begin = 0
    for line in text.split("\n"):
        words.append([(begin + word.start(), begin + word.end()) for word in _WORD.finditer(line)])
        begin += len(line) + 1
    return text, words


def _add_mention(
    line: _Line,
    words: list[list[tuple[int, int]]],
    mentions: dict[str, Mention],
    flaws: Flaws,
    *,
    with_form: bool,
) -> None:
    """Add the mention of a line by its identifier, without an instance."""
    fields = line.fields
    numbers = [parse_offset(field) for field in fields[2:6]]
    if len(numbers) < 4 or None in numbers:
        what = f"{excerpt(' '.join(fields))} does not have an identifier and four numbers"
        flaws.leave_out(_BROKEN, line.number, what)
        return
    if fields[1] in mentions:
        flaws.leave_out(_BROKEN, line.number, f"the mention {excerpt(fields[1])} occurs twice")
        return
    first_line, first, last_line, last = (number or 0 for number in numbers)
    if not (
        first_line < len(words)
        and last_line < len(words)
        and first < len(words[first_line])
        and last < len(words[last_line])
        and words[first_line][first] <= words[last_line][last]
    ):
        what = f"the words {', '.join(map(excerpt, fields[2:6]))} are not in the text"
        flaws.leave_out(_BROKEN, line.number, what)
        return
    span = (words[first_line][first][0], words[last_line][last][1])
    form = form_of_class(fields[8]) if with_form and len(fields) > 8 else ""
    mentions[fields[1]] = Mention(0, (span,), "", tuple(fields[7:8]), form=form)
