"""The sample on the page about facts, compared with the output of the commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare
from coala.model.kinds import Kind
from tests.support.pages import read_page
from tests.support.paths import ROOT

PAGE = read_page("reference/facts.md")
SHOWN = re.findall(r"```sh\ncoala (.+)\n```\n\n```text\n((?:.+\n)+)```", PAGE)


def test_the_page_shows_the_bags_of_its_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    (_, baseline, changed), lines = SHOWN[0][0].split(), SHOWN[0][1].splitlines()
    monkeypatch.chdir(ROOT)
    bags = compare(baseline, changed).iterate_bags()
    assert [line.strip() for line in lines] == [
        f"{n}  {bag.title}" for n, (bag, _) in enumerate(bags, start=1)
    ]


def test_the_page_shows_the_scores_that_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, printed = SHOWN[1]
    monkeypatch.chdir(ROOT)
    main(command.split())
    assert printed in capsys.readouterr().out


def test_new_fact_that_the_page_quotes_is_a_sentence_of_the_comparison() -> None:
    folder = ROOT / "sample_graphs" / "facts"
    comparison = compare(str(folder / "baseline.trig"), str(folder / "changed.trig"))
    sentences = [row.sentence for bag, _ in comparison.iterate_bags() for row in bag.divergences]
    assert re.search(r"\*(New fact: .+)\*", PAGE)[1] in sentences  # type: ignore[index]


NEWSREADER = """
@prefix : <http://example.org/{side}/> .
@prefix my: <http://example.org/ontology#> .
@prefix gaf: <http://groundedannotationframework.org/gaf#> .
@prefix nwr: <http://www.newsreader-project.eu/> .
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://example.org/d> nif:isString "Chris landed in Paris, France." .
my:landedIn rdfs:label "landed in" .
nwr:instances {{
  :chris a my:Person ; gaf:denotedBy <http://example.org/d#char=0,5> .
  :paris a my:Place ; gaf:denotedBy <http://example.org/d#char=16,{end}> .
}}
<http://example.org/d#rl1> {{ :chris my:landedIn :paris . }}
nwr:provenance {{ <http://example.org/d#rl1> gaf:denotedBy <http://example.org/d#char=6,{end}> . }}
"""


def test_statement_as_newsreader_writes_it_is_a_changed_fact_with_what_it_was(tmp_path: Path) -> None:
    paths = []
    for side, end in (("baseline", 29), ("changed", 21)):
        path = tmp_path / f"{side}.trig"
        path.write_text(NEWSREADER.format(side=side, end=end), encoding="utf-8")
        paths.append(str(path))
    comparison = compare(*paths)
    assert [side.instances for side in (comparison.summary.baseline, comparison.summary.changed)] == [2, 2]
    sentences = {row.kind: row.sentence for bag, _ in comparison.iterate_bags() for row in bag.divergences}
    assert set(sentences) == {
        Kind.FACT_CHANGED,
        Kind.INSTANCE_ADDED,
        Kind.INSTANCE_DROPPED,
        Kind.TYPE,
    }
    assert re.search(r"Chris landed in Paris\b.*Paris, France", sentences[Kind.FACT_CHANGED])
    assert "Paris, France" in sentences[Kind.INSTANCE_DROPPED]
