"""Text to a file or to standard output, wholly or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from coala.errors import CoalaError

STANDARD_OUTPUT = "-"


def write_text(target: str, chunks: Iterable[str]) -> None:
    """Write the chunks to the file ``target`` (replacing it only when all is written), or to ``-``.

    Raises ``CoalaError`` when the place cannot be written.
    """
    if target == STANDARD_OUTPUT:
        sys.stdout.writelines(chunks)
        sys.stdout.flush()
        return
    path = Path(target)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        # A lone surrogate in a label cannot be UTF-8; it is shown as its escape.
        with unfinished.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.writelines(chunks)
        os.replace(unfinished, path)
    except OSError as error:
        reason = error.strerror or error
        raise CoalaError(f"{target}: cannot be written ({reason}); choose another place.") from error
    finally:
        unfinished.unlink(missing_ok=True)
