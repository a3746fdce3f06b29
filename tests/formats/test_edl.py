"""Tables of entity discovery and linking: mentions with places in texts that are elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from coala.engine.compare import compare
from coala.formats.annotations import Annotations, Mention
from coala.formats.edl import looks_like, read
from coala.model.format_options import FormatOptions
from coala.model.options import DEFAULTS, ReadOptions
from tests.support.damage import damaged, reads_or_says_why, refusal

TABLE = (
    "run1\tm-1\tParis\tNEWS_1:9-13\tm.05qtj\tGPE\tNAM\t1.0\n"
    "run1\tm-2\tAnn\tNEWS_1:0-2\tNIL0001\tPER\tNAM\t0.5\n"
    "run1\tm-3\ttown\tNEWS_2:4-7\tm.05qtj\tGPE\tNOM\t0.25\n"
    "run1\tm-4\tAnn\tNEWS_2:12-14\tNIL0001\tPER\tNAM\t1.0\n"
    "run1\tm-5\tBo\tNEWS_2:20-21\tNIL\tPER\tNAM\t1.0\n"
)
PARIS = "http://rdf.freebase.com/ns/m.05qtj"


def reading(table: str) -> Annotations:
    assert looks_like("a.tab", table.encode())
    return read("a.tab", table.encode(), FormatOptions())


def test_mentions_of_one_entry_or_number_of_nil_are_one_chain_across_documents() -> None:
    annotations = reading(TABLE)
    assert annotations.mentions == (
        Mention(0, ((9, 14),), PARIS, ("GPE",), anchor="Paris"),
        Mention(0, ((0, 3),), "NIL0001", ("PER",), anchor="Ann"),
        Mention(1, ((4, 8),), PARIS, ("GPE",), anchor="town"),
        Mention(1, ((12, 15),), "NIL0001", ("PER",), anchor="Ann"),
        Mention(1, ((20, 22),), "NEWS_2/20-21", ("PER",), anchor="Bo"),
    )
    assert annotations.across == {PARIS, "NIL0001"}
    assert annotations.textless == {0, 1}
    assert annotations.remarks == ()


def test_entries_of_a_base_of_tac_are_names_of_an_unknown_base() -> None:
    annotations = reading("run1\tm-1\tParis\tNEWS_1:9-13\tE0042\tGPE\tNAM\t1.0\n")
    assert annotations.across == {"TAC:E0042"}
    assert annotations.remarks == (("base-unknown", "a.tab:1, 'TAC:E0042'"),)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("run1\tm-1\tParis\tNEWS_1:9-13\tm.05qtj\tGPE\tNAM\t1.0\n", "mention-twice"),
        ("run1\tm-6\tBo\tNEWS_1\tNIL\tPER\tNAM\t1.0\n", "line-left-out"),
        ("run1\tm-6\tBo\tNEWS_1:9-3\tNIL\tPER\tNAM\t1.0\n", "line-left-out"),
        ("run1\tm-6\tBo\n", "line-left-out"),
        ("run1\tm-6\tBo\tNEWS_1:3-4\thttp://e.org/a b\tPER\tNAM\t1.0\n", "entry-unusable"),
    ],
)
def test_a_broken_or_repeated_line_is_remarked(line: str, code: str) -> None:
    annotations = reading(TABLE + line)
    assert [found for found, _ in annotations.remarks] == [code]


def test_a_table_of_several_runs_is_refused() -> None:
    assert "the mentions of 'run2' follow those of 'run1': give a file for each run" in refusal(
        lambda: reading(TABLE + TABLE.replace("run1", "run2"))
    )


def test_texts_may_be_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "NEWS_1.txt").write_text("Ann left Paris.", encoding="utf-8")
    (tmp_path / "texts" / "NEWS_2.txt").write_text("The town of Ann and Bo", encoding="utf-8")
    (tmp_path / "a.tab").write_text(TABLE, encoding="utf-8")
    (tmp_path / "b.tab").write_text(TABLE.replace("NEWS_2:12-14\tNIL0001", "NEWS_2:12-14\tNIL0002"), "utf-8")
    options = DEFAULTS._replace(reading=ReadOptions(texts=tmp_path / "texts"))
    summary = compare(str(tmp_path / "a.tab"), str(tmp_path / "b.tab"), options=options).summary
    assert summary.interesting == 1
    assert [notice.code for notice in summary.notices] == ["names-compared"]


@given(damaged(TABLE.encode("utf-8")))
def test_damage_is_read_or_explained(data: bytes) -> None:
    reads_or_says_why(lambda: read("a.tab", data, FormatOptions()))
