"""Links between instances and mentions, direct or through other nodes."""

from __future__ import annotations

from array import array
from collections import defaultdict

from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import CLASS, DOCUMENT, LINK_INSTANCE, LINK_MENTION, PART


def join_parts(collected: Collector) -> None:
    """Copy the properties of a mention's parts (its selectors or units) to the mention."""
    parts = collected.pairs[PART]
    if not parts.subject:
        return
    whole_of = dict(zip(parts.object, parts.subject, strict=True))
    shared: defaultdict[int, set[int]] = defaultdict(set)
    if len(whole_of) < len(parts.object):
        for whole, part in zip(*parts, strict=True):
            if whole_of[part] != whole:
                shared[part].add(whole)
    for part, text in list(collected.unreadable.items()):
        for whole in {whole_of.get(part, part), *shared.get(part, ())}:
            collected.unreadable[whole] = min(text, collected.unreadable.get(whole, text))
    for pairs in (*collected.pairs[: DOCUMENT + 1], collected.links, collected.pairs[CLASS]):
        more = [
            (whole, value)
            for part, value in (zip(*pairs, strict=True) if shared else ())
            for whole in shared.get(part, ())
        ]
        pairs.subject[:] = array("q", map(whole_of.get, pairs.subject, pairs.subject))
        pairs.subject.extend(whole for whole, _ in more)
        pairs.object.extend(value for _, value in more)


def join_links(collected: Collector) -> None:
    """Replace nodes between mentions and instances by direct links.

    A link node with several targets makes several mentions.
    """
    bodies = collected.pairs[LINK_INSTANCE]
    if not bodies.subject:
        return
    targets_of: defaultdict[int, list[int]] = defaultdict(list)
    for link, target in zip(*collected.pairs[LINK_MENTION], strict=True):
        targets_of[link].append(target)
    subjects, objects = collected.links
    for link, body in zip(*bodies, strict=True):
        targets = targets_of.get(link, ())
        subjects.extend(targets)
        objects.extend([body] * len(targets))
