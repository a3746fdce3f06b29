"""Two columns of vertices that edges join become the number of each vertex's connected component.

Compiled, for millions of edges; what joins a few numbers one by one uses ``disjoint_sets``.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_Integers = npt.NDArray[np.int64]


def find_components(left: _Integers, right: _Integers, vertices: int) -> _Integers:
    """The component of each vertex, 0 to ``vertices`` - 1; edge i joins ``left[i]`` and ``right[i]``."""
    # Imported late: it costs as much time as reading two small graphs, and most scores do without.
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    edges = coo_array((np.ones(len(left), np.int8), (left, right)), shape=(vertices, vertices))
    _, component = connected_components(edges, directed=False)
    return np.asarray(component, np.int64)
