"""Assertions of groups and of single links, compared with brute force over mentions."""

from __future__ import annotations

import json
import re
from itertools import combinations
from xml.etree import ElementTree

from hypothesis import assume, given
from hypothesis import strategies as st

from coala.diff.row_keys import row_keys
from coala.engine.compare import compare_graphs
from coala.model.bag import Bag, Verdict
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.results.lock import LockSentences, render_check_json, render_junit
from coala.verdicts.groups import NO_MENTION, Groups
from coala.verdicts.links import ChainLink, LinkKeys, find_links, find_parts
from coala.verdicts.lock.answers import find_judged_spans
from coala.verdicts.lock.assertions import Expected
from coala.verdicts.lock.checking import Checked, Missing
from coala.verdicts.lock.lock import Lock
from coala.verdicts.state import State
from tests.support.graphs_by_hand import DOC_1, DOC_2, TEXTS, A, B, C, D, graph
from tests.support.locks import asserted, check, lock_of
from tests.support.naive_lock import Partition, graph_of, partitions
from tests.verdicts.lock.test_assertions import LETTERS, E, F

NOT_SURE = -2
Labels = dict[int, int]
"""The group of each span of a bag: a number from 0, ``NO_MENTION`` or ``NOT_SURE``."""


def only_bag(baseline: Graph, changed: Graph) -> Bag:
    ((bag, _),) = compare_graphs(baseline, changed).iterate_bags()
    return bag


@st.composite
def labelled(draw: st.DrawFn, bag: Bag) -> tuple[Groups, Labels]:
    """Draw who is who in a bag: a label for each part or, where a part is opened, for both of its pieces."""
    labels: Labels = {}
    together: dict[int, list[int]] = {}
    pieces = []
    for part in find_parts(bag):
        found = [part.spans]
        if len(part.spans) > 1 and draw(st.booleans()):
            cut = draw(st.integers(1, len(part.spans) - 1))
            found = [part.spans[::-1][:cut][::-1], part.spans[::-1][cut:][::-1]]
            pieces += found
        for piece in found:
            label = draw(st.sampled_from([0, 1, 2, NO_MENTION, NOT_SURE]))
            labels |= dict.fromkeys(piece, label)
            together.setdefault(label, []).append(piece[0])
    no_mention, not_sure = together.pop(NO_MENTION, []), together.pop(NOT_SURE, [])
    return Groups.sort(together.values(), no_mention, not_sure, pieces), labels


def violations(checked: Checked) -> set[tuple[str, object]]:
    """Return each broken assertion at each span or pair at which it is broken."""
    found: set[tuple[str, object]] = set()
    spans = checked.lock.spans
    for each in checked.broken:
        expected = each.assertion.expected.value
        if each.assertion.expected is Expected.ALL_APART:
            for joined in each.joined:
                found |= {
                    (expected, frozenset(spans[span] for span in pair)) for pair in combinations(joined, 2)
                }
        else:
            found |= {(expected, spans[span]) for span in each.spans}
    return found


@given(partitions, partitions, partitions, st.data())
def test_groups_break_exactly_where_brute_force_does(
    baseline: Partition, changed: Partition, new: Partition, data: st.DataObject
) -> None:
    graphs = graph_of(baseline), graph_of(changed)
    expected: set[tuple[str, object]] = set()
    # Whether any mention or pair of mentions contradicts the groups, by what groups mean.
    is_broken = False

    def judge(bag: Bag) -> State | None:
        nonlocal is_broken
        if not find_parts(bag):
            return None
        groups, labels = data.draw(labelled(bag))
        firsts = []
        for label in {0, 1, 2} & set(labels.values()):
            members = [bag.spans[span] for span in sorted(labels) if labels[span] == label]
            firsts.append(members[0])
            for member in members[1:]:
                if member not in new or new[member] != new.get(members[0]):
                    expected.add(("together", member))
        for pair in combinations(firsts, 2):
            if pair[0] in new and new[pair[0]] == new.get(pair[1]):
                expected.add(("all-apart", frozenset(pair)))
        expected.update(
            ("no-mention", bag.spans[span])
            for span, label in labels.items()
            if label == NO_MENTION and bag.spans[span] in new
        )
        for one, other in combinations(sorted(labels), 2):
            if min(labels[one], labels[other]) >= 0:
                first, second = (new.get(bag.spans[span], f"none {span}") for span in (one, other))
                if labels[one] == labels[other]:
                    # Mentions of one group must be there, in one chain.
                    is_broken |= first != second
                else:
                    is_broken |= first == second
        is_broken |= any(label == NO_MENTION and bag.spans[span] in new for span, label in labels.items())
        return State(data.draw(st.sampled_from(list(Verdict))), groups=groups)

    lock = lock_of((*graphs, judge))
    assume(lock.assertions)
    assert not lock.contradictions
    checked = check(lock, graph_of(new))
    assert violations(checked) == expected
    assert bool(checked.broken) == is_broken


