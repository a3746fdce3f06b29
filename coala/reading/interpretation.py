"""What was collected -> the content of a graph: lists of words and columns of numbers, still in any order.

Also the place of the last complaints: a graph without a triple, or without a usable mention.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from coala.errors import ReadingError
from coala.reading.collector import RDF_TYPE, UNSET, Collector
from coala.reading.instances import find_instances
from coala.reading.mentions import Mentions, find_mentions
from coala.reading.remarks import Remarks, readable
from coala.reading.statements import find_statements
from coala.vocabulary import Vocabulary

if TYPE_CHECKING:
    from coala.texts import Texts

MOST_NAMESPACES = 5


class Content(NamedTuple):
    """``words`` holds lists of strings, ``columns`` arrays of numbers that index them or each other."""

    words: dict[str, Any]
    columns: dict[str, array[int]]


def interpret(
    path: str, collected: Collector, vocabulary: Vocabulary, remarks: Remarks, folder: Texts | None
) -> Content:
    """Find mentions, instances and statements in what was collected from the input named ``path``.

    Raises:
        ReadingError: there is no triple, or no usable mention.
    """
    if not collected.triples:
        raise ReadingError(
            f"{path}: this graph is empty, it has not one triple: check that the system wrote its output."
        )
    names = list(collected.nodes)
    for node in collected.text_conflicts:
        remarks.add("conflicting-texts", f"<{names[node]}>")
    texts = _texts(collected, names, folder, remarks)
    mentions = find_mentions(collected, names, texts, vocabulary, remarks)
    if not mentions.linked_row:
        raise ReadingError(_no_mentions(path, collected, vocabulary, remarks))
    instances = find_instances(collected, names, mentions, vocabulary, remarks)
    statements = find_statements(collected, names, mentions, instances, vocabulary, remarks)
    labels = _Labels(collected, vocabulary)
    documents = {
        node: names[node] for node in {*texts, *mentions.document} if not names[node].startswith("_:")
    }
    place = {node: number for number, node in enumerate(documents)}
    for node, name in documents.items():
        if node not in texts:
            remarks.add("document-without-text", f"<{name}>")
    labels_of_instances: list[str | None] = labels.best_of_groups(instances.of_node, len(instances.names))
    terms = {*statements.predicates, *(iri for kinds in instances.types for iri in kinds)}
    terms.update(value[1:-1] for value in statements.values if value.startswith("<"))
    columns = {
        "mention_document": array("q", (place[mentions.document[row]] for row in mentions.linked_row)),
        "mention_begin": array("q", (mentions.begin[row] for row in mentions.linked_row)),
        "mention_end": array("q", (mentions.end[row] for row in mentions.linked_row)),
        "mention_anchor": _anchors(mentions, texts),
        "mention_instance": array("q", (instances.of_node[node] for node in mentions.linked_instance)),
        **{name: values for name, values in statements._asdict().items() if isinstance(values, array)},
    }
    words = {
        "documents": list(documents.values()),
        "texts": [texts.get(node) for node in documents],
        "names": instances.names,
        "labels": labels_of_instances,
        "types": instances.types,
        "predicates": list(statements.predicates),
        "values": list(statements.values),
        "paths": list(statements.paths),
        "anchors": list(collected.anchors)
        if any(anchor != UNSET for anchor in columns["mention_anchor"])
        else [],
        "term_labels": {iri: label for iri in sorted(terms) if (label := labels.of_iri(iri)) is not None},
        "notices": remarks.notices(),
    }
    return Content(words, columns)


def _texts(collected: Collector, names: list[str], folder: Texts | None, remarks: Remarks) -> dict[int, str]:
    """A text in the graph comes first; the folder serves documents that mentions name and that have none."""
    texts = {node: text for node, text in collected.texts.items() if not names[node].startswith("_:")}
    if folder is None:
        return texts
    for node in set(collected.rows.document) - {UNSET} - set(texts):
        if names[node].startswith("_:"):
            continue
        try:
            text = folder.of(names[node])
        except (OSError, ValueError) as error:
            remarks.add("text-unreadable", f"<{readable(names[node])}>: {error}")
        else:
            if text is not None:
                texts[node] = text
    return texts


def _anchors(mentions: Mentions, texts: dict[int, str]) -> array[int]:
    """Anchors stand in for the text only where there is none."""
    return array(
        "q",
        (UNSET if mentions.document[row] in texts else mentions.anchor[row] for row in mentions.linked_row),
    )


class _Labels:
    """The stated label of each node: the first property that it has, English or untagged, the shortest."""

    def __init__(self, collected: Collector, vocabulary: Vocabulary) -> None:
        self._nodes = collected.nodes
        rank = {collected.number_of(iri): place for place, iri in enumerate(vocabulary.labels)}
        rank.pop(-1, None)
        literals = list(collected.literals)
        self._best: dict[int, tuple[int, int, int, str]] = {}
        if not rank:
            return
        for subject, predicate, obj in zip(*collected.others, strict=True):
            if predicate in rank and obj < 0:
                text, _, suffix = literals[~obj][1:].rpartition('"')
                if not text.strip():
                    continue
                foreign = int(suffix.startswith("@") and suffix[1:].partition("-")[0] != "en")
                found = (rank[predicate], foreign, len(text), text)
                self._best[subject] = min(found, self._best.get(subject, found))

    def of_iri(self, iri: str) -> str | None:
        """The label of an IRI, or None."""
        best = self._best.get(self._nodes.get(iri, -1))
        return best[3] if best else None

    def best_of_groups(self, group_of: dict[int, int], count: int) -> list[str | None]:
        """The label of each instance, whose nodes may each have one."""
        best: list[tuple[int, int, int, str] | None] = [None] * count
        for node, found in self._best.items():
            group = group_of.get(node)
            if group is not None:
                known = best[group]
                best[group] = found if known is None else min(known, found)
        return [found[3] if found else None for found in best]


def _no_mentions(path: str, collected: Collector, vocabulary: Vocabulary, remarks: Remarks) -> str:
    wanted = ", ".join(
        vocabulary.short(iri)
        for iri in (*vocabulary.document, *vocabulary.begin, *vocabulary.end, *vocabulary.instance)
    )
    met = Counter(_namespace(collected.predicate_names[number]) for number in collected.others.predicate)
    for role, name in _used_roles(collected, vocabulary):
        met[_namespace(name)] += role
    spaces = ", ".join(
        f"<{readable(space)}> ({count:,})"
        for space, count in sorted(met.items(), key=lambda item: (-item[1], item[0]))[:MOST_NAMESPACES]
        if count
    )
    reasons = " ".join(message for _, _, message, _ in remarks.notices())
    return (
        f"{path}: no usable mention among {collected.triples:,} triples: looked for {vocabulary.name} "
        f"({wanted}); the properties met are from {spaces}: choose the vocabulary with --vocabulary."
        + (f" {reasons}" if reasons else "")
    )


def _used_roles(collected: Collector, vocabulary: Vocabulary) -> Iterable[tuple[int, str]]:
    """How often the properties with a role were met, under the first name of each."""
    rows = collected.rows
    yield len(collected.types.subject), RDF_TYPE
    for names, values in (
        (vocabulary.begin, rows.begin),
        (vocabulary.end, rows.end),
        (vocabulary.document, rows.document),
        (vocabulary.anchor, rows.anchor),
    ):
        if names:
            yield sum(value != UNSET for value in values), names[0]
    for names, count in (
        (vocabulary.instance, len(collected.links.subject)),
        (vocabulary.mention_class, len(collected.classes.subject)),
        (vocabulary.text, len(collected.texts)),
    ):
        if names:
            yield count, names[0]


def _namespace(iri: str) -> str:
    return iri[: max(iri.rfind("#"), iri.rfind("/")) + 1] or iri
