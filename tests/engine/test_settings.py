"""What a comparison says of its settings, and a comparison made again from that."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare, compare_graphs
from coala.engine.settings import from_settings, settings_line
from coala.errors import CoalaError
from coala.model.kinds import Kind
from coala.model.options import USUAL, ReadOptions
from coala.normalisation.document_map import read_document_map
from coala.normalisation.selection import Selection
from coala.normalisation.span_matching import Match
from tests.support.graphs_by_hand import SEED
from tests.support.paths import SAMPLES

PAPER = [str(SAMPLES / "paper" / f"{name}.ttl") for name in "XY"]


def test_nothing_set_is_as_usual() -> None:
    assert from_settings({}) == (ReadOptions(), Selection(), Match.EXACT, None)
    assert from_settings(compare(*PAPER).summary.settings) == from_settings({})


def test_a_comparison_can_be_made_again_from_its_settings(tmp_path: Path) -> None:
    options = ReadOptions(
        vocabulary="nif",
        texts=tmp_path,
        base="http://example.org/",
        same_as=False,
        offsets="utf-16",
        ends="exclusive",
        formats=USUAL._replace(empty_nodes=True, relations=("Same", "Is"), uima_link="Link"),
        type_system=tmp_path / "types.xml",
    )
    selection = Selection(
        ignore_predicates=("http://example.org/p", "q"),
        ignore_types=("http://example.org/T",),
        kinds=frozenset({Kind.MOVED, Kind.TYPE}),
    )
    made = compare_graphs(
        SEED["X"], SEED["Y"], options=options, selection=selection, match=Match.OVERLAP
    ).summary.settings
    assert from_settings(made) == (options, selection, Match.OVERLAP, None)


def test_a_comparison_can_be_made_again_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there"
    (there / "texts").mkdir(parents=True)
    (there / "map.tsv").write_text("http://example.org/doc1\thttp://example.org/doc1\n", encoding="utf-8")
    monkeypatch.chdir(there)
    options = ReadOptions(vocabulary="own.toml", texts=Path("texts"), type_system=Path("types.xml"))
    made = compare_graphs(
        SEED["X"], SEED["Y"], options=options, documents=read_document_map("map.tsv")
    ).summary.settings
    monkeypatch.chdir(tmp_path)
    again = from_settings(made)
    assert again.options.vocabulary == str(there / "own.toml")
    assert again.options.texts == there / "texts"
    assert again.options.type_system == there / "types.xml"
    assert again.documents is not None
    assert again.documents.source == str(there / "map.tsv")
    line = settings_line(made)
    assert "UIMA type system types.xml" in line
    assert "documents mapped by map.tsv" in line


@pytest.mark.parametrize("name", ["match", "offsets", "ends", "kinds"])
def test_a_setting_that_means_nothing_is_a_sentence(name: str) -> None:
    with pytest.raises(CoalaError, match=r"There is no .* 'odd'; choose from "):
        from_settings({name: "odd"})


def test_a_review_that_is_renewed_with_other_settings_is_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = str(tmp_path / "a.coala")
    told = []
    for options in (["--match", "overlap"], ["--match", "overlap"], [], []):
        main(["diff", *PAPER, "-o", review, *options])
        told.append("made with other settings" in (error := capsys.readouterr().err))
        assert "(match overlap)" in error or not told[-1]
    assert told == [False, False, True, False]


def test_a_map_of_documents_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "map.tsv").write_text("a\tb\n", encoding="utf-8")
    found = from_settings({"map_documents": str(tmp_path / "map.tsv")}).documents
    assert found is not None
    assert found.names == {"a": "b"}
    with pytest.raises(CoalaError, match="cannot be read"):
        from_settings({"map_documents": str(tmp_path / "gone.tsv")})