@given(partitions, partitions, partitions, st.data())
def test_links_break_exactly_where_brute_force_does(
    baseline: Partition, changed: Partition, new: Partition, data: st.DataObject
) -> None:
    graphs = graph_of(baseline), graph_of(changed)
    expected: set[tuple[str, object]] = set()

    def judge(bag: Bag) -> State | None:
        keys, links = LinkKeys(bag), find_links(bag)
        both = [(link, True) for link in links.made] + [(link, False) for link in links.lost]
        if not both:
            return None
        link, is_made = data.draw(st.sampled_from(both))
        verdict = data.draw(st.sampled_from(list(Verdict)))
        if verdict in (Verdict.BETTER, Verdict.WORSE):
            expected.update(broken_by_link(bag, link, new, is_right=is_made is (verdict is Verdict.BETTER)))
        return State(rows=((keys.get_key(link), verdict),))

    lock = lock_of((*graphs, judge))
    assume(lock.assertions)
    assert not lock.contradictions
    assert violations(check(lock, graph_of(new))) == expected


def broken_by_link(bag: Bag, link: ChainLink, new: Partition, *, is_right: bool) -> set[tuple[str, object]]:
    first, *rest = (bag.spans[span] for span in link.piece)
    before = [bag.spans[piece[0]] for piece in link.before]
    met = [other for other in before if first in new and new[first] == new.get(other)]
    if not is_right:
        return {("all-apart", frozenset(pair)) for pair in combinations([first, *met], 2) if met}
    if len(before) == 1:
        there = new.get(before[0])
        return {("together", span) for span in (first, *rest) if span not in new or new[span] != there}
    found: set[tuple[str, object]] = set() if met else {("with-one", first)}
    return found | {("together", span) for span in rest if span not in new or new[span] != new.get(first)}


JOINED = graph({"x": [A, B, C, D, E, F]})
FIVE = graph({"x": [A, B], "y": [C], "z": [D], "u": [E], "v": [F]})


def test_types_of_a_bag_with_groups_assert_by_their_own_verdicts_alone() -> None:
    person = "http://e.org/Person"
    baseline = graph({"x": [A], "y": [B], "z": [C]}, types={"z": ["http://e.org/Agent"]})
    changed = graph({"x": [A, B, C]}, types={"x": [person]})
    bag = only_bag(baseline, changed)
    kinds = [row.kind for row in bag.divergences]
    assert Kind.TYPE in kinds
    own = tuple(sorted((key, Verdict.WORSE) for key in row_keys(bag)))
    groups = Groups.sort([[0, 1, 2]])
    without_rows, with_rows = (
        State(Verdict.BETTER, groups=groups),
        State(Verdict.BETTER, rows=own, groups=groups),
    )
    lock = lock_of((baseline, changed, lambda _: without_rows))
    assert asserted(lock, LETTERS) == {"B, C + A together"}
    lock = lock_of((baseline, changed, lambda _: with_rows))
    assert asserted(lock, LETTERS) == {"B, C + A together", "A no-type Person"}
    # What is no mention has no type.
    nothing = Groups.sort([[1, 2]], [0])
    lock = lock_of((baseline, changed, lambda _: State(Verdict.BETTER, rows=own, groups=nothing)))
    assert asserted(lock, LETTERS) == {"C + B together", "A no-mention"}


def answer_link(bag: Bag, place: int, verdict: Verdict) -> State:
    """Return a verdict on the made link at this place of the text, from 0."""
    return State(rows=((LinkKeys(bag).get_key(find_links(bag).made[place]), verdict),))


