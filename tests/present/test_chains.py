from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.diff.chain_order import sign_place
from coala.diff.sentences import BagSentences
from coala.engine.compare import compare_graphs
from coala.model.bag import BASELINE, CHANGED, Bag
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from tests.support import naive_diff
from tests.support.graphs_by_hand import graph
from tests.support.great_bags import a_random_bag, a_wide_bag


def chains_of(made: Bag) -> Chains:
    return Chains(display_bag(made))


@pytest.mark.parametrize(("place", "sign"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_letters_go_on_behind_z(place: int, sign: str) -> None:
    assert sign_place(BASELINE, place) == sign
    assert sign_place(CHANGED, place) == str(place + 1)


def test_a_great_bag_makes_no_chain_before_it_is_asked_for() -> None:
    chains = chains_of(a_wide_bag(1, 3_000))
    assert chains.count(BASELINE) == 300
    first = next(chains.in_order(BASELINE))
    assert first is chains.chain(BASELINE, first.number)
    assert [way.mentions for way in first.ways] == [9, 1]


@given(
    naive_diff.chains("x"),
    naive_diff.chains("y"),
    st.sampled_from(["aaaaaaaaaa", "abababABAB", "hehehehehe", "abcdefghij"]),
)
def test_no_two_changes_of_a_bag_read_the_same_where_chains_have_their_signs(
    baseline: naive_diff.Chains, changed: naive_diff.Chains, text: str
) -> None:
    texts = dict.fromkeys(naive_diff.DOCUMENTS, text)
    assume({span for spans in baseline.values() for span in spans} & {s for c in changed.values() for s in c})
    one_name = dict.fromkeys((*baseline, *changed), "one name for all")
    comparison = compare_graphs(
        graph(baseline, texts=texts, labels=one_name), graph(changed, texts=texts, labels=one_name)
    )
    for found, _ in comparison.iterate_bags():
        sentences = BagSentences(found, chains_of(found).order)
        told = [sentences.describe(change) for change in sentences.changes]
        assert len(set(told)) == len(told), told


def turned_round(made: Bag) -> Bag:
    """Return the baseline's chains for both graphs, reordered, one without its last mention."""
    first, *others = made.baseline
    changed = (*reversed(others), first._replace(spans=first.spans[:-1] or first.spans, extents=()))
    pairs = ((0, len(others)), *((at, len(others) - at) for at in range(1, len(made.baseline))))
    return replace(made, changed=changed, partners=pairs, divergences=())


def test_the_mentions_that_diverge_are_those_that_other_chains_have_on_the_other_side() -> None:
    shared = {True: 0, False: 0}
    for number in range(60):
        made = a_random_bag(number) if number % 2 else turned_round(a_random_bag(number))
        chains = chains_of(made)
        for side in (BASELINE, CHANGED):
            for chain in chains.in_order(side):
                rows = {
                    span: [sorted(chains.numbers_of(each, span)) for each in (BASELINE, CHANGED)]
                    for span in chain.spans
                }
                expected = [span for span, (old, new) in rows.items() if old != new]
                assert chains.divergent_spans(chain).tolist() == expected
                assert [span for span in chain.spans if chains.is_divergent(span)] == expected
                for old, new in rows.values():
                    shared[old != new] += min(len(old), len(new)) > 1
    assert min(shared.values()) > 20
