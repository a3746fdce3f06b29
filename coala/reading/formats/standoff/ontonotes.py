"""OntoNotes' ``.coref``, a text with ``<COREF ID="6" TYPE="IDENT">``, becomes ``Annotations``.

An ID is a chain of its part, however often it comes.

Each TEXT is a document, named by the DOCNO and its PARTNO. Appositions have chains of their own, which are no
identity and are left out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import Annotations, Document, Mention, instance_key
from coala.reading.formats.flaws import Flaws
from coala.reading.formats.muc import attributes_of, tags, without_entities
from coala.reading.formats.text_lines import LineNumbers, decoded

_PART = re.compile(rb"<TEXT\s[^<>]{0,1000}\bPARTNO\s*=")


class _Open(NamedTuple):
    chain: str
    kind: str
    begin: int
    position: int


def looks_like(name: str, start: bytes) -> bool:
    """Does it begin with a tag, and are there parts, which MUC has not?"""
    return start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and bool(_PART.search(start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file; a tag without a partner is left out.

    Raises:
        ReadingError: the file is not UTF-8, a COREF tag is broken, or more than a few have no partner.
    """
    written = decoded(path, data)
    lines = LineNumbers(written)
    flaws = Flaws(path, lenient=options.lenient)
    remarks: list[tuple[str, str]] = []
    documents: dict[str, str] = {}
    mentions: list[Mention] = []
    pieces: list[str] = []
    opened: list[_Open] = []
    group = name = stem(path)
    length = position = marks = 0
    inside = in_group = False

    def end_document() -> None:
        for lost in opened:
            flaws.leave_out("mark-broken", lines.at(lost.position), f"{excerpt(lost.chain)} is never closed")
        opened.clear()
        documents[name] = "".join(pieces)

    for tag in tags(path, written, lines):
        if inside:
            pieces.append(without_entities(written[position : tag.position]))
            length += len(pieces[-1])
        position = tag.end
        if tag.name == "DOC":
            in_group = not tag.closing
        if tag.name == "DOC" and not tag.closing:
            group = attributes_of(tag).get("DOCNO") or stem(path)
        elif tag.name == "TEXT":
            if inside:
                end_document()
            if inside and not tag.closing:
                flaws.leave_out("mark-broken", lines.at(tag.position), "a TEXT begins within another one")
            inside = not tag.closing
            name = f"{group}/{attributes_of(tag).get('PARTNO') or len(documents)}"
            while name in documents:
                name = f"{name}/{len(documents)}"
            pieces, length = [], 0
        elif tag.name == "COREF" and inside and not tag.closing:
            marks += 1
            said = attributes_of(tag)
            opened.append(_Open(said.get("ID", ""), said.get("TYPE", "IDENT"), length, tag.position))
        elif tag.name == "COREF" and not tag.closing:
            marks += 1
            flaws.leave_out("mark-broken", lines.at(tag.position), "this COREF stands outside every TEXT")
        elif tag.name == "COREF" and inside:
            last = opened.pop() if opened else None
            if last is None or not last.chain or last.begin == length:
                wrong = "closes nothing" if last is None else "has no ID, or no text"
                flaws.leave_out("mark-broken", lines.at(tag.position), f"'</COREF>' {wrong}")
            elif last.kind.upper() != "IDENT":
                remarks.append(
                    ("apposition-left-out", f"{path}:{lines.at(tag.position)}, {excerpt(last.kind)}")
                )
            else:
                key = instance_key(name, last.chain)
                mentions.append(Mention(len(documents), ((last.begin, length),), key))
    if inside:
        end_document()
        flaws.leave_out("mark-broken", lines.at(len(written)), "the last TEXT is never closed")
    elif in_group:
        flaws.leave_out(
            "mark-broken", lines.at(len(written)), "the last DOC is never closed: is it all there?"
        )
    flaws.weigh(marks, "COREF tags")
    return Annotations(
        tuple(Document(*item) for item in documents.items()), tuple(mentions), (), (*flaws.remarks, *remarks)
    )
