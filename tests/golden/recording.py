"""Runs the cases of a group, and writes what they gave as two texts: what is fixed, and the layout.

*Fixed* are exit statuses, JSON, CSV and XML as they are, and RDF as sorted triples: another program reads
these. *Layout* are texts, Markdown, HTML and all that is printed as errors: people read these, and they may
change where that is wanted. Each text has a section for each case, so a changed word is one changed line.
"""

from __future__ import annotations

import faulthandler
import hashlib
import os
import re
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from getpass import getuser
from pathlib import Path
from typing import NamedTuple

from pyoxigraph import CanonicalizationAlgorithm, Dataset, RdfFormat, parse

from coala import __version__
from tests.golden.capture import ignore_time, run_quietly
from tests.golden.cases import Case, Group, Words, list_groups
from tests.support.judging_pages import open_blocks
from tests.support.paths import ROOT

TEXTS = Path(__file__).with_name("texts")

_SECONDS = 600
# A line that is longer has data of a page or of a question in it.
_LONGEST_LINE = 2_000

_UNSTEADY = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?"), "<time>"),
    (re.compile(r"\btoday, \d\d:\d\d"), "today, <time>"),
    (re.compile(r'("minutes": \{\s+"total": )[\d.]+(,\s+"median_seconds": )[\w.]+'), r"\1<time>\2<time>"),
    (re.compile(r"verdicts? in [\d.,]+ \w+, median [\d.,]+ \w+"), "verdicts in <time>"),
    (re.compile(rf'(\bby |loggedIn "|"who": "){re.escape(getuser())}\b'), r"\1<user>"),
    (re.compile(r"urn:coala:(export|verdict):[0-9a-f]+"), "<made at a time>"),
)
# The code and the style of a page are files of their own; the data in a page stay.
_CODE = re.compile(r"(<(style|script)(?![^>]*application/json)[^>]*>).*?(</\2>)", re.DOTALL)


class Part(StrEnum):
    """The two texts of a group."""

    FIXED = "fixed"
    LAYOUT = "layout"

    def path(self, group: str) -> Path:
        """Return the file with this text of a group."""
        return TEXTS / self.value / f"{group}.txt"


class _Piece(NamedTuple):
    """An output of a case: where it went, and its text."""

    part: Part
    name: str
    text: str


def record(name: str) -> dict[Part, str]:
    """Run the cases of the group with this name, and return both texts."""
    # A group that takes longer hangs.
    faulthandler.dump_traceback_later(_SECONDS, exit=True)
    ignore_time()
    group = next(group for group in list_groups() if group.name == name)
    with tempfile.TemporaryDirectory() as made:
        # The window names the folder of a file.
        folder = Path(made) / "work"
        folder.mkdir()
        found = _record(group, folder)
    faulthandler.cancel_dump_traceback_later()
    return found


def _record(group: Group, folder: Path) -> dict[Part, str]:
    sections: dict[Part, list[str]] = {part: [] for part in Part}
    former = Path.cwd()
    os.chdir(folder)
    os.environ |= {"COLUMNS": "100", "NO_COLOR": "1"}
    try:
        for step in group.steps(folder):
            if isinstance(step, Words):
                sections[Part.LAYOUT].append(f"=== {step.name}\n{_steady(step.text)}\n")
                continue
            if not isinstance(step, Case):
                step()
                continue
            status, pieces = _run(step)
            for part in _list_parts(group):
                shown = [f"exit {status}\n"] if part is Part.FIXED else []
                shown += [
                    f"--- {piece.name}\n{_cut(piece.text, group.lines)}"
                    for piece in pieces
                    if piece.part is part and piece.text
                ]
                if shown:
                    sections[part].append(
                        "".join([f"=== {step.name}\n$ coala {' '.join(step.words)}\n", *shown])
                    )
    finally:
        os.chdir(former)
    return {part: "\n".join(sections[part]) for part in _list_parts(group)}


def _list_parts(group: Group) -> list[Part]:
    return list(Part) if group.has_layout else [Part.FIXED]


def _run(case: Case) -> tuple[int, list[_Piece]]:
    status, output, errors = run_quietly(case.words)
    form = case.form
    pieces = [_shape("output", form, output), *(_read(name) for name in case.reads)]
    pieces.append(_shape("errors", "text", errors))
    return status, pieces


def _read(name: str) -> _Piece:
    path = Path(name)
    return _shape(name, path.suffix[1:], path.read_bytes())


def _shape(name: str, form: str, content: bytes) -> _Piece:
    """Return an output in the form in which it is compared."""
    text = _steady(open_blocks(content.decode("utf-8", "replace").replace("\r\n", "\n")))
    if form == "rdf":
        return _Piece(Part.FIXED, name, _sort_triples(text))
    if form in ("json", "jsonl", "csv", "xml", "native"):
        return _Piece(Part.FIXED, name, text)
    return _Piece(Part.LAYOUT, name, _CODE.sub(r"\1…\3", text) if form == "html" else text)


def _sort_triples(text: str) -> str:
    """Return a graph in Turtle as sorted triples, whose blank nodes have names that follow from the graph."""
    try:
        graph = Dataset(parse(text.encode(), RdfFormat.TRIG))
    except SyntaxError:
        return text
    graph.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return "".join(sorted(f"{quad}\n" for quad in graph))


def _steady(content: str) -> str:
    """Return a text without times, and without the places of folders on this machine."""
    content = content.replace(os.getcwd(), "<here>").replace(__version__, "<version>")
    # A board names its graphs from its own folder on.
    for root in (os.path.relpath(ROOT, "board"), str(ROOT)):
        content = content.replace(root, "<project>")
    for pattern, word in _UNSTEADY:
        content = pattern.sub(word, content)
    for today in {datetime.now().astimezone().date(), datetime.now(UTC).date()}:
        content = content.replace(today.isoformat(), "<today>")
    return content


def _cut(text: str, most: int) -> str:
    """Return the first lines of a text, and a digest of the others."""
    lines = [_cut_line(line) for line in text.splitlines()]
    if len(lines) > most:
        rest = lines[most:]
        lines[most:] = [f"[{len(rest):,} more lines, {_digest(rest)}]"]
    return "".join(f"{line}\n" for line in lines)


def _cut_line(line: str) -> str:
    if len(line) <= _LONGEST_LINE:
        return line
    return f"{line[:_LONGEST_LINE]} [{len(line) - _LONGEST_LINE:,} more, {_digest([line])}]"


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
