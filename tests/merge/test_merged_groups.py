"""The merged graph where a reviewer said who is who: each group is one chain, with one identity."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.base.disjoint_sets import DisjointSets
from coala.diff.row_keys import row_keys
from coala.engine.compare import compare_graphs
from coala.merge.merged_graph import MergeResult, merge_graphs
from coala.merge.merged_groups import SideChain, choose_identities
from coala.merge.merging import DefaultSide, Ruling, make_ruling
from coala.merge.nif import GraphWriter
from coala.model.bag import BASELINE, CHANGED, Bag, Verdict
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.options import DEFAULTS, IGNORE, Match, Options
from coala.model.values import Span
from coala.reading.read import read_graphs
from coala.verdicts.groups import NO_MENTION, Groups, PlacedPart, group_as, group_by_gold, place_parts
from coala.verdicts.links import NO_CLASS, find_parts
from tests.support.corpora import ECBPLUS, NEWSWIRE, compare_ecbplus, compare_newswire
from tests.support.facts_by_hand import reading
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.paths import needs_shared

Chains = Mapping[str, Sequence[Span]]

SPANS = (A, B, C, D, A._replace(end=3), B._replace(end=18), D._replace(begin=3))
PILOT, CITY, STATE = (f"http://example.org/{name}" for name in ("Pilot", "City", "State"))
Q1, Q2 = "http://www.wikidata.org/entity/Q1", "http://www.wikidata.org/entity/Q2"


def chains(names: str) -> st.SearchStrategy[dict[str, list[Span]]]:
    """Return chains of some of the spans; a span may be in two of them."""

    def build(places: list[set[int]]) -> dict[str, list[Span]]:
        made: dict[str, list[Span]] = {}
        for span, own in zip(SPANS, places, strict=True):
            for place in sorted(own):
                made.setdefault(f"{names}{place}", []).append(span)
        return made

    places = st.sets(st.integers(1, 4), max_size=2) | st.sets(st.integers(1, 4), max_size=1)
    return st.lists(places, min_size=len(SPANS), max_size=len(SPANS)).map(build).filter(bool)


def list_classes(built: Graph) -> set[frozenset[Span]]:
    """Return the spans of each class of a graph: chains that share a span are one."""
    mentions = built.mentions
    columns = (mentions.document, mentions.begin, mentions.end, mentions.shape, mentions.instance)
    joined: DisjointSets = DisjointSets()
    instances: dict[Span, int] = {}
    for document, begin, end, shape, instance in zip(*(column.tolist() for column in columns), strict=True):
        span = Span(built.documents[document], begin, end, *(built.shapes[shape] if shape >= 0 else ()))
        joined.join(instances.setdefault(span, instance), instance)
    classes: dict[int, set[Span]] = {}
    for span, instance in instances.items():
        classes.setdefault(joined.find(instance), set()).add(span)
    return set(map(frozenset, classes.values()))


def draw_groups(bag: Bag, draw: random.Random) -> Groups | None:
    """Return some answer to who is who in a bag; None for a bag without a link."""
    parts = find_parts(bag)
    if not parts:
        return None
    together: dict[int, list[int]] = {}
    no_mention, not_sure, pieces = [], [], []
    for part in parts:
        places = [part.spans]
        if len(part.spans) > 1 and draw.random() < 0.3:
            cut = draw.randrange(1, len(part.spans))
            places = [part.spans[:cut], part.spans[cut:]]
            pieces += places
        for place in places:
            chance = draw.random()
            if chance < 0.15:
                no_mention.append(place[0])
            elif chance < 0.35:
                not_sure.append(place[0])
            else:
                together.setdefault(draw.randrange(4), []).append(place[0])
    return Groups.sort(together.values(), no_mention, not_sure, pieces)


def expect_groups(bag: Bag, groups: Groups, side: int) -> set[frozenset[Span]]:
    """Return the classes that a bag must have, found by trying each group for each part that is not sure."""
    placed = place_parts(find_parts(bag), groups)
    sure: dict[int, set[int]] = {}
    for part in placed:
        if part.is_sure and part.group != NO_MENTION:
            sure.setdefault(part.group, set()).update(part.spans)
    found = {number: set(spans) for number, spans in sure.items()}
    alone: dict[int, set[int]] = {}
    for part in placed:
        if part.is_sure or part.classes[side] == NO_CLASS:
            continue
        same = {span for each in placed if each.classes[side] == part.classes[side] for span in each.spans}
        best = sorted(sure, key=lambda number: (-len(sure[number] & same), min(sure[number])))
        if best and sure[best[0]] & same:
            found[best[0]].update(part.spans)
        else:
            alone.setdefault(part.classes[side], set()).update(part.spans)
    return {frozenset(bag.spans[span] for span in spans) for spans in (*found.values(), *alone.values())}


def merge(
    graphs: Sequence[Graph],
    groups: Callable[[Bag], Groups | None],
    rest: DefaultSide = DefaultSide.BASELINE,
    verdict: Verdict | None = None,
    rows: Mapping[str, Verdict] | None = None,
    options: Options = DEFAULTS,
) -> MergeResult:
    """Return the merged graph; a bag without groups has the verdict."""

    def decide(bag: Bag) -> Ruling:
        answer = groups(bag)
        placed = [] if answer is None else [place_parts(find_parts(bag), answer)]
        return make_ruling(bag, rest, verdict, rows, placed)

    bags = {bag.fingerprint for bag in compare_graphs(*graphs, options=options).contents}
    return merge_graphs(graphs, bags, options, decide, rest)


def give(groups: Groups) -> Callable[[Bag], Groups | None]:
    """Return a function that gives these groups to each bag with a link."""
    return lambda bag: groups if find_parts(bag) else None


def read_again(written: Graph, folder: Path) -> Graph:
    path = folder / "written.ttl"
    path.write_text("".join(GraphWriter(written).write_lines()), encoding="utf-8")
    (read,) = read_graphs([str(path)], DEFAULTS.reading)
    return read


@given(
    one=chains("x"),
    other=chains("y"),
    rest=st.sampled_from(DefaultSide),
    draw=st.randoms(use_true_random=False),
)
def test_classes_of_merged_graph_are_the_groups_and_other_bags_are_as_judged(
    one: Chains, other: Chains, rest: DefaultSide, draw: random.Random
) -> None:
    assume({span for own in one.values() for span in own} & {span for own in other.values() for span in own})
    graphs = graph(one), graph(other)
    bags = list(compare_graphs(*graphs).contents)
    answers = {bag.fingerprint: draw_groups(bag, draw) if draw.random() < 0.7 else None for bag in bags}
    verdict = draw.choice([None, *Verdict])

    found = merge(graphs, lambda bag: answers[bag.fingerprint], rest, verdict)

    side = {Verdict.BETTER: CHANGED, Verdict.WORSE: BASELINE}.get(verdict, rest.side)
    expected = list_classes(graphs[BASELINE])
    for bag in bags:
        expected = {own for own in expected if own.isdisjoint(bag.spans)}
        answer = answers[bag.fingerprint]
        expected |= (
            {own for own in list_classes(graphs[side]) if not own.isdisjoint(bag.spans)}
            if answer is None
            else expect_groups(bag, answer, rest.side)
        )
    assert list_classes(found.graph) == expected
    grouped = [answer for answer in answers.values() if answer is not None]
    counts = found.counts
    assert counts.by_groups == len(grouped)
    assert counts.unsure_parts == sum(len(answer.not_sure) for answer in grouped)
    assert counts.changed + counts.baseline + counts.by_rule == len(bags) - len(grouped)
    if expected:
        assert compare_graphs(found.graph, found.graph).summary.interesting == 0


@given(one=chains("x"), other=chains("y"))
def test_groups_of_a_side_when_all_are_its_own_give_that_side(one: Chains, other: Chains) -> None:
    assume({span for own in one.values() for span in own} & {span for own in other.values() for span in own})
    graphs = graph(one), graph(other)
    for side in (BASELINE, CHANGED):

        def group(bag: Bag, side: int = side) -> Groups | None:
            return group_as(parts, side) if (parts := find_parts(bag)) else None

        verdict = Verdict.BETTER if side == CHANGED else Verdict.WORSE
        assert list_classes(merge(graphs, group, verdict=verdict).graph) == list_classes(graphs[side])


@given(
    st.lists(
        st.tuples(st.sampled_from((BASELINE, CHANGED)), st.sets(st.integers(0, 7), min_size=1)),
        min_size=1,
        max_size=6,
    ),
    st.lists(st.integers(-1, 3), min_size=8, max_size=8),
    st.booleans(),
)
def test_identities_go_to_the_groups_with_most_mentions(
    drawn: list[tuple[int, set[int]]], of_span: list[int], has_partners: bool
) -> None:
    groups = sorted([span for span in range(8) if of_span[span] == name] for name in {*of_span} - {-1})
    covered = {span for _, spans in drawn for span in spans}
    assume(groups and all(covered.intersection(group) for group in groups))
    named = {SideChain(graph, number): sorted(spans) for number, (graph, spans) in enumerate(drawn)}
    sides = [[chain for chain in named if chain.graph == side] for side in (BASELINE, CHANGED)]
    pairs = list(zip(*sides, strict=False)) if has_partners else []
    partners = {chain: other for pair in pairs for chain, other in (pair, pair[::-1])}
    found = choose_identities(groups, named, partners)

    def size(chain: SideChain, group: int) -> int:
        return len({*named[chain]} & {*groups[group]})

    holder = {chain: group for group, chain in enumerate(found) if chain is not None}
    assert len(holder) == len(found) - found.count(None)
    for group, own in enumerate(found):
        chains_of = [chain for chain in named if size(chain, group)]
        side = min(chain.graph for chain in chains_of)
        wish = min(
            (chain for chain in chains_of if chain.graph == side),
            key=lambda chain: (-size(chain, group), named[chain][0], chain),
        )
        # The group with a chain that another one wants has more mentions of it, or as many and is earlier.
        assert (-size(wish, holder[wish]), holder[wish]) <= (-size(wish, group), group)
        for chain in chains_of if own is None else [own] * (own != wish):
            sizes = [size(chain, each) for each in range(len(groups))]
            has_most = sizes.index(max(sizes)) == group
            is_taken = (own is None and chain in holder) or partners.get(chain) in holder
            assert (has_most and not is_taken) == (own is not None)


def place(*parts: tuple[tuple[int, ...], tuple[int, int], int | None]) -> list[PlacedPart]:
    """Return parts with their spans, classes and groups; None is not sure."""
    return [
        PlacedPart(spans, classes, 90 + number if group is None else group, is_sure=group is not None)
        for number, (spans, classes, group) in enumerate(parts)
    ]


def build_typed() -> tuple[Graph, Graph]:
    """Return a baseline with one chain that the changed graph split in two."""
    one = graph(
        {"x": [A, B, C], "w": [D]},
        types={"x": [PILOT]},
        statements=[("x", "knows", "w"), ("w", "knows", "x")],
        labels={"x": "Ann"},
    )
    other = graph(
        {"y": [A, B], "z": [C], "v": [D]},
        types={"y": [CITY], "z": [STATE]},
        statements=[("z", "knows", "v")],
        labels={"y": "Bea", "z": "Cyd"},
    )
    return replace(one, names=(Q1, one.names[1])), replace(other, names=(Q1, Q2, other.names[2]))


OPENED = ((0,), (1,))


@pytest.mark.parametrize(
    ("groups", "classes", "names", "types", "labels", "knows"),
    [
        # As in the changed graph: the second group takes the new chain, which has no partner.
        (
            Groups(((0,), (2,))),
            ([A, B], [C]),
            [Q1, Q2],
            [(PILOT,), (STATE,)],
            ["Ann", "Cyd"],
            [(0, 2), (1, 2), (2, 0)],
        ),
        # As in the baseline.
        (Groups(((0, 2),)), ([A, B, C],), [Q1], [(PILOT,)], ["Ann"], [(0, 1), (1, 0)]),
        # Each group has one mention of the baseline's chain, whose partner gives no identity either.
        (
            Groups(((0,), (1,), (2,)), pieces=OPENED),
            ([A], [B], [C]),
            [Q1, "", Q2],
            [(PILOT,), (), (STATE,)],
            ["Ann", None, "Cyd"],
            [(0, 3), (2, 3), (3, 0)],
        ),
        # The second group has more mentions of it.
        (
            Groups(((0,), (1, 2)), pieces=OPENED),
            ([A], [B, C]),
            ["", Q1],
            [(), (PILOT,)],
            [None, "Ann"],
            [(1, 2), (2, 1)],
        ),
        (Groups(((2,),), no_mention=(0,)), ([C],), [Q1], [(PILOT,)], ["Ann"], [(0, 1), (1, 0)]),
    ],
)
def test_types_names_and_statements_travel_with_the_identity(
    groups: Groups,
    classes: Sequence[Sequence[Span]],
    names: list[str],
    types: list[tuple[str, ...]],
    labels: list[str | None],
    knows: list[tuple[int, int]],
    tmp_path: Path,
) -> None:
    found = merge(
        build_typed(),
        give(groups),
        options=DEFAULTS._replace(names="wikidata"),
    )
    merged = found.graph
    assert found.counts.dangling == 0
    for read in (merged, read_again(merged, tmp_path)):
        assert list_classes(read) == set(map(frozenset, [*classes, [D]]))
    assert list(merged.names[: len(names)]) == names
    assert list(merged.types) == [*types, ()]
    assert list(merged.labels) == [*labels, None]
    statements = merged.statements
    references = zip(
        statements.reference_statement.tolist(), statements.reference_instance.tolist(), strict=True
    )
    assert sorted((int(statements.subject[row]), target) for row, target in references) == knows


@pytest.mark.parametrize(
    ("own", "rest", "types"),
    [
        # The row says that x changed from Pilot to City; z, which is new, has the type State.
        ((Verdict.BETTER, Verdict.BETTER), DefaultSide.BASELINE, [(CITY,), (STATE,)]),
        ((Verdict.BETTER, Verdict.WORSE), DefaultSide.CHANGED, [(CITY,), ()]),
        ((Verdict.WORSE, Verdict.BETTER), DefaultSide.CHANGED, [(PILOT,), (STATE,)]),
        ((Verdict.SAME, None), DefaultSide.CHANGED, [(PILOT,), (STATE,)]),
        ((None, Verdict.UNSURE), DefaultSide.BASELINE, [(PILOT,), ()]),
    ],
)
def test_rows_of_types_in_a_bag_with_groups_count_by_their_own_verdicts(
    own: tuple[Verdict | None, Verdict | None], rest: DefaultSide, types: list[tuple[str, ...]]
) -> None:
    one = graph({"x": [A]}, types={"x": [PILOT]})
    other = graph({"x": [A, B], "z": [C]}, types={"x": [CITY], "z": [STATE]})
    # Two bags: one has groups, the other is new and judged better.
    verdicts = {
        key: verdict
        for bag in compare_graphs(one, other).contents
        for key, row in zip(row_keys(bag), bag.divergences, strict=True)
        if row.kind is Kind.TYPE and (verdict := own[row.baseline is None]) is not None
    }
    found = merge(
        (one, other),
        give(Groups(((0, 1),))),
        rest,
        Verdict.BETTER,
        verdicts,
    )
    assert list(found.graph.types) == types
    assert list_classes(found.graph) == list_classes(other)


def test_mention_with_another_extent_is_that_of_the_baseline() -> None:
    long, short = A, A._replace(begin=4)
    one, other = graph({"x": [long, B], "w": [D]}), graph({"x": [short], "y": [B, C], "w": [D]})
    options = DEFAULTS._replace(match=Match.OVERLAP)
    found = merge(
        (one, other),
        lambda bag: group_as(find_parts(bag), CHANGED) if find_parts(bag) else None,
        options=options,
    )
    assert list_classes(found.graph) == {frozenset([long]), frozenset([B, C]), frozenset([D])}


@pytest.mark.parametrize(
    ("groups", "classes"),
    [
        (Groups(((0,), (1,))), ([A, C], [B])),
        (Groups(((1,),), no_mention=(0,)), ([B, C],)),
        (Groups((), no_mention=(0, 1)), ([C],)),
    ],
)
def test_mention_that_was_not_compared_stays_with_its_chain(
    groups: Groups, classes: Sequence[Sequence[Span]]
) -> None:
    one, other = graph({"x": [A, B, C], "w": [D]}), graph({"y": [A], "z": [B], "w": [D]})
    options = DEFAULTS._replace(optional_mentions=IGNORE)
    found = merge((replace(one, optional=frozenset({2})), other), give(groups), options=options)
    assert list_classes(found.graph) == set(map(frozenset, [*classes, [D]]))


def test_further_names_of_a_mention_stay_names_of_its_chain(tmp_path: Path) -> None:
    one = graph({"p": [A, B], "c": [A], "d": [D]})
    other = graph({"p": [A], "t": [B], "c": [A], "d": [D]})
    named = (
        replace(one, names=(Q1, Q2, one.names[2])),
        replace(other, names=(Q1, f"{Q1}1", Q2, other.names[3])),
    )
    options = DEFAULTS._replace(names="wikidata")
    for groups, names in ((((0, 1),), [Q1]), (((0,), (1,)), [Q1, f"{Q1}1"])):
        found = merge(named, give(Groups(groups)), options=options)
        assert list(found.graph.names[:-1]) == names
        assert found.graph.other_names == {0: (Q2,)}
        read = read_again(found.graph, tmp_path)
        assert list_classes(read) == {
            *(frozenset(SPANS[each] for each in group) for group in groups),
            frozenset([D]),
        }


def test_bag_with_facts_is_taken_whole_whatever_its_groups_are() -> None:
    before = reading(("chris", "landedIn", "paris", "landed"))
    after = reading(("chris", "landedIn", "france", "landed"))
    (bag,) = compare_graphs(before, after).contents
    part = PlacedPart((0,), (0, 0), 0)
    for verdict, side in ((Verdict.BETTER, CHANGED), (Verdict.WORSE, BASELINE), (None, BASELINE)):
        ruling = make_ruling(bag, DefaultSide.BASELINE, verdict, None, [[part]])
        assert (ruling.side, ruling.groups, ruling.is_forced) == (side, None, True)
        assert ruling.by_rule == (verdict is None)


@pytest.mark.parametrize("opened", [False, True], ids=["whole", "opened"])
@pytest.mark.parametrize(
    ("folder", "systems", "bags"),
    [
        # One bag of newswire only has types, and no groups.
        pytest.param(NEWSWIRE, ("baseline", "changed"), (28, 27), id="newswire"),
        pytest.param(ECBPLUS, ("lemma-delta", "feature0"), (146, 146), id="ECB+", marks=needs_shared),
    ],
)
def test_groups_of_gold_are_the_classes_of_the_merged_graph(
    folder: Path, systems: tuple[str, str], bags: tuple[int, int], opened: bool, tmp_path: Path
) -> None:
    comparison = compare_newswire(gold=True) if folder is NEWSWIRE else compare_ecbplus(gold=True)
    graphs = read_graphs([str(folder / f"{name}.ttl") for name in systems], DEFAULTS.reading)
    answers: dict[str, Groups] = {}
    expected = list_classes(graphs[BASELINE])
    for number, bag in enumerate(comparison.contents):
        if parts := find_parts(bag):
            chains_of_gold = comparison.context.gold_chains(number) or ()
            answers[bag.fingerprint] = group_by_gold(parts, chains_of_gold, opened=opened)
            expected = {own for own in expected if own.isdisjoint(bag.spans)}
            expected |= expect_groups(bag, answers[bag.fingerprint], BASELINE)
    found = merge(graphs, lambda bag: answers.get(bag.fingerprint))
    counts = found.counts
    assert (counts.by_groups + counts.by_rule, counts.by_groups, len(answers)) == (bags[0], bags[1], bags[1])
    assert list_classes(found.graph) == list_classes(read_again(found.graph, tmp_path)) == expected
    assert compare_graphs(found.graph, found.graph).summary.interesting == 0
