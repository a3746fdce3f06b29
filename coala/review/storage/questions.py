"""What a reviewer was asked of a bag becomes the bytes that outlive its comparison, and comes back from them.

While the bag itself is in the file, its spans are enough: they say which later bag is the same one, changed.
When its comparison is replaced, or its verdict goes into another file, all of ``RememberedBag`` is kept.
"""

from __future__ import annotations

from coala.errors import ReviewError
from coala.model.bag import Bag
from coala.model.kinds import Kind
from coala.review.storage.details import ROW_KEY
from coala.review.storage.field_types import check_types
from coala.review.storage.serialization import damaged, pack, span_from_json, unpack
from coala.verdicts.memory import RememberedBag, RememberedChange, RememberedRow


def question_of_spans(bag: Bag) -> bytes:
    """The least that is kept of a judged bag, as files of older versions have it of each."""
    return pack([span.stored for span in bag.spans])


def question_to_bytes(judged: RememberedBag) -> bytes:
    """All that is kept of a judged bag."""
    spans = [span.stored for span in judged.spans]
    return pack({"spans": spans, "words": judged.words, "changes": judged.changes})


def question_from_bytes(data: bytes, what: str) -> RememberedBag:
    """The inverse of both; ``what`` names the bag in the ``ReviewError`` of a damaged one."""
    try:
        stored = unpack(data, what)
        if isinstance(stored, list):
            stored = {"spans": stored, "words": (), "changes": ()}
        judged = RememberedBag(
            tuple(map(span_from_json, stored["spans"])),
            tuple(stored["words"]),
            tuple(
                RememberedChange(
                    Kind(kind), sentence, tuple(RememberedRow(key, tuple(spans)) for key, spans in rows)
                )
                for kind, sentence, rows in stored["changes"]
            ),
        )
        check_types([judged], RememberedBag)
        indices = {index for change in judged.changes for row in change.rows for index in row.spans}
        if (
            len(judged.words) not in (0, len(judged.spans))
            or not indices <= set(range(len(judged.spans)))
            or not all(map(ROW_KEY.fullmatch, judged.keys))
        ):
            raise ValueError("question")
    except (TypeError, ValueError, LookupError, RecursionError) as error:
        raise ReviewError(damaged(what)) from error
    return judged
