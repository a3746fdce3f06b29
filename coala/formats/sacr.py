"""Reader of SACR: a text with braces.

::

    #title: A story
    {Ann:head="1" The girl} left. {Ann She} ran.

The name after a brace is the chain ("Ann"). Its properties, in quotes, are ignored; one blank ends them.
Lines such as ``#title:`` are not text. The text is everything outside of the marks, character by character:
here "The girl left. She ran.".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key, name_chain
from coala.formats.flaws import Flaws
from coala.formats.text_lines import LineNumbers, decode_utf8
from coala.model.format_options import FormatOptions

_EXTENSION = ".sacr"

_FIRST_LINE = re.compile(rb"(?:\xef\xbb\xbf)?\s*#(?:title|textid|textmetadata|part-heading|speaker):")
_FIRST_MARK = re.compile(rb'\{[^\s{}:"]+:[\w.-]+="')

_PROPERTY = r'[\w.-]+=(?:"[^"]*"|[^\s",{}]*)'
_MARK_HEAD = re.compile(rf'\{{([^\s{{}}:"]+)(?::{_PROPERTY}(?:,{_PROPERTY})*+)?\s')

_BRACE_OR_META_LINE = re.compile(r"[{}]|(?<![^\r\n])#[A-Za-z][\w-]*:[^\r\n]*(?:[\r\n]\s*)?")
"""A brace, or a line that is not text with the empty lines after it."""


class _Open(NamedTuple):
    """An open brace; ``chain`` is "" if it is part of the text."""

    chain: str
    begin: int
    position: int


def looks_like(name: str, start: bytes) -> bool:
    """Return True for the extension .sacr, or a first line of SACR followed by a mark with properties."""
    return extension(name) == _EXTENSION or bool(_FIRST_LINE.match(start) and _FIRST_MARK.search(start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file as one document; a brace that begins no mark or has no partner is text.

    Raises:
        ReadingError: the file is not UTF-8, or more than a few of its marks are broken.
    """
    file_text = decode_utf8(path, data)
    name = stem(path)
    flaws = Flaws(path, lenient=options.lenient)
    lines = LineNumbers(file_text)
    pieces: list[str] = []
    mentions: list[Mention] = []
    chains: dict[str, None] = {}
    open_marks: list[_Open] = []
    length = position = marks = 0
    blanks = 0  # at the end of the text so far

    def leave_out(place: int, wrong: str) -> None:
        shown = file_text[place : place + 40].partition("\n")[0]
        flaws.leave_out("mark-broken", lines.at(place), f"{excerpt(shown)} {wrong}")

    for found in _BRACE_OR_META_LINE.finditer(file_text):
        if found.start() < position:
            continue  # within the properties of a mark
        pieces.append(file_text[position : found.start()])
        length += len(pieces[-1])
        words = pieces[-1].rstrip(" ")
        blanks = len(pieces[-1]) - len(words) + (0 if words else blanks)
        position = found.end()
        if found[0] == "{":
            # Begin a mark after its head, or keep the brace as text.
            marks += 1
            head = _MARK_HEAD.match(file_text, found.start())
            open_marks.append(_Open(head[1] if head else "", length, found.start()))
            if head:
                position = head.end()
                continue
            leave_out(found.start(), "begins no mark")
        elif found[0] == "}":
            # End the latest mark; the partner of a brace in the text is text as well.
            opened = open_marks.pop() if open_marks else None
            if opened and opened.chain:
                if opened.begin == length:
                    leave_out(opened.position, "has no text")
                else:
                    # Some writers put a blank before the closing brace, also before several in a row.
                    end = length - blanks
                    span = ((opened.begin, end if end > opened.begin else length),)
                    mentions.append(Mention(0, span, instance_key(name, opened.chain)))
                    chains[opened.chain] = None
                continue
            if opened is None:
                marks += 1
                leave_out(found.start(), "closes nothing")
        else:
            continue  # a line that is not text
        pieces.append(found[0])
        length += 1
        blanks = 0
    pieces.append(file_text[position:])
    for opened in open_marks:
        if opened.chain:
            leave_out(opened.position, "is never closed")
    flaws.weigh(marks, "marks")
    return Annotations(
        (Document(name, "".join(pieces)),),
        tuple(mentions),
        remarks=tuple(flaws.remarks),
        names=tuple(name_chain(name, chain, lettered=True) for chain in chains),
    )
