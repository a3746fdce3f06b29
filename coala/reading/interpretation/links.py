"""Shortcuts through nodes between mentions and what they state.

Some vocabularies put the offsets of a mention on a *part* of it (a selector, ``oa:hasSelector``), or a node
between mention and instance. After these two functions, each mention has its offsets and its instance itself,
as in simple vocabularies.
"""

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
    # The mention of each part; parts of several mentions are also in ``shared``, with their other mentions.
    whole_of = dict(zip(parts.object, parts.subject, strict=True))
    shared: defaultdict[int, set[int]] = defaultdict(set)
    if len(whole_of) < len(parts.object):
        for whole, part in zip(*parts, strict=True):
            if whole_of[part] != whole:
                shared[part].add(whole)
    for part, text in list(collected.unreadable.items()):
        for whole in {whole_of.get(part, part), *shared.get(part, ())}:
            collected.unreadable[whole] = min(text, collected.unreadable.get(whole, text))
    # Replace parts by their mentions in offsets, anchors, documents, links and classes.
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
    """Add a direct link for each node between a mention and an instance.

    A node between them with several mentions makes several links.
    """
    instance_links = collected.pairs[LINK_INSTANCE]
    if not instance_links.subject:
        return
    mentions_of: defaultdict[int, list[int]] = defaultdict(list)
    for between, mention in zip(*collected.pairs[LINK_MENTION], strict=True):
        mentions_of[between].append(mention)
    subjects, objects = collected.links
    for between, instance in zip(*instance_links, strict=True):
        mentions = mentions_of.get(between, ())
        subjects.extend(mentions)
        objects.extend([instance] * len(mentions))
