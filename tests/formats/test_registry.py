"""The formats on the page, in the README and in the help, compared with the registry."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.formats.registry import COREFERENCE_FORMATS, list_format_names
from tests.support.pages import anchors_of
from tests.support.paths import ROOT

REFERENCE = ROOT / "docs" / "reference"


def test_each_format_has_a_reader_of_its_own_and_a_section_that_is_there() -> None:
    modules = [each.module for each in COREFERENCE_FORMATS]
    assert len(set(modules)) == len(modules)
    for each in COREFERENCE_FORMATS:
        reader = importlib.import_module(f"coala.formats.{each.module}")
        assert callable(reader.looks_like)
        assert callable(reader.read)
        page, _, section = each.link.partition("#")
        assert not section or section in anchors_of(REFERENCE / (page or "formats.md"))


def test_every_module_that_reads_a_format_is_registered() -> None:
    folder = ROOT / "coala" / "formats"
    readers = {
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in folder.rglob("*.py")
        if re.search(r"(?m)^def looks_like\(name", path.read_text(encoding="utf-8"))
    }
    assert {each.module for each in COREFERENCE_FORMATS} == readers


def test_the_readme_names_every_format() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (sentence,) = re.findall(r"COALA reads RDF, (.*?) \(\[all formats\]", readme, re.DOTALL)
    named = re.split(r", | and ", " ".join(sentence.split()))
    described = [re.sub(r" (in|of) .*", "", name) for name in named]
    assert sorted(described) == sorted(each.name for each in COREFERENCE_FORMATS)


def test_the_help_of_convert_names_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["convert", "--help"])
    assert list_format_names() in " ".join(capsys.readouterr().out.split())


def test_the_command_lists_formats_and_shapes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "formats", "--json", str(tmp_path / "formats.json")]) == 0
    listed = json.loads((tmp_path / "formats.json").read_text(encoding="utf-8"))
    printed = capsys.readouterr().out
    assert listed["format"] == "coala-formats/1"
    assert [each["name"] for each in listed["formats"]] == [each.name for each in COREFERENCE_FORMATS]
    for each in (*listed["formats"], *listed["shapes"]):
        assert (each.get("name") or each["title"]) in printed
