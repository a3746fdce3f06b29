"""The files to read for one input, which is a path from the user, or the reason why there are none.

A path may be a file, a folder, or ``-`` for standard input. In a folder, names decide first: if any file has
an extension of RDF, the RDF files are the graph. Otherwise these are the files with an extension of another
coreference format. If no such file begins like its format, the first bytes of all files decide.
"""

from __future__ import annotations

import os
import re
import stat
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
    find_reader,
    is_other_name,
    is_rdf_name,
)
from coala.reading.sources.refusals import Certainty, explain
from coala.reading.sources.stream import (
    STANDARD_INPUT,
    Beginning,
    File,
    RdfStream,
    check_regular,
    open_regular,
)

MOST_LOOKED_INTO = 10_000
"""The most files whose first bytes are checked in a folder without a known extension."""


class Input(NamedTuple):
    """The files of one graph; ``skipped`` are files next to them that are not read.

    ``size`` is in bytes on the disk, or None for standard input.
    """

    path: str
    files: tuple[File, ...]
    skipped: tuple[str, ...]
    size: int | None


def find_files(path: str, options: FormatOptions = FORMAT_DEFAULTS) -> Input:
    """Return the file itself, the files below a folder in sorted order, or standard input for ``-``.

    Raises:
        ReadingError: the path does not exist, is not a regular file, or has no readable files.
    """
    if path == STANDARD_INPUT:
        return Input(path, (File("standard input", path),), (), None)
    try:
        if os.path.isdir(path):
            return list_folder(path, path, options)
        check_regular(File(path, path))
        size = os.path.getsize(path)
    except FileNotFoundError as error:
        raise ReadingError(f"{path}: no such file or folder: check the path.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ReadingError(f"{path}: cannot be read: {reason}.") from error
    return Input(path, (File(path, path),), (), size)


class _Listing(NamedTuple):
    """The files below a folder with their sizes, by supposed type."""

    rdf: list[tuple[File, int]]
    other: list[tuple[File, int]]  # other coreference formats
    unknown: list[tuple[File, int]]
    skipped: list[str]  # links, pipes and the like, which are never read


def list_folder(path: str, shown: str, options: FormatOptions, what: str = "folder") -> Input:
    """Return the files to read below a folder, which messages call ``shown``.

    Raises:
        OSError: a folder below cannot be listed.
        ReadingError: nothing in it can be read.
    """
    listing = _group_by_name(path, shown)
    # Without RDF, and without a file that is what its extension says, ignore the names.
    if not listing.rdf and not any(
        _is_claimed(file, options) for file, _ in listing.other[:MOST_LOOKED_INTO]
    ):
        listing = _group_by_first_bytes(listing, options)
    skipped = _list_skipped(listing, path)
    # In a folder with RDF, a table or a list is most likely about the graph, not a part of it.
    read = listing.rdf or listing.other
    if not read:
        raise ReadingError(f"{shown}: {_explain_nothing(what, listing.unknown, path, len(skipped))}")
    check_annotator(shown, (file.shown for file, _ in read), options)
    files = tuple(sorted(file for file, _ in read))
    return Input(shown, files, tuple(sorted(map(_describe_skipped, skipped))), sum(size for _, size in read))


def _group_by_name(path: str, shown: str) -> _Listing:
    """Group files by their extensions; hidden files only count with an extension of RDF."""
    listing = _Listing([], [], [], [])
    root = os.path.realpath(path)
    for folder, below, names in os.walk(path, onerror=_raise):
        # The walk goes on with the folders that stay in this list.
        below[:] = sorted(name for name in below if not name.startswith("."))
        # Links to folders are not followed, since they may form a cycle.
        links = [link for name in below if os.path.islink(link := os.path.join(folder, name))]
        listing.skipped.extend(f"{os.path.relpath(link, path)} (a link to a folder)" for link in links)
        for name in sorted(names):
            file = os.path.join(folder, name)
            state = _stat_inside(file, root)
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


def _group_by_first_bytes(listing: _Listing, options: FormatOptions) -> _Listing:
    """Group files of unknown names by their first bytes; if any is found, other names do not count."""
    rdf, other, unknown = [], [], listing.unknown[MOST_LOOKED_INTO:]
    for file, size in listing.unknown[:MOST_LOOKED_INTO]:
        beginning = _look_at(file)
        if find_reader(beginning, options) is not None:
            other.append((file, size))
        elif begins_like_rdf(beginning):
            rdf.append((file, size))
        else:
            unknown.append((file, size))
    if not rdf and not other:
        return listing
    # Other programs use these extensions too: a .key need not be CoNLL.
    return _Listing(rdf, other, [*unknown, *listing.other], listing.skipped)


def _list_skipped(listing: _Listing, path: str) -> list[str]:
    """Return the files that are not read, by their names below the folder."""
    left = [*listing.unknown, *(listing.other if listing.rdf else ())]
    skipped = [*listing.skipped, *(os.path.relpath(file.path, path) for file, _ in left)]
    if listing.rdf:
        return skipped
    # brat's text files are read together with their annotations.
    brat = [file.path for file, _ in listing.other if extension(file.path) == ".ann"]
    texts = {f"{os.path.join(os.path.dirname(file), stem(file))}.txt" for file in brat}
    return [name for name in skipped if os.path.join(path, name) not in texts]


_TABLE_OF_MENTIONS = re.compile(r"[/\\]mention[^/\\]*\.parquet\Z")


def _explain_nothing(what: str, unknown: list[tuple[File, int]], path: str, others: int) -> str:
    """Return why nothing can be read in a folder or archive (``what``) with this number of other files."""
    if any(_TABLE_OF_MENTIONS.search(file.path) for file, _ in unknown):
        return (
            f"this {what} has the Parquet tables of 'coala convert --to parquet': only "
            "'coala diff --engine duckdb' reads them."
        )
    if what == "archive" and unknown and all(extension(file.path) in ARCHIVES for file, _ in unknown):
        inner = os.path.relpath(unknown[0][0].path, path)
        return (
            f"this archive has only other archives in it, such as {readable(inner)}: unpack "
            "it, and give one of these."
        )
    if not others:
        return f"this {what} has no visible files: check the path."
    among = f"nothing in this {what} of {count(others, 'file')}"
    if known := _explain_skipped(unknown, path):
        return f"{among} can be read. {known}"
    return (
        f"{among} looks like RDF or a coreference format: check the path; 'coala list "
        "formats' shows all formats."
    )


def _describe_skipped(name: str) -> str:
    """Return the name of a skipped file, and its format if it could be read alone."""
    return f"{name} (an archive: give it itself, or unpack it)" if extension(name) in ARCHIVES else name


def _explain_skipped(unknown: list[tuple[File, int]], path: str) -> str:
    """Return a sentence about the skipped file with the most certain reason, or ""."""
    # The first reason of each rank; rank 0 is the most certain.
    found: dict[int, str] = {}
    for file, _ in unknown[:MOST_LOOKED_INTO]:
        name = readable(os.path.relpath(file.path, path))
        if extension(file.path) in ARCHIVES:
            return f"{name} is an archive: give it itself, or unpack it."
        beginning = _look_at(file)
        for rank, groups in enumerate(_RANKS):
            if rank not in found and (reason := explain(beginning, *groups)):
                found[rank] = f"{name}: {reason}"
        if 0 in found:
            break
    return found[min(found)] if found else ""


_RANKS = (
    (Certainty.PACKED, Certainty.UNREAD, Certainty.UNCLAIMED),
    (Certainty.FOREIGN,),
    (Certainty.EMPTY, Certainty.UNPARSED),
)
"""The reasons why a file is not read, the most certain first."""


def _is_claimed(file: File, options: FormatOptions) -> bool:
    """Return True if a reader of a coreference format recognizes the first bytes."""
    return find_reader(_look_at(file), options) is not None


def _look_at(file: File) -> Beginning:
    """Return the first bytes; none if the file cannot be read, which is reported later."""
    try:
        with open_regular(file) as raw:
            return RdfStream(file.shown, raw).beginning
    except ReadingError:
        return Beginning(file.shown, b"")


def _stat_inside(file: str, root: str) -> os.stat_result | None:
    """Return the state of a regular file; None for pipes, dead links, and links out of the folder."""
    try:
        state = os.stat(file)
        inside = os.path.commonpath([root, os.path.realpath(file)]) == root
    except (OSError, ValueError):
        return None
    return state if inside and stat.S_ISREG(state.st_mode) else None


def _raise(error: OSError) -> None:
    raise error
