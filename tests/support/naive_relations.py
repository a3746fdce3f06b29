"""Relations by their definition, mention by mention with sets: slow, and easy to check by eye."""

from __future__ import annotations

from collections.abc import Iterable

from coala.scores.partition import Clusters

Pairs = Iterable[tuple[int, int]]


def members(side: Clusters) -> list[frozenset[int]]:
    """Return the mentions of each class."""
    return [
        frozenset(span for span, own in enumerate(side.classes.tolist()) if own == number)
        for number in range(side.count)
    ]


def related_to(side: Clusters, pairs: Pairs) -> dict[int, list[frozenset[int]]]:
    """Return for each mention the classes that it is related to."""
    classes = members(side)
    objects: dict[int, list[frozenset[int]]] = {}
    for subject, other in sorted(set(pairs)):
        for mention in classes[subject]:
            objects.setdefault(mention, []).append(classes[other])
    return objects


def before(side: Clusters) -> dict[int, list[frozenset[int]]]:
    """Return identity: for each mention those of its class that come before it."""
    return {
        mention: [frozenset(other for other in part if other < mention)]
        for part in members(side)
        for mention in part
        if mention > min(part)
    }


Objects = dict[int, list[frozenset[int]]]


def by_mention(key: Objects, response: Objects) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return recall and precision with the mention as unit."""
    correct = sum(
        any(one & other for one in key[mention] for other in response[mention])
        for mention in key.keys() & response.keys()
    )
    return (correct, len(key)), (correct, len(response))


def by_link(key: Objects, response: Objects) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return recall and precision with the pair of a mention and a class as unit."""
    return _links(key, response), _links(response, key)


def _links(one: Objects, other: Objects) -> tuple[int, int]:
    met = sum(
        any(part & whole for whole in other.get(mention, ()))
        for mention, parts in one.items()
        for part in parts
    )
    return met, sum(map(len, one.values()))
