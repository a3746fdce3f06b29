"""The review file: what the engine hands to the desktop, and where verdicts live."""

from coala.review.file import Entry, Judged, Review
from coala.review.journal import Act, State
from coala.review.writing import write

__all__ = ["Act", "Entry", "Judged", "Review", "State", "write"]
