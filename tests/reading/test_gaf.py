"""GAF as NewsReader and PIKES write it: mentions that denote instances, with offsets in their IRIs."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare
from coala.model.kinds import Kind
from coala.model.options import Options, ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import PREFIXES, chains, notices, read, short, statements
from tests.support.paths import SHARED, needs_shared

GAF = """\
@prefix gaf: <http://groundedannotationframework.org/gaf#> .
@prefix ks: <http://dkm.fbk.eu/ontologies/knowledgestore#> .
@prefix sem: <http://semanticweb.cs.vu.nl/2009/11/sem/> .
"""

NUSRA = (
    GAF
    + """\
<http://example.org/doc/char=7,12> ks:mentionOf :doc ; a ks:Mention ; nif:beginIndex 7 ; nif:endIndex 12 ;
    nif:anchorOf "group" .
<http://example.org/doc/char=14,19> ks:mentionOf :doc ; a ks:Mention ; nif:beginIndex 14 ; nif:endIndex 19 ;
    nif:anchorOf "Nusra" .
<http://example.org/doc/char=0,6;14,19> ks:mentionOf :doc ; a ks:Mention, ks:ParticipationMention ;
    nif:beginIndex 0 ; nif:endIndex 19 ; nif:anchorOf "Rebel [...] Nusra" .
:group a ks:Entity, :Group ; rdfs:label "group" ; gaf:denotedBy <http://example.org/doc/char=7,12> ;
    sem:hasActor :nusra ; owl:sameAs :nusra .
:nusra a ks:Entity ; gaf:denotedBy <http://example.org/doc/char=14,19> ; owl:sameAs :kb .
"""
)

PIKES = SHARED / "data" / "pikes"


def test_an_instance_has_the_mentions_that_denote_it_and_same_as_joins(tmp_path: Path) -> None:
    graph = read(tmp_path, NUSRA)
    assert chains(graph) == {"group": [("doc", 7, 12), ("doc", 14, 19)]}
    assert [[short(kind) for kind in kinds] for kinds in graph.types] == [["Group"]]
    assert notices(graph) == {"document-without-text": 1, "same-as": 2}
    assert graph.mention_texts == {0: "group", 1: "Nusra"}


def test_without_same_as_it_is_a_statement_between_two_instances(tmp_path: Path) -> None:
    graph = read(tmp_path, NUSRA, same_as=False)
    assert chains(graph) == {"group": [("doc", 7, 12)], "nusra": [("doc", 14, 19)]}
    assert "group -http://www.w3.org/2002/07/owl#sameAs-> @ (=nusra)" in statements(graph)
    assert "nusra -http://www.w3.org/2002/07/owl#sameAs-> <kb>" in statements(graph)
    assert "same-as" not in notices(graph)


def test_the_command_line_turns_same_as_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "graph.ttl"
    file.write_text(PREFIXES + NUSRA, encoding="utf-8")
    main(["diff", str(file), str(file), "--verbose"])
    assert "1 instance, 2 mentions" in capsys.readouterr().out
    main(["diff", str(file), str(file), "--no-same-as", "--verbose"])
    assert "2 instances, 2 mentions" in capsys.readouterr().out


def test_mentions_of_newsreader_need_no_triple_of_their_own(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        GAF + ":bob gaf:denotedBy <http://example.org/doc#char=0,3>, <http://example.org/doc#char=8,10> .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 3), ("doc", 8, 10)]}


def test_the_label_of_a_document_is_its_text_without_the_blanks_around_it(tmp_path: Path) -> None:
    graph = read(tmp_path, NUSRA + ':doc rdfs:label """\n\tRebel, group, Nusra""" .')
    assert graph.texts == ("Rebel, group, Nusra",)
    assert notices(graph) == {"same-as": 2}


def test_the_text_may_stand_in_a_graph_of_the_texts_folder(tmp_path: Path) -> None:
    folder = tmp_path / "gold"
    folder.mkdir()
    (folder / "gold.ttl").write_text(
        '<http://example.org/doc> <http://www.w3.org/2000/01/rdf-schema#label> " Rebel, group, Nusra" .'
    )
    (folder / "notes.txt").write_text("Nothing to do with it")
    assert read(tmp_path, NUSRA, texts=folder).texts == ("Rebel, group, Nusra",)


def test_only_a_literal_label_of_a_document_is_its_text(tmp_path: Path) -> None:
    label = ":other rdfs:label 'Other' . :doc rdfs:label :other ."
    text = ":doc a ks:Resource ; rdfs:label 'Rebel, group, Nusra' ."
    comment = ":other rdfs:comment 'This comment is longer than the text.' ."
    assert read(tmp_path, f"{label} {NUSRA} {text} {comment}").texts == ("Rebel, group, Nusra",)


def test_a_broken_graph_in_the_texts_folder_costs_the_texts_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "gold"
    folder.mkdir()
    (folder / "gold.ttl").write_text("this is no Turtle")
    graph = read(tmp_path, NUSRA, texts=folder)
    assert notices(graph) == {"document-without-text": 1, "text-unreadable": 1, "same-as": 2}


@needs_shared
def test_pikes_with_and_without_a_component_differs_where_frames_do() -> None:
    comparison = compare(
        str(PIKES / "pikes-mate"),
        str(PIKES / "pikes-both"),
        options=Options(reading=ReadOptions(texts=PIKES / "gold")),
    )
    summary = comparison.summary
    assert (summary.bags, summary.interesting) == (62, 37)
    assert summary.kinds == {
        Kind.MENTION_ADDED: 2,
        Kind.INSTANCE_ADDED: 3,
        Kind.INSTANCE_DROPPED: 1,
        Kind.TYPE: 32,
        Kind.STATEMENT: 5,
        Kind.FACT_ADDED: 10,
        Kind.FACT_CHANGED: 14,
    }
    titles = [bag.title for bag, _ in comparison.iterate_bags()]
    assert "most effective is gone: headSynset 00834198-a, mod most" in titles
    assert '"oil" added to oil (1 mention), and 10 more (9 types, 1 fact)' in titles


@needs_shared
def test_every_text_of_pikes_comes_from_the_gold_graphs_and_fits_the_anchors() -> None:
    (graph,) = read_graphs([str(PIKES / "pikes-both")], ReadOptions(texts=PIKES / "gold"))
    assert all(graph.texts)
    assert set(notices(graph)) == {"same-as", "shared-span"}


@needs_shared
@pytest.mark.parametrize("name", ["pikes-mate", "pikes-both"])
def test_pikes_against_itself_has_nothing_to_show(name: str) -> None:
    assert compare(str(PIKES / name), str(PIKES / name)).summary.interesting == 0
