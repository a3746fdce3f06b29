"""Random graphs with gold and all options, compared by DuckDB and in memory with the same result."""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coala.engine.compare import Comparison, compare_graphs
from coala.engine.summary import summary_to_json
from coala.errors import CoalaError, ReadingError
from coala.model.graph import Graph
from coala.model.notices.notice import make_notice
from coala.model.options import DEFAULTS, Match, Selection
from coala.model.relations import Relations
from coala.model.values import Span
from coala.reading.interpretation.content import (
    Content,
    FactColumns,
    LeastExtent,
    MentionColumns,
    StatementColumns,
)
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.rdf.terms import UNSET
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import graph

pytest.importorskip("duckdb", reason="coala-review[duckdb] is not installed")
pytest.importorskip("pyarrow", reason="the tests write tables as other programs do")

from tests.tables.test_compare import by_tables

DOCUMENTS = tuple(f"http://example.org/{name}" for name in ("a", "b", "c"))
TEXT = "The old man saw the sea, and the sea saw him. He went home to the man."
OTHER_TEXT = "The  old man saw the  sea, and the sea saw him. He went home to the man."
WORDS = [
    (0, 11),
    (4, 11),
    (8, 11),
    (16, 23),
    (20, 23),
    (29, 36),
    (33, 36),
    (41, 44),
    (46, 48),
    (62, 69),
    (66, 69),
]
NAMES = (
    "http://www.wikidata.org/entity/Q1",
    "https://www.wikidata.org/wiki/Q2",
    "http://dbpedia.org/resource/A",
)
CHANGES = "move drop add split merge type name statement remove extent extent share".split()
SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"

OF_PARTS = {"words-cut", "near-duplicate-spans", "names-unknown"}
"""Warnings that need all spans or names; DuckDB passes on only those of bags that may diverge."""


def describe(comparison: Comparison) -> dict[str, Any]:
    """Return all that a comparison says."""
    summary = summary_to_json(comparison.summary)
    for role in ("baseline", "changed", "gold"):
        if summary[role] is not None:
            summary[role]["path"] = role
    summary["warnings"] = [
        # Documents that are not mapped have another place in the order of examples.
        each | {"message": each["message"].partition(": ")[2], "examples": sorted(each["examples"])}
        for each in summary["warnings"]
        if each["code"] not in OF_PARTS
    ]
    return {
        "summary": summary,
        "bags": [
            (bag.fingerprint, bag.title, [row.sentence for row in bag.divergences], bag.spans)
            for bag, _ in comparison.iterate_bags()
        ],
        "shares": comparison.shares,
        "directions": comparison.count_directions(),
        "gross": comparison.assessment.gross_links,
        "groups": comparison.context.groups,
        "gold": [
            sorted(chain[1:] for chain in comparison.context.gold_chains(place) or ())
            for place in range(len(comparison.contents.numbers))
        ],
        "texts": comparison.texts(),
        "links": {name: links.by_document for name, links in comparison.summary.link_scores.items()},
    }


def run(compare: Any, graphs: Sequence[Graph], options: Mapping[str, Any]) -> object:
    """Return all that a comparison says, or the error."""
    try:
        return describe(compare(*graphs, **options))
    except (CoalaError, ReadingError) as error:
        return str(error)


def in_memory(*graphs: Graph, **options: Any) -> Comparison:
    return compare_graphs(*graphs, options=DEFAULTS._replace(**options))


def assert_same(graphs: Sequence[Graph], **options: Any) -> dict[str, Any]:
    """Compare the graphs both ways, and return what the comparison in memory says."""
    expected = run(in_memory, graphs, options)
    assert run(by_tables, graphs, options) == expected
    assert isinstance(expected, dict), expected
    return expected


