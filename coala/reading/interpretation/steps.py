"""The steps that see every mention, instance or statement: their shape, and those for small graphs."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Set
from typing import NamedTuple, Protocol

from coala.reading.interpretation.content import MentionColumns
from coala.reading.interpretation.instances import Instances, Taken, find_instances
from coala.reading.interpretation.labels import Labels
from coala.reading.interpretation.mentions import FoundMentions, find_mentions
from coala.reading.interpretation.statements import FoundStatements, find_statements
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import UNSET
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary


class FoundLabels(Protocol):
    """The label of each node that has any."""

    def of_iris(self, iris: Iterable[str]) -> dict[str, str]: ...
    def best_of_groups(self, group_of: Mapping[int, int], count: int) -> list[str | None]: ...


class Steps(NamedTuple):
    """One way of interpreting what was collected."""

    find_mentions: Callable[[Collector, dict[int, str], Vocabulary, Remarks], FoundMentions]
    find_instances: Callable[[Collector, FoundMentions, Vocabulary, Remarks, Taken], Instances]
    find_statements: Callable[[Collector, FoundMentions, Instances, Remarks, Taken], FoundStatements]
    find_labels: Callable[[Collector, Vocabulary], FoundLabels]
    find_documents: Callable[[FoundMentions], Set[int]]
    fill_columns: Callable[[FoundMentions, Instances, Mapping[int, int], Set[int]], MentionColumns]


def find_documents(mentions: FoundMentions) -> Set[int]:
    """The documents in which there are spans."""
    return set(mentions.document)


def fill_columns(
    mentions: FoundMentions, instances: Instances, place: Mapping[int, int], with_text: Set[int]
) -> MentionColumns:
    """The columns of mentions, in documents that have a ``place`` each; of those ``with_text`` no anchors."""
    rows = mentions.linked_row
    places = [mentions.document, mentions.begin, mentions.end, mentions.shape, mentions.anchor]
    if rows != array("q", range(len(mentions.begin))):
        # Some spans belong to several instances, or to none.
        places = [array("q", list(map(values.__getitem__, rows))) for values in places]
    in_documents, begin, end, shape, anchors = places
    return MentionColumns(
        document=array("q", list(map(place.__getitem__, in_documents))),
        begin=begin,
        end=end,
        shape=shape,
        instance=array("q", list(map(instances.of_node.__getitem__, mentions.linked_instance))),
        anchor=_anchors(anchors, in_documents, with_text),
    )


def _anchors(anchors: array[int], documents: array[int], with_text: Set[int]) -> array[int]:
    """Anchors stand in for the text only where there is none."""
    if with_text >= set(documents):
        return array("q", [UNSET]) * len(anchors)
    return array(
        "q",
        [
            UNSET if document in with_text else anchor
            for anchor, document in zip(anchors, documents, strict=True)
        ],
    )


SMALL_STEPS = Steps(find_mentions, find_instances, find_statements, Labels, find_documents, fill_columns)

LARGE = 100_000
"""Triples; below, arrays gain nothing."""


def choose_steps(triples: int) -> Steps:
    """Return the steps for a number of triples."""
    if triples < LARGE:
        return SMALL_STEPS
    from coala.reading.interpretation.large.steps import LARGE_STEPS

    return LARGE_STEPS
