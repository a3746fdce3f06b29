"""Files of other coreference formats, read as NIF, and written as NIF that reads the same."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.cli.commands import main
from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.formats.annotations import AnnotatedStatement, Annotations, Document, EntityLink, Mention
from coala.model.graph import Graph
from coala.model.options import Options, ReadOptions
from coala.model.values import SpanShape
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.interpretation.interpret import interpret
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.nif import collect_annotations, document_iri, make_term, to_turtle
from coala.reading.read import read_graphs
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import load_vocabulary
from tests.support.nif import everything, notices, read_here
from tests.support.paths import SHARED, needs_shared

CONLL = """\
#begin document (news); part 000
news 0 0 Bob (1)
news 0 1 met -
news 0 2 himself (1)

#end document
"""

BOB = Annotations(
    documents=(
        Document("news/1 a", f'She "turned" the\nlamp off. 😀{"".join(map(chr, range(128)))}'),
        Document("http://e.org/d", "Bob"),
    ),
    mentions=(
        Mention(0, ((0, 3),), "k1", ("person",)),
        Mention(0, ((5, 11), (22, 25)), "k2", ("http://e.org/Event",), minimum=(5, 11)),
        Mention(1, ((0, 3),), "k1", optional=True),
        Mention(1, ((0, 3),), "k2"),
    ),
    statements=(
        AnnotatedStatement("k2", "by", "k1", True),
        AnnotatedStatement("k1", 'says "what"', "\u0000 & <b>", False),
    ),
    remarks=(("empty-chain", "news, cluster 7"),),
)


def graph_of(annotations: Annotations) -> Graph:
    nif = load_vocabulary("nif")
    collector, remarks = Collector(nif), Remarks(nif.words())
    collect_annotations(annotations, collector, 0, remarks)
    content = interpret("x", collector, nif, remarks, None)
    return build_graph("x", content)


def test_what_is_collected_is_what_the_written_turtle_says() -> None:
    direct, written = graph_of(BOB), read_here("".join(to_turtle(BOB)))
    assert notices(direct).pop("empty-chain") == 1
    ours, theirs = everything(direct, names=False), everything(written, names=False)
    ours["notices"].remove(("empty-chain", 1))
    assert ours == theirs


def test_names_become_parts_of_iris_and_gaps_and_statements_arrive() -> None:
    graph = graph_of(BOB)
    assert graph.documents == ("http://e.org/d", "urn:coala:document:news/1%20a")
    assert graph.shapes == (SpanShape(((5, 11), (22, 25))),)
    assert sorted(graph.types) == [("http://e.org/Event",), ("urn:coala:person",)]
    assert graph.predicates == ("urn:coala:by", "urn:coala:says%20%22what%22")
    # MIN and OPT belong to the mention, not to an instance.
    assert len(graph.statements) == 2


def test_only_a_whole_iri_is_taken_for_one() -> None:
    assert document_iri("http://e.org/a b") == "urn:coala:document:http%3A//e.org/a%20b"
    assert document_iri("c:\\texts") == "urn:coala:document:c%3A%5Ctexts"
    assert make_term("PERSON").value == "urn:coala:PERSON"


@given(st.text(max_size=20), st.sampled_from(["", "http://", "http://e.org/", "file:///", "x://e:8"]))
def test_what_is_written_as_an_iri_is_one(name: str, start: str) -> None:
    iri, kind = document_iri(start + name) + "#char=0,5", make_term(start + name).value
    (quad,) = pyoxigraph.parse(f"<{iri}> <{kind}> <{kind}> .", format=pyoxigraph.RdfFormat.TURTLE)
    assert (quad.subject.value, quad.predicate.value) == (iri, kind)


def test_links_to_entries_are_written_as_exact_matches_with_the_labels_of_the_entries() -> None:
    ann = Annotations(
        (Document("http://e.org/d", "Ann"),),
        (Mention(0, ((0, 3),), "k"),),
        links=(
            EntityLink("k", "http://www.wikidata.org/entity/Q7", "Ann Lee"),
            EntityLink("k", "Staff:7"),
            EntityLink("k", "http://www.wikidata.org/entity/Q7", "Ann Lee"),
        ),
    )
    matches = [line for line in to_turtle(ann) if "exactMatch" in line or "label" in line]
    assert matches == [
        "_:i0 <http://www.w3.org/2004/02/skos/core#exactMatch> <http://www.wikidata.org/entity/Q7> .\n",
        "_:i0 <http://www.w3.org/2004/02/skos/core#exactMatch> <urn:coala:instance:Staff%3A7> .\n",
        '<http://www.wikidata.org/entity/Q7> <http://www.w3.org/2000/01/rdf-schema#label> "Ann Lee" .\n',
    ]


def test_marks_belong_to_a_mention_and_not_to_its_span() -> None:
    both = Annotations(
        (Document("d", "Bob left."),),
        (
            Mention(0, ((0, 3),), "free", optional=True),
            Mention(0, ((0, 3),), "bound", minimum=(0, 2)),
            Mention(0, ((0, 3),), "plain", minimum=(0, 2)),
        ),
    )
    for graph in (graph_of(both), read_here("".join(to_turtle(both)))):
        assert len(graph.mentions) == 3
        assert len(graph.optional) == 1
        assert len(graph.minimums) == 2
        assert graph.optional.isdisjoint(graph.minimums)


def test_a_mention_that_may_be_missing_leaves_its_twin_bound() -> None:
    twins = Annotations(
        (Document("d", "Bob left."),),
        (Mention(0, ((0, 3),), "bound"), Mention(0, ((0, 3),), "free", optional=True)),
    )
    for graph in (graph_of(twins), read_here("".join(to_turtle(twins)))):
        assert (len(graph.mentions), len(graph.optional)) == (2, 1)


names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
spans = st.tuples(st.integers(0, 5), st.integers(6, 9))


@given(
    st.lists(names, min_size=1, max_size=3, unique=True),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=9, max_size=9),
    st.lists(st.tuples(st.integers(0, 2), spans, names, names), min_size=1, max_size=9),
    st.lists(st.tuples(names, names, names, st.booleans()), max_size=5),
)
def test_whatever_a_file_says_writing_and_reading_changes_nothing(
    documents: list[str],
    text: str,
    mentions: list[tuple[int, tuple[int, int], str, str]],
    statements: list[tuple[str, str, str, bool]],
) -> None:
    annotations = Annotations(
        tuple(Document(name, text) for name in documents),
        tuple(Mention(place % len(documents), (span,), key, (kind,)) for place, span, key, kind in mentions),
        tuple(AnnotatedStatement(*statement) for statement in statements),
    )
    written = read_here("".join(to_turtle(annotations)))
    assert everything(graph_of(annotations), names=False) == everything(written, names=False)


def test_file_of_another_format_is_accepted_wherever_a_graph_is(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(CONLL)
    (tmp_path / "b.conll").write_text(CONLL.replace("himself (1)", "himself (2)"))
    summary = compare(str(tmp_path / "a.conll"), str(tmp_path / "b.conll")).summary
    assert (summary.bags, summary.interesting) == (1, 1)


def test_instances_of_two_files_of_a_folder_are_two_even_with_one_key(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for name in ("news", "talk"):
        (folder / f"{name}.conll").write_text(CONLL.replace("news", name))
    (graph,) = read_graphs([str(folder)], ReadOptions())
    assert len(graph.names) == 2
    lines, _ = convert(str(folder))
    (tmp_path / "corpus.ttl").write_text("".join(lines), encoding="utf-8")
    assert compare(str(folder), str(tmp_path / "corpus.ttl")).summary.interesting == 0


def test_other_formats_in_a_folder_with_rdf_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl").write_text("".join(to_turtle(BOB)), encoding="utf-8")
    (tmp_path / "table.tsv").write_text("not a graph")
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert notices(graph)["files-skipped"] == 1


def test_the_command_converts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.conll", tmp_path / "a.ttl"
    source.write_text(CONLL)
    assert main(["convert", str(source), "-o", str(target)]) == 0
    assert main(["diff", str(source), str(target)]) == 0
    assert "the graphs do not diverge" in capsys.readouterr().out


@needs_shared
@pytest.mark.parametrize("name", ["gum/V11.0.0", "uima/Text_1804.xmi", "uima/coref.tsv"])
def test_real_files_come_back_from_a_conversion_with_nothing_to_show(tmp_path: Path, name: str) -> None:
    lines, _ = convert(str(SHARED / "data" / name))
    target = tmp_path / "converted.ttl"
    target.write_text("".join(lines), encoding="utf-8")
    assert compare(str(SHARED / "data" / name), str(target)).summary.interesting == 0


@needs_shared
def test_two_releases_of_gum_differ_in_the_two_documents_that_changed() -> None:
    gum = SHARED / "data" / "gum"
    comparison = compare(str(gum / "V10.2.0"), str(gum / "V11.0.0"))
    documents = {document for bag, _ in comparison.iterate_bags() for document in bag.documents}
    assert comparison.summary.interesting == 2
    assert len(documents) == 2


@pytest.mark.parametrize("vocabulary", ["gaf", "oa", "aif"])
def test_a_vocabulary_is_for_rdf_and_leaves_other_formats_as_they_are(
    tmp_path: Path, vocabulary: str
) -> None:
    (tmp_path / "news.conll").write_text(CONLL)
    usual, told = (
        read_graphs([str(tmp_path / "news.conll")], ReadOptions(vocabulary=name))[0]
        for name in ("auto", vocabulary)
    )
    assert everything(told) == everything(usual)
    assert len(told.mentions) == 2


def test_one_graph_in_a_chosen_vocabulary_is_compared_to_one_of_another_format(tmp_path: Path) -> None:
    (tmp_path / "news.conll").write_text(CONLL)
    (tmp_path / "news.ttl").write_text(
        "@prefix gaf: <http://groundedannotationframework.org/gaf#> .\n"
        "<http://e.org/bob> gaf:denotedBy <urn:coala:document:news/000#char=0,3>, "
        "<urn:coala:document:news/000#char=8,15> .\n"
    )
    options = Options(reading=ReadOptions(vocabulary="gaf"))
    paths = (str(tmp_path / "news.ttl"), str(tmp_path / "news.conll"))
    assert compare(*paths, options=options).summary.interesting == 0
