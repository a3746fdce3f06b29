"""Key and response into the table of their overlaps: how many spans each pair of classes shares.

The table is sparse (pairs that share nothing have no row), so it never has more rows than there are
spans. It is all that MUC, B³, CEAF, LEA and BLANC need to know of two partitions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from coala.model import Integers
from coala.scores.clusters import Clusters


@dataclass(frozen=True, eq=False)
class Overlap:
    """Row i says: key class ``key[i]`` and response class ``response[i]`` share ``count[i]`` > 0 spans.

    ``key_sizes`` and ``response_sizes`` are |K| and |R| of every class, also of those without a row.
    """

    key: Integers
    response: Integers
    count: Integers
    key_sizes: Integers
    response_sizes: Integers

    @property
    def exchanged(self) -> Overlap:
        """The same table with the roles of key and response exchanged: its recall is the precision."""
        return Overlap(self.response, self.key, self.count, self.response_sizes, self.key_sizes)


def overlap(key: Clusters, response: Clusters) -> Overlap:
    """Count |K ∩ R| for every key class K and response class R that share a span."""
    shared = (key.classes >= 0) & (response.classes >= 0)
    key_sizes, response_sizes = key.sizes, response.sizes
    width = max(1, len(response_sizes))
    pair, count = np.unique(key.classes[shared] * width + response.classes[shared], return_counts=True)
    return Overlap(pair // width, pair % width, count, key_sizes, response_sizes)
