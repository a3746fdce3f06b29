"""Graphs in case files (``cases``), each next to all that is read of it.

A case has its files, a command with the options of reading where there are any, and the section ``reads``
(see ``describe``), or ``refused`` with the place that the error names. The prefixes of ``PREFIXES`` come
before each file of Turtle and TriG. What notices and errors say is in the golden set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from pathlib import Path

import numpy as np
import pytest

from coala.cli.parser import build_parser, read_options
from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.origins import ORIGINS
from coala.reading.read import read_graphs
from tests.support import nif
from tests.support.case_files import CaseText, read_cases

CASES = {
    f"{path.stem}: {case.name}": case
    for path in sorted(Path(__file__).with_name("cases").glob("*.txt"))
    for case in read_cases(path)
}
OUTCOMES = ("reads", "refused")

NEXT_CENTURY = (
    "https://raw.githubusercontent.com/NextCenturyCorporation/AIDA-Interchange-Format/master/java/src/main/"
    "resources/com/ncc/aif/ontologies/InterchangeOntology#"
)
PREFIXES = (
    nif.PREFIXES
    + f"""\
@prefix gaf: <http://groundedannotationframework.org/gaf#> .
@prefix ks: <http://dkm.fbk.eu/ontologies/knowledgestore#> .
@prefix sem: <http://semanticweb.cs.vu.nl/2009/11/sem/> .
@prefix oa: <http://www.w3.org/ns/oa#> .
@prefix nwr: <http://www.newsreader-project.eu/> .
@prefix aida: <https://tac.nist.gov/tracks/SM-KBP/2019/ontologies/InterchangeOntology#> .
@prefix aida2018: <https://tac.nist.gov/tracks/SM-KBP/2018/ontologies/InterchangeOntology#> .
@prefix aif: <{NEXT_CENTURY}> .
"""
)
_NAMESPACES = re.findall(r"@prefix (\w+:) <(.+)> \.", PREFIXES)

# What an example names or quotes, and numbers; the words between them are the program's.
_QUOTED, _NUMBER, _NAME = r"<[^>]*>|'[^']*'|“[^”]*”", r"\d+", r"[\w./-]+"


@pytest.mark.parametrize("name", CASES)
def test_case_reads_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    if name.startswith("records"):
        pytest.importorskip("duckdb")
    case = CASES[name]
    monkeypatch.chdir(tmp_path)
    assert run(case, tmp_path) == {kind: case.sections[kind] for kind in OUTCOMES if kind in case.sections}


def run(case: CaseText, folder: Path) -> dict[str, str]:
    """Return the outcome of a case as the section that it should have."""
    files = write_files(case, folder)
    (words,) = case.commands or (("lint", files[0]),)
    arguments = build_parser().parse_args(words)
    try:
        graphs = read_graphs(arguments.graph, read_options(arguments).reading)
    except ReadingError as error:
        place = re.match(r"\S+?(?=: )", str(error))
        return {"refused": f"{place[0] if place else ''}\n"}
    # Of several graphs each has a heading.
    heads = [f"graph {graph.path}\n" if len(graphs) > 1 else "" for graph in graphs]
    known = set(re.findall(r"\w+", " ".join([*files, *(case.sections[name] for name in files)])))
    texts = ["".join(f"{line}\n" for line in describe(graph, known)) for graph in graphs]
    return {"reads": "".join(map("".join, zip(heads, texts, strict=True)))}


def write_files(case: CaseText, folder: Path) -> list[str]:
    """Write the files of a case into a folder; return their names."""
    files = [name for name in case.sections if name not in OUTCOMES]
    for name in files:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        prefixes = PREFIXES if file.suffix in (".ttl", ".trig") else ""
        file.write_text(prefixes + case.sections[name], encoding="utf-8", newline="")
    return files


def describe(graph: Graph, words: Set[str] = frozenset()) -> Iterator[str]:
    """Yield the content of a graph: a line for each document, instance, statement, event, label and notice.

    An instance has its types in brackets, and its label; a mention its parts, its words as stated (if there
    is no text), and its marks. A statement of a fact has the event or the number of the fact, how it is
    stated, and where. Of a notice there are code, count, and what its examples name: if nothing is quoted,
    these are numbers and the ``words`` of the files.
    """
    for document, text in zip(graph.documents, graph.texts, strict=True):
        yield f"{shorten(document)}: {'no text' if text is None else repr(text)}"
    mentions = graph.mentions
    for number, name in enumerate(graph.names):
        names = " = ".join(map(shorten, (name, *graph.other_names.get(number, ()))))
        types = f" ({', '.join(map(shorten, graph.types[number]))})" if graph.types[number] else ""
        label = "" if graph.labels[number] is None else f" {graph.labels[number]!r}"
        rows = np.flatnonzero(mentions.instance == number).tolist()
        yield f"{names or '[]'}{types}{label}: {', '.join(_describe_mention(graph, row) for row in rows)}"
    yield from _describe_statements(graph)
    for what, texts in (("label", graph.term_labels), ("description", graph.descriptions)):
        yield from sorted(f"{what} of {shorten(name)}: {text!r}" for name, text in texts.items())
    for notice in graph.notices:
        examples = "; ".join(_find_data(example, words) for example in notice.examples).strip("; ")
        yield f"notice {notice.code} {notice.count}{examples and f': {examples}'}"


def _describe_mention(graph: Graph, row: int) -> str:
    mentions = graph.mentions
    place = _describe_place(
        graph, *(column[row] for column in (mentions.begin, mentions.end, mentions.shape))
    )
    zero = graph.shapes[mentions.shape[row]].zero if mentions.shape[row] >= 0 else ""
    marks = [f" zero {zero}"] if zero else []
    marks += [f" “{graph.mention_texts[row]}”"] if row in graph.mention_texts else []
    marks += [" at least {}-{}".format(*graph.minimums[row])] if row in graph.minimums else []
    marks += [" optional"] if row in graph.optional else []
    marks += [f" {graph.forms[row]}"] if row in graph.forms else []
    return f"{shorten(graph.documents[mentions.document[row]])} {place}{''.join(marks)}"


def _describe_place(graph: Graph, begin: int, end: int, shape: int) -> str:
    fragments = graph.shapes[shape].fragments if shape >= 0 else ()
    return "+".join(f"{first}-{last}" for first, last in fragments or ((begin, end),))


def _describe_statements(graph: Graph) -> Iterator[str]:
    facts = graph.facts
    stated: dict[int, str] = {}
    for number, row in enumerate(facts.statement.tolist()):
        fact = facts.fact[number]
        event = facts.event[fact]
        places = [
            f"{shorten(graph.documents[facts.document[at]])} "
            f"{_describe_place(graph, facts.begin[at], facts.end[at], facts.shape[at])}"
            for at in np.flatnonzero(facts.row == number)
        ]
        whose = f"event {shorten(graph.names[event])}" if event >= 0 else f"fact {fact}"
        stated[row] = f" [{', '.join((whose, ORIGINS[facts.origin[number]], *places))}]"
    for row, line in enumerate(nif.list_statements(graph)):
        yield f"{shorten(line)}{stated.get(row, '')}"
    events = (graph.names[event] for event in facts.events)
    yield from (f"event: {shorten(name)}" for name in events)


def shorten(text: str) -> str:
    """Return the text with the prefixes of the case files instead of what they stand for."""
    for prefix, namespace in _NAMESPACES:
        text = text.replace(namespace, prefix)
    text = re.sub("urn:coala:(document|record):", "", text)
    return nif.short(text)


def _find_data(example: str, words: Set[str]) -> str:
    if re.search(_QUOTED, example):
        return " ".join(map(shorten, re.findall(f"{_QUOTED}|{_NUMBER}", example)))
    known = {*words, *re.findall(_NUMBER, example)}
    return " ".join(each for each in re.findall(_NAME, example) if known.issuperset(re.findall(r"\w+", each)))
