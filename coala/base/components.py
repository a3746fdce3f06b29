"""Connected components of millions of edges, held in two columns.

Code that joins a few numbers one by one uses ``disjoint_sets``. Plain numpy is as fast here as
``scipy.sparse.csgraph``, whose import alone takes longer than the comparison of two small graphs.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_Integers = npt.NDArray[np.int64]


def find_components(left: _Integers, right: _Integers, vertices: int) -> _Integers:
    """Return the component of each vertex, named by one of its vertices.

    Edge i joins ``left[i]`` and ``right[i]``. As in Borůvka's algorithm (1926), every vertex joins its
    smallest neighbour at once, and each joined group is a vertex of the next round. There are at most
    log2 n rounds.
    """
    itself = np.arange(vertices)
    component = itself
    while len(left):
        joined = np.full(vertices, vertices)
        np.minimum.at(joined, left, right)
        np.minimum.at(joined, right, left)
        joined = np.where(joined == vertices, itself, joined)
        # Following the smallest neighbours ends at two vertices that chose each other; one of them stays.
        stays = (joined[joined] == itself) & (itself < joined)
        joined[stays] = itself[stays]
        while not np.array_equal(farther := joined[joined], joined):
            joined = farther
        component = joined[component]
        left, right = joined[left], joined[right]
        apart = left != right
        left, right = left[apart], right[apart]
    return component
