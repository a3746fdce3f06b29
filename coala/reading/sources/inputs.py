"""A path as the user gave it becomes the files to read, or a sentence why there is nothing to read."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from typing import NamedTuple

from coala.base.files import extension, stem
from coala.base.numerals import count
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.formats.webanno.project import check_annotator
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.reading.sources.detect import (
    ARCHIVES,
    begins_like_rdf,
    explain_stranger,
    explain_unclaimed,
    find_reader,
    is_other_name,
    is_rdf_name,
)
from coala.reading.sources.stream import STANDARD_INPUT, File, RdfStream, check_regular, open_regular
from coala.reading.sources.unread_formats import explain_evident, explain_foreign, explain_unread

MOST_LOOKED_INTO = 10_000
"""Files of a folder without any known name whose first bytes are looked at."""


class Input(NamedTuple):
    """The files of one graph; ``skipped`` are those that lie beside them and are not read.

    ``size`` is in bytes as they lie on the disk, or None for standard input.
    """

    path: str
    files: tuple[File, ...]
    skipped: tuple[str, ...]
    size: int | None


def find_files(path: str, told: FormatOptions = FORMAT_DEFAULTS) -> Input:
    """The file itself, every RDF file below a folder in sorted order, or standard input for ``-``.

    In a folder without RDF these are the files named as other formats are; where none of them begins like
    one, all files that do.

    Raises:
        ReadingError: there is no such file, it is no regular file, or nothing in the folder can be read.
    """
    if path == STANDARD_INPUT:
        return Input(path, (File("standard input", path),), (), None)
    try:
        if os.path.isdir(path):
            return list_folder(path, path, told)
        check_regular(File(path, path))
        size = os.path.getsize(path)
    except FileNotFoundError as error:
        raise ReadingError(f"{path}: there is no such file or folder: check the path.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ReadingError(f"{path}: cannot be read: {reason}.") from error
    return Input(path, (File(path, path),), (), size)


class _Listing(NamedTuple):
    """The files below a folder with their sizes, by what they are taken for; ``skipped`` are for nobody."""

    rdf: list[tuple[File, int]]
    other: list[tuple[File, int]]
    unknown: list[tuple[File, int]]
    skipped: list[str]


def list_folder(path: str, shown: str, told: FormatOptions, what: str = "folder") -> Input:
    """The files to read below a folder, which the user knows as ``shown`` and as that kind of thing.

    Raises:
        OSError: a folder below may not be looked into.
        ReadingError: nothing in it can be read.
    """
    listing = _by_name(path, shown)
    if not listing.rdf and not any(_is_claimed(file, told) for file, _ in listing.other[:MOST_LOOKED_INTO]):
        listing = _by_first_bytes(listing, told)
    skipped = _beside(listing, path)
    # Beside RDF, a table or a list is most likely about the graph, not a part of it.
    read = listing.rdf or listing.other
    if not read:
        raise ReadingError(f"{shown}: {_explain_nothing(what, listing.unknown, path, len(skipped))}")
    check_annotator(shown, (file.shown for file, _ in read), told)
    files = tuple(sorted(file for file, _ in read))
    return Input(shown, files, tuple(sorted(map(_with_kind, skipped))), sum(size for _, size in read))


def _by_name(path: str, shown: str) -> _Listing:
    """What the names of files promise; hidden ones are read only where they are named as RDF."""
    listing = _Listing([], [], [], [])
    root = os.path.realpath(path)
    for folder, below, names in os.walk(path, onerror=_stop):
        below[:] = sorted(name for name in below if not name.startswith("."))
        # Links to folders are not followed: they may lead round in a circle.
        links = [link for name in below if os.path.islink(link := os.path.join(folder, name))]
        listing.skipped.extend(f"{os.path.relpath(link, path)} (a link to a folder)" for link in links)
        for name in sorted(names):
            file = os.path.join(folder, name)
            state = _regular_inside(file, root)
            known = File(shown + file.removeprefix(path), file)
            if state is not None and is_rdf_name(name):
                listing.rdf.append((known, state.st_size))
            elif name.startswith("."):
                continue
            elif state is None:
                listing.skipped.append(os.path.relpath(file, path))
            elif is_other_name(name):
                listing.other.append((known, state.st_size))
            else:
                listing.unknown.append((known, state.st_size))
    return listing


def _by_first_bytes(listing: _Listing, told: FormatOptions) -> _Listing:
    """What files of unknown names are, if any of them is something; then the names of others said nothing."""
    rdf, other, unknown = [], [], listing.unknown[MOST_LOOKED_INTO:]
    for file, size in listing.unknown[:MOST_LOOKED_INTO]:
        start = _start_of(file)
        if find_reader(file.shown, start, told) is not None:
            other.append((file, size))
        elif begins_like_rdf(start):
            rdf.append((file, size))
        else:
            unknown.append((file, size))
    if not rdf and not other:
        return listing
    # Other programs write files of these names, too: a .key need not be CoNLL.
    return _Listing(rdf, other, [*unknown, *listing.other], listing.skipped)


def _beside(listing: _Listing, path: str) -> list[str]:
    """The files that are not read, as they are called below the folder."""
    left = [*listing.unknown, *(listing.other if listing.rdf else ())]
    skipped = [*listing.skipped, *(os.path.relpath(file.path, path) for file, _ in left)]
    if listing.rdf:
        return skipped
    # brat keeps the text beside its annotations, where it is read with them.
    brat = [file.path for file, _ in listing.other if extension(file.path) == ".ann"]
    texts = {f"{os.path.join(os.path.dirname(file), stem(file))}.txt" for file in brat}
    return [name for name in skipped if os.path.join(path, name) not in texts]


_TABLE_OF_MENTIONS = re.compile(r"[/\\]mention[^/\\]*\.parquet\Z")


def _explain_nothing(what: str, unknown: list[tuple[File, int]], path: str, others: int) -> str:
    """Why nothing can be read in a folder or archive with so many other files."""
    if any(_TABLE_OF_MENTIONS.search(file.path) for file, _ in unknown):
        return (
            f"this {what} holds a graph as Parquet tables, as 'coala convert --to parquet' writes them: only "
            "'coala diff --engine duckdb' reads such a folder."
        )
    if what == "archive" and unknown and all(extension(file.path) in ARCHIVES for file, _ in unknown):
        inner = os.path.relpath(unknown[0][0].path, path)
        return (
            f"this archive holds nothing but archives, such as {readable(inner)}, which are not unpacked "
            "with it: unpack it, and name what was in it."
        )
    if not others:
        return f"this {what} holds no file but hidden ones: check the path."
    among = f"nothing in this {what} of {count(others, 'file')}"
    if known := _foreign(unknown, path):
        return f"{among} can be read. {known}"
    return (
        f"{among} looks like RDF or a coreference format: check the path; 'coala formats' lists what is read."
    )


def _with_kind(name: str) -> str:
    """The name of a skipped file, with a word on what it is if it could be read otherwise."""
    return f"{name} (an archive: name it itself, or unpack it)" if extension(name) in ARCHIVES else name


def _foreign(unknown: list[tuple[File, int]], path: str) -> str:
    """Return what the most telling file is that is not read, as a sentence; "" where none tells anything."""
    found: dict[int, str] = {}
    for file, _ in unknown[:MOST_LOOKED_INTO]:
        name = readable(os.path.relpath(file.path, path))
        if extension(file.path) in ARCHIVES:
            return f"{name} is an archive: name it itself, or unpack it."
        for rank, reason in enumerate(_reasons(file)):
            if reason and rank not in found:
                found[rank] = f"{name}: {reason}"
        if 0 in found:
            break
    return found[min(found)] if found else ""


def _reasons(file: File) -> Iterator[str | None]:
    """Yield why a file is not read: the surest and most helpful reason first, the vaguest last."""
    start = _start_of(file)
    unread = explain_unread(file.shown, start)
    known = unread if start.strip() else None
    yield explain_stranger(file.shown, start) or known or explain_unclaimed(file.shown, start)
    yield explain_foreign(start)
    yield unread or explain_evident(file.shown, start)


def _is_claimed(file: File, told: FormatOptions) -> bool:
    return find_reader(file.shown, _start_of(file), told) is not None


def _start_of(file: File) -> bytes:
    try:
        with open_regular(file) as raw:
            return RdfStream(file.shown, raw, _nothing, _nothing).start
    except ReadingError:
        return b""


def _nothing(count: int) -> None:
    """Nobody waits for these bytes: they are read again."""


def _regular_inside(file: str, root: str) -> os.stat_result | None:
    """The state of a regular file; None for pipes, dead links, and links that lead out of the folder."""
    try:
        state = os.stat(file)
        inside = os.path.commonpath([root, os.path.realpath(file)]) == root
    except (OSError, ValueError):
        return None
    return state if inside and stat.S_ISREG(state.st_mode) else None


def _stop(error: OSError) -> None:
    raise error
