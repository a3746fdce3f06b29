"""Entity links in input that is wrong: one sentence each, in bounded time, and never silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.engine.compare import Comparison, compare
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from tests.diff.test_links import CHAINS, WIKIDATA, link, list_bags
from tests.merge.test_merged_links import merge
from tests.support.locks import check, lock_of

HEAD = """
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix ex: <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix dbr: <http://dbpedia.org/resource/> .
ex:d a nif:Context ; nif:isString "Ann saw Bob. She waved. He left." .
[] nif:referenceContext ex:d ; nif:beginIndex 0 ; nif:endIndex 3 ; itsrdf:taIdentRef ex:a .
[] nif:referenceContext ex:d ; nif:beginIndex 8 ; nif:endIndex 11 ; itsrdf:taIdentRef ex:b .
ex:b skos:exactMatch wd:Q7, <http://dbpedia.org/resource/Bob> .
"""


def compare_files(folder: Path, first: str, second: str) -> Comparison:
    """Compare two graphs that differ in these statements."""
    paths = folder / "first.ttl", folder / "second.ttl"
    for path, stated in zip(paths, (first, second), strict=True):
        path.write_text(HEAD + stated, encoding="utf-8")
    return compare(*paths)


def list_kinds(comparison: Comparison) -> list[Kind]:
    return [row.kind for bag in comparison.contents for row in bag.divergences]


@pytest.mark.parametrize("predicate", ["owl:sameAs", "skos:exactMatch"])
def test_name_in_quotes_is_warned_about_and_compared_as_a_statement(predicate: str, tmp_path: Path) -> None:
    texts = (f'ex:a {predicate} "http://www.wikidata.org/entity/Q{number}" .' for number in (1, 2))
    comparison = compare_files(tmp_path, *texts)
    assert list_kinds(comparison) == [Kind.STATEMENT]
    warnings = [notice for notice in comparison.summary.notices if notice.code == "names-as-text"]
    assert [notice.role for notice in warnings] == ["baseline", "changed graph"]


@pytest.mark.parametrize(
    "iri",
    ["http://www.wikidata.org/entity/Q1\\u0020x", "http://www.wikidata.org/entity/", "urn:x", "mailto:a@b"],
)
def test_iri_that_names_nothing_is_a_statement(iri: str, tmp_path: Path) -> None:
    comparison = compare_files(tmp_path, f"ex:a skos:exactMatch <{iri}> .", "")
    assert list_kinds(comparison) == [Kind.STATEMENT]


def test_percent_encoding_in_another_case_is_the_same_name(tmp_path: Path) -> None:
    iris = (f"<http://dbpedia.org/resource/M{written}nchen>" for written in ("%c3%bc", "%C3%BC", "ü"))
    first, second, third = (f"ex:a skos:exactMatch {iri} ." for iri in iris)
    assert not list_kinds(compare_files(tmp_path, first, second))
    assert not list_kinds(compare_files(tmp_path, second, third))


def test_two_names_of_one_base_differ_in_those_that_one_side_has(tmp_path: Path) -> None:
    comparison = compare_files(
        tmp_path, "ex:a skos:exactMatch wd:Q1, wd:Q2 .", "ex:a owl:sameAs wd:Q3 ; skos:exactMatch wd:Q2 ."
    )
    ((row,),) = (bag.divergences for bag in comparison.contents)
    assert (row.kind, row.dropped, row.added) == (Kind.LINK, ("Q1",), ("Q3",))


def test_marks_of_direction_in_labels_and_names_do_not_reach_a_sentence(tmp_path: Path) -> None:
    comparison = compare_files(
        tmp_path,
        'ex:a skos:exactMatch wd:Q1 . wd:Q1 rdfs:label "a\\u202Eb\\u2066" .',
        "ex:a skos:exactMatch <http://dbpedia.org/resource/%E2%80%AEx%E2%81%A6> .",
    )
    (bag,) = comparison.contents
    assert len(bag.divergences) == 2
    for text in (bag.title, *(row.sentence for row in BagSentences(bag).describe_all().divergences)):
        assert not {"\u202e", "\u2066"} & set(text)


def test_thousands_of_names_on_one_instance_are_one_row_of_bounded_length() -> None:
    first, second = (
        link(CHAINS, {"x": [f"{WIKIDATA}Q{number}" for number in range(start, start + 2_000)]})
        for start in (1, 4_001)
    )
    (bag,) = list_bags(first, second)
    (key,) = row_keys(bag)
    merged = merge((first, second), {key: Verdict.BETTER})
    lock = lock_of((first, second, "+"))
    assert len(check(lock, first).broken) == len(lock.assertions) == 4_000
    assert not list_bags(merged.graph, second)
    assert len(bag.title) < 200


def test_knowledge_base_that_claims_every_iri_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compare_files(tmp_path, "", "")
    file = tmp_path / "bases.toml"
    paths = [str(tmp_path / f"{name}.ttl") for name in ("first", "second")]
    commands = {"diff": "http://", "agree": "http://{}", "score": "https://{}", "lint": "http://{}"}
    for command, form in commands.items():
        file.write_text(f'[all]\ntitle = "All"\nforms = ["{form}"]\n', encoding="utf-8")
        assert main([command, *paths, "--knowledge-bases", str(file)]) == 2
        message = capsys.readouterr().err
        assert message.startswith(f"coala: {file}: ")
        assert message.count("\n") == 1
