"""Completion of the options for reading before they are passed to the child process that reads the files.

An option may name a file or a preset: a JSON shape, a layout of CoNLL columns, a UIMA type system. The child
has no TOML parser and opens no other files, so the parent replaces these names by their content.
"""

from __future__ import annotations

from pathlib import Path

from coala.base.files import IrregularFileError, OversizedFileError, read_small
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.formats.conll_layouts import resolve_columns
from coala.formats.json.shapes import load_shapes
from coala.formats.marked_text import make_style
from coala.model.option import STATED
from coala.model.options import ENDS, OFFSETS, ReadOptions

LARGEST_TYPE_SYSTEM = 8 << 20
"""Bytes; the type systems of large tool families have a tenth of it."""


def complete_options(options: ReadOptions) -> ReadOptions:
    """Return the options completed for the format readers: columns, JSON shapes and type system.

    Raises:
        ReadingError: there is no such unit, end, shape or layout; the type system is missing, not a regular
            file, too large or unreadable.
    """
    for value, allowed in ((options.offsets, OFFSETS), (options.ends, ENDS)):
        if value not in allowed:
            raise ReadingError(f"Offsets cannot be read as {value!r}: give one of {', '.join(allowed)}.")
    formats = options.formats
    if formats.marks:
        make_style(formats.marks)  # refuse a wrong template before anything is read
    formats = formats._replace(
        shapes=load_shapes(formats.json_shape).to_json(), columns=resolve_columns(formats.columns)
    )
    if options.offsets != STATED:
        formats = formats._replace(offsets=options.offsets)
    if options.ends != STATED:
        formats = formats._replace(end=options.ends)
    if formats.uima_type_system is not None:
        shown = f"the type system {readable(str(formats.uima_type_system))}"
        formats = formats._replace(
            type_system=_read_type_system(formats.uima_type_system), type_system_name=shown
        )
    return options._replace(formats=formats)


def _read_type_system(path: Path) -> bytes:
    shown = readable(str(path))
    try:
        return read_small(str(path), LARGEST_TYPE_SYSTEM)
    except IrregularFileError as error:
        raise ReadingError(
            f"{shown}: is not a regular file: name the type system description of the CAS."
        ) from error
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise ReadingError(
            f"{shown}: there is no such file: name the type system description of the CAS."
        ) from error
    except OversizedFileError as error:
        raise ReadingError(
            f"{shown}: is larger than {LARGEST_TYPE_SYSTEM:,} bytes, so it is no type system description: "
            "name the right file."
        ) from error
    except OSError as error:
        raise ReadingError(f"{shown}: cannot be read: {error.strerror or error}.") from error
