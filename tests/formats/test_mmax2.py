"""MMAX2: which other files are read, and where the words may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.base.files import make_sibling_reader
from coala.formats.mmax2 import read
from coala.model.format_options import FormatOptions
from tests.reading.sample_files import SAMPLES
from tests.support.damage import refusal

SETS, WORDS = SAMPLES["MMAX2"].values()


def level(*markables: str) -> str:
    written = "\n".join(f'<markable id="markable_{n}" {said}/>' for n, said in enumerate(markables, 1))
    return (
        '<?xml version="1.0"?><!DOCTYPE markables SYSTEM "markables.dtd">\n'
        f'<markables xmlns="www.eml.org/NameSpaces/coref">\n{written}\n</markables>\n'
    )


def test_a_pointer_asks_for_no_file_but_another_level_beside_it() -> None:
    asked: list[str] = []

    def sibling(name: str) -> bytes | None:
        asked.append(name)
        return WORDS.encode("utf-8") if name == "a_words.xml" else None

    pointers = ("../../b:markable_1", "b/c:markable_1", "coref:markable_2", "secmark:markable_1")
    text = level('span="word_1"', *(f'span="word_{8 + at % 2}" ref="{to}"' for at, to in enumerate(pointers)))
    read("a_coref_level.xml", text.encode("utf-8"), FormatOptions(sibling=sibling, lenient=True))
    paths = {f"{up}common_paths.xml" for up in ("", "../", "../../")}
    assert {name for name in asked if "words" not in name} == {"a_secmark_level.xml", "a.mmax", *paths}


@pytest.mark.parametrize(
    ("base", "words", "is_read"),
    [
        ("../basedata", "a_words.xml", True),
        ("..\\basedata\\", "a_words.xml", True),
        (".", "../basedata/a_words.xml", True),
        ("../../basedata", "a_words.xml", False),
        ("/basedata", "a_words.xml", False),
    ],
)
def test_words_are_found_as_common_paths_says_unless_it_leads_out_of_the_project(
    tmp_path: Path, base: str, words: str, is_read: bool
) -> None:
    project = tmp_path / "outside" / "corpus" / "annotations"
    (project / "markables").mkdir(parents=True)
    (project / "common_paths.xml").write_text(
        f"<common_paths><basedata_path>{base}</basedata_path><annotations>"
        '<level name="coref">$_chains.xml</level></annotations></common_paths>'
    )
    (project / "a.mmax").write_text(f"<mmax_project><words>{words}</words></mmax_project>")
    file = project / "markables" / "a_chains.xml"
    there = project.parent if is_read else project.parent.parent
    (there / "basedata").mkdir()
    (there / "basedata" / "a_words.xml").write_text(WORDS)
    options = FormatOptions(sibling=make_sibling_reader(str(file), 10_000), mmax_level="coref")

    if is_read:
        found = read(str(file), SETS.encode(), options)
        assert found.documents == (("a", "Ann took it up She won"),)
        assert len(found.mentions) == 3
    else:
        assert "a_words.xml" in refusal(lambda: read(str(file), SETS.encode(), options))


def test_words_may_lie_in_the_neighbouring_folder_of_mmax2(tmp_path: Path) -> None:
    for folder, name, text in (("Basedata", "a_words.xml", WORDS), ("Markables", "a_coref_level.xml", SETS)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text, encoding="utf-8")
    file = str(tmp_path / "Markables" / "a_coref_level.xml")
    told = FormatOptions(sibling=make_sibling_reader(file, 10_000))
    assert read(file, SETS.encode(), told).documents == (("a", "Ann took it up She won"),)
    for name in (
        "../../a",
        "../Markables/../a",
        "../../Basedata/a_words.xml",
        "..\\Basedata/a",
        "/etc/hosts",
    ):
        assert make_sibling_reader(file, 10_000)(name) is None
