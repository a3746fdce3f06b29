"""What verdicts on a bag would claim becomes the bytes that a board keeps of it, and comes back from them."""

from __future__ import annotations

from typing import Any

from coala.errors import ReviewError
from coala.review.storage.serialization import damaged, pack, unpack
from coala.verdicts.lock.assertions import OF_SPANS, Expected
from coala.verdicts.lock.entailment import BagClaims, Claim

_MOST = 2**31 - 1


def pack_claims(fingerprint: str, claims: BagClaims) -> bytes:
    """The claims of the bag with this fingerprint, of no other."""
    return pack([fingerprint, claims.spans, claims.better, claims.worse, claims.one_change])


def unpack_claims(data: bytes, fingerprint: str, what: str) -> BagClaims:
    """The inverse; raises ``ReviewError``, which calls it ``what``, for anything else."""
    try:
        name, spans, better, worse, one_change = unpack(data, what)
        known = set(_numbers(spans))
        if name != fingerprint or type(one_change) is not bool:
            raise ValueError("bag")
        return BagClaims(tuple(spans), _claims(better, known), _claims(worse, known), one_change)
    except (TypeError, ValueError, AttributeError) as error:
        raise ReviewError(damaged(what)) from error


def _claims(side: Any, known: set[int]) -> tuple[Claim, ...]:
    claims = tuple(Claim(Expected(said), tuple(spans), tuple(others)) for said, spans, others in side)
    for claim in claims:
        linked = claim.expected in (Expected.TOGETHER, Expected.APART)
        if claim.expected not in OF_SPANS or not claim.spans or linked is not bool(claim.others):
            raise ValueError("claim")
        if not known.issuperset(_numbers([*claim.spans, *claim.others])):
            raise ValueError("spans")
    return claims


def _numbers(values: Any) -> list[int]:
    if not isinstance(values, list) or not set(map(type, values)) <= {int}:
        raise TypeError("numbers")
    if values and not 0 <= min(values) <= max(values) <= _MOST:
        raise ValueError("numbers")
    return values
