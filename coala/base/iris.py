"""An IRI becomes the part of it that a person reads.

Labels, filters and settings lines all name terms by it, and so must agree.
"""

from __future__ import annotations

import re
from urllib.parse import unquote


def last_part(iri: str) -> str:
    """The part of an IRI that a person would read: after the last ``#``, ``/`` or ``:``."""
    stripped = iri.rstrip("#/:")
    part = re.split(r"[#/:]", stripped)[-1]
    return unquote(part, errors="replace") or iri
