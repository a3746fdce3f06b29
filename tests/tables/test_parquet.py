"""Tables in a folder, and the one sentence for each mistake in them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare_graphs
from coala.errors import CoalaError, ReadingError
from coala.model.kinds import Kind
from coala.model.options import DEFAULTS, Options
from coala.reading.sources.duck import connect_duckdb
from tests.support.graphs_by_hand import A, C, graph

pytest.importorskip("duckdb", reason="coala-review[duckdb] is not installed")
pytest.importorskip("pyarrow", reason="the tests write tables as other programs do")

import duckdb
import pyarrow
from pyarrow import parquet

from coala.tables.about import ABOUT_FILE, read_about
from coala.tables.compare import compare_tables
from coala.tables.writing import write_tables


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    one, two = tmp_path / "one", tmp_path / "two"
    write_tables(graph({"x": [A, C]}), one)
    write_tables(graph({"x": [A], "y": [C]}), two)
    return one, two


def without_hashes(folder: Path) -> Path:
    """Return a folder whose tables may be changed as those of any other program."""
    (folder / ABOUT_FILE).unlink()
    return folder


def compared(folders: tuple[Path, Path]) -> int:
    return compare_tables(str(folders[0]), str(folders[1]), DEFAULTS).summary.interesting


def test_facts_come_back_with_the_words_that_say_them(tmp_path: Path) -> None:
    knows, says = ("x", "knows", "y"), ("x", "says", '"a)"')
    gap = A._replace(begin=4, end=23, fragments=((4, 11), (16, 23)))
    zero = C._replace(zero="nsubj#1")
    said = {knows: [A, gap, zero], says: []}
    first = graph({"x": [A], "y": [C]}, statements=[knows, says], facts=said, events=["y"])
    second = graph({"x": [A], "y": [C]}, statements=[says], facts={says: [A]}, events=["y"])
    for name, side in (("one", first), ("two", second)):
        assert write_tables(side, tmp_path / name) == ()
    rows = duckdb.execute(
        f"SELECT predicate, fact, places FROM '{tmp_path / 'one' / 'statement.parquet'}' ORDER BY 1"
    ).fetchall()
    document = A.document
    assert rows == [
        (
            "knows",
            "named graph",
            [f"(<{document}> 0 9)", f"(<{document}> 32 34 ∅nsubj#1)", f"(<{document}> 4 11;16 23)"],
        ),
        ("says", "named graph", []),
    ]
    found = compare_tables(str(tmp_path / "one"), str(tmp_path / "two"), DEFAULTS)
    expected = compare_graphs(first, second)
    assert found.summary.kinds == expected.summary.kinds == {Kind.FACT_DROPPED: 1}
    ((bag, _),), ((same, _),) = found.iterate_bags(), expected.iterate_bags()
    (row,), (expected_row,) = bag.divergences, same.divergences
    assert row.fact is not None
    assert row.fact == expected_row.fact
    assert {A, gap, zero} <= {place.span for place in row.fact.places}


def test_a_fact_at_a_place_of_null_is_refused(folders: tuple[Path, Path]) -> None:
    target = without_hashes(folders[1]) / "statement.parquet"
    target.unlink()
    duckdb.execute(
        "COPY (SELECT 'x' AS instance, 'p' AS predicate, '\"1\"' AS value, "
        f"'event' AS fact, [NULL::VARCHAR] AS places) TO '{target}'"
    )
    with pytest.raises(ReadingError, match=f"^{re.escape(str(target))}: .*null"):
        compared(folders)


def test_files_that_are_no_part_of_a_table_are_left_out(folders: tuple[Path, Path]) -> None:
    expected = compared(folders)
    table = without_hashes(folders[1]) / "mention"
    for name in ("_temporary", ".part-0.parquet", "_part-0.parquet"):
        file = table / name if name.endswith("parquet") else table.with_name(name) / "part-0.parquet"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes((folders[0] / "mention.parquet").read_bytes())

    assert compared(folders) == expected
    paths = folders[0].as_uri(), folders[1].as_uri()
    assert compare_tables(*paths, DEFAULTS).summary.interesting == expected


def test_the_name_of_the_folder_names_no_table(tmp_path: Path) -> None:
    folder = tmp_path / "mentions"
    write_tables(graph({"x": [A]}), folder)
    (folder / "other.parquet").write_bytes((folder / "mention.parquet").read_bytes())
    without_hashes(folder)

    for path in (str(folder), folder.as_uri()):
        with pytest.raises(ReadingError, match=r"other\.parquet: "):
            compare_tables(path, path, DEFAULTS)


def test_a_damaged_table_is_named(folders: tuple[Path, Path]) -> None:
    (without_hashes(folders[1]) / "type.parquet").write_bytes(b"PAR1 this is none PAR1")

    with pytest.raises(ReadingError, match=r"two/type\.parquet: "):
        compared(folders)


@pytest.mark.parametrize(
    ("begin", "end", "fragments"),
    [
        (10, 2**63 - 1, None),
        (-(2**63) + 1, 3, None),
        (0, 9, [{"begin": 0, "end": 3}, {"begin": -7, "end": 9}]),
        (0, 9, [{"begin": 0, "end": 3}, None, {"begin": 5, "end": 9}]),
        (0, 9, [{"begin": 0, "end": None}, {"begin": 5, "end": 9}]),
    ],
)
def test_a_place_that_no_text_has_is_named(
    folders: tuple[Path, Path], begin: int, end: int, fragments: object
) -> None:
    target, document = without_hashes(folders[1]) / "mention.parquet", "d" * 1_000_000
    (folders[1] / "text.parquet").unlink()
    target.unlink()
    duckdb.execute(
        """COPY (SELECT $document AS document, $begin::BIGINT AS "begin", $end::BIGINT AS "end",
        'x' AS instance, $fragments::STRUCT("begin" BIGINT, "end" BIGINT)[] AS fragments) TO $target""",
        {"document": document, "begin": begin, "end": end, "fragments": fragments, "target": str(target)},
    )
    with pytest.raises(ReadingError, match=rf" 1 .* {begin} to {end} in <d+…d+>") as raised:
        compared(folders)
    assert len(str(raised.value)) < 500 + len(str(target))


@pytest.mark.parametrize("name", ["../other.parquet", "other.txt"])
def test_hashes_of_files_that_are_no_tables_of_the_folder_are_refused_unread(
    folders: tuple[Path, Path], name: str
) -> None:
    path = folders[0] / ABOUT_FILE
    said = json.loads(path.read_text())
    del said["seal"]
    (folders[0] / name).write_bytes(b"")
    said["sha256"][name] = hashlib.sha256().hexdigest()
    seal = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
    path.write_text(json.dumps(said | {"seal": seal}))

    with pytest.raises(ReadingError, match=r"graph\.json: "):
        compared(folders)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("name", [ABOUT_FILE, "mention.parquet", "type.parquet"])
def test_a_named_pipe_among_tables_is_refused_before_it_is_opened(
    folders: tuple[Path, Path], name: str
) -> None:
    if name == "type.parquet":
        without_hashes(folders[0])
    (folders[0] / name).unlink()
    os.mkfifo(folders[0] / name)

    with pytest.raises(ReadingError, match=f"^{re.escape(str(folders[0] / name))}: "):
        compared(folders)


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
    assert "parquet" in capsys.readouterr().err.lower()


WELL = {
    "mention": [
        {"document": "d", "begin": 0, "end": 1, "instance": "x"},
        {"document": "d", "begin": 2, "end": 3, "instance": "y"},
    ]
}


def write_by_hand(folder: Path, tables: dict[str, list[dict[str, object]]]) -> Path:
    folder.mkdir()
    for name, rows in tables.items():
        parquet.write_table(pyarrow.Table.from_pylist(rows), folder / f"{name}.parquet")
    return folder


def mention(**changed: object) -> dict[str, object]:
    return WELL["mention"][0] | changed


def statement(value: str, *references: dict[str, object], **more: object) -> dict[str, object]:
    row: dict[str, object] = {"instance": "x", "predicate": "p", "value": value}
    return row | ({"references": list(references)} if references else {}) | more


@pytest.mark.parametrize(
    ("table", "rows", "named"),
    [
        ("mention", [mention(begin=None)], "1 row .*'begin'"),
        ("mention", [mention(document=b"d")], "'document' .*BLOB"),
        ("mention", [mention(begin="0")], "'begin' .*VARCHAR"),
        ("mention", [mention(fragments=[0, 1])], "'fragments' .*BIGINT"),
        ("mention", [mention(fragments=[{"begin": 0}])], "'fragments' .*STRUCT"),
        ("type", [{"instance": "x", "type": None}], "1 row .*'type'"),
        ("statement", [statement('"Bob')], ' "Bob .*@'),
        ("statement", [statement("[<p> x")], r"\[<p> x .*@"),
        ("statement", [statement("[<p> " * 9000)], r"\[<p> .*@"),
        ("statement", [statement('""', inverse=2)], "'inverse' .*BIGINT"),
        ("text", [{"document": "d", "text": "a\U0001f469"}], "1 text"),
    ],
)
def test_a_table_that_says_what_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path, table: str, rows: list[dict[str, object]], named: str
) -> None:
    good = write_by_hand(tmp_path / "good", WELL)
    bad = write_by_hand(tmp_path / "bad", WELL | {table: rows})

    with pytest.raises(ReadingError, match=rf"\A{re.escape(str(bad / table))}\.parquet: .*{named}.*\Z"):
        compared((good, bad))


def test_a_table_in_two_files_has_the_columns_of_both(tmp_path: Path) -> None:
    first, second = WELL["mention"]
    one = write_by_hand(tmp_path / "one", {"mention": [first, second]})
    two = write_by_hand(tmp_path / "two", {"mention-1": [first], "mention-2": [second | {"mark": "#1"}]})

    assert compared((one, two)) == 2
    assert compared((one, one)) == 0


@pytest.mark.parametrize(("second", "differing"), [(True, 0), (False, 1)])
def test_mention_that_a_table_has_twice_is_optional_if_both_are(
    tmp_path: Path, second: bool, differing: int
) -> None:
    one, other = WELL["mention"]
    twice = [other | {"optional": optional} for optional in (True, second)]
    with_it = write_by_hand(tmp_path / "one", {"mention": [one | {"optional": False}, *twice]})
    without = write_by_hand(tmp_path / "two", {"mention": [one]})
    ignoring = DEFAULTS._replace(optional_mentions="ignore")

    assert compare_tables(str(with_it), str(without), ignoring).summary.interesting == differing


@pytest.mark.parametrize("name", ["runs[1]", "what?", "instance=7", "*", "o'hara"])
def test_the_name_of_a_folder_is_no_pattern_and_no_column(tmp_path: Path, name: str) -> None:
    other = {"mention": [row | {"instance": "x"} for row in WELL["mention"]]}

    assert compared((write_by_hand(tmp_path / name, WELL), write_by_hand(tmp_path / "two", other))) == 1


def flipped(path: Path, place: int, bit: int) -> bytes:
    data = bytearray(path.read_bytes())
    data[place] ^= 1 << bit
    return bytes(data)


@pytest.mark.parametrize("table", ["mention", "type", "statement", "text", "instance"])
def test_a_table_with_any_bit_flipped_is_refused_by_its_name(folders: tuple[Path, Path], table: str) -> None:
    path = folders[1] / f"{table}.parquet"
    whole = path.read_bytes()
    for place in range(0, len(whole), 3):
        path.write_bytes(flipped(path, place, place % 8))
        with pytest.raises(ReadingError, match=f"^{re.escape(str(path))}: "):
            read_about(folders[1])
        path.write_bytes(whole)
    assert compared(folders) == 1


def test_a_damaged_table_is_refused_by_a_comparison(
    folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = folders[1] / "mention.parquet"
    path.write_bytes(flipped(path, 20, 0))

    assert main(["diff", "--engine", "duckdb", *map(str, folders)]) == 2
    assert f"{path}: " in capsys.readouterr().err
    without_hashes(folders[1])
    path.write_bytes(flipped(path, 20, 0))
    assert main(["diff", "--engine", "duckdb", *map(str, folders)]) == 1


def test_a_description_with_any_bit_flipped_is_refused(folders: tuple[Path, Path]) -> None:
    path = folders[1] / ABOUT_FILE
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(flipped(path, place, place % 7))
        with pytest.raises(ReadingError, match=r"graph\.json: "):
            read_about(folders[1])
        path.write_bytes(whole)


def test_a_conversion_that_stops_leaves_no_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("coala.tables.writing.write_about", stop)
    with pytest.raises(KeyboardInterrupt):
        write_tables(graph({"x": [A, C]}), tmp_path / "one")
    assert list((tmp_path / "one").iterdir()) == []


def test_a_text_that_no_table_can_hold_is_refused_in_a_sentence(tmp_path: Path) -> None:
    half = graph({"x": [A]}, statements=[("x", "says", '"\ud800"')])

    with pytest.raises(CoalaError, match="surrogate"):
        write_tables(half, tmp_path / "one")


def test_tables_need_no_library_but_duckdb(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules |= dict.fromkeys(['pyarrow', 'pandas', 'splink', 'polars'])\n"
        "from coala.cli.commands import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    source, tables = "sample_graphs/paper/X.ttl", str(tmp_path / "tables")
    for words in (
        ["convert", source, "--to", "parquet", "-o", tables],
        ["diff", "--engine", "duckdb", tables, tables],
    ):
        assert subprocess.run([sys.executable, "-c", code, *words], check=False).returncode == 0


def test_further_names_count_by_the_knowledge_bases_of_the_comparison(tmp_path: Path) -> None:
    bases = tmp_path / "bases.toml"
    bases.write_text(
        '[zzz]\ntitle = "ZZZ"\nnames = ["Z#"]\nforms = ["https://zzz.example/{}"]\n', encoding="utf-8"
    )
    for number in (1, 2):
        side = graph({"x": [A, C]})
        named = replace(side, other_names={0: (f"https://zzz.example/Z{number}", "https://other.example/o")})
        write_tables(named, tmp_path / str(number))
    paths = str(tmp_path / "1"), str(tmp_path / "2")
    assert compare_tables(*paths, DEFAULTS).summary.interesting == 0
    found = compare_tables(*paths, DEFAULTS._replace(knowledge_bases=str(bases)))
    assert found.summary.kinds == {Kind.LINK: 1}
    assert [row.sentence for bag, _ in found.iterate_bags() for row in bag.divergences] == [
        "Bob Smith: Z2, was Z1 (ZZZ)"
    ]


@pytest.mark.parametrize(
    ("options", "flag"),
    [
        (DEFAULTS._replace(reading=DEFAULTS.reading._replace(offsets="utf-16")), "--offsets"),
        (DEFAULTS._replace(reading=DEFAULTS.reading._replace(texts=Path("gone"))), "--texts"),
    ],
)
def test_options_that_do_nothing_for_tables_are_refused(
    folders: tuple[Path, Path], options: Options, flag: str
) -> None:
    with pytest.raises(CoalaError, match=flag):
        compare_tables(str(folders[0]), str(folders[1]), options)


def test_memory_limit_is_accepted_for_tables(folders: tuple[Path, Path]) -> None:
    limited = DEFAULTS._replace(reading=DEFAULTS.reading._replace(memory_bytes=2**30))
    assert limited.reading.memory_bytes != DEFAULTS.reading.memory_bytes
    comparison = compare_tables(str(folders[0]), str(folders[1]), limited)
    assert comparison.summary.interesting == compared(folders)


def test_a_full_disk_is_not_blamed_on_a_table(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(*_: object) -> None:
        raise duckdb.TransactionException("Could not write file: No space left on device")

    monkeypatch.setattr("coala.tables.loading._open_table", fill)
    with pytest.raises(CoalaError) as raised:
        compared(folders)
    assert ".parquet" not in str(raised.value)


def test_a_table_may_be_a_folder_of_files(folders: tuple[Path, Path]) -> None:
    without_hashes(folders[1])
    path = folders[1] / "mention.parquet"
    path.rename(folders[1] / "part-0.parquet")
    path.mkdir()
    (folders[1] / "part-0.parquet").rename(path / "part-0.parquet")

    assert compared(folders) == 1


def test_tables_are_read_from_an_address(folders: tuple[Path, Path]) -> None:
    first, second = (folder.as_uri() for folder in folders)
    assert compare_tables(first, second, DEFAULTS).summary.interesting == 1
    (folders[1] / ABOUT_FILE).write_text("{}", encoding="utf-8")
    with pytest.raises(ReadingError, match=rf"^{re.escape(second)}/graph\.json: "):
        compare_tables(first, second, DEFAULTS)
    with pytest.raises(ReadingError, match=r"^file:///nowhere: "):
        compare_tables(first, "file:///nowhere", DEFAULTS)
    with pytest.raises(ReadingError, match=r"^s3://nowhere/graph/graph\.json: "):
        compare_tables(first, "s3://nowhere/graph", DEFAULTS)


def test_duckdb_prints_no_bar() -> None:
    with connect_duckdb() as connection:
        assert connection.execute("SELECT current_setting('enable_progress_bar')").fetchall() == [(False,)]
