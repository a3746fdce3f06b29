"""AIDA: reified memberships, clusters of clusters, inclusive ends, documents named by a text."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.model.graph import Graph
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import chains, notice, notices, read, short, statements
from tests.support.paths import SHARED, needs_shared

NEXT_CENTURY = (
    "https://raw.githubusercontent.com/NextCenturyCorporation/AIDA-Interchange-Format/master/java/src/main/"
    "resources/com/ncc/aif/ontologies/InterchangeOntology#"
)
NIST = "https://tac.nist.gov/tracks/SM-KBP/2018/ontologies/InterchangeOntology#"

PUTIN = """\
:e1 a aida:Entity ; aida:hasName "Putin" ; aida:justifiedBy [
    a aida:TextJustification ; aida:source "HC0/1" ; aida:startOffset 0 ; aida:endOffsetInclusive 4 ] .
:e2 a aida:Entity ; aida:justifiedBy [
    a aida:TextJustification ; aida:source "HC0/1" ; aida:startOffset 10 ; aida:endOffsetInclusive 11 ] .
[] a aida:ClusterMembership ; aida:cluster :c ; aida:clusterMember :e1 ; aida:confidence [ aida:value 0.7 ] .
[] a aida:ClusterMembership ; aida:cluster :c ; aida:clusterMember :e2 .
:c a aida:SameAsCluster ; aida:handle "Vladimir Putin" ; aida:prototype :e1 ; aida:system :us .
[] a rdf:Statement ; rdf:subject :e1 ; rdf:predicate rdf:type ; rdf:object :PER ; aida:justifiedBy :j .
:j a aida:TextJustification ; aida:source "HC0/1" ; aida:startOffset 0 ; aida:endOffsetInclusive 99 .
"""

AIF = SHARED / "data" / "aif"
FILES = sorted(path.name for path in AIF.glob("*.ttl"))


def prefix(namespace: str = NEXT_CENTURY) -> str:
    return f"@prefix aida: <{namespace}> .\n"


@pytest.mark.parametrize("namespace", [NEXT_CENTURY, NIST, NIST.replace("2018", "2019")])
def test_a_cluster_is_an_instance_with_the_mentions_of_its_members(tmp_path: Path, namespace: str) -> None:
    graph = read(tmp_path, prefix(namespace) + PUTIN)
    document = "urn:coala:document:HC0/1"
    assert chains(graph) == {"c": [(document, 0, 5), (document, 10, 12)]}
    assert graph.labels == ("Vladimir Putin",)
    assert notices(graph) == {"clusters": 1, "document-without-text": 1}
    assert notice(graph, "clusters").examples == ("<http://example.org/c> with 2 members",)


def test_reified_types_count_and_what_was_only_written_down_does_not(tmp_path: Path) -> None:
    graph = read(tmp_path, prefix() + PUTIN)
    assert [[short(kind).replace(NEXT_CENTURY, "aida:") for kind in kinds] for kinds in graph.types] == [
        ["PER", "aida:Entity"]
    ]
    assert statements(graph) == {f'c -{NEXT_CENTURY}hasName-> "Putin"'}


def test_other_reified_statements_are_statements_and_their_justifications_no_mentions(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        prefix() + PUTIN + ":win a aida:Event ; aida:justifiedBy :j . "
        ":arg a rdf:Statement ; rdf:subject :win ; rdf:predicate :winner ; rdf:object :e1 ; "
        "aida:justifiedBy :j .",
    )
    assert "win -winner-> @ (=c)" in statements(graph)
    assert set(chains(graph)) == {"c", "win"}


def test_clusters_of_clusters_are_one_and_a_member_outside_any_is_its_own(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        prefix() + PUTIN + "[] aida:cluster :d ; aida:clusterMember :c . :d aida:prototype :e3 . "
        ":e3 a aida:Entity ; aida:justifiedBy :j . :alone a aida:Entity ; aida:justifiedBy "
        '[ aida:source "HC0/1" ; aida:startOffset 50 ; aida:endOffsetInclusive 50 ] .',
    )
    assert sorted(len(spans) for spans in chains(graph).values()) == [1, 3]
    assert set(chains(graph)) == {"alone", "c"}


def test_a_member_of_two_clusters_joins_them_and_is_noticed(tmp_path: Path) -> None:
    graph = read(tmp_path, prefix() + PUTIN + "[] aida:cluster :d ; aida:clusterMember :e1, :e3 .")
    assert notices(graph)["several-clusters"] == 1
    assert "first <http://example.org/e1>" in notice(graph, "several-clusters").message


def test_the_text_of_a_named_document_comes_from_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "HC0.txt").write_text("Putin said he is in town.")
    graph = read(tmp_path, prefix() + PUTIN.replace("HC0/1", "HC0"), texts=folder)
    assert graph.texts == ("Putin said he is in town.",)


def of_file(name: str) -> Graph:
    (graph,) = read_graphs([str(AIF / name)], ReadOptions())
    return graph


@needs_shared
@pytest.mark.parametrize(
    ("name", "instances", "clusters"),
    [
        ("create_a_cluster_with_link_and_confidence.ttl", 0, ["clusters/1> with 2 members"]),
        ("create_an_entity_and_cluster_with_informative_mention.ttl", 1, ["clusters/1> with 2 members"]),
        (
            "create_hierarchical_cluster.ttl",
            0,
            ["clusters/president> with 3 members", "clusters/trump> with 3 members"],
        ),
        ("create_seedling_event_with_event_argument_uri.ttl", 0, []),
        ("doc1.ttl", 4, [f"cluster{number}> with 1 member" for number in (1, 2, 3, 4)]),
    ],
)
def test_every_file_reads_with_the_clusters_that_its_name_promises(
    name: str, instances: int, clusters: list[str]
) -> None:
    graph = of_file(name)
    assert len(graph.names) == instances
    examples = [example for each in graph.notices if each.code == "clusters" for example in each.examples]
    assert [example.endswith(end) for example, end in zip(examples, clusters, strict=True)] == [True] * len(
        clusters
    )


@needs_shared
def test_instances_without_a_place_in_a_text_are_counted_once_a_cluster() -> None:
    hierarchical = of_file("create_hierarchical_cluster.ttl")
    assert notices(hierarchical)["instance-without-mention"] == 1
    assert notices(of_file("create_seedling_event_with_event_argument_uri.ttl")) == {
        "instance-without-mention": 3,
        "fact-without-instance": 2,
    }


@needs_shared
@pytest.mark.parametrize("name", ["doc1.ttl", "create_an_entity_and_cluster_with_informative_mention.ttl"])
def test_a_file_against_itself_has_nothing_to_show(name: str) -> None:
    assert compare(str(AIF / name), str(AIF / name)).summary.interesting == 0
