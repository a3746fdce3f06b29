"""Two columns of vertices that edges join become the component of each vertex.

For millions of edges; what joins a few numbers one by one uses ``disjoint_sets``. Plain numpy is as fast as
``scipy.sparse.csgraph``, whose import alone takes longer than the comparison of two small graphs.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_Integers = npt.NDArray[np.int64]


def find_components(left: _Integers, right: _Integers, vertices: int) -> _Integers:
    """The component of each vertex, named by one of its vertices; edge i joins ``left[i]`` and ``right[i]``.

    As Borůvka's algorithm does (1926), every vertex joins its smallest neighbour at once, and what is joined
    is a vertex of the next round. Each has a neighbour, or it is done: there are at most log2 n rounds.
    """
    itself = np.arange(vertices)
    component = itself
    while len(left):
        joined = np.full(vertices, vertices)
        np.minimum.at(joined, left, right)
        np.minimum.at(joined, right, left)
        joined = np.where(joined == vertices, itself, joined)
        # Following the smallest neighbours leads to two that chose each other, of which one is to stay.
        stays = (joined[joined] == itself) & (itself < joined)
        joined[stays] = itself[stays]
        while not np.array_equal(farther := joined[joined], joined):
            joined = farther
        component = joined[component]
        left, right = joined[left], joined[right]
        apart = left != right
        left, right = left[apart], right[apart]
    return component
