"""Many edges of many different weights become a matching that is all but the heaviest, by an auction.

Bertsekas 1988, *The auction algorithm: a distributed relaxation method for the assignment problem*. Bidders
are the vertices of the side that has fewer. Each bids for what is worth most to it at the present prices, as
much more as it is better than the second best, and a little step; who is outbid bids again. The matching
weighs at most a step a bidder less than the heaviest: mostly it is the heaviest, as ``potentials`` prove.
"""

from __future__ import annotations

from array import array

import numpy as np
import numpy.typing as npt

_Integers = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]

# Of the mean weight. Half of it takes a quarter more bids, five times as much leaves ten ways to be mended.
_STEP = 4e-6

# Of the unit of the weights. A finer step takes as many times more bids where bidders outnumber things; four
# times as much leaves matchings that take longer to mend.
_SMALLEST_STEP = 0.05

# So many bidders at once are cheaper one by one than in arrays.
_FEW = 60

# Looks at each edge, on the average, after which another solver will be as fast.
_PATIENCE = 600


def match_by_auction(left: _Integers, right: _Integers, weight: _Floats) -> _Integers | None:
    """The edges, in ascending order, of a matching that is about the heaviest; None where it takes too long.

    Vertices of either side are numbered from 0 without gaps, weights are whole numbers above 0.
    """
    if left.max() > right.max():
        left, right = right, left
    order = np.argsort(left, kind="stable")
    step = max(_STEP * float(weight.mean()), _SMALLEST_STEP)
    auction = _Auction(left[order], right[order], weight[order], step)
    won = auction.hold()
    return None if won is None else np.sort(order[won])


class _Auction:
    """Prices of what is bid for, and who has it; edges are sorted by bidder."""

    def __init__(self, bidder: _Integers, thing: _Integers, weight: _Floats, step: float) -> None:
        self._thing, self._weight, self._step = thing, weight, step
        self._count = np.bincount(bidder)
        self._begin = np.cumsum(self._count) - self._count
        things = int(thing.max()) + 1
        self._price = np.zeros(things)
        self._owner = np.full(things, -1)
        # Made once, for there are many rounds: each is to cost what its bidders look at, not all things.
        self._highest = np.empty(things, np.int64)
        self._won = np.full(len(self._count), -1)
        self._looks = _PATIENCE * len(weight)

    def hold(self) -> _Integers | None:
        """The edges that won in the end."""
        bidders = np.arange(len(self._count))
        while len(bidders) > _FEW and self._looks > 0:
            bidders = self._bid_at_once(bidders)
        won = self._bid_in_turn(bidders)
        return None if self._looks < 0 else won

    def _bid_at_once(self, bidders: _Integers) -> _Integers:
        """All of them bid at the same prices; who is to bid again."""
        count = self._count[bidders]
        begin = np.cumsum(count) - count
        of = np.repeat(np.arange(len(bidders)), count)
        edge = np.arange(len(of)) + (self._begin[bidders] - begin)[of]
        self._looks -= len(edge)
        gain = self._weight[edge] - self._price[self._thing[edge]]
        best = np.maximum.reduceat(gain, begin)
        ties = np.flatnonzero(gain == best[of])[::-1]
        first = np.empty(len(bidders), np.int64)
        first[of[ties]] = ties  # of several writes to one place the last stays: its first edge
        gain[first] = 0
        second = np.maximum(np.maximum.reduceat(gain, begin), 0)
        bids = best > 0
        bidders, edge = bidders[bids], edge[first[bids]]
        thing = self._thing[edge]
        price = self._price[thing] + (best - second)[bids] + self._step
        np.maximum.at(self._price, thing, price)
        highest = np.flatnonzero(price == self._price[thing])
        self._highest[thing[highest]] = highest  # of equal bids the last stays
        wins = highest[self._highest[thing[highest]] == highest]
        outbid = self._owner[thing[wins]]
        outbid = outbid[outbid >= 0]
        self._won[outbid] = -1
        self._owner[thing[wins]] = bidders[wins]
        self._won[bidders[wins]] = edge[wins]
        loses = np.ones(len(bidders), bool)
        loses[wins] = False
        return np.concatenate([bidders[loses], outbid])

    def _bid_in_turn(self, bidders: _Integers) -> _Integers:
        """One after the other; who was outbid last is next, since what it looks at lies near.

        Numbers are packed: of a million Python objects each look would wait for the memory.
        """
        things, owner, won = (_packed(column) for column in (self._thing, self._owner, self._won))
        begins, ends = (_packed(column) for column in (self._begin, self._begin + self._count))
        weights, price = (array("d", column.tobytes()) for column in (self._weight, self._price))
        waiting = bidders.tolist()
        looks = self._looks
        while waiting and looks > 0:
            bidder = waiting.pop()
            begin, end = begins[bidder], ends[bidder]
            looks -= end - begin
            best = second = 0.0
            best_edge = -1
            for edge in range(begin, end):
                gain = weights[edge] - price[things[edge]]
                if gain > best:
                    best, second, best_edge = gain, best, edge
                elif gain > second:
                    second = gain
            if best_edge < 0:
                continue
            thing = things[best_edge]
            price[thing] += best - second + self._step
            if owner[thing] >= 0:
                won[owner[thing]] = -1
                waiting.append(owner[thing])
            owner[thing], won[bidder] = bidder, best_edge
        self._looks = -1 if waiting else looks
        edges = np.array(won, np.int64)
        return edges[edges >= 0]


def _packed(column: _Integers) -> array[int]:
    return array("q", column.astype(np.int64).tobytes())
