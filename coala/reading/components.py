"""A directed graph -> its strongly connected components, each after those that it points to.

Tarjan (1972), with a stack of its own: a list of 100,000 elements is as deep as it is long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def components(starts: Iterable[int], children: Callable[[int], Iterable[int]]) -> Iterator[list[int]]:
    """Yield the components that can be reached from the starts."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    is_waiting: set[int] = set()
    for start in starts:
        if start in order:
            continue
        path: list[tuple[int, Iterator[int]]] = []
        entering: int | None = start
        while entering is not None or path:
            if entering is not None:
                order[entering] = low[entering] = len(order)
                waiting.append(entering)
                is_waiting.add(entering)
                # A fixed list: the callee's answers change while components are handed out.
                path.append((entering, iter(list(children(entering)))))
                entering = None
            node, rest = path[-1]
            for child in rest:
                if child not in order:
                    entering = child
                    break
                if child in is_waiting:
                    low[node] = min(low[node], order[child])
            if entering is not None:
                continue
            path.pop()
            if path:
                above = path[-1][0]
                low[above] = min(low[above], low[node])
            if low[node] == order[node]:
                component = []
                while True:
                    member = waiting.pop()
                    is_waiting.discard(member)
                    component.append(member)
                    if member == node:
                        break
                yield component
