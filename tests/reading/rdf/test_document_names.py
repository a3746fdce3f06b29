"""A document in several files of a folder: one of each file, as the first notice says."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.model.format_options import FormatOptions
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import BOB, PREFIXES, notice, notices

CONLL = """\
#begin document (x);
x 0 0 Bob (1)
x 0 1 met -
x 0 2 himself (1)

#end document
"""
JOIN = ReadOptions(formats=FormatOptions(join=True))


def write(folder: Path, *names: str) -> str:
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(CONLL, encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["train/a.conll", "test/a.conll"], {"train/x", "test/x"}),
        (["seed1.conll", "seed2.conll"], {"seed1.conll/x", "seed2.conll/x"}),
        (["x.conll", "x.response"], {"x.conll", "x.response"}),
        (["a.conll", "runs/1.conll", "runs/2.conll"], {"a.conll/x", "runs/1.conll/x", "runs/2.conll/x"}),
    ],
)
def test_equal_names_in_several_files_get_a_folder_or_file(
    tmp_path: Path, files: list[str], names: set[str]
) -> None:
    (graph,) = read_graphs([write(tmp_path, *files)], ReadOptions())
    assert {document.removeprefix("urn:coala:document:") for document in graph.documents} == names
    assert len(graph.mentions) == 2 * len(files)
    said = notice(graph, "document-in-several-files")
    assert said.examples[0].startswith(f"x is in {len(files)} files (")
    assert graph.notices[0] == said


def test_joined_only_when_asked(tmp_path: Path) -> None:
    (graph,) = read_graphs([write(tmp_path, "seed1.conll", "seed2.conll")], JOIN)
    assert len(graph.documents) == 1
    assert "document-in-several-files" not in notices(graph)
    assert notices(graph)["documents-joined"] == 1


def test_document_of_one_file_keeps_its_name(tmp_path: Path) -> None:
    write(tmp_path, "train/a.conll", "test/a.conll")
    (tmp_path / "b.conll").write_text(CONLL.replace("(x)", "(y)"), encoding="utf-8")
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert len(graph.documents) == 3
    assert any(document.endswith(":y") for document in graph.documents)


def test_what_is_converted_reads_the_same(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", "train/a.conll", "test/a.conll")
    lines, remarked = convert(folder)
    (tmp_path / "out.ttl").write_text("".join(lines), encoding="utf-8")
    assert [each.code for each in remarked] == ["document-in-several-files"]
    assert compare(folder, str(tmp_path / "out.ttl")).summary.interesting == 0


CONLLU = (
    "# global.Entity = eid-etype-head-other\n# newdoc id = x\n"
    "1\tBob\t_\tX\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)\n2\tmet\t_\tX\t_\t_\t1\tx\t_\t_\n"
    "3\thimself\t_\tX\t_\t_\t1\tx\t_\tEntity=(e1-person-1-)\n\n"
)


def test_two_encodings_of_a_document_are_two_though_one_has_a_part(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(CONLL.replace("(x);", "(x); part 000"))
    (tmp_path / "a.conllu").write_text(CONLLU)
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert notice(graph, "document-in-several-files").examples == ("x is in 2 files (a.conll, a.conllu)",)
    assert sorted(graph.documents) == [f"urn:coala:document:a.{end}" for end in ("conll/x/000", "conllu/x")]
    (graph,) = read_graphs([str(tmp_path)], JOIN)
    assert notices(graph) == {}


def test_text_under_two_names_in_two_files_is_reported(tmp_path: Path) -> None:
    text = "Bob met nobody but himself, as he told everybody."
    for name in ("anna", "bert"):
        (tmp_path / f"{name}.jsonl").write_text(f'{{"text": "{text}", "clusters": [[[0, 3], [19, 26]]]}}\n')
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    said = notice(graph, "text-in-several-files")
    assert said.examples == ("anna/1 (anna.jsonl) and bert/1 (bert.jsonl)",)
    _, converted = convert(str(tmp_path))
    assert "text-in-several-files" in [each.code for each in converted]


def test_document_with_mentions_in_two_rdf_files_is_reported(tmp_path: Path) -> None:
    for name, turtle in (
        ("run1.ttl", BOB),
        ("run2.ttl", BOB.replace(":bob", ":rob")),
        ("c.ttl", ":a :b :c ."),
    ):
        (tmp_path / name).write_text(PREFIXES + turtle)
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    said = notice(graph, "graph-of-several-files")
    assert said.examples == ("http://example.org/doc is in 2 files (run1.ttl, run2.ttl)",)
    (tmp_path / "run2.ttl").unlink()
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert "graph-of-several-files" not in notices(graph)
