"""The merged graph, which differs from either side by the bags and changes taken from the other."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.diff.row_keys import row_keys
from coala.engine.compare import Comparison, compare, compare_graphs
from coala.errors import CoalaError
from coala.merge.merged_graph import GraphSource, MergeResult, merge_files, merge_graphs
from coala.merge.merging import DefaultSide, Ruling, make_ruling
from coala.model.bag import BASELINE, CHANGED, Bag, Verdict
from coala.model.graph import Facts, Graph
from coala.model.options import DEFAULTS
from coala.model.values import Span
from coala.reading.read import read_graphs
from tests.support.facts_by_hand import reading
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.paths import SAMPLES, SHARED, needs_shared
from tests.support.retokenised import Writer, rewrite, slips, spaced

NEWSWIRE = SAMPLES / "newswire" / "baseline.ttl", SAMPLES / "newswire" / "changed.ttl"
ECB = tuple(SHARED / "data" / "ecbplus" / f"{name}.ttl" for name in ("lemma-delta", "feature0"))

PREFIXES = """
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <http://example.org/> .
ex:d a nif:Context ; nif:isString "Ann saw Bob. She waved. He left. Eve slept, and Tom ate in Rome." .
"""
ANN, BOB, SHE, HE, EVE, TOM, ROME = (0, 3), (8, 11), (13, 16), (24, 26), (33, 36), (48, 51), (59, 63)


def turtle(path: Path, chains: Mapping[str, Sequence[tuple[int, int]]], said: str = "") -> Path:
    """Return a graph with these chains of spans, and statements in Turtle."""
    lines = [PREFIXES]
    for name, spans in chains.items():
        for begin, end in spans:
            lines.append(
                f"[] nif:referenceContext ex:d ; nif:beginIndex {begin} ; nif:endIndex {end} ; "
                f"itsrdf:taIdentRef ex:{name} ."
            )
    path.write_text("\n".join([*lines, said]), encoding="utf-8")
    return path


def fingerprints(comparison: Comparison) -> set[str]:
    return {bag.fingerprint for bag in comparison.contents}


def best(
    paths: Sequence[Path], verdicts: dict[str, Verdict], rest: DefaultSide = DefaultSide.BASELINE
) -> tuple[MergeResult, Comparison]:
    """Return two graphs merged by verdicts on whole bags, by fingerprint, and how these compare."""
    comparison = compare(*paths)

    def decide(bag: Bag) -> Ruling:
        return make_ruling(bag, rest, verdicts.get(bag.fingerprint))

    given = [GraphSource(str(path)) for path in paths]
    return merge_files(given, fingerprints(comparison), DEFAULTS, decide, rest), comparison


def write(found: MergeResult, folder: Path) -> Path:
    path = folder / "best.ttl"
    path.write_text("".join(found.write_turtle(["best of both"])[0]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "paths", [NEWSWIRE, pytest.param(ECB, marks=needs_shared)], ids=["newswire", "ecbplus"]
)
def test_each_side_differs_by_just_the_bags_that_were_taken_from_the_other(
    paths: tuple[Path, Path], tmp_path: Path
) -> None:
    draw = random.Random(13)
    bags = sorted(fingerprints(compare(*paths)))
    verdicts = {bag: draw.choice(list(Verdict)) for bag in bags if draw.random() < 0.8}
    rest = draw.choice(list(DefaultSide))
    found, _ = best(paths, verdicts, rest)
    taken: dict[Verdict | None, bool] = {Verdict.BETTER: True, Verdict.WORSE: False}
    changed = {bag for bag in bags if taken.get(verdicts.get(bag), rest is DefaultSide.CHANGED)}
    merged = write(found, tmp_path)
    assert fingerprints(compare(paths[0], merged)) == changed
    assert fingerprints(compare(merged, paths[1])) == set(bags) - changed
    assert compare(paths[1], merged).summary.interesting == len(bags) - len(changed)
    counts = found.counts
    assert counts.changed + counts.baseline + counts.by_rule == len(bags)
    assert f"# {counts.changed:,} bag" in merged.read_text(encoding="utf-8")


def test_all_better_is_the_changed_graph_and_all_worse_the_baseline(tmp_path: Path) -> None:
    bags = fingerprints(compare(*NEWSWIRE))
    for verdict, same in ((Verdict.BETTER, NEWSWIRE[1]), (Verdict.WORSE, NEWSWIRE[0])):
        found, _ = best(NEWSWIRE, dict.fromkeys(bags, verdict))
        assert compare(same, write(found, tmp_path)).summary.interesting == 0


@pytest.mark.parametrize("writer", [spaced, slips(1)], ids=["spaced", "slips"])
def test_texts_that_differ_are_written_as_the_baseline_has_them(writer: Writer, tmp_path: Path) -> None:
    one, two = read_graphs(list(map(str, NEWSWIRE)), DEFAULTS.reading)
    graphs = one, rewrite(two, writer)[0]
    places = {
        bag.fingerprint: frozenset(span[:3] for span in bag.spans) for bag in compare_graphs(*graphs).contents
    }
    taken = {name for number, name in enumerate(places) if number % 2}

    def decide(bag: Bag) -> Ruling:
        return Ruling(CHANGED if bag.fingerprint in taken else BASELINE, by_rule=False)

    found = merge_graphs(graphs, places.keys(), DEFAULTS, decide, DefaultSide.BASELINE)
    (read,) = read_graphs([str(write(found, tmp_path))], DEFAULTS.reading)
    assert read.texts == one.texts
    assert bool(found.counts.unplaced) == (writer is not spaced)
    for pair, names in (((one, read), taken), ((read, graphs[1]), places.keys() - taken)):
        differing = {frozenset(span[:3] for span in bag.spans) for bag in compare_graphs(*pair).contents}
        assert differing >= {places[name] for name in names}
        # What has no place in the text is a mention without words in the file.
        assert len(differing) <= len(names) + found.counts.unplaced


SAID = """
ex:ann a ex:Person ; rdfs:label "Ann"@en ; ex:knows ex:bob ; ex:born [ ex:year 1970 ; ex:place ex:rome ] .
ex:rome ex:big true . ex:elsewhere ex:mentions ex:ann . ex:eve ex:wrote <http://example.org/a b%20c> .
ex:ann ex:likes [ ex:who ex:bob, ex:eve ] , ex:Nobody , "a \\"quoted\\"\\nline" , "x"^^ex:type .
""".replace("<http://example.org/a b%20c>", "<http://example.org/a%20b>")
FIVE: dict[str, list[tuple[int, int]]] = {
    "ann": [ANN, SHE],
    "bob": [BOB, HE],
    "eve": [EVE],
    "tom": [TOM],
    "rome": [ROME],
}


def test_statements_types_labels_and_nested_values_read_back_as_they_were(tmp_path: Path) -> None:
    one = turtle(tmp_path / "one.ttl", FIVE, SAID)
    other = turtle(tmp_path / "other.ttl", FIVE | {"tom": [TOM, HE], "bob": [BOB]}, SAID)
    found, comparison = best((one, other), {})
    assert comparison.summary.interesting == 1
    merged = compare(one, write(found, tmp_path))
    assert merged.summary.interesting == 0
    assert merged.summary.changed.statements == merged.summary.baseline.statements > 8
    assert found.counts.dangling == 0


def test_a_statement_about_what_was_left_out_is_counted(tmp_path: Path) -> None:
    one = turtle(tmp_path / "one.ttl", {"ann": [ANN, SHE]})
    other = turtle(tmp_path / "other.ttl", {"ann": [ANN], "eve": [EVE]}, "ex:ann ex:knows ex:eve .")
    bags = {bag.title: bag.fingerprint for bag in compare(one, other).contents}
    ann = next(bag for title, bag in bags.items() if "Ann" in title)
    found, _ = best((one, other), {ann: Verdict.BETTER})
    assert found.counts.dangling == 1
    text = write(found, tmp_path).read_text(encoding="utf-8")
    assert "# 1 statement " in text
    assert {bag.fingerprint for bag in compare(one, write(found, tmp_path)).contents}


def test_values_that_were_left_out_of_either_graph_have_names_of_their_own(tmp_path: Path) -> None:
    one = turtle(tmp_path / "one.ttl", {"ann": [ANN], "bob": [BOB, HE], "tom": [TOM]}, "ex:ann ex:p ex:tom .")
    two = turtle(tmp_path / "two.ttl", {"ann": [ANN], "bob": [BOB], "eve": [EVE]}, "ex:bob ex:p ex:eve .")
    bags = {words: bag.fingerprint for bag in compare(one, two).contents for words in bag.words}
    found, _ = best((one, two), dict.fromkeys((bags["Bob"], bags["Tom"]), Verdict.BETTER))
    assert found.counts.dangling == 2
    text = write(found, tmp_path).read_text(encoding="utf-8")
    assert [text.count(f"left-out:{side}") for side in ("baseline", "changed")] == [1, 1]


def test_two_instances_with_one_name_on_either_side_stay_two(tmp_path: Path) -> None:
    one = turtle(tmp_path / "one.ttl", {"x": [ANN], "y": [EVE, TOM]})
    other = turtle(tmp_path / "other.ttl", {"z": [ANN, SHE], "x": [EVE]})
    eve = next(bag.fingerprint for bag in compare(one, other).contents if "Eve" in bag.title)
    found, comparison = best((one, other), {eve: Verdict.BETTER})
    merged = write(found, tmp_path)
    assert fingerprints(compare(one, merged)) == {eve}
    assert fingerprints(compare(merged, other)) == fingerprints(comparison) - {eve}


PILOT, CITY = "http://example.org/Pilot", "http://example.org/City"


@pytest.mark.parametrize(
    ("verdict", "own", "rest", "kept", "types"),
    [
        # The bag is better and the type worse, the bag worse and the type better, or neither says anything.
        (Verdict.BETTER, Verdict.WORSE, DefaultSide.BASELINE, CHANGED, CITY),
        (Verdict.WORSE, Verdict.BETTER, DefaultSide.BASELINE, BASELINE, PILOT),
        (None, Verdict.BETTER, DefaultSide.BASELINE, BASELINE, PILOT),
        (None, Verdict.WORSE, DefaultSide.CHANGED, CHANGED, CITY),
        (Verdict.BETTER, Verdict.SAME, DefaultSide.BASELINE, CHANGED, CITY),
    ],
)
def test_type_with_own_verdict_is_taken_from_its_side(
    verdict: Verdict | None, own: Verdict, rest: DefaultSide, kept: int, types: str
) -> None:
    chains = {"a": [A, C], "b": [B]}, {"a": [A], "b": [B, C]}
    graphs = graph(chains[0], types={"a": [CITY]}), graph(chains[1], types={"a": [PILOT]})
    (bag,) = compare_graphs(*graphs).contents
    moved, of_type = row_keys(bag)
    # The verdict on the mention does not count.
    verdicts = {moved: Verdict.WORSE if kept == CHANGED else Verdict.BETTER, of_type: own}
    found = merge_graphs(
        graphs, {bag.fingerprint}, DEFAULTS, lambda bag: make_ruling(bag, rest, verdict, verdicts), rest
    )
    assert (found.graph.types, found.counts.forced) == (((types,), ()), 0)
    assert compare_graphs(replace(graphs[kept], types=((types,), ())), found.graph).summary.interesting == 0
    decided = 2 if verdict else 1
    if own is Verdict.SAME:
        decided = 1
    assert (found.counts.judged_changes, found.counts.other_changes) == (decided, 2 - decided)


SPANS = (A, B, C, D, A._replace(end=3), B._replace(end=18), D._replace(begin=3))


def partitions(names: str) -> st.SearchStrategy[dict[str, list[Span]]]:
    """Return chains of some of the spans; each span has one chain at most."""

    def chains(places: list[int]) -> dict[str, list[Span]]:
        made: dict[str, list[Span]] = {}
        for span, place in zip(SPANS, places, strict=True):
            if place:
                made.setdefault(f"{names}{place}", []).append(span)
        return made

    return st.lists(st.integers(0, 3), min_size=len(SPANS), max_size=len(SPANS)).map(chains).filter(bool)


def share_a_span(one: dict[str, list[Span]], other: dict[str, list[Span]]) -> bool:
    """Return True if two graphs can be compared at all."""
    return not {*chain.from_iterable(one.values())}.isdisjoint(chain.from_iterable(other.values()))


@given(one=partitions("x"), other=partitions("y"), draw=st.randoms(use_true_random=False))
def test_bag_is_taken_whole_whatever_verdicts_its_mentions_have(
    one: dict[str, list[Span]], other: dict[str, list[Span]], draw: random.Random
) -> None:
    assume(share_a_span(one, other))
    graphs = graph(one), graph(other)
    bags = list(compare_graphs(*graphs).contents)
    rulings: dict[str, Ruling] = {}

    def decide(bag: Bag) -> Ruling:
        given = {key: draw.choice([Verdict.BETTER, Verdict.WORSE]) for key in row_keys(bag)}
        verdict = draw.choice([None, *Verdict])
        rulings[bag.fingerprint] = make_ruling(bag, DefaultSide.BASELINE, verdict, given)
        return rulings[bag.fingerprint]

    names = {bag.fingerprint for bag in bags}
    found = merge_graphs(graphs, names, DEFAULTS, decide, DefaultSide.BASELINE)
    counts = found.counts
    assert counts.changed + counts.baseline + counts.by_rule == len(bags)
    assert counts.by_change == counts.forced == 0
    here = fingerprints(compare_graphs(graphs[0], found.graph))
    there = fingerprints(compare_graphs(found.graph, graphs[1]))
    for name, ruling in rulings.items():
        assert (name in here, name in there) == (ruling.side == CHANGED, ruling.side != CHANGED)


@given(one=partitions("x"), other=partitions("y"), draw=st.randoms(use_true_random=False))
def test_statements_about_instances_of_other_bags_follow_them_to_the_side_that_was_taken(
    one: dict[str, list[Span]], other: dict[str, list[Span]], draw: random.Random
) -> None:
    spoken_across: set[frozenset[Span]] = set()

    def told(chains: dict[str, list[Span]]) -> Graph:
        said = {(draw.choice(list(chains)), "http://example.org/p", draw.choice(list(chains))) for _ in "123"}
        spoken_across.update(frozenset(chains[first]) for first, _, second in said if first != second)
        return graph(chains, statements=sorted(said))

    assume(share_a_span(one, other))
    graphs = told(one), told(other)
    bags = {bag.fingerprint: frozenset(bag.spans) for bag in compare_graphs(*graphs).contents}
    sides = {name: draw.choice([BASELINE, CHANGED]) for name in bags}

    def decide(bag: Bag) -> Ruling:
        return Ruling(sides[bag.fingerprint], by_rule=False)

    found = merge_graphs(graphs, bags.keys(), DEFAULTS, decide, DefaultSide.BASELINE)
    # The statements of an instance without a counterpart differ from either side.
    assume(not found.counts.dangling)
    for pair, taken in (((graphs[0], found.graph), CHANGED), ((found.graph, graphs[1]), BASELINE)):
        differing = {frozenset(bag.spans) for bag in compare_graphs(*pair).contents}
        wanted = {spans for name, spans in bags.items() if sides[name] == taken}
        # Who speaks of an instance of another bag may say something else where that is from elsewhere.
        assert all(any(chain <= spans for chain in spoken_across) for spans in differing ^ wanted)


def test_a_graph_that_is_not_the_one_that_was_compared_is_refused(tmp_path: Path) -> None:
    one = turtle(tmp_path / "one.ttl", FIVE)
    other = turtle(tmp_path / "other.ttl", FIVE | {"tom": [TOM, HE], "bob": [BOB]})
    comparison = compare(one, other)
    sides = comparison.summary.baseline, comparison.summary.changed
    given = [GraphSource(str(path), side.sources) for path, side in zip((one, other), sides, strict=True)]

    def take(paths: Sequence[GraphSource]) -> MergeResult:
        return merge_files(
            paths,
            fingerprints(comparison),
            DEFAULTS,
            lambda bag: Ruling(1, by_rule=False),
            DefaultSide.BASELINE,
        )

    assert take(given).counts.changed == 1
    turtle(other, FIVE)
    with pytest.raises(CoalaError, match=r"other.ttl: "):
        take(given)
    with pytest.raises(CoalaError, match=r"\b1 \D*1 "):
        take([given[0], GraphSource(str(other))])


def test_a_bag_with_facts_is_taken_whole_where_they_were_judged_apart() -> None:
    before = reading(("chris", "landedIn", "paris", "landed"), ("chris", "met", "ann", "met"))
    after = reading(("chris", "landedIn", "france", "landed"), ("chris", "met", "rome", "met"))
    (bag,) = compare_graphs(before, after).contents
    rows = dict(zip(row_keys(bag), (Verdict.BETTER, Verdict.WORSE), strict=True))
    for verdict, other in ((Verdict.BETTER, after), (Verdict.WORSE, before)):
        ruling = make_ruling(bag, DefaultSide.BASELINE, verdict, rows)
        found = merge_graphs(
            (before, after), {bag.fingerprint}, DEFAULTS, _always(ruling), DefaultSide.BASELINE
        )
        assert found.counts.forced == 1
        assert not list(compare_graphs(strip_facts(found.graph), strip_facts(other)).contents)


def strip_facts(one: Graph) -> Graph:
    return replace(one, facts=Facts())


def _always(ruling: Ruling) -> Callable[[Bag], Ruling]:
    return lambda _: ruling
