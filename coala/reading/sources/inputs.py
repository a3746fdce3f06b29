"""A path as the user gave it becomes the files to read, or a sentence why there is nothing to read."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from coala.base.files import extension, stem
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.reading.formats.webanno.project import check_annotator
from coala.reading.sources.detect import (
    ARCHIVES,
    OTHER_EXTENSIONS,
    RDF_EXTENSIONS,
    begins_like_rdf,
    explain_unclaimed,
    find_reader,
    is_other_name,
    is_rdf_name,
)
from coala.reading.sources.file import STANDARD_INPUT, File, check_regular, open_regular
from coala.reading.sources.stream import RdfStream
from coala.reading.sources.unread_formats import explain_unread

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


def list_folder(path: str, shown: str, told: FormatOptions, what: str = "folder") -> Input:
    """The files to read below a folder, which the user knows as ``shown`` and as that kind of thing.

    Raises:
        OSError: a folder below may not be looked into.
        ReadingError: nothing in it can be read.
    """
    rdf: list[File] = []
    other: list[tuple[File, int]] = []
    unknown: list[tuple[File, int]] = []
    skipped: list[str] = []
    size = 0
    root = os.path.realpath(path)
    for folder, below, names in os.walk(path, onerror=_stop):
        below[:] = sorted(name for name in below if not name.startswith("."))
        # Links to folders are not followed: they may lead round in a circle.
        links = [link for name in below if os.path.islink(link := os.path.join(folder, name))]
        skipped += [f"{os.path.relpath(link, path)} (a link to a folder)" for link in links]
        for name in sorted(names):
            file = os.path.join(folder, name)
            state = _regular_inside(file, root)
            known = File(shown + file.removeprefix(path), file)
            if state is not None and is_rdf_name(name):
                rdf.append(known)
                size += state.st_size
            elif state is not None and is_other_name(name) and not name.startswith("."):
                other.append((known, state.st_size))
            elif state is not None and not name.startswith("."):
                unknown.append((known, state.st_size))
            elif not name.startswith("."):
                skipped.append(os.path.relpath(file, path))
    if not rdf and not any(_is_claimed(file, told) for file, _ in other[:MOST_LOOKED_INTO]):
        found: list[tuple[File, int]] = []
        for candidate, bytes_of in unknown[:MOST_LOOKED_INTO]:
            start = _start_of(candidate)
            if find_reader(candidate.shown, start, told) is not None:
                found.append((candidate, bytes_of))
            elif begins_like_rdf(start):
                rdf.append(candidate)
                size += bytes_of
        if found or rdf:
            # Other programs write files of these names, too: a .key need not be CoNLL.
            unknown += other
            other = found
    read = {*rdf, *(file for file, _ in other)}
    skipped.extend(os.path.relpath(file.path, path) for file, _ in unknown if file not in read)
    if rdf:
        files = rdf
        # Beside RDF, a table or a list is most likely about the graph, not a part of it.
        skipped.extend(os.path.relpath(file.path, path) for file, _ in other)
    else:
        files, size = [file for file, _ in other], sum(bytes_of for _, bytes_of in other)
        # brat keeps the text beside its annotations, where it is read with them.
        texts = {
            f"{os.path.join(os.path.dirname(file), stem(file))}.txt" for _, file in files if _is_brat(file)
        }
        skipped = [name for name in skipped if os.path.join(path, name) not in texts]
    if not files:
        if what == "archive" and unknown and all(extension(file.path) in ARCHIVES for file, _ in unknown):
            inner = os.path.relpath(unknown[0][0].path, path)
            raise ReadingError(
                f"{shown}: this archive holds nothing but archives, such as {readable(inner)}, which are not "
                "unpacked with it: unpack it, and name what was in it."
            )
        raise ReadingError(
            f"{shown}: this {what} holds no RDF file ({', '.join(RDF_EXTENSIONS)}, also .gz), none that is "
            f"named as one of another coreference format ({', '.join(sorted(OTHER_EXTENSIONS))}), and none "
            "that begins like one, "
            f"among {len(skipped):,} other{'' if len(skipped) == 1 else 's'}: check the path."
            f"{_foreign(unknown, path)}"
        )
    check_annotator(shown, (file.shown for file in files), told)
    return Input(shown, tuple(sorted(files)), tuple(sorted(map(_with_kind, skipped))), size)


def _with_kind(name: str) -> str:
    """The name of a skipped file, with a word on what it is if it could be read otherwise."""
    return f"{name} (an archive: name it itself, or unpack it)" if extension(name) in ARCHIVES else name


def _foreign(unknown: list[tuple[File, int]], path: str) -> str:
    """What the first file of a known but unread format is, as a sentence, or nothing."""
    for file, _ in unknown[:MOST_LOOKED_INTO]:
        if extension(file.path) in ARCHIVES:
            return f" {os.path.relpath(file.path, path)} is an archive: name it itself, or unpack it."
        start = _start_of(file)
        if reason := explain_unread(file.shown, start) or explain_unclaimed(file.shown, start):
            return f" {os.path.relpath(file.path, path)}: {reason}"
    return ""


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


def _is_brat(file: str) -> bool:
    return extension(file) == ".ann"


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
