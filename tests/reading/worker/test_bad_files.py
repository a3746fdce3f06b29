"""Bad files in a folder: skipped, with a notice before all others that names them and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.convert import convert
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import BOB, PREFIXES, notice

pytestmark = pytest.mark.new_processes

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:a0b9\nsize 31020\n"
CONLL = "#begin document (x);\nx 0 0 Bob (1)\n\n#end document\n"


def test_the_vocabulary_is_found_whichever_file_is_bad(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(POINTER)
    (tmp_path / "b.conll").write_text(CONLL)
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert len(graph.mentions) == 1
    assert "git lfs pull" in notice(graph, "file-left-out").examples[0]
    lines, remarked = convert(str(tmp_path))
    assert len(list(lines)) == 6
    assert [each.code for each in remarked] == ["file-left-out"]


def test_a_bad_file_is_trouble_when_strict(tmp_path: Path) -> None:
    (tmp_path / "a.ttl").write_text(POINTER)
    (tmp_path / "b.ttl").write_text(PREFIXES + BOB)
    assert main(["lint", str(tmp_path)]) == 0
    assert main(["lint", str(tmp_path), "--strict"]) != 0
