"""Reader of tables of entity discovery and linking (EDL), as in TAC KBP.

Tabs separate the columns of a mention::

    run1  m-1  Paris  NEWS_001:120-124  m.05qtj  GPE  NAM  1.0

These are: the system, the mention's identifier, its words, its document with begin and end (inclusive), the
entry of the knowledge base, its type, NAM or NOM, and the confidence. Further columns are ignored. Entries
are those of Freebase (``m.…``) or of a knowledge base of TAC (``E0…``); ``NIL…`` numbers what has no entry.
All mentions of one entry, or of one number of NIL, are one chain, in all documents and files. The texts are
elsewhere, and the offsets are those of their characters.
"""

from __future__ import annotations

import re

from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.entity_names import FREEBASE, UnusableNameError, is_missing, name_entry
from coala.formats.flaws import Flaws
from coala.formats.text_lines import iterate_lines, parse_offset, problem
from coala.model.format_options import FormatOptions

_FIRST_LINE = re.compile(
    rb"(?:\xef\xbb\xbf)?[^\t\r\n]+\t[^\t\r\n]+\t[^\t\r\n]+\t[^\s:]+:\d+-\d+\t[^\t\r\n]+\t\w+\t(?:NAM|NOM|PRO)\b"
)
_PLACE = re.compile(r"(\S+):(\d+)-(\d+)", re.ASCII)
_FREEBASE_NAME = re.compile(r"[mg]\.\w+", re.ASCII)
_NUMBERED_NIL = re.compile(r"NIL\w*\d", re.IGNORECASE)
_COLUMNS = 6
"""The columns that a line must have."""


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the first line has the columns of a table of EDL."""
    return bool(_FIRST_LINE.match(start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read the mentions of one run.

    Raises:
        ReadingError: the file has several runs, too many lines are broken, or one is not UTF-8.
    """
    flaws = Flaws(path, lenient=options.lenient)
    remarks: list[tuple[str, str]] = []
    documents: dict[str, int] = {}
    across: set[str] = set()
    mentions: dict[tuple[int, tuple[int, int], str], Mention] = {}
    run = ""
    count = 0
    for number, line in iterate_lines(path, data):
        if not line.strip():
            continue
        count += 1
        columns = [column.strip() for column in line.split("\t")]
        place = _PLACE.fullmatch(columns[3]) if len(columns) >= _COLUMNS else None
        begin, last = (parse_offset(place[2]), parse_offset(place[3])) if place else (None, None)
        if place is None or begin is None or last is None or last < begin:
            what = f"{excerpt(line)} does not have six columns with a place like 'NEWS_001:120-124'"
            flaws.leave_out("line-left-out", number, what)
            continue
        run = run or columns[0]
        if columns[0] != run:
            raise problem(
                path,
                number,
                f"the mentions of {excerpt(columns[0])} follow those of {excerpt(run)}: "
                "give a file for each run.",
            )
        document = documents.setdefault(place[1], len(documents))
        entry = ""
        try:
            entry = _name_instance(columns[4], f"{path}:{number}", remarks)
        except UnusableNameError as error:
            remarks.append(("entry-unusable", f"{path}:{number}, {error}"))
        if entry:
            across.add(entry)
        span = (begin, last + 1)
        key = document, span, entry or instance_key(place[1], f"{begin}-{last}")
        if key in mentions:
            remarks.append(("mention-twice", f"{path}:{number}, {excerpt(columns[2])}"))
            continue
        kinds = (columns[5],) if columns[5] else ()
        mentions[key] = Mention(document, (span,), key[2], kinds, anchor=columns[2])
    flaws.weigh(count, "lines")
    if mentions and all(map(_NUMBERED_NIL.fullmatch, across)):
        remarks.append(("no-entries-linked", f"{path}, {len(mentions):,} mentions"))
    return Annotations(
        tuple(Document(name, "") for name in documents),
        tuple(mentions.values()),
        remarks=(*remarks, *flaws.remarks),
        across=frozenset(across),
        textless=frozenset(range(len(documents))),
        texts_fit=True,
    )


def _name_instance(name: str, where: str, remarks: list[tuple[str, str]]) -> str:
    """Return the key of the chain of an entry or of a number of NIL; "" for a mention on its own.

    Raises:
        UnusableNameError: it is no name.
    """
    if _NUMBERED_NIL.fullmatch(name):
        return name
    if is_missing(name):
        return ""
    entry = name_entry(name, FREEBASE if _FREEBASE_NAME.fullmatch(name) else "TAC")
    if entry is None:
        return ""
    if not entry.is_known:
        remarks.append(("base-unknown", f"{where}, {excerpt(entry.name)}"))
    return entry.name
