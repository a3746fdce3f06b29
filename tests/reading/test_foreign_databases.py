"""Tables of records from somebody else: what is in them opens no other file, and runs no SQL of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.errors import Cancelled, CoalaError, ReadingError
from coala.model.graph import Graph
from coala.model.options import DEFAULTS
from coala.model.record_options import RecordOptions
from coala.reading.read import read_graphs
from coala.reading.records import Room, _connect

duckdb = pytest.importorskip("duckdb")

SECRET = "text of another file"
COLUMNS = ["--record", "id", "--cluster", "cluster", "--show", "name"]
TABLE = (
    "CREATE TABLE records AS SELECT * FROM (VALUES ('1', 'a', 'Ann'), ('2', 'b', 'Bo')) t(id, cluster, name)"
)


def make_database(path: Path, *statements: str) -> str:
    with duckdb.connect(str(path)) as connection:
        for statement in statements:
            connection.execute(statement)
    return str(path)


def read(path: str, memory_bytes: int = 0, **values: str) -> Graph:
    columns = RecordOptions(**{"record": "id", **values})
    (graph,) = read_graphs([path], DEFAULTS.reading._replace(records=columns, memory_bytes=memory_bytes))
    return graph


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "other.txt"
    path.write_text(SECRET)
    return path


def make_view(secret: Path, last: str) -> str:
    return (
        f"CREATE VIEW records AS SELECT i::VARCHAR AS id, CASE WHEN i = 2 THEN '{last}' ELSE 'a' END AS "
        f"cluster, (SELECT content FROM read_text('{secret}')) AS name FROM range(3) t(i)"
    )


def test_a_view_over_another_file_is_refused(
    tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = (make_database(tmp_path / f"{name}.duckdb", make_view(secret, name)) for name in "ab")
    review = tmp_path / "v.coala"

    assert main(["diff", old, new, *COLUMNS, "-o", str(review)]) == 2

    shown = capsys.readouterr()
    assert not review.exists()
    assert SECRET not in shown.out + shown.err
    assert " 0 of " in shown.err


def test_views_and_macros_next_to_a_table_change_nothing(tmp_path: Path, secret: Path) -> None:
    macros = [f"CREATE MACRO {name} AS '{SECRET}'" for name in ("trim(x)", "nullif(x, y)", "concat_ws(x, y)")]
    view = make_view(secret, "a").replace("VIEW records", "VIEW more")
    path = make_database(tmp_path / "a.duckdb", TABLE, view, *macros)

    assert list(read(path, cluster="cluster", show="name").texts) == ["Ann", "Bo"]


def test_a_computed_column_is_refused(tmp_path: Path) -> None:
    path = make_database(
        tmp_path / "a.duckdb",
        "CREATE TABLE t (id VARCHAR, cluster VARCHAR, "
        "name VARCHAR GENERATED ALWAYS AS (current_setting('temp_directory')))",
        "INSERT INTO t VALUES ('1', 'a')",
    )

    assert list(read(path, cluster="cluster").texts) == ["1"]
    with pytest.raises(ReadingError, match=r" 0 .* id, cluster, name"):
        read(path, cluster="cluster", show="name")


@pytest.mark.parametrize(("score", "noted"), [("DOUBLE DEFAULT 0.5", True), ("DOUBLE AS (0.5 + l)", False)])
def test_likelihoods_of_pairs_are_read_only_if_they_are_stored(
    tmp_path: Path, score: str, noted: bool
) -> None:
    path = make_database(
        tmp_path / "a.duckdb",
        f"CREATE TABLE t (l INTEGER, r INTEGER, score {score})",
        "INSERT INTO t (l, r) VALUES (1, 2), (2, 3)",
        *(["UPDATE t SET score = 0.7 WHERE l = 1"] if noted else []),
    )

    notices = [notice.code for notice in read(path, pairs="l,r").notices]

    assert ("pairs-of-any-likelihood" in notices) is noted


def test_changes_outside_of_a_database_are_refused_since_reading_would_run_them(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    program = (
        "import duckdb, os, sys\n"
        "connection = duckdb.connect(sys.argv[1])\n"
        "connection.execute(sys.argv[2])\n"
        "connection.execute('CHECKPOINT')\n"
        "connection.execute('ALTER TABLE records ALTER id TYPE VARCHAR USING (sleep_ms(1)::VARCHAR)')\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(path), TABLE], check=True)
    assert (tmp_path / "a.duckdb.wal").is_file()

    with pytest.raises(ReadingError, match=r"a\.duckdb\.wal"):
        read(str(path), cluster="cluster")
    link = tmp_path / "link.duckdb"
    link.symlink_to(path)
    with pytest.raises(ReadingError, match=r"a\.duckdb\.wal"):
        read(str(link), cluster="cluster")
    (tmp_path / "a.duckdb.wal").unlink()
    assert list(read(str(link), cluster="cluster").texts) == ["1", "2"]


@pytest.mark.parametrize(
    "query",
    [
        "FROM read_text('{secret}')",
        "FROM glob('{folder}/*')",
        "ATTACH '{folder}/more.duckdb' AS more",
        "COPY (SELECT 1) TO '{folder}/more.csv'",
        "LOAD httpfs",
        "FROM read_csv('https://example.org/a.csv')",
        "SET enable_external_access = true",
        "SET allowed_paths = ['{secret}']",
        "SET memory_limit = '1TB'",
        "CREATE PERSISTENT SECRET s (TYPE s3)",
    ],
)
def test_a_connection_opens_nothing_but_the_tables(tmp_path: Path, secret: Path, query: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,cluster\n1,a\n")
    room = Room(str(tmp_path / "swap"), 1 << 30)

    with _connect(room, str(path)) as connection:
        assert connection.execute(f"FROM read_csv('{path}')").fetchall() == [(1, "a")]
        with pytest.raises(duckdb.Error):
            connection.execute(query.format(secret=secret, folder=tmp_path))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.csv", "other.txt"]


@pytest.mark.parametrize("name", ["https://coala.invalid/a.csv", "s3://a/a.csv", "~/a.csv", "[a]*?.csv"])
def test_the_name_of_a_table_is_no_address_and_no_pattern(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("id,cluster\n1,a\n2,a\n3,b\n")
    (tmp_path / "aXY.csv").write_text("id,cluster\n9,z\n")

    graph = read(name, cluster="cluster")

    assert len(graph.mentions) == 3
    assert len(graph.names) == 2


def test_cancelled_reading_of_tables_ends(tmp_path: Path) -> None:
    path = make_database(tmp_path / "a.duckdb", TABLE)
    options = DEFAULTS.reading._replace(records=RecordOptions(record="id", cluster="cluster"))

    with pytest.raises(Cancelled):
        read_graphs([path], options, cancelled=lambda: True)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel has no such limit")
def test_a_table_that_takes_too_much_memory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    # 20 KB in the file, 2 GB in memory.
    query = "SELECT i::VARCHAR AS id, 'a' AS cluster, repeat('x', 20_000_000) AS name FROM range(100) t(i)"
    duckdb.sql(f"COPY ({query}) TO '{path}' (COMPRESSION zstd)")

    with pytest.raises(CoalaError, match="1,000 MiB"):
        read(str(path), 1000 << 20, cluster="cluster", show="name")
