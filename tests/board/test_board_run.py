"""Boards of small graphs: joint bags, interactions, undefined values, and refused input.

A board compares a full system with variants of it. Each column is one pair of graphs: ("without a", "full")
says what component a is worth in the full system, ("nothing", "only a") what it does alone. A joint bag is a
connected component of the chains of all graphs; a column touches it if its two graphs divide it differently.
Two components *need each other* where both columns "without" touch the bag, are *redundant* where both
columns "only" do, and a bag is *emergent* if the full system changes it although no component alone does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.board.board import MarginalLinks
from coala.board.plan import Plan, Role, Variant
from coala.board.run import build_board, compare_for_board
from coala.engine.compare import compare_graphs
from coala.errors import Cancelled, CoalaError
from coala.model.graph import Graph
from coala.model.options import DEFAULTS, Match
from coala.model.values import Span
from coala.reading.read import ReadingProgress
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import graph
from tests.support.paths import SAMPLES

Chains = frozenset[frozenset[int]]

DOC = "http://example.org/doc"
SPANS = range(8)
TEXTS = {DOC: "".join(f"w{number} " for number in SPANS)}
NEWSWIRE = SAMPLES / "newswire"


def spans(number: int) -> Span:
    return Span(DOC, 3 * number, 3 * number + 2)


def graph_of(chains: Sequence[Sequence[int]]) -> Graph:
    """Return a graph with these chains of words; other words are chains of their own."""
    said = {number for chain in chains for number in chain}
    every = [*chains, *([number] for number in SPANS if number not in said)]
    named = {f"c{place}": [spans(number) for number in chain] for place, chain in enumerate(every)}
    return graph(named, texts=TEXTS)


partitions = st.lists(st.integers(0, 4), min_size=len(SPANS), max_size=len(SPANS)).map(
    lambda label: [[place for place in SPANS if label[place] == each] for each in sorted(set(label))]
)

GRAPHS = ("full", "nothing", "without a", "without b", "only a", "only b", "only c")


def sets_of(chains: Sequence[Sequence[int]]) -> Chains:
    return frozenset(map(frozenset, chains))


def differ(first: Chains, second: Chains, bag: frozenset[int]) -> bool:
    """Return True if two graphs divide the words of a joint bag differently."""
    return {chain for chain in first if chain <= bag} != {chain for chain in second if chain <= bag}


@limit_examples(25)
@given(st.fixed_dictionaries(dict.fromkeys(GRAPHS, partitions)))
def test_interactions_are_what_their_definitions_say_word_by_word(
    said: Mapping[str, list[list[int]]],
) -> None:
    plan = Plan(
        "full",
        (
            Variant("a", without="without a", only="only a"),
            Variant("b", without="without b", only="only b"),
            Variant("c", only="only c"),
        ),
        nothing="nothing",
    )
    board = compare_for_board(plan, {name: graph_of(chains) for name, chains in said.items()}).board

    chains = {name: sets_of(each) for name, each in said.items()}
    words = nx.Graph()
    words.add_nodes_from(SPANS)
    for each in chains.values():
        for chain in each:
            nx.add_path(words, sorted(chain))
    joint = sorted((frozenset(bag) for bag in nx.connected_components(words)), key=min)
    without = {name: (f"without {name}", "full") for name in "ab"}
    only = {name: ("nothing", f"only {name}") for name in "abc"}
    touched = {
        (role, name): [bag for bag in joint if differ(chains[before], chains[after], bag)]
        for role, pairs in (("without", without), ("only", only))
        for name, (before, after) in pairs.items()
    }
    whole = [bag for bag in joint if differ(chains["nothing"], chains["full"], bag)]
    listed = [bag for bag in joint if bag in whole or any(bag in each for each in touched.values())]

    def meet(role: str, names: str) -> dict[tuple[str, str], list[int]]:
        found = {
            (one, other): [
                number
                for number, bag in enumerate(listed)
                if bag in touched[role, one] and bag in touched[role, other]
            ]
            for one, other in combinations(names, 2)
        }
        return {pair: bags for pair, bags in found.items() if bags}

    alone = [bag for name in only for bag in touched["only", name]]
    assert [bag.spans for bag in board.joint_bags] == [len(bag) for bag in listed]
    assert [
        [(board.columns[column].role.value, board.columns[column].name) for column in bag.columns]
        for bag in board.joint_bags
    ] == [[key for key in touched if bag in touched[key]] for bag in listed]
    both, redundant = board.interactions.needed_by_both, board.interactions.redundant
    assert both is not None
    assert redundant is not None
    assert {pair: list(bags) for pair, bags in both.items()} == meet("without", "ab")
    assert {pair: list(bags) for pair, bags in redundant.items()} == meet("only", "abc")
    assert board.interactions.emergent == tuple(
        number for number, bag in enumerate(listed) if bag in whole and bag not in alone
    )


@limit_examples(20)
@given(partitions, st.lists(partitions, min_size=1, max_size=4))
def test_steps_add_up_to_the_whole_whatever_they_do(
    gold: list[list[int]], steps: list[list[list[int]]]
) -> None:
    names = [f"step {number}" for number in range(len(steps))]
    plan = Plan(names[-1], tuple(Variant(name, step=name) for name in names), gold="gold", nothing="nothing")
    graphs = {name: graph_of(chains) for name, chains in zip(names, steps, strict=True)}
    board = compare_for_board(plan, graphs | {"gold": graph_of(gold), "nothing": graph_of([])}).board
    links = [column.links for column in board.columns if column.links is not None]
    assert board.whole == MarginalLinks(sum(each.right for each in links), sum(each.made for each in links))


def test_emergent_bag_is_listed_under_its_own_title() -> None:
    plan = Plan("full", (Variant("a", only="nothing"),), nothing="nothing")
    board = compare_for_board(plan, {"full": graph_of([[0, 1]]), "nothing": graph_of([])}).board
    assert [(bag.spans, bag.columns, bag.title) for bag in board.joint_bags] == [(2, (), "w1 joined with w0")]
    assert board.interactions.emergent == (0,)
    assert board.places == ()


def test_a_mention_with_an_extent_of_its_own_in_each_column_is_in_one_joint_bag() -> None:
    def extents(first: int, second: int, *, one: bool) -> Graph:
        """Return mentions of the first two words, which end later by ``first`` and ``second`` characters."""
        spans_ = [Span(DOC, 0, 2 + first), Span(DOC, 6, 8 + second)]
        chains = {"x": spans_} if one else {"x": spans_[:1], "y": spans_[1:]}
        return graph({**chains, "z": [spans(7)]}, texts=TEXTS)

    graphs = {
        "full": extents(0, 0, one=True),
        "without a": extents(1, 1, one=False),
        "without b": extents(2, 2, one=False),
    }
    options = DEFAULTS._replace(match=Match.OVERLAP)
    board = compare_for_board(replace(A_AND_B, gold=None), graphs, options).board
    assert [bag.columns for bag in board.joint_bags] == [(0, 1)]


A_AND_B = Plan("full", (Variant("a", without="without a"), Variant("b", without="without b")), gold="gold")
PAIRS = {
    "full": graph_of([[0, 1], [2, 3], [4, 5], [6, 7]]),
    "gold": graph_of([[0, 1], [2, 3], [4, 5]]),
    "without a": graph_of([[2, 3], [4, 5], [6, 7]]),
    "without b": graph_of([[0, 1], [4, 5], [6, 7]]),
}


def test_columns_that_do_the_same_have_the_same_interval() -> None:
    plan = replace(A_AND_B, variants=(*A_AND_B.variants, Variant("a again", without="without a")))
    first, second, third = compare_for_board(plan, PAIRS).board.columns
    assert first.deltas["muc"].f1[:4] == third.deltas["muc"].f1[:4]
    assert first.deltas["muc"].f1 != second.deltas["muc"].f1 or first.links == second.links


def test_columns_draw_their_own_bags_where_a_joint_one_has_more_than_half_of_the_spans() -> None:
    half = {**PAIRS, "without b": graph_of([[0, 1, 2, 3], [4, 5], [6, 7]])}
    resampling = compare_for_board(A_AND_B, half).board.resampling[Role.WITHOUT]
    assert (resampling.largest, resampling.joint) == (0.5, True)
    chained = {**PAIRS, "without b": graph_of([[0, 1, 2, 3, 4, 5], [6, 7]])}
    board = compare_for_board(A_AND_B, chained).board
    resampling = board.resampling[Role.WITHOUT]
    assert (resampling.largest, resampling.joint) == (6 / 8, False)
    for column in board.columns:
        theirs = compare_graphs(chained[str(column.baseline)], chained["full"], chained["gold"]).summary
        assert theirs.resampling is not None
        assert column.deltas["b_cubed"].f1[:4] == theirs.resampling.metrics["b_cubed"].f1[:4]


def test_a_variant_that_is_the_full_system_changes_nothing_and_is_no_error() -> None:
    plan = replace(A_AND_B, variants=(Variant("idle", without="full"), *A_AND_B.variants))
    idle, other, _ = compare_for_board(plan, PAIRS).board.columns
    assert (idle.interesting, idle.links) == (0, MarginalLinks(0, 0))
    assert idle.links is not None
    assert idle.links.precision is None
    assert idle.deltas["muc"].f1 == (0.0, 0.0, 0.0, 1.0, 1.0)
    assert other.interesting == 1


def test_each_two_of_many_variants_are_compared() -> None:
    variants = tuple(Variant(f"v{number}", without="without a") for number in range(30))
    board = compare_for_board(replace(A_AND_B, variants=variants, gold=None), PAIRS).board
    assert len(board.columns) == 30
    assert len(board.interactions.needed_by_both or {}) == 30 * 29 // 2


def test_graphs_that_share_nothing_are_refused_by_the_name_of_their_column() -> None:
    elsewhere = graph(
        {"x": [Span("http://example.org/other", 0, 2)]}, texts={"http://example.org/other": "ab"}
    )
    for name, column in (("without b", "b"), ("gold", "a")):
        with pytest.raises(CoalaError, match=rf"^{column} \(without\): "):
            compare_for_board(A_AND_B, {**PAIRS, name: elsewhere})


def sample_plan(*without: str) -> Plan:
    files = {name: str(NEWSWIRE / f"{name}.ttl") for name in ("gold", "baseline", "changed")}
    variants = tuple(Variant(path, without=path) for path in without)
    return Plan(files["changed"], (Variant("all", without=files["baseline"]), *variants), gold=files["gold"])


def test_file_that_is_missing_and_role_without_graphs_are_named(tmp_path: Path) -> None:
    with pytest.raises(CoalaError, match=r"nowhere\.ttl"):
        build_board(sample_plan(str(tmp_path / "nowhere.ttl")))
    with pytest.raises(CoalaError, match="'only'"):
        build_board(sample_plan(), roles=[Role.ONLY])


def test_board_reports_progress_and_can_be_cancelled() -> None:
    seen: list[ReadingProgress] = []
    pairs: list[tuple[int, int]] = []
    built = build_board(
        sample_plan(), progress=seen.append, compared=lambda done, of: pairs.append((done, of))
    )
    assert {told.graph for told in seen} == {0, 1, 2}
    assert pairs == [(1, 2), (2, 2)]
    assert built.board.columns[0].interesting > 0
    with pytest.raises(Cancelled):
        build_board(sample_plan(), cancelled=lambda: True)
    for calls in range(5):
        answers = iter([False] * calls)
        with pytest.raises(Cancelled):
            compare_for_board(A_AND_B, PAIRS, cancelled=partial(next, answers, True))
