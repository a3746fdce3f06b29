"""Relative IRIs in a file that has no base -> one sentence."""

from __future__ import annotations

import re

from coala.errors import ReadingError
from coala.reading.remarks import readable

_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|_:")

NO_BASE = "http://base.invalid/"
"""For parsers that resolve relative IRIs against something, or drop them: against this they can be told."""


def is_relative(iri: str) -> bool:
    """Whether it was relative in a file without a base."""
    return iri.startswith(NO_BASE) or not _ABSOLUTE.match(iri)


def relative_iri(path: str, iri: str) -> ReadingError:
    """What is said of a file with an IRI that means something only where the file came from."""
    return ReadingError(
        f"{path}: the file has relative IRIs, such as <{readable(iri.removeprefix(NO_BASE))}>, and no base: "
        "say where it is from with --base IRI (the same for both graphs)."
    )
