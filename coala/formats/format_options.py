"""Options of reading become what the readers of other formats are told, the file that one names read."""

from __future__ import annotations

from pathlib import Path

from coala.base.files import IrregularFileError, OversizedFileError, read_small
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.formats.conll_layouts import columns_of
from coala.formats.json.shapes import load_shapes
from coala.model.option import STATED
from coala.model.options import ENDS, OFFSETS, ReadOptions

LARGEST_TYPE_SYSTEM = 8 << 20
"""Bytes; those of whole families of tools have a tenth of it."""


def complete_options(options: ReadOptions) -> ReadOptions:
    """The options with all that readers of formats are told, the type system and the shapes of JSON read.

    Raises:
        ReadingError: there is no such unit, end, shape or layout; no such file, it is no regular file, too
            large, or may not be read.
    """
    for value, allowed in ((options.offsets, OFFSETS), (options.ends, ENDS)):
        if value not in allowed:
            raise ReadingError(f"Offsets cannot be read as {value!r}: give one of {', '.join(allowed)}.")
    told = options.formats
    told = told._replace(shapes=load_shapes(told.json_shape).to_json(), columns=columns_of(told.columns))
    if options.offsets != STATED:
        told = told._replace(offsets=options.offsets)
    if options.ends != STATED:
        told = told._replace(end=options.ends)
    if told.uima_type_system is not None:
        shown = f"the type system {readable(str(told.uima_type_system))}"
        told = told._replace(type_system=_read(told.uima_type_system), type_system_name=shown)
    return options._replace(formats=told)


def _read(path: Path) -> bytes:
    shown = readable(str(path))
    try:
        return read_small(str(path), LARGEST_TYPE_SYSTEM)
    except IrregularFileError as error:
        raise ReadingError(
            f"{shown}: is no regular file: name the type system description of the CAS."
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
