"""Names of instances in knowledge bases: which are found, which count, and what is said about them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from coala.errors import CoalaError
from coala.model.graph import Graph
from coala.model.knowledge_bases import EntityName, load_knowledge_bases
from coala.model.notices.notice import is_harmless
from coala.model.options import DEFAULTS
from coala.prepare.entity_names import FoundNames, NameRules, find_entity_names, read_name_rules
from coala.prepare.prepare import Prepared, prepare
from tests.support.graphs_by_hand import A, B, C, D, graph

SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"
EXACT_MATCH = "http://www.w3.org/2004/02/skos/core#exactMatch"
BOB = "http://www.wikidata.org/entity/Q1"
BASES = load_knowledge_bases()
RULES = NameRules(BASES, {})
ROLES = ("baseline", "changed graph")


def name_instances(given: Graph, *iris: str) -> Graph:
    """Return the graph with these IRIs as the names of its instances."""
    return replace(given, names=iris)


def find(first: Graph, second: Graph, rules: NameRules = RULES) -> FoundNames:
    return find_entity_names((first, second), ROLES, rules)


def prepare_pair(first: Graph, second: Graph) -> Prepared:
    return prepare((first, second), ROLES, names=RULES)


def list_names(found: FoundNames) -> list[list[list[str]]]:
    """Return the names of each instance of each graph, as BASE:NAME."""
    return [[[":".join(name) for name in names] for names in own] for own in found.names]


NAMED = name_instances(graph({"x": [A, C], "y": [B]}), BOB, "http://example.org/y")


def test_own_iri_in_a_known_base_is_a_name() -> None:
    assert list_names(find(NAMED, NAMED)) == [[["wikidata:Q1"], []]] * 2


@pytest.mark.parametrize(
    "statement",
    [
        ("x", SAME_AS, f"<{BOB}>"),
        ("x", EXACT_MATCH, f"<{BOB}>"),
        ("x", f"^{EXACT_MATCH}", f"<{BOB}>"),
    ],
)
def test_target_of_same_as_and_exact_match_is_a_name_and_no_statement(
    statement: tuple[str, str, str],
) -> None:
    stated = graph({"x": [A, C], "y": [B]}, statements=[statement, ("x", "age", '"7"')])
    found = find(stated, NAMED)
    assert list_names(found) == [[["wikidata:Q1"], []]] * 2
    kept = found.graphs[0]
    assert [kept.predicates[number] for number in kept.statements.predicate] == ["age"]


def test_target_of_same_as_in_no_known_base_stays_a_statement() -> None:
    stated = graph({"x": [A]}, statements=[("x", SAME_AS, "<http://example.org/kb/7>")])
    found = find(stated, stated)
    assert list_names(found) == [[[]], [[]]]
    assert len(found.graphs[0].statements) == 1


def test_further_iris_of_joined_nodes_are_names() -> None:
    joined = replace(NAMED, other_names={0: ("https://www.wikidata.org/wiki/Q2",)})
    assert list_names(find(joined, NAMED))[0] == [["wikidata:Q1", "wikidata:Q2"], []]


def test_names_in_other_normal_forms_are_equal() -> None:
    other = name_instances(NAMED, "https://www.wikidata.org/wiki/Q1", "http://example.org/y")
    first, second = find(NAMED, other).names
    assert list(first) == list(second)


@pytest.mark.parametrize("roles", [["baseline", "changed graph"], ["changed graph", "baseline"]])
def test_base_of_one_graph_does_not_count_and_a_note_says_so(roles: list[str]) -> None:
    unnamed = graph({"x": [A, C], "y": [B]})
    found = find(NAMED, unnamed) if roles[0] == "baseline" else find(unnamed, NAMED)
    assert list_names(found) == [[[], []]] * 2
    (notice,) = found.notices
    assert (notice.code, notice.count) == ("names-one-sided", 1)
    assert not is_harmless(notice)
    assert "Wikidata" in notice.message
    assert "--names wikidata" in notice.message
    # The graph with the names is named first, and the one without any after it.
    assert re.findall("baseline|changed graph", notice.message) == roles


def test_chosen_base_counts_even_if_one_graph_names_nothing_in_it() -> None:
    unnamed = graph({"x": [A, C], "y": [B]})
    found = find(NAMED, unnamed, RULES._replace(chosen="wikidata"))
    assert list_names(found) == [[["wikidata:Q1"], []], [[], []]]


def test_no_base_counts_with_names_off_but_names_are_no_statements() -> None:
    stated = graph({"x": [A]}, statements=[("x", SAME_AS, f"<{BOB}>")])
    found = find(stated, stated, RULES._replace(chosen="off"))
    assert list_names(found) == [[[]], [[]]]
    assert not len(found.graphs[0].statements)
    assert not found.notices


def test_redirected_name_is_replaced() -> None:
    redirects = {EntityName("wikidata", "Q1"): EntityName("wikidata", "Q5")}
    assert list_names(find(NAMED, NAMED, NameRules(BASES, redirects))) == [[["wikidata:Q5"], []]] * 2


def test_note_counts_the_names_of_each_graph() -> None:
    both = name_instances(NAMED, BOB, "http://www.wikidata.org/entity/Q2")
    (notice,) = find(NAMED, both).notices
    assert notice.code == "names-compared"
    assert re.findall(r"\d|baseline|changed graph", notice.message) == ["1", "baseline", "2", "changed graph"]


def test_names_of_no_known_base_that_swap_their_mentions_are_noted() -> None:
    kb = ("http://kb.example.com/1", "http://kb.example.com/2")
    first, second = graph({"x": [A, C], "y": [B]}), graph({"x": [A, C], "y": [B]})
    prepared = prepare_pair(name_instances(first, *kb), name_instances(second, *kb[::-1]))
    (notice,) = prepared.name_notices
    assert (notice.code, notice.count) == ("names-unknown", 2)
    assert "--knowledge-bases" in notice.message


@pytest.mark.parametrize("iris", [("http://kb.example.com/1",) * 2, ("http://example.org/1",) * 2, ("", "")])
def test_names_on_the_same_mentions_or_next_to_the_documents_are_not_noted(iris: tuple[str, str]) -> None:
    first, second = graph({"x": [A, C]}), graph({"x": [C] if iris[0].startswith("http://kb") else [D]})
    prepared = prepare_pair(name_instances(first, iris[0]), name_instances(second, iris[1]))
    assert not prepared.name_notices


def test_names_decide_which_of_two_chains_of_the_same_mentions_are_partners() -> None:
    from coala.diff.alignment import align_instances

    iris = (f"<{BOB}>", "<http://dbpedia.org/resource/Bob>")
    first, second = (
        graph({"x": [A], "y": [A]}, statements=[("x", EXACT_MATCH, x), ("y", EXACT_MATCH, y)])
        for x, y in (iris, iris[::-1])
    )
    corpus = prepare_pair(first, second).corpus
    assert align_instances(corpus).partner[0].tolist() == [1, 0]


def test_unknown_knowledge_base_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CoalaError, match=r"'nope'.* dbpedia, wikidata,"):
        read_name_rules(DEFAULTS._replace(names="wikidata,nope"))
    assert read_name_rules(DEFAULTS._replace(names="wikidata,dbpedia-de")).chosen == "wikidata,dbpedia-de"


def test_redirects_of_a_file_are_followed(tmp_path: Path) -> None:
    file = tmp_path / "redirects.tsv"
    file.write_text(f"{BOB}\thttp://www.wikidata.org/entity/Q5\n")
    rules = read_name_rules(DEFAULTS._replace(redirects=str(file)))
    assert list_names(find(NAMED, NAMED, rules)) == [[["wikidata:Q5"], []]] * 2
