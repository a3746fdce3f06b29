"""Text to a file or to standard output, wholly or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from coala.errors import CoalaError

STANDARD_OUTPUT = "-"

# How every SQLite file begins.
_DATABASE = b"SQLite format 3\0"


def write_text(target: str, chunks: Iterable[str]) -> None:
    """Write the chunks to the file ``target`` (replacing it only when all is written), or to ``-``.

    A pipe or a device is written to as it is. Raises ``CoalaError`` when the place cannot be written, or
    holds a review or another database, which nobody means to replace by text.
    """
    if target == STANDARD_OUTPUT:
        sys.stdout.writelines(chunks)
        sys.stdout.flush()
        return
    try:
        path = Path(target)
        if path.exists() and not path.is_file():
            _write(path, chunks)
            return
        path = path.resolve()
        if _is_database(path):
            raise CoalaError(f"{target}: this is a review or another database; choose another name.")
        unfinished = path.with_name(f".coala-{os.getpid()}.part")
        try:
            _write(unfinished, chunks)
            os.replace(unfinished, path)
        finally:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CoalaError(f"{target}: cannot be written ({reason}); choose another place.") from error


def refuse_inputs(target: str | None, inputs: Iterable[str]) -> None:
    """Raise ``CoalaError`` when an output would replace one of the files that it is made from."""
    if not target or target == STANDARD_OUTPUT:
        return
    for path in inputs:
        with suppress(OSError, ValueError):
            if os.path.isfile(target) and os.path.samefile(target, path):
                raise CoalaError(f"{target}: this is one of the inputs; choose another place for the output.")


def _write(path: Path, chunks: Iterable[str]) -> None:
    # A lone surrogate in a label cannot be UTF-8; it is shown as its escape.
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.writelines(chunks)


def _is_database(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE
