"""Refusal of outputs that would replace an input: graphs, folders, texts, vocabularies, maps, or outputs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from coala.cli.commands import main
from tests.support.paths import SAMPLES

X, Y = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XY")

ANNOTATIONS = "T1\tPerson 0 3\tAnn\nT2\tPerson 10 13\tShe\nR1\tCoref Arg1:T2 Arg2:T1\n"
COLUMNS = "#begin document (d);\nd\t0\tAnn\t(0)\nd\t1\tran\t-\n\n#end document\n"

Refused = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Refused:
    """Return a function that runs a command, which must be refused in one line and change no file."""

    def run(*arguments: object) -> str:
        before = contents(tmp_path)
        capsys.readouterr()
        assert main([str(argument) for argument in arguments]) == 2
        captured = capsys.readouterr()
        (line,) = captured.err.splitlines()
        assert captured.out == ""
        assert contents(tmp_path) == before
        return line

    return run


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_convert_replaces_neither_its_input_nor_its_text(tmp_path: Path, refused: Refused) -> None:
    columns = written(tmp_path / "m.conll", COLUMNS)
    refused("convert", columns, "-o", columns)
    annotations = written(tmp_path / "brat" / "ok.ann", ANNOTATIONS)
    text = written(tmp_path / "brat" / "ok.txt", "Ann left. She ran.")
    assert str(annotations) in refused("convert", annotations, "-o", text)
    assert f" {text.parent}." in refused("convert", text.parent, "-o", text)
    assert main(["convert", str(annotations), "-o", str(tmp_path / "ok.ttl")]) == 0


def test_a_link_to_an_input_is_the_input(tmp_path: Path, refused: Refused) -> None:
    columns = written(tmp_path / "m.conll", COLUMNS)
    hard, soft = tmp_path / "hard.conll", tmp_path / "soft.conll"
    os.link(columns, hard)
    soft.symlink_to(columns)
    for link in (hard, soft, tmp_path / "." / "m.conll"):
        refused("convert", columns, "-o", link)


def test_an_output_replaces_no_file_in_an_input_folder(tmp_path: Path, refused: Refused) -> None:
    folder = written(tmp_path / "cf" / "a.conll", COLUMNS).parent
    notes = written(folder / "notes.json", "[]")
    for name in ("a.conll", notes.name):
        assert f" {folder}." in refused("diff", X, folder, "--json", folder / name)
    for name in ("b.conll", "b.ttl", "a.txt"):
        assert f" {folder}." in refused("convert", folder, "-o", folder / name)


def test_earlier_output_in_an_input_folder_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "graphs"
    folder.mkdir()
    shutil.copy(X, folder)
    arguments = ["diff", str(folder), Y, "--json", str(folder / "diff.json"), "-o", str(folder / "r.coala")]
    assert (main(arguments), main(arguments)) == (1, 1)


def test_output_replaces_no_file_next_to_the_graphs(tmp_path: Path, refused: Refused) -> None:
    text = written(tmp_path / "texts" / "d1.txt", "Ann ran.")
    for option, path in (
        ("--vocabulary", written(tmp_path / "w.toml", "name = 'w'")),
        ("--map-documents", written(tmp_path / "m.tsv", "a\tb\n")),
    ):
        assert f"{path}: " in refused("diff", X, Y, option, path, "--json", path)
    types = written(tmp_path / "ts.xml", "<typeSystemDescription/>")
    option = f"uima-type-system={types}"
    assert f"{types}: " in refused("diff", X, Y, "--format-option", option, "--json", types)
    for command in ("diff", "score"):
        assert f" {text.parent}." in refused(command, X, Y, "--texts", text.parent, "--json", text)


def test_a_review_file_is_no_input(tmp_path: Path, refused: Refused) -> None:
    graph = tmp_path / "x.ttl"
    shutil.copy(X, graph)
    for command in ("diff", "review"):
        refused(command, graph, Y, "-o", graph)
    # Nor is it replaced by another output.
    review = tmp_path / "r.coala"
    assert main(["diff", X, Y, "-o", str(review)]) == 1
    refused("tally", review, "--csv", review)
    refused("diff", X, Y, "--json", review)


def test_a_word_with_a_meaning_of_its_own_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    monkeypatch.chdir(tmp_path)
    for word in ("auto", "nif"):
        arguments = ["diff", X, X, "--map-documents", "auto", "--vocabulary", word, "--json", word]
        assert (main(arguments), main(arguments)) == (0, 0)
    shutil.copy(X, tmp_path / "x.ttl")
    refused("diff", "x.ttl", Y, "--json", tmp_path / "x.ttl")


def test_two_outputs_never_go_into_one_file(tmp_path: Path, refused: Refused) -> None:
    target = tmp_path / "t"
    review = tmp_path / "r.coala"
    main(["diff", X, Y, "-o", str(review)])
    refused("tally", review, "--csv", target, "--json", target)
    refused("diff", X, Y, "-o", target, "--json", tmp_path / "." / "t")
    assert main(["tally", str(review), "--csv", os.devnull, "--json", os.devnull]) == 0


def test_a_database_of_another_program_stays(tmp_path: Path, refused: Refused) -> None:
    columns = written(tmp_path / "m.conll", COLUMNS)
    database = tmp_path / "other"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    refused("convert", columns, "-o", database)


def test_another_file_is_no_review_to_renew(
    tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = written(tmp_path / "notes.txt", "hello")
    # It is refused before anything is read.
    monkeypatch.setattr("coala.cli.commands._compare", None)
    assert f"{other}: " in refused("diff", X, Y, "-o", other)


def test_a_file_that_comes_by_standard_input_is_an_input_too(tmp_path: Path) -> None:
    file, other = tmp_path / "in.ttl", tmp_path / "other.ttl"
    for path in (file, other):
        shutil.copy(SAMPLES / "paper" / "X.ttl", path)
    before = file.read_bytes()
    with file.open("rb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "coala.cli", "diff", "-", str(other), "--json", str(file)],
            stdin=stream,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr.startswith(f"coala: {file}: ")) == (2, True)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "name",
    "out.conllu out.conll out.v4_gold_conll out.json out.jsonl out.rdf out.xml out.csv out.html out.ttl.gz "
    "out.coala OUT.CONLL out.tcf out.coref out.xlsx out.pdf out.db out.mention out.of.mine".split(),
)
def test_convert_to_a_name_of_another_format_is_refused(tmp_path: Path, refused: Refused, name: str) -> None:
    columns = written(tmp_path / "m.conll", COLUMNS)
    assert "--into" in refused("convert", columns, "-o", tmp_path / name)


@pytest.mark.parametrize("name", ["out.ttl", "out.nt", "out.nq", "out.trig", "out.n3", "OUT.NIF", "out"])
def test_convert_to_a_name_that_may_be_turtle_is_read_again(tmp_path: Path, name: str) -> None:
    columns = written(tmp_path / "m.conll", COLUMNS)
    assert main(["convert", str(columns), "-o", str(tmp_path / name)]) == 0
    assert main(["diff", str(columns), str(tmp_path / name)]) == 0


@pytest.mark.parametrize("name", ["tables", "tables-1.0", "x.parquet"])
def test_tables_into_the_name_of_a_folder_are_written(tmp_path: Path, name: str) -> None:
    pytest.importorskip("duckdb")
    assert main(["convert", X, "--to", "parquet", "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / name / "mention.parquet").is_file()


@pytest.mark.parametrize(
    ("what", "names"), [("graph", ["x.jsonl", "x.xlsx"]), ("rdf", ["x.jsonl", "x.xlsx", "x.nt"])]
)
def test_an_export_as_turtle_to_a_name_of_another_format_is_refused(
    tmp_path: Path, refused: Refused, what: str, names: list[str]
) -> None:
    review = tmp_path / "r.coala"
    assert main(["diff", X, Y, "-o", str(review)]) == 1
    for name in names:
        assert ".ttl" in refused("export", review, "--to", what, "-o", tmp_path / name)
    assert main(["export", str(review), "--to", what, "-o", str(tmp_path / "x.ttl")]) == 0
