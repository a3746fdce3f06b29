"""Scopes of chain names, one document or all, and a notice if the scope makes a difference."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.model.format_options import FormatOptions
from coala.model.graph import Graph
from coala.model.options import DEFAULTS, Options, ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import notice, notices
from tests.support.paths import SHARED, needs_shared

ACROSS = ReadOptions(formats=FormatOptions(across_documents=True))


def conll(documents: dict[str, list[str]]) -> str:
    """Return a token for each chain of each document."""
    lines = []
    for name, chains in documents.items():
        rows = [f"{name} 0 {place} word{place} ({chain})" for place, chain in enumerate(chains)]
        lines += [f"#begin document ({name}); part 000", *rows, "", "#end document"]
    return "\n".join(lines) + "\n"


def conllu(documents: dict[str, list[str]]) -> str:
    lines = ["# global.Entity = eid-etype-head-other"]
    for name, chains in documents.items():
        rows = [
            f"{place}\tword{place}\t_\tX\t_\t_\t0\troot\t_\tEntity=({chain}-person-1-)"
            for place, chain in enumerate(chains, start=1)
        ]
        lines += [f"# newdoc id = {name}", f"# sent_id = {name}", *rows, ""]
    return "\n".join(lines) + "\n"


def as_json(documents: dict[str, list[str]]) -> str:
    return "".join(
        json.dumps(
            {
                "doc_id": name,
                "tokens": [f"word{place}" for place in range(len(chains))],
                "clusters": {chain: [[place, place]] for place, chain in enumerate(chains)},
            }
        )
        + "\n"
        for name, chains in documents.items()
    )


def sacr(documents: dict[str, list[str]]) -> str:
    ((name, chains),) = documents.items()
    marks = " ".join(f'{{{chain}:head="1" word{place}}}' for place, chain in enumerate(chains))
    return f"#title: {name}\n\n{marks}\n"


WRITERS = {"conll": conll, "conllu": conllu, "jsonl": as_json}

NAMED = {"a": ["Ann", "Bob"], "b": ["Ann", "Cid"], "c": ["Bob"]}


def read(path: Path, options: ReadOptions | None = None) -> Graph:
    (graph,) = read_graphs([str(path)], options or ReadOptions())
    return graph


@pytest.mark.parametrize("extension", WRITERS)
@pytest.mark.parametrize("in_files", [False, True])
def test_names_in_several_documents_are_noticed_and_joined_when_asked(
    tmp_path: Path, extension: str, in_files: bool
) -> None:
    write = WRITERS[extension]
    parts = [{name: chains} for name, chains in NAMED.items()] if in_files else [NAMED]
    for number, part in enumerate(parts):
        (tmp_path / f"{number}.{extension}").write_text(write(part), encoding="utf-8")
    apart, joined = read(tmp_path), read(tmp_path, ACROSS)
    assert (len(apart.names), len(joined.names)) == (5, 3)
    assert len(apart.mentions) == len(joined.mentions) == 5
    noticed = notice(apart, "names-recur")
    assert (noticed.count, [example.split(" ")[0] for example in noticed.examples]) == (2, ["Ann", "Bob"])
    assert "--across-documents" in noticed.sentence
    assert not {"names-recur", "names-missing"} & notices(joined).keys()


def test_names_of_sacr_hold_across_the_files_of_a_folder_when_asked(tmp_path: Path) -> None:
    for name, chains in {"a": ["Ann", "M1", "M2"], "b": ["Ann", "M1"]}.items():
        (tmp_path / f"{name}.sacr").write_text(sacr({name: chains}), encoding="utf-8")
    graph = read(tmp_path)
    assert (len(graph.names), notice(graph, "names-recur").examples) == (5, ("Ann in a and b",))
    assert len(read(tmp_path, ACROSS).names) == 3


COUNTS = [
    {"a": ["0", "1", "2"], "b": ["0", "1"]},
    {"a": ["1", "60"], "b": ["1", "60"]},  # chains without partners were counted, and left out
    {"a": ["1", "2"], "b": ["1"], "c": ["45", "90"], "d": ["90"]},  # a part goes on counting
]


@pytest.mark.parametrize("documents", COUNTS)
@pytest.mark.parametrize("extension", WRITERS)
def test_numbers_that_count_the_chains_of_each_document_are_not_noticed(
    tmp_path: Path, extension: str, documents: dict[str, list[str]]
) -> None:
    path = tmp_path / f"a.{extension}"
    path.write_text(WRITERS[extension](documents), encoding="utf-8")
    assert "names-recur" not in notices(read(path))


@pytest.mark.parametrize("numbers", [("4711", "4712"), ("16235311629112331", "1")])
def test_numbers_that_are_too_high_to_count_are_noticed(tmp_path: Path, numbers: Sequence[str]) -> None:
    path = tmp_path / "a.conll"
    path.write_text(conll({"a": list(numbers), "b": [numbers[0]]}), encoding="utf-8")
    assert notice(read(path), "names-recur").examples == (f"{numbers[0]} in a/000 and b/000",)


def test_the_letters_of_corefud_before_a_count_are_no_name(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(conllu({"a": ["e1", "e7"], "b": ["e1", "e7"]}), encoding="utf-8")
    assert "names-recur" not in notices(read(path))
    assert len(read(path, ACROSS).names) == 2


def test_links_between_chains_survive_when_names_hold_across_documents(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    text = conllu({"a": ["e1", "e2"], "b": ["e1"]}).replace(")\n\n#", ")|Bridge=e1<e2:part\n\n#", 1)
    path.write_text(text, encoding="utf-8")
    apart, joined = read(path), read(path, ACROSS)
    assert len(apart.statements) == len(joined.statements) == 1


def test_chains_without_names_stay_apart_and_are_noticed_when_names_are_to_hold(tmp_path: Path) -> None:
    lines = [{"doc_id": name, "tokens": ["Ann"], "clusters": [[[0, 0]]]} for name in "ab"]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    graph = read(path, ACROSS)
    assert len(graph.names) == 2
    assert notice(graph, "names-missing").examples == ("the first in a",)


def test_one_chain_across_documents_is_a_difference_when_names_hold(tmp_path: Path) -> None:
    baseline, changed = tmp_path / "baseline.conll", tmp_path / "changed.conll"
    baseline.write_text(conll({"a": ["Ann"], "b": ["Ann"]}), encoding="utf-8")
    changed.write_text(conll({"a": ["Ann"], "b": ["Cid"]}), encoding="utf-8")

    def interesting(options: Options) -> int:
        return compare(str(baseline), str(changed), options=options).summary.interesting

    assert (interesting(DEFAULTS), interesting(DEFAULTS._replace(reading=ACROSS))) == (0, 1)
    converted = []
    for path in (baseline, changed):
        lines, _ = convert(str(path), ACROSS)
        converted.append(path.with_suffix(".ttl"))
        converted[-1].write_text("".join(lines), encoding="utf-8")
    assert compare(*map(str, converted)).summary.interesting == 1


def test_the_flag_reaches_the_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.conll"
    path.write_text(conll(NAMED), encoding="utf-8")
    assert main(["lint", str(path), "--across-documents", "--json", "-"]) == 0
    (linted,) = json.loads(capsys.readouterr().out)["graphs"]
    assert linted["instances"] == 3


@needs_shared
@pytest.mark.parametrize(
    "corpus",
    [
        "gum",
        "zoo/conll-word-missing",
        "zoo/three-columns-broken",
        "zoo/corefud-one-bad-bracket",
        "zoo/d-sacr",
    ],
)
def test_published_corpora_that_count_their_chains_are_not_noticed(corpus: str) -> None:
    assert "names-recur" not in notices(read(SHARED / "data" / corpus))
