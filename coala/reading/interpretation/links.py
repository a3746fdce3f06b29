"""Triples between instances and mentions, direct or by way of other nodes, become pairs of the two."""

from __future__ import annotations

from array import array
from collections import defaultdict

from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import BLANK, CLASS, DOCUMENT, LINK_INSTANCE, LINK_MENTION, PART, RDF_TYPE, Pairs
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.vocabulary import Vocabulary


def join_provenance(collected: Collector, names: list[str], remarks: Remarks) -> set[int]:
    """Let instances have their mentions, and named graphs none; returns these graphs, no instances.

    What denotes a named graph is where its statements stand in a text. A graph that says something about
    itself is what it says of it, and may have mentions.
    """
    graphs = (collected.graphs - collected.self_describing).intersection(collected.provenance.object)
    if graphs:
        _drop(collected.provenance, graphs)
    for links, more in zip(collected.links, collected.provenance, strict=True):
        links += more
        del more[:]
    for graph in graphs:
        remarks.add("named-graph-provenance", names[graph] if names[graph] == BLANK else f"<{names[graph]}>")
    return graphs


def join_parts(collected: Collector) -> None:
    """Let what stands on the parts of a mention (its selectors or units) count as the mention's own."""
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
    for said in (*collected.pairs[: DOCUMENT + 1], collected.links, collected.pairs[CLASS]):
        more = [
            (whole, value)
            for part, value in (zip(*said, strict=True) if shared else ())
            for whole in shared.get(part, ())
        ]
        said.subject[:] = array("q", map(whole_of.get, said.subject, said.subject))
        said.subject.extend(whole for whole, _ in more)
        said.object.extend(value for _, value in more)


def join_links(collected: Collector) -> None:
    """Turn the nodes between mentions and instances into direct ties; two targets with one body are two."""
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


def join_statements(collected: Collector, names: list[str], vocabulary: Vocabulary) -> set[int]:
    """Take reified statements for what they state; returns their nodes, which are no instances."""
    roles = {
        collected.number_of(iri): place
        for place, iris in enumerate((vocabulary.subject, vocabulary.predicate, vocabulary.object))
        for iri in iris
    }
    roles.pop(-1, None)
    if not roles:
        return set()
    stated: defaultdict[int, tuple[list[int], list[int], list[int]]] = defaultdict(lambda: ([], [], []))
    for node, predicate, value in zip(*collected.others, strict=True):
        place = roles.get(predicate)
        if place is not None:
            stated[node][place].append(value)
    others = collected.others
    for subjects, predicates, objects in stated.values():
        for subject in subjects:
            for predicate in predicates:
                name = names[predicate] if predicate >= 0 else ""
                for value in objects if subject >= 0 and name else ():
                    if name == RDF_TYPE and value >= 0:
                        collected.types.subject.append(subject)
                        collected.types.object.append(value)
                    elif name != RDF_TYPE:
                        others.subject.append(subject)
                        others.predicate.append(collected.number_predicate(name))
                        others.object.append(value)
    nodes = set(stated)
    _drop(collected.links, nodes)
    return nodes


def _drop(links: Pairs, instances: set[int]) -> None:
    """Forget ties to these: a text that justifies a statement is no mention of an instance."""
    kept = [row for row, node in enumerate(links.object) if node not in instances]
    for values in links:
        values[:] = array("q", [values[row] for row in kept])
