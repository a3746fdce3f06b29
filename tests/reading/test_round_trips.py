"""The output of ``coala convert``, read back as the same graph, in every format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coala.engine.convert import convert
from coala.model.graph import Graph
from coala.model.options import DEFAULTS
from coala.reading.read import read_graphs
from coala.reading.sources import detect
from tests.reading.sample_files import SAMPLES, TEXTS_ELSEWHERE, write_sample
from tests.support.nif import everything
from tests.support.paths import SHARED, needs_shared

ZOO = SHARED / "data" / "zoo"


def said_by(graph: Graph) -> dict[str, Any]:
    """Return all but the notices: a copy cannot have the notices of its file."""
    values = everything(graph, names=False)
    del values["notices"]
    return values


def assert_comes_back(path: Path, target: Path) -> Graph:
    """Compare a file or folder with what its conversion says; returns what it says itself."""
    (read,) = read_graphs([str(path)], DEFAULTS.reading)
    lines, _ = convert(str(path))
    target.write_text("".join(lines), encoding="utf-8")
    (written,) = read_graphs([str(target)], DEFAULTS.reading)
    assert said_by(written) == said_by(read)
    return read


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_of_every_format_comes_back_whole(tmp_path: Path, name: str) -> None:
    graph = assert_comes_back(write_sample(tmp_path, name), tmp_path / "converted.ttl")
    assert len(graph.mentions) > 0
    assert all(graph.texts) == (name not in TEXTS_ELSEWHERE)


UNREAD = {"d-gap", "d-kaf", "webanno-tsv-2"}
"""Samples in which nothing is read as chains."""

REAL = sorted(
    folder.name
    for folder in (ZOO.iterdir() if ZOO.is_dir() else ())
    if folder.is_dir()
    and folder.name not in UNREAD
    and not any(detect.is_rdf_name(file.name) for file in folder.iterdir())
)


@needs_shared
@pytest.mark.parametrize("sample", REAL)
def test_real_samples_come_back_whole(tmp_path: Path, sample: str) -> None:
    assert_comes_back(ZOO / sample, tmp_path / "converted.ttl")
