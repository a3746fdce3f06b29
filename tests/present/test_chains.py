from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.diff.chain_order import sign_place
from coala.diff.sentences import BagSentences
from coala.engine.compare import compare_graphs
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.present.chains import Chains, ShownChain
from coala.present.displayed_bag import display_bag
from tests.support import naive_diff
from tests.support.bags_by_hand import DOC_1, TEXTS, bag, dropped, large, seed, split
from tests.support.graphs_by_hand import graph
from tests.support.great_bags import a_random_bag, a_wide_bag


def chains_of(made: Bag) -> Chains:
    return Chains(display_bag(made))


def picture(chains: Chains, side: int) -> list[str]:
    return [line(chains, chain) for chain in chains.in_order(side)]


def line(chains: Chains, chain: ShownChain) -> str:
    """Return a chain as a person would write it: sign, name, mentions, where they went, how many alone."""
    ways = [f"{mentions}→{heir.sign}" for heir, mentions in chains.heirs(chain)]
    alone = [f"{chain.alone} alone"] if chain.alone else []
    said = [f"{one.kind}: {one.words}" for one in chain.properties]
    return " ".join([chain.sign, chain.label, str(len(chain.spans)), *ways, *alone, *said])


def a_merge_of(names: list[str]) -> Bag:
    """Return a merge of chains with one mention each, in documents of their own."""
    spans = [Span(f"http://example.org/{place}", 0, 5) for place in range(len(names))]
    made = bag(
        spans,
        {f"{name}#{place}": [place] for place, name in enumerate(names)},
        {names[0]: range(len(names))},
        [(0, 0)],
        [(Kind.MERGED, place, 0, [place], "merged") for place in range(1, len(names))],
        {},
    )
    renamed = (instance._replace(label=instance.label.partition("#")[0]) for instance in made.baseline)
    return replace(made, baseline=tuple(renamed))


def test_each_side_has_its_own_chains_with_letters_and_numbers_and_where_the_mentions_went() -> None:
    chains = chains_of(seed())
    assert picture(chains, BASELINE) == ["A Bob Smith 3 2→1 1→2", "B John Doe 1 1→2"]
    assert picture(chains, CHANGED) == ["1 Bob Smith 2 2→A", "2 John Doe 2 1→A 1→B"]


def test_a_split_has_two_heirs_and_most_mentions_come_first() -> None:
    chains = chains_of(split())
    assert picture(chains, BASELINE) == ["A Bob Smith 3 2→1 1→2"]
    assert picture(chains, CHANGED) == ["1 Bob Smith 2 2→A", "2 R. Smith 1 1→A"]
    assert [chain.documents for chain in chains.in_order(BASELINE)] == [2]


def test_mentions_that_the_other_graph_has_nowhere_are_counted() -> None:
    made, _ = large(20)
    chains = chains_of(made)
    assert picture(chains, BASELINE) == ["A flood 0 20 18→1 2 alone"]
    assert [span for span in range(20) if chains.is_divergent(span)] == [0, 10]


def test_what_is_equal_is_one_line_behind_what_differs() -> None:
    made = dropped()
    chains = chains_of(made)
    assert picture(chains, BASELINE) == ["A John 2 1→1 1 alone", "B Bob 1 1→2"]
    assert [(group.numbers, group.equal) for group in chains.groups[BASELINE]] == [([0], False), ([1], True)]
    assert [chain.sign for chain in chains.divergent(BASELINE)] == ["A"]
    assert [chain.equal for chain in chains.in_order(CHANGED)] == [False, True]


def test_types_and_statements_that_differ_stand_with_the_chain_that_has_them() -> None:
    rows = (
        Divergence(Kind.TYPE, 0, 0, (), "type", added=("Place",), dropped=("Person",)),
        Divergence(Kind.STATEMENT, 0, 0, (), "statement", added=("knows: Ann",)),
    )
    made = replace(
        bag([Span(DOC_1, 0, 9)], {"Bob": [0]}, {"Bob": [0]}, [(0, 0)], [], TEXTS), divergences=rows
    )
    chains = chains_of(made)
    assert picture(chains, BASELINE) == ["A Bob 1 1→1 type: Person"]
    assert picture(chains, CHANGED) == ["1 Bob 1 1→A type: Place statement: knows: Ann"]
    assert not any(group.equal for groups in chains.groups for group in groups)


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
