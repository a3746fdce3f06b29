"""The stored settings of a comparison, and a comparison repeated from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare, compare_graphs
from coala.engine.settings import describe_settings, read_settings
from coala.errors import CoalaError
from coala.model.format_options import FormatOptions
from coala.model.kinds import Kind
from coala.model.options import DEFAULTS, Match, Options, ReadOptions, Selection
from tests.support.graphs_by_hand import SEED
from tests.support.paths import SAMPLES

PAPER = [str(SAMPLES / "paper" / f"{name}.ttl") for name in "XY"]


def test_nothing_set_is_as_usual() -> None:
    assert read_settings({}) == DEFAULTS
    assert read_settings(compare(*PAPER).summary.settings) == DEFAULTS


def test_a_comparison_can_be_made_again_from_its_settings(tmp_path: Path) -> None:
    options = Options(
        ReadOptions(
            vocabulary="nif",
            texts=tmp_path,
            base="http://example.org/",
            same_as=False,
            offsets="utf-16",
            ends="exclusive",
            formats=FormatOptions(
                lenient=True,
                brat_relations=("Same", "Is"),
                uima_link="Link",
                uima_type_system=tmp_path / "types.xml",
            ),
        ),
        selection=Selection(
            ignore_predicates=("http://example.org/p", "q"),
            ignore_types=("http://example.org/T",),
            kinds=frozenset({Kind.MOVED, Kind.TYPE}),
        ),
        match=Match.OVERLAP,
    )
    settings = compare_graphs(SEED["X"], SEED["Y"], options=options).summary.settings
    assert read_settings(settings) == options
    assert settings["kinds"] in describe_settings(settings)


def test_a_comparison_can_be_made_again_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there"
    (there / "texts").mkdir(parents=True)
    (there / "map.tsv").write_text("http://example.org/doc1\thttp://example.org/doc1\n", encoding="utf-8")
    monkeypatch.chdir(there)
    formats = FormatOptions(uima_type_system=Path("types.xml"))
    options = Options(
        ReadOptions(vocabulary="own.toml", texts=Path("texts"), formats=formats), map_documents="map.tsv"
    )
    settings = compare_graphs(SEED["X"], SEED["Y"], options=options).summary.settings
    monkeypatch.chdir(tmp_path)
    again = read_settings(settings)
    assert again.reading.vocabulary == str(there / "own.toml")
    assert again.reading.texts == there / "texts"
    assert again.reading.formats.uima_type_system == there / "types.xml"
    assert again.map_documents == str(there / "map.tsv")
    described = describe_settings(settings)
    assert " types.xml" in described
    assert " map.tsv" in described


@pytest.mark.parametrize("name", ["match", "offsets", "ends", "kinds"])
def test_a_setting_that_means_nothing_is_a_sentence(name: str) -> None:
    with pytest.raises(CoalaError, match="'odd'"):
        read_settings({name: "odd"})


def test_a_review_that_is_renewed_with_other_settings_is_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = str(tmp_path / "a.coala")
    warned = []
    for options in (["--match", "overlap"], ["--match", "overlap"], [], []):
        main(["diff", *PAPER, "-o", review, *options])
        warned.append("overlap" in capsys.readouterr().err)
    assert warned == [False, False, True, False]


def test_a_map_of_documents_is_read_again_and_missed_before_any_graph(tmp_path: Path) -> None:
    (tmp_path / "map.tsv").write_text("a\tb\n", encoding="utf-8")
    stated = read_settings({"map_documents": str(tmp_path / "map.tsv")})
    with pytest.raises(CoalaError, match=r"map\.tsv"):
        compare(*PAPER, options=stated)
    gone = read_settings({"map_documents": str(tmp_path / "gone.tsv")})
    with pytest.raises(CoalaError, match=r"gone\.tsv"):
        compare("nowhere.ttl", "nowhere.ttl", options=gone)
