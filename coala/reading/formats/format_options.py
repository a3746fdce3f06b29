"""Options of reading -> what the readers of other formats are told, with the file that an option names."""

from __future__ import annotations

from pathlib import Path

from coala.errors import ReadingError
from coala.model.options import ENDS, OFFSETS, STATED, FormatOptions, ReadOptions
from coala.reading.remarks import readable

LARGEST_TYPE_SYSTEM = 8 << 20
"""Bytes; those of whole families of tools have a tenth of it."""


def format_options(options: ReadOptions) -> FormatOptions:
    """What the readers are told, the type system read.

    Raises:
        ReadingError: there is no such unit or end; no such file, it is no regular file, too large, or may
            not be read.
    """
    for value, allowed in ((options.offsets, OFFSETS), (options.ends, ENDS)):
        if value not in allowed:
            raise ReadingError(f"Offsets cannot be read as {value!r}: give one of {', '.join(allowed)}.")
    told = options.formats
    if options.offsets != STATED:
        told = told._replace(offsets=options.offsets)
    if options.ends != STATED:
        told = told._replace(end=options.ends)
    if options.type_system is not None:
        shown = f"the type system {readable(str(options.type_system))}"
        told = told._replace(type_system=_read(options.type_system), type_system_name=shown)
    return told


def _read(path: Path) -> bytes:
    shown = readable(str(path))
    # Opening a named pipe would already wait, so the look comes first.
    if path.exists() and not path.is_file():
        raise ReadingError(f"{shown}: is no regular file: name the type system description of the CAS.")
    if not path.is_file():
        raise ReadingError(f"{shown}: there is no such file: name the type system description of the CAS.")
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_TYPE_SYSTEM + 1)
    except OSError as error:
        raise ReadingError(f"{shown}: cannot be read: {error.strerror or error}.") from error
    if len(data) > LARGEST_TYPE_SYSTEM:
        raise ReadingError(
            f"{shown}: is larger than {LARGEST_TYPE_SYSTEM:,} bytes, so it is no type system description: "
            "name the right file."
        )
    return data
