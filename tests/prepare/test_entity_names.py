"""Names of instances in knowledge bases: which are found, which count, and what is said about them."""

from dataclasses import replace
from pathlib import Path

from coala.model.graph import Graph
from coala.model.knowledge_bases import load_knowledge_bases
from coala.model.options import DEFAULTS
from coala.prepare.entity_names import FoundNames, NameRules, find_entity_names, read_name_rules
from coala.prepare.prepare import Preparation, Prepared, prepare
from tests.support.graphs_by_hand import A, B, C, graph

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
    return prepare((first, second), ROLES, Preparation(names=RULES))


def list_names(found: FoundNames) -> list[list[list[str]]]:
    """Return the names of each instance of each graph, as BASE:NAME."""
    return [[[":".join(name) for name in names] for names in own] for own in found.names]


NAMED = name_instances(graph({"x": [A, C], "y": [B]}), BOB, "http://example.org/y")


def test_names_decide_which_of_two_chains_of_the_same_mentions_are_partners() -> None:
    from coala.diff.alignment import align_instances

    iris = (f"<{BOB}>", "<http://dbpedia.org/resource/Bob>")
    first, second = (
        graph({"x": [A], "y": [A]}, statements=[("x", EXACT_MATCH, x), ("y", EXACT_MATCH, y)])
        for x, y in (iris, iris[::-1])
    )
    corpus = prepare_pair(first, second).corpus
    assert align_instances(corpus).partner[0].tolist() == [1, 0]


def test_redirects_of_a_file_are_followed(tmp_path: Path) -> None:
    file = tmp_path / "redirects.tsv"
    file.write_text(f"{BOB}\thttp://www.wikidata.org/entity/Q5\n")
    rules = read_name_rules(DEFAULTS._replace(redirects=str(file)))
    assert list_names(find(NAMED, NAMED, rules)) == [[["wikidata:Q5"], []]] * 2
