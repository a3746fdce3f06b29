"""Tables in a folder: what is wrong with them is told in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.errors import CoalaError, ReadingError
from coala.model.options import DEFAULTS
from tests.support.graphs_by_hand import A, C, graph

pytest.importorskip("splink", reason="the libraries of coala-review[duckdb] are not installed")

import duckdb

from coala.tables.compare import compare_tables
from coala.tables.parquet import ABOUT_FILE, write_tables


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    one, two = tmp_path / "one", tmp_path / "two"
    write_tables(graph({"x": [A, C]}), one)
    write_tables(graph({"x": [A], "y": [C]}), two)
    return one, two


def compared(folders: tuple[Path, Path]) -> int:
    return compare_tables(str(folders[0]), str(folders[1]), DEFAULTS).summary.interesting


def test_mentions_alone_are_enough_and_may_stand_in_several_files(folders: tuple[Path, Path]) -> None:
    for folder in folders:
        for file in [*folder.iterdir()]:
            if not file.name.startswith("mention"):
                file.unlink()
        whole = folder / "mention.parquet"
        for number in (0, 1):
            duckdb.execute(
                f'COPY (SELECT document, "begin", "end", instance FROM \'{whole}\' LIMIT 1 OFFSET {number}) '
                f"TO '{folder / f'mention-{number}.parquet'}'"
            )
        whole.unlink()

    assert compared(folders) == 1


def test_facts_that_tables_cannot_hold_are_told(tmp_path: Path) -> None:
    knows = ("x", "knows", "y")
    with_fact = graph({"x": [A], "y": [C]}, statements=[knows], facts={knows: [A]})
    assert [notice.code for notice in write_tables(with_fact, tmp_path / "one")] == ["facts-in-no-table"]
    assert write_tables(graph({"x": [A], "y": [C]}), tmp_path / "two") == ()
    summary = compare_tables(str(tmp_path / "one"), str(tmp_path / "two"), DEFAULTS).summary
    (told,) = (notice for notice in summary.notices if notice.code == "facts-in-no-table")
    assert told.sentence.startswith("Wrote 1 fact as statements alone")
    assert told.role == "baseline"


def test_a_damaged_table_is_named(folders: tuple[Path, Path]) -> None:
    (folders[1] / "type.parquet").write_bytes(b"PAR1 this is none PAR1")

    with pytest.raises(ReadingError, match=r"two/type\.parquet: this table cannot be read"):
        compared(folders)


def test_a_table_without_a_column_is_named(folders: tuple[Path, Path]) -> None:
    target = folders[0] / "mention.parquet"
    target.unlink()
    duckdb.execute(f"COPY (SELECT 'd' AS document, 1 AS \"begin\") TO '{target}'")

    with pytest.raises(ReadingError, match=r"one/mention\.parquet: the table has no column 'end'"):
        compared(folders)


@pytest.mark.parametrize("about", ["", "[]", "{}", '{"format": "coala-tables/9"}', '{"format": 1, "x": 2}'])
def test_a_description_that_is_none_is_named(folders: tuple[Path, Path], about: str) -> None:
    (folders[0] / ABOUT_FILE).write_text(about)

    with pytest.raises(ReadingError, match=r"graph\.json: cannot be understood"):
        compared(folders)


@pytest.mark.parametrize(
    ("begin", "end", "fragments"),
    [
        (-5, 4, None),
        (12, 5, None),
        (10, 2**63 - 1, None),
        (-(2**63) + 1, 3, None),
        (0, 9, [{"begin": 0, "end": 3}, {"begin": -7, "end": 9}]),
    ],
)
def test_a_place_that_no_text_has_is_named(
    folders: tuple[Path, Path], begin: int, end: int, fragments: object
) -> None:
    target, document = folders[1] / "mention.parquet", "d" * 1_000_000
    target.unlink()
    duckdb.execute(
        """COPY (SELECT $document AS document, $begin::BIGINT AS "begin", $end::BIGINT AS "end",
        'x' AS instance, $fragments::STRUCT("begin" BIGINT, "end" BIGINT)[] AS fragments) TO $target""",
        {"document": document, "begin": begin, "end": end, "fragments": fragments, "target": str(target)},
    )
    with pytest.raises(
        ReadingError, match=rf"1 mention with .* such as {begin} to {end} in <d+…d+>"
    ) as raised:
        compared(folders)
    assert len(str(raised.value)) < 500 + len(str(target))


def test_a_description_with_wrong_types_is_named(folders: tuple[Path, Path]) -> None:
    said = json.loads((folders[0] / ABOUT_FILE).read_text())
    (folders[0] / ABOUT_FILE).write_text(json.dumps(said | {"sources": [["one"]]}))

    with pytest.raises(ReadingError, match=r"graph\.json: cannot be understood"):
        compared(folders)


def test_tables_are_never_written_over(folders: tuple[Path, Path]) -> None:
    with pytest.raises(CoalaError, match="Parquet tables already"):
        write_tables(graph({"x": [A]}), folders[0])


def test_convert_writes_tables_and_diff_reads_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text(
        '{"doc_key": "d", "sentences": [["Bob", "met", "Ann"]], "clusters": [[[0, 0], [2, 2]]]}\n'
    )

    assert main(["convert", str(source), "--to", "parquet", "-o", str(tmp_path / "tables")]) == 0
    assert main(["diff", "--engine", "duckdb", str(source), str(tmp_path / "tables")]) == 0
    assert main(["convert", str(source), "--to", "parquet", "-o", "-"]) == 2
    assert "name a folder" in capsys.readouterr().err


def test_gold_is_for_the_comparison_in_memory(
    folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = map(str, folders)

    assert main(["diff", "--engine", "duckdb", "--gold", one, one, two]) == 2
    assert "leave --gold out" in capsys.readouterr().err
