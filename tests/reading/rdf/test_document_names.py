"""A document that stands in several files of a folder is one of each, and the first notice says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.model.format_options import FormatOptions
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import notice, notices

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
def test_one_name_in_several_files_is_told_apart_by_folder_or_file(
    tmp_path: Path, files: list[str], names: set[str]
) -> None:
    (graph,) = read_graphs([write(tmp_path, *files)], ReadOptions())
    assert {document.removeprefix("urn:coala:document:") for document in graph.documents} == names
    assert len(graph.mentions) == 2 * len(files)
    said = notice(graph, "document-in-several-files")
    assert said.examples[0].startswith(f"x stands in {len(files)} files (")
    assert graph.notices[0] == said


def test_joined_only_when_asked(tmp_path: Path) -> None:
    (graph,) = read_graphs([write(tmp_path, "seed1.conll", "seed2.conll")], JOIN)
    assert len(graph.documents) == 1
    assert "document-in-several-files" not in notices(graph)
    assert notices(graph)["documents-joined"] == 1


def test_a_document_that_stands_once_keeps_its_name(tmp_path: Path) -> None:
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
