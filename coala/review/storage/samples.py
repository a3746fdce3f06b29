"""Stored form of a sample: the random order of the items of a comparison.

An item is a bag, or a link or an own change of a bag that is drawn in several (``verdicts.sampling``).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated

import msgspec

from coala.verdicts.sampling import DrawnItem, DrawnSample

_Place = Annotated[int, msgspec.Meta(ge=0)]


class StoredSample(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A sample as a review stores it; ``of`` is a digest of all bags of the comparison."""

    seed: int
    of: str
    size: _Place
    order: tuple[_Place, ...]
    strata: tuple[str, ...]
    stratum_of: tuple[_Place, ...]
    divided: tuple[DrawnItem, ...] = ()


def store_sample(sample: DrawnSample, fingerprints: Sequence[str]) -> StoredSample:
    """Return the sample as a review of these bags stores it."""
    divided = tuple(item for items in sample.divided.values() for item in items)
    parts = sample.order, sample.strata, sample.stratum_of, divided
    return StoredSample(sample.seed, hash_bags(fingerprints), sample.size, *parts)


def read_sample(stored: StoredSample, fingerprints: Sequence[str]) -> DrawnSample | None:
    """Return a stored sample, None if it was drawn from other bags; raise ``ValueError`` for an odd one."""
    if stored.of != hash_bags(fingerprints):
        return None
    divided: defaultdict[int, list[DrawnItem]] = defaultdict(list)
    for item in stored.divided:
        if not 0 <= item.bag < len(fingerprints) or item.is_whole is bool(item.keys):
            raise ValueError("item of a bag")
        divided[item.bag].append(item)
    items = len(fingerprints) - len(divided) + len(stored.divided)
    if not len(stored.stratum_of) == len(stored.order) == items >= stored.size:
        raise ValueError("items")
    if set(stored.order) != set(range(items)) or max(stored.stratum_of, default=-1) >= len(stored.strata):
        raise ValueError("places")
    by_bag = {bag: tuple(own) for bag, own in divided.items()}
    return DrawnSample(stored.seed, stored.size, stored.order, stored.strata, stored.stratum_of, by_bag)


def hash_bags(fingerprints: Sequence[str]) -> str:
    """Return a hash that identifies these bags, independent of their order."""
    return hashlib.sha256(" ".join(sorted(fingerprints)).encode()).hexdigest()