def test_judged_spans_when_own_changes_or_links_have_verdicts_are_those_of_their_chains() -> None:
    types = {"x": ["http://e.org/Person"]}
    moved = graph({"x": [A, B], "y": [C, D, F], "z": [E]}, types=types)
    bag = only_bag(graph({"x": [A, B, C], "y": [D], "z": [E, F]}), moved)
    judged = {
        row.kind: find_judged_spans(bag, State(rows=((key, Verdict.SAME),)))
        for row, key in zip(bag.divergences, row_keys(bag), strict=True)
    }
    assert {
        kind: "".join(LETTERS[bag.spans[span]] for span in sorted(spans)) for kind, spans in judged.items()
    } == {Kind.MOVED: "", Kind.TYPE: "ABC"}
    joined = only_bag(FIVE, JOINED)
    spans = find_judged_spans(joined, answer_link(joined, 1, Verdict.UNSURE))
    assert "".join(LETTERS[joined.spans[span]] for span in sorted(spans)) == "ABCE"


def named(sentence: str) -> list[str]:
    """Return the mentions that a sentence quotes."""
    return re.findall('"(.+?)"', sentence)


def groups_of_five() -> Lock:
    """Return a lock by which A, B and C are one entity, and D, E and F others."""
    spans = {span: number for number, span in enumerate(only_bag(FIVE, JOINED).spans)}
    groups = Groups.sort([[spans[A], spans[C]], [spans[D]], [spans[E]], [spans[F]]])
    return lock_of((FIVE, JOINED, lambda _: State(Verdict.SAME, groups=groups)))


def test_groups_when_a_graph_breaks_one_together_and_one_apart_are_named_in_junit() -> None:
    broken = graph({"x": [A, B], "y": [C], "z": [D, E], "v": [F]})
    checked = check(groups_of_five(), broken)
    together, apart = (LockSentences(checked.lock).describe(each) for each in checked.broken)
    assert [named(together), named(apart)] == [["he", "Bob Smith"], ["left", "R. Smith"]]
    (case,) = ElementTree.fromstring("".join(render_junit(checked)))[0]
    failure = case.find("failure")
    assert failure is not None
    assert failure.attrib["message"].startswith(f"{together} (")
    assert [line for line in (failure.text or "").splitlines() if line.startswith("Bag 1 (=, anna): ")] == [
        together,
        apart,
    ]
    assert "    [R. Smith] is in town. (doc2)" in (failure.text or "")
    told = json.loads("".join(render_check_json(checked)))["bags"][0]["broken"][1]
    assert [[span["text"] for span in spans] for spans in told["joined"]] == [["left", "R. Smith"]]
    assert (told["expected"], len(told["spans"]), told["others"]) == ("all-apart", 4, [])


def test_groups_when_several_pairs_are_one_name_each_pair() -> None:
    checked = check(groups_of_five(), graph({"x": [A, B, C, D, E], "v": [F]}))
    (sentence,) = (LockSentences(checked.lock).describe(each) for each in checked.broken)
    assert named(sentence) == ["Bob Smith", "left", "Bob Smith", "R. Smith"]


def test_sentences_of_a_single_link_name_the_mentions_before() -> None:
    yes = lock_of((FIVE, JOINED, lambda bag: answer_link(bag, 2, Verdict.BETTER)))
    no = lock_of((FIVE, JOINED, lambda bag: answer_link(bag, 2, Verdict.WORSE)))
    apart, together, missing = (
        LockSentences(lock).describe(each)
        for lock, new in ((yes, FIVE), (no, JOINED), (yes, graph({"x": [A, B]})))
        for each in check(lock, new).broken
    )
    one_of = ["R. Smith", "Bob Smith", "he", "left"]
    assert [named(apart), named(missing)] == [one_of, one_of]
    assert named(together) == ["R. Smith", "Bob Smith", "R. Smith", "he", "R. Smith", "left"]
    assert apart.split(";")[0] == missing.split(";")[0]
    assert apart != missing
    assert together.startswith("Bag 1 (-, anna): ")


def test_assertions_of_groups_and_links_cannot_be_checked_without_their_document() -> None:
    only_first = graph({"x": [A], "y": [B], "z": [C]}, texts={DOC_1: TEXTS[DOC_1]})
    yes = lock_of((FIVE, JOINED, lambda bag: answer_link(bag, 2, Verdict.BETTER)), (FIVE, JOINED, "-"))
    for lock in (groups_of_five(), yes):
        checked = check(lock, only_first)
        missing = [each for each in checked.unknown if not each.assertion.whole]
        assert [each.missing for each in missing] == [Missing.DOCUMENT]
        assert DOC_2 in {lock.spans[span].document for span in missing[0].spans}
