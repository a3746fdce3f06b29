"""Entity links in the merged graph: of each changed link, the names that were judged better."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from coala.diff.row_keys import row_keys
from coala.engine.compare import compare_graphs
from coala.merge.merged_graph import MergeResult, merge_graphs
from coala.merge.merging import DefaultSide, Ruling, make_ruling
from coala.merge.nif import GraphWriter
from coala.model.bag import Bag, Verdict
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.options import DEFAULTS, Options
from coala.model.values import Span
from coala.prepare.entity_names import find_entity_names, read_name_rules
from coala.reading.read import read_graphs
from tests.support.graphs_by_hand import A, B, C, D, graph

WIKIDATA = "http://www.wikidata.org/entity/"
DBPEDIA = "http://dbpedia.org/resource/"
NAMES = (f"{WIKIDATA}Q1", "https://www.wikidata.org/wiki/Q2", f"{DBPEDIA}Paris", f"{DBPEDIA}Rome")
PREDICATES = (
    "http://www.w3.org/2002/07/owl#sameAs",
    "http://www.w3.org/2004/02/skos/core#exactMatch",
    "^http://www.w3.org/2004/02/skos/core#exactMatch",
)
CHAINS: Mapping[str, Sequence[Span]] = {"x": [A, C], "y": [B], "z": [D]}

# How a chain states each of its names: as its own IRI, as that of a joined node, or in a statement.
OWN, JOINED = "own", "joined"
Links = Mapping[str, Mapping[str, str]]


def build(links: Links) -> Graph:
    statements = [
        (chain, how, f"<{iri}>")
        for chain, stated in links.items()
        for iri, how in stated.items()
        if how not in (OWN, JOINED)
    ]
    built = graph(CHAINS, statements=statements)
    names = list(built.names)
    joined = {}
    for number, chain in enumerate(CHAINS):
        stated = links.get(chain, {})
        names[number] = next((iri for iri, how in stated.items() if how == OWN), names[number])
        # A node has one IRI, so a second one is that of a joined node.
        further = [iri for iri, how in stated.items() if how in (OWN, JOINED) and iri != names[number]]
        if further:
            joined[number] = tuple(sorted(further))
    return replace(built, names=tuple(names), other_names=joined)


def links() -> st.SearchStrategy[Links]:
    stated = st.dictionaries(st.sampled_from(NAMES), st.sampled_from((OWN, JOINED, *PREDICATES)))
    return st.fixed_dictionaries(dict.fromkeys(CHAINS, stated))


Row = tuple[tuple[Span, ...], tuple[str, ...], tuple[str, ...]]


def list_rows(bags: Sequence[Bag]) -> set[Row]:
    return {
        (tuple(bag.spans[span] for span in row.spans), row.dropped, row.added)
        for bag in bags
        for row in bag.divergences
    }


def compare(first: Graph, second: Graph, names: str = "wikidata,dbpedia") -> list[Bag]:
    return list(compare_graphs(first, second, options=DEFAULTS._replace(names=names)).contents)


def merge(
    graphs: tuple[Graph, Graph],
    verdicts: Mapping[str, Verdict],
    options: Options = DEFAULTS,
    verdict: Verdict | None = None,
) -> MergeResult:
    """Return the merged graph; ``verdicts`` are those on single rows by key, ``verdict`` that on all bags."""

    def decide(bag: Bag) -> Ruling:
        return make_ruling(bag, DefaultSide.BASELINE, verdict, verdicts)

    fingerprints = {bag.fingerprint for bag in compare_graphs(*graphs, options=options).contents}
    return merge_graphs(graphs, fingerprints, options, decide, DefaultSide.BASELINE)


def read_again(written: Graph, folder: Path) -> Graph:
    path = folder / "written.ttl"
    path.write_text("".join(GraphWriter(written).write_lines()), encoding="utf-8")
    (read,) = read_graphs([str(path)], DEFAULTS.reading)
    return read


@settings(phases=[Phase.explicit, Phase.generate])
@given(before=links(), after=links(), draw=st.randoms(use_true_random=False))
def test_merged_graph_differs_by_just_the_links_that_were_judged(
    before: Links, after: Links, draw: random.Random, tmp_path_factory: pytest.TempPathFactory
) -> None:
    graphs = build(before), build(after)
    options = DEFAULTS._replace(names="wikidata,dbpedia")
    bags = list(compare_graphs(*graphs, options=options).contents)
    verdicts = {key: draw.choice([Verdict.BETTER, Verdict.WORSE]) for bag in bags for key in row_keys(bag)}
    applied: set[Row] = set()
    for bag in bags:
        better = [
            row
            for key, row in zip(row_keys(bag), bag.divergences, strict=True)
            if verdicts[key] is Verdict.BETTER
        ]
        applied |= list_rows([replace(bag, divergences=tuple(better))])
    found = merge(graphs, verdicts, options, draw.choice([None, Verdict.BETTER, Verdict.WORSE]))
    assert found.counts.forced == 0
    for merged in (found.graph, read_again(found.graph, tmp_path_factory.mktemp("merged"))):
        assert list_rows(compare(graphs[0], merged)) == applied
        assert list_rows(compare(merged, graphs[1])) == list_rows(bags) - applied


def properties() -> st.SearchStrategy[tuple[Mapping[str, set[str]], set[tuple[str, str, str]]]]:
    """Return types of the chains, and statements about them: of a value, or of another chain."""
    types = st.fixed_dictionaries(dict.fromkeys(CHAINS, st.sets(st.sampled_from(("t", "u", "v")))))
    value = st.sampled_from(('"1"', '"2"', *CHAINS))
    triple = st.tuples(st.sampled_from([*CHAINS]), st.sampled_from(("p", "^q")), value)
    return st.tuples(types, st.sets(triple.filter(lambda row: row[0] != row[2]), max_size=6))


@given(before=properties(), after=properties(), draw=st.randoms(use_true_random=False))
def test_merged_graph_has_each_type_and_statement_of_its_side(
    before: tuple[Mapping[str, set[str]], set[tuple[str, str, str]]],
    after: tuple[Mapping[str, set[str]], set[tuple[str, str, str]]],
    draw: random.Random,
) -> None:
    first, second = (
        graph(CHAINS, types={name: sorted(own) for name, own in types.items()}, statements=sorted(said))
        for types, said in (before, after)
    )
    rows = list_property_rows(first, second)
    verdicts = {key: draw.choice([Verdict.BETTER, Verdict.WORSE]) for key, _ in rows}
    found = merge((first, second), verdicts, verdict=draw.choice([None, Verdict.BETTER, Verdict.WORSE]))
    for pair, verdict in (
        ((first, found.graph), Verdict.BETTER),
        ((found.graph, second), Verdict.WORSE),
    ):
        expected = {said for key, own in rows if verdicts[key] is verdict for said in own}
        assert {said for _, own in list_property_rows(*pair) for said in own} == expected


def list_property_rows(first: Graph, second: Graph) -> list[tuple[str, set[tuple[str | None, str]]]]:
    """Return each row of two graphs: its key, and what it dropped and added, by the first words."""
    return [
        (
            key,
            {
                (bag.words[row.spans[0]], f"{sign} {row.kind} {word}")
                for sign, words in (("-", row.dropped), ("+", row.added))
                for word in words
            },
        )
        for bag in compare_graphs(first, second).contents
        for key, row in zip(row_keys(bag), bag.divergences, strict=True)
    ]


def test_last_name_of_a_base_can_be_dropped_alone() -> None:
    before = build({"x": {NAMES[0]: OWN, NAMES[2]: PREDICATES[1]}})
    after = build({"x": {NAMES[2]: PREDICATES[1]}})
    graphs = before, replace(after, types=(("Person",), (), ()))
    options = DEFAULTS._replace(names="wikidata,dbpedia")
    (bag,) = compare_graphs(*graphs, options=options).contents
    of_type, of_link = row_keys(bag)
    found = merge(graphs, {of_type: Verdict.WORSE, of_link: Verdict.BETTER}, options)
    assert found.counts.forced == 0
    assert (found.graph.names[0], found.graph.types[0]) == ("", ())
    assert len(found.graph.statements) == 1


def test_link_is_taken_without_the_move_of_a_mention() -> None:
    before = build({"x": {NAMES[0]: OWN}, "y": {NAMES[2]: OWN}})
    after = graph({"x": [A], "y": [B, C], "z": [D]})
    graphs = before, replace(after, names=(NAMES[1], NAMES[2], after.names[2]))
    (bag,) = compare_graphs(*graphs).contents
    verdicts = {
        key: Verdict.BETTER if row.kind is Kind.LINK else Verdict.WORSE
        for key, row in zip(row_keys(bag), bag.divergences, strict=True)
    }
    found = merge(graphs, verdicts)
    assert (found.counts.by_change, found.counts.forced) == (1, 0)
    assert found.graph.names[:2] == (NAMES[1], NAMES[2])
    ((moved,),) = (bag.divergences for bag in compare_graphs(found.graph, graphs[1]).contents)
    assert moved.kind is Kind.MOVED


def test_written_graph_has_the_names_labels_and_descriptions_of_entries(tmp_path: Path) -> None:
    iri = f"{WIKIDATA}Q1"
    stated = replace(
        build(
            {"x": {iri: OWN}, "y": {iri: PREDICATES[1]}, "z": {NAMES[3]: JOINED, "http://e.org/z2": JOINED}}
        ),
        labels=("Universe", None, None),
        descriptions={iri: "Everything \u202ethat is.", NAMES[3]: "A city."},
        term_labels={NAMES[3]: "Roma"},
    )
    read = read_again(stated, tmp_path)
    rules = read_name_rules(DEFAULTS)
    graphs = [
        find_entity_names((each, each), ("baseline", "changed graph"), rules) for each in (stated, read)
    ]
    assert [sorted(found.names[0]) for found in graphs] == [
        [(("dbpedia", "Rome"),), (("wikidata", "Q1"),), (("wikidata", "Q1"),)]
    ] * 2
    assert read.term_labels[iri] == "Universe"
    assert read.term_labels[NAMES[3]] == "Roma"
    assert read.descriptions == stated.descriptions
    assert len(graphs[1].graphs[0].statements) == 0
    (bag,) = compare(stated, replace(read, types=(("Person",), *read.types[1:])))
    assert [entry.shown for entry in bag.changed[0].entries] == [
        entry.shown for entry in bag.baseline[0].entries
    ]
