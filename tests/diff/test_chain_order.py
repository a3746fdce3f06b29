"""The order of the changes of a bag, which is that of the chain map, and the headline, which is not."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from coala.diff.chain_order import order_chains, sign_chains
from coala.diff.ranked import group_rows
from coala.diff.sentences import BagSentences
from coala.judging.questions import make_question
from coala.model.bag import Bag
from coala.model.kinds import PROPERTY_KINDS, Kind
from coala.model.values import Span
from coala.present.prose import list_changes
from tests.support.bags_by_hand import bag
from tests.support.corpora import compare_newswire
from tests.support.great_bags import a_random_bag

WORDS = "Ann Ann Ann Ann Bob Bob Bob Cid Cid Eve"
CID, ANN, BOB = range(3)
"""Of the baseline, where they are C, A and B by their sizes."""
EVE, NEW_BOB, NEW_ANN, OWN = range(4)
"""Of the changed graph, where they are 4, 2, 1 and 3."""

IN_ORDER = [
    (Kind.MOVED, ANN, NEW_BOB),
    (Kind.SPLIT, ANN, OWN),
    (Kind.TYPE, ANN, NEW_ANN),
    (Kind.TYPE, None, OWN),
    (Kind.MENTION_ADDED, None, NEW_BOB),
    (Kind.SPLIT, BOB, OWN),
    (Kind.MENTION_DROPPED, BOB, None),
    (Kind.STATEMENT, BOB, NEW_BOB),
    (Kind.LINK, BOB, NEW_BOB),
    (Kind.FACT_DROPPED, BOB, None),
    (Kind.FACT_CHANGED, BOB, NEW_BOB),
    (Kind.MERGED, CID, NEW_ANN),
    (Kind.INSTANCE_ADDED, None, EVE),
    (Kind.STATEMENT, None, EVE),
]


def a_mixed_bag() -> Bag:
    """Return a bag with changes of many kinds; the chain of Cid was joined with that of Ann."""
    spans = [Span("d", 4 * place, 4 * place + 3) for place in range(10)]
    first_spans = {ANN: [2], BOB: [5], CID: [7, 8]}
    found = bag(
        spans,
        {"Cid": [7, 8], "Ann": [0, 1, 2, 3], "Bob": [4, 5, 6]},
        {"Eve": [9], "Bob": [2, 5, 6], "Ann": [0, 1, 7, 8], "Own": [3, 4]},
        [(ANN, NEW_ANN), (BOB, NEW_BOB)],
        [
            (kind, old, new, first_spans.get(old or 0, [9]), "")
            for kind, old, new in sorted(IN_ORDER, key=rank)
        ],
        {"d": WORDS},
    )
    return replace(
        found,
        divergences=tuple(
            row._replace(added=("Person",)) if row.kind in PROPERTY_KINDS else row
            for row in found.divergences
        ),
    )


def rank(change: tuple[Kind, int | None, int | None]) -> int:
    """Return the place of the kind of a change, by which the rows of a bag are sorted."""
    return list(Kind).index(change[0])


def test_changes_have_the_order_of_the_chain_map() -> None:
    found = a_mixed_bag()
    assert sign_chains(found) == (("C", "A", "B"), ("4", "2", "1", "3"))
    assert [(row.kind, row.baseline, row.changed) for row in BagSentences(found).changes] == IN_ORDER


def test_headline_is_the_most_surprising_change_wherever_it_is_listed() -> None:
    sentences = BagSentences(a_mixed_bag())
    assert re.findall(r"[A-Z]\w+", sentences.headline) == ["Cid", "Ann"]
    assert sentences.first == sentences.changes[11]


@pytest.mark.parametrize("seed", range(100))
def test_order_of_changes_follows_the_chains_and_then_the_kinds(seed: int) -> None:
    found = a_random_bag(seed)
    changes = BagSentences(found).changes
    rows = [changes.rows_of(place) for place in range(len(changes))]
    grouped = [[found.divergences[place] for place in places] for places in group_rows(found.divergences)]
    assert sorted(rows, key=repr) == sorted(grouped, key=repr)
    before, _ = order_chains(found).places
    partners = {new: old for old, new in found.partners}
    listed = [
        (before[old], row.kind in PROPERTY_KINDS)
        for row in changes
        if (old := row.baseline if row.baseline is not None else partners.get(row.changed or 0)) is not None
    ]
    assert listed == sorted(listed)


def test_first_change_in_the_text_comes_first_among_changes_of_one_kind_and_chain() -> None:
    found = a_mixed_bag()
    rows = [row for row in found.divergences if row.kind is Kind.TYPE and row.baseline == ANN]
    more = [rows[0]._replace(added=(name,)) for name in ("Zoo", "Agent")]
    changes = BagSentences(replace(found, divergences=(*rows, *more))).changes
    assert [row.added for row in changes] == [("Person",), ("Zoo",), ("Agent",)]


def test_questions_and_prose_list_the_same_changes_in_the_same_order() -> None:
    several = own_changes = 0
    for number, (found, _) in enumerate(compare_newswire().iterate_bags(), 1):
        sentences = BagSentences(found)
        question = make_question(found, number, "", ("a", "b"), lambda _: None)
        listed = [change.sentence for change in list_changes(sentences)]
        # A question lists those that take verdicts of their own, with their numbers among all.
        own = [place for place, row in enumerate(sentences.changes) if row.kind in PROPERTY_KINDS]
        assert [change.number for change in question.changes] == [place + 1 for place in own]
        assert [change.kind for change in question.changes] == [
            sentences.changes[place].kind.value for place in own
        ]
        own_changes += len(own)
        assert listed == list(map(sentences.describe, sentences.changes))
        several += len(listed) > 1
    assert (several > 10, own_changes > 3) == (True, True)
