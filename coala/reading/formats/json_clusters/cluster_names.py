"""Clusters in a list, under names, or in objects become pairs of a name and the spans that stand there."""

from __future__ import annotations

from coala.reading.formats.json_clusters.shapes import Shape

NamedCluster = tuple[str, object]


class NamingError(ValueError):
    """What is no list of clusters, or has none of the names that are needed, as the end of a sentence."""


def name_clusters(clusters: object, key: str, shape: Shape) -> tuple[list[NamedCluster], list[str]]:
    """Each cluster with its name, and the names that the file gives; the n-th of those without is called n.

    Raises:
        NamingError: it is no list, or a name is missing.
    """
    if shape.chain and isinstance(clusters, list):
        return _grouped(clusters, key, shape), []
    if isinstance(clusters, dict) and not shape.chain:
        return list(clusters.items()), list(clusters)
    if not isinstance(clusters, list):
        raise NamingError(f'{key} is no list: write "{key}": [[[begin, end], …], …]')
    called = [_name_of(cluster, shape) for cluster in clusters]
    names = [name for name in called if name]
    taken = set(names)
    named: list[NamedCluster] = []
    for place, cluster in enumerate(clusters):
        inside = cluster.get(shape.members) if isinstance(cluster, dict) else None
        name = called[place] or str(place)
        while not called[place] and name in taken:
            name += "'"
        named.append((name, cluster if inside is None else inside))
    return named, names


def _name_of(cluster: object, shape: Shape) -> str:
    if not shape.called or not isinstance(cluster, dict):
        return ""
    names = (cluster.get(key) for key in shape.called)
    return str(next((name for name in names if type(name) in (int, str) and name != ""), ""))


def _grouped(mentions: list[object], key: str, shape: Shape) -> list[NamedCluster]:
    """Mentions that name their chain, chain by chain."""
    chains: dict[str, list[object]] = {}
    for mention in mentions:
        chain = mention.get(shape.chain) if isinstance(mention, dict) else None
        if not isinstance(chain, int | str):
            raise NamingError(f"{key} has a mention without {shape.chain}: mend it")
        chains.setdefault(str(chain), []).append(mention)
    return list(chains.items())