class Maker:
    """A maker of graphs that are alike in most of their chains."""

    def __init__(self, seed: int) -> None:
        self.draw = draw = random.Random(seed)
        self.relations = (
            Relations((("part", "whole"),), frozenset({"near"})) if draw.random() < 0.3 else Relations()
        )
        self.texts_differ = draw.random() < 0.4
        spans = [Span(document, *word) for document in DOCUMENTS for word in WORDS]
        spans.append(Span(DOCUMENTS[0], 4, 23, ((4, 11), (16, 23))))
        draw.shuffle(spans)
        self.chains: dict[str, list[Span]] = {}
        while spans and len(self.chains) < 12:
            size = draw.choice((1, 1, 2, 3, 4))
            self.chains[f"x{len(self.chains)}"] = [spans.pop() for _ in range(min(size, len(spans)))]
        names = list(self.chains)
        self.types = {name: draw.sample("ab", draw.choice((0, 1, 1))) for name in names}
        # An IRI is the name of one chain.
        self.names = dict.fromkeys(names, "")
        for name, iri in zip(draw.sample(names, 3), draw.sample(NAMES, 3), strict=True):
            self.names[name] = iri
        self.statements = [self.make_statement(names) for _ in range(draw.choice((0, 4, 10)))]
        self.has_facts = draw.random() < 0.4
        self.events = draw.sample(names, 3)
        self.facts: dict[tuple[str, str, str], list[Span] | None] = {}

    def state_fact(self) -> list[Span] | None:
        """Return the words that state a fact, or None if a statement is not a fact."""
        draw = self.draw
        if draw.random() < 0.3:
            return None
        return [Span(draw.choice(DOCUMENTS), *draw.choice(WORDS)) for _ in range(draw.choice((0, 1, 1, 2)))]

    def make_statement(self, names: Sequence[str]) -> tuple[str, str, str]:
        draw = self.draw
        predicate = draw.choice(["says", "knows", "^knows", "part", "whole", "near", SAME_AS])
        if predicate == SAME_AS:
            return draw.choice(names), predicate, f"<{draw.choice(NAMES)}>"
        place = f"(<{DOCUMENTS[0]}> 4 11)"
        return draw.choice(names), predicate, draw.choice([*names, *names, '"1"', "<http://k>", place])

    def make(self, changes: int) -> Graph:
        """Return a graph with this many changes."""
        draw = self.draw
        chains = {name: list(spans) for name, spans in self.chains.items()}
        types = {name: list(kinds) for name, kinds in self.types.items()}
        names, statements = dict(self.names), list(self.statements)
        for _ in range(changes):
            name, other = draw.sample(list(chains), 2)
            match draw.choice(CHANGES):
                case "move":
                    chains[other].append(chains[name].pop())
                case "drop":
                    chains[name].pop()
                case "add":
                    chains[name].append(Span(draw.choice(DOCUMENTS), *draw.choice(WORDS)))
                case "split" if len(chains[name]) > 1:
                    chains[f"{name}s"] = [chains[name].pop()]
                case "merge":
                    chains[name] += chains[other]
                    chains[other] = []
                case "type":
                    types[name] = draw.sample("ab", draw.choice((0, 1, 2)))
                case "name":
                    names[name], names[other] = names.get(other, ""), names.get(name, "")
                case "statement":
                    statements.append(self.make_statement(list(chains)))
                case "remove" if statements:
                    statements.remove(draw.choice(statements))
                case "extent":
                    span = chains[name].pop()
                    begin = draw.choice([max(0, span.begin - 4), span.begin + 1])
                    if not span.fragments and begin < span.end - 1:
                        span = span._replace(begin=begin)
                    chains[name].append(span)
                case "share":
                    chains[other].append(draw.choice(chains[name]))
            chains = {name: spans for name, spans in chains.items() if spans}
            if len(chains) < 3:
                break
        chains = {name: list(dict.fromkeys(spans)) for name, spans in chains.items()}
        said = [
            (subject, predicate, value)
            for subject, predicate, value in dict.fromkeys(statements)
            if subject in chains and (value in chains or not value.startswith("x"))
        ]
        texts: dict[str, str | None] = dict.fromkeys(DOCUMENTS, TEXT)
        if draw.random() < 0.2:
            texts[DOCUMENTS[2]] = None
        if self.texts_differ and draw.random() < 0.5:
            texts[DOCUMENTS[1]] = OTHER_TEXT
        if draw.random() < 0.2:
            texts["http://example.org/more"] = "More."
        words: dict[tuple[str, str, str], list[Span]] = {}
        for statement in said if self.has_facts else ():
            # Most facts are stated alike in all graphs.
            alike = self.facts.setdefault(statement, self.state_fact())
            stated = alike if draw.random() < 0.8 else self.state_fact()
            if stated is not None:
                words[statement] = stated
        events = [name for name in chains if self.has_facts and name in self.events]
        made = graph(chains, types=types, statements=said, texts=texts, facts=words, events=events)
        count = len(made.mentions)
        least = {}
        for row in draw.sample(range(count), count // 2):
            begin, end = made.mentions.begin.item(row), made.mentions.end.item(row)
            least[row] = draw.choice([(begin, end), (end - 1, end), (max(begin, end - 3), end)])
        return replace(
            made,
            names=tuple(names.get(name, "") for name in chains),
            minimums=least if draw.random() < 0.8 else {},
            optional=frozenset(draw.sample(range(count), count // 4)),
            relations=self.relations if draw.random() < 0.7 else Relations(),
        )


def make_graphs(seed: int, *, gold: bool) -> list[Graph]:
    maker = Maker(seed)
    graphs = [maker.make(maker.draw.choice((0, 1, 2, 5))) for _ in range(3 if gold else 2)]
    # The rows of mentions are sorted as those of a graph that was read.
    return [sort_graph(each) for each in graphs]


def sort_graph(made: Graph) -> Graph:
    """Return a graph made by hand in the order of a graph that was read."""
    mentions, facts = made.mentions, made.facts

    def column(values: Any) -> array[int]:
        return array("q", [int(value) for value in values])

    content = Content(
        mentions=MentionColumns(
            column(mentions.document),
            column(mentions.begin),
            column(mentions.end),
            column(mentions.shape),
            column(mentions.instance),
            column([UNSET] * len(mentions)),
        ),
        statements=StatementColumns(
            *(column(getattr(made.statements, name)) for name in StatementColumns._fields)
        ),
        facts=FactColumns(
            column(facts.events),
            column(facts.statement),
            column(facts.origin),
            *map(column, (facts.statement[facts.row], facts.document, facts.begin, facts.end, facts.shape)),
        ),
        documents=list(made.documents),
        texts=list(made.texts),
        shapes=list(made.shapes),
        anchors=[],
        minimums=[LeastExtent(row, *least) for row, least in made.minimums.items()],
        optional=sorted(made.optional),
        forms=[],
        names=list(made.names),
        labels=list(made.labels),
        types=list(made.types),
        other_names={},
        predicates=list(made.predicates),
        values=list(made.values),
        unclear_values=[],
        inverse=list(made.relations.inverse),
        symmetric=sorted(made.relations.symmetric),
        transitive=[],
        paths=list(made.paths),
        term_labels={},
        descriptions={},
        notices=[],
        sources=[],
    )
    return build_graph("graph.ttl", content)


def rename_documents(made: Graph) -> Graph:
    """Return the graph with other names of its documents, which keep their order."""
    return replace(
        made,
        documents=tuple(f"{name}.xml" for name in made.documents),
        values=tuple(value.replace("example.org/a", "example.org/a.xml") for value in made.values),
    )


def choose_options(seed: int) -> dict[str, Any]:
    draw = random.Random(seed)
    options: dict[str, Any] = {}
    if draw.random() < 0.4:
        options["match"] = draw.choice(list(Match))
    if draw.random() < 0.4:
        options["optional_mentions"] = "ignore"
    if draw.random() < 0.3:
        options["align_texts"] = "off"
    if draw.random() < 0.3:
        options["names"] = draw.choice(["off", "wikidata"])
    if draw.random() < 0.4:
        options["selection"] = draw.choice(
            [
                Selection(ignore_predicates=("knows",)),
                Selection(only_predicates=("says", "part")),
                Selection(ignore_types=("a",)),
                Selection(ignore_predicates=("whole", "unknown")),
            ]
        )
    if draw.random() < 0.3:
        options["singletons"] = "drop"
    if draw.random() < 0.2:
        options["map_documents"] = "auto"
    return options


@pytest.mark.parametrize("start", range(0, limit_examples(20).max_examples, 5))
def test_tables_say_what_memory_says_with_gold_and_all_options(start: int) -> None:
    for seed in range(start, start + 5):
        graphs = make_graphs(seed, gold=seed % 3 > 0)
        options = choose_options(seed)
        if "map_documents" in options:
            graphs[1] = rename_documents(graphs[1])
        expected = run(in_memory, graphs, options)
        found = run(by_tables, graphs, options)
        assert found == expected, (seed, options)


def test_documents_are_named_by_a_file_and_values_follow(tmp_path: Path) -> None:
    side = make_graphs(3, gold=False)[0]
    names = tmp_path / "names.tsv"
    names.write_text("".join(f"{name}.xml\t{name}\n" for name in side.documents))
    graphs = [side, rename_documents(side)]

    expected = assert_same(graphs, map_documents=str(names))

    assert expected["summary"]["bags"]["differing"] == 0
    (mapped,) = [each for each in expected["summary"]["warnings"] if each["code"] == "documents-mapped"]
    assert mapped["count"] == len(side.documents)


def test_large_chain_of_gold_keeps_its_warning() -> None:
    texts = {DOCUMENTS[0]: "x " * 100}
    many = [Span(DOCUMENTS[0], place, place + 1) for place in range(60)]
    systems = graph({"x": many[:2], "y": many[2:4]}, texts=texts)
    gold = sort_graph(graph({"x": many[4:]}, texts=texts))
    expected = assert_same([sort_graph(systems), sort_graph(systems), gold])
    assert "large-chain" in {each["code"] for each in expected["summary"]["warnings"]}


def test_minimum_in_equal_bags_alone_is_one() -> None:
    spans = [Span(DOCUMENTS[0], *word) for word in WORDS[3:7]]
    texts = {DOCUMENTS[0]: TEXT}
    baseline = sort_graph(
        replace(graph({"x": spans[:2], "y": spans[2:]}, texts=texts), minimums={0: (16, 17)})
    )
    changed = sort_graph(graph({"x": spans[:2], "y": spans[2:3], "z": spans[3:]}, texts=texts))
    for match in (Match.MIN, Match.HEAD):
        expected = assert_same([baseline, changed], match=match)
        assert sum(each["code"] in ("no-minimum", "no-head") for each in expected["summary"]["warnings"]) == (
            match is Match.HEAD
        )


def test_links_of_equal_bags_are_scored() -> None:
    first, second, third = (Span(DOCUMENTS[0], *word) for word in (WORDS[0], WORDS[3], WORDS[7]))
    side = replace(
        graph({"x": [first], "y": [second, third]}, texts={DOCUMENTS[0]: TEXT}), names=(NAMES[0], "")
    )
    other = replace(
        graph({"x": [first], "y": [second], "z": [third]}, texts={DOCUMENTS[0]: TEXT}),
        names=(NAMES[0], "", ""),
    )
    expected = assert_same([sort_graph(side), sort_graph(other)])
    assert expected["summary"]["link_scores"]["micro"]["recall"]["numerator"] == 1


def test_value_that_names_a_joined_span_keeps_its_bag() -> None:
    said = [("x", "says", f"(<{DOCUMENTS[0]}> 4 11)")]
    texts = {DOCUMENTS[0]: TEXT}
    same = [Span(DOCUMENTS[0], *word) for word in WORDS[6:8]]
    baseline, changed = (
        sort_graph(graph({"x": same, "y": [Span(DOCUMENTS[0], *word)]}, statements=said, texts=texts))
        for word in WORDS[:2]
    )
    expected = assert_same([baseline, changed], match=Match.OVERLAP)
    assert expected["summary"]["bags"]["interesting"] == 1


def test_value_that_names_a_place_in_a_moved_text_keeps_its_bag() -> None:
    said = [("x", "says", f"(<{DOCUMENTS[1]}> 4 11)")]
    spans = [Span(DOCUMENTS[0], *word) for word in WORDS[6:8]]
    baseline, changed = (
        sort_graph(graph({"x": spans}, statements=said, texts={DOCUMENTS[0]: TEXT, DOCUMENTS[1]: text}))
        for text in (TEXT, OTHER_TEXT)
    )
    assert assert_same([baseline, changed])["summary"]["bags"]["differing"] == 1
    assert assert_same([baseline, changed], align_texts="off")["summary"]["bags"]["differing"] == 0


@pytest.mark.parametrize(("other_text", "notices"), [(OTHER_TEXT, 0), (None, 1)])
def test_notice_of_numbered_documents_goes_when_all_are_paired_by_their_texts(
    other_text: str | None, notices: int
) -> None:
    spans = [Span(document, *WORDS[0]) for document in DOCUMENTS[:2]]
    side = sort_graph(graph({"x": spans}, texts={DOCUMENTS[0]: TEXT, DOCUMENTS[1]: other_text}))
    numbered = replace(side, notices=(make_notice("document-without-name", 2, ("line 1",)),))
    warnings = assert_same([side, numbered], map_documents="auto")["summary"]["warnings"]
    assert sum(each["code"] == "document-without-name" for each in warnings) == notices
