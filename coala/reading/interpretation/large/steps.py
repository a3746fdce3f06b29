"""The steps of a large graph, in arrays; a test holds them and those of a small one together."""

from __future__ import annotations

from collections.abc import Mapping, Set

import numpy as np

from coala.model.columns import distinct
from coala.reading.interpretation.content import MentionColumns
from coala.reading.interpretation.instances import Instances
from coala.reading.interpretation.large.instances import find_many_instances
from coala.reading.interpretation.large.labels import ManyLabels
from coala.reading.interpretation.large.mentions import find_many_mentions
from coala.reading.interpretation.large.node_numbers import NodeNumbers, as_array, as_column, mark
from coala.reading.interpretation.large.statements import find_many_statements
from coala.reading.interpretation.mentions import FoundMentions
from coala.reading.interpretation.steps import Steps
from coala.reading.rdf.terms import UNSET


def _find_documents(mentions: FoundMentions) -> Set[int]:
    return set(distinct(as_array(mentions.document)).tolist())


def _fill_columns(
    mentions: FoundMentions, instances: Instances, place: Mapping[int, int], with_text: Set[int]
) -> MentionColumns:
    of_node = instances.of_node
    assert isinstance(of_node, NodeNumbers)
    row = as_array(mentions.linked_row)
    document = as_array(mentions.document)[row]
    place_of = np.full(len(of_node.column), -1)
    place_of[list(place)] = list(place.values())
    anchor = np.where(
        mark(list(with_text), len(of_node.column))[document], UNSET, as_array(mentions.anchor)[row]
    )
    return MentionColumns(
        document=as_column(place_of[document]),
        begin=as_column(as_array(mentions.begin)[row]),
        end=as_column(as_array(mentions.end)[row]),
        shape=as_column(as_array(mentions.shape)[row]),
        instance=as_column(of_node.column[as_array(mentions.linked_instance)]),
        anchor=as_column(anchor),
    )


LARGE_STEPS = Steps(
    find_many_mentions,
    find_many_instances,
    find_many_statements,
    ManyLabels,
    _find_documents,
    _fill_columns,
)
