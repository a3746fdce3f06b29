"""Spark compares tables as the comparison in memory does."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib import resources
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

pytest.importorskip("duckdb", reason="coala-review[duckdb] is not installed")
pytest.importorskip("pyspark", reason="coala-review[spark] is not installed")
pytest.importorskip("pyarrow", reason="coala-review[spark] is not installed")

import pyarrow
from pyarrow import parquet

from coala.cli.commands import main
from coala.errors import CoalaError
from coala.model.options import DEFAULTS, Match
from coala.tables.compare import compare_tables
from coala.tables.database import STATEMENT, make_texts
from coala.tables.duck import DuckDatabase
from coala.tables.loading import open_tables
from coala.tables.spark import (
    OF_THE_USER,
    SparkDatabase,
    keep_interrupts,
    local_settings,
)
from tests.support.paths import SHARED
from tests.tables.test_compare import by_tables
from tests.tables.test_options import describe, in_memory, make_graphs, rename_documents

pytestmark = [
    # PySpark leaves sockets for the garbage collector to close.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
    # Java has to start, and Spark plans each of many small queries.
    pytest.mark.timeout(600),
]
by_spark = partial(by_tables, engine="spark")
needs_java = pytest.mark.skipif(not shutil.which("java"), reason="Spark needs Java")


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return an active session, which comparisons use; it is made for small tables."""
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    settings = local_settings(folder, 1 << 30) | {
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.adaptive.enabled": "false",
        "spark.log.level": "ERROR",
        # A comparison has settings of its own.
        "spark.sql.ansi.enabled": "false",
    }
    session = SparkSession.builder.config(map=settings).getOrCreate()
    yield session
    session.stop()


@needs_java
@pytest.mark.long
@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (16, {"match": Match.OVERLAP, "optional_mentions": "ignore"}),
        (39, {"singletons": "drop", "map_documents": "auto"}),
    ],
)
def test_spark_says_what_memory_says(spark: Any, seed: int, options: dict[str, Any]) -> None:
    graphs = make_graphs(seed, gold=True)
    if "map_documents" in options:
        graphs[1] = rename_documents(graphs[1])

    expected = describe(in_memory(*graphs, **options))
    assert describe(by_spark(*graphs, **options)) == expected
    assert expected["bags"]
    # Nothing is left in the user's session.
    assert [each.name for each in spark.catalog.listDatabases()] == ["default"]
    assert spark.catalog.listTables() == []


@needs_java
@pytest.mark.long
def test_spark_says_the_same_of_ecb_with_gold(spark: Any) -> None:
    folder = SHARED / "data" / "ecbplus"
    if not folder.exists():
        pytest.skip("the shared data is not here")
    baseline, changed, gold = (str(folder / f"{name}.ttl") for name in ("lemma-delta", "feature0", "gold"))

    found, expected = (
        describe(compare_tables(baseline, changed, DEFAULTS, gold=gold, engine=engine))
        for engine in ("spark", "duckdb")
    )
    assert found == expected
    assert len(found["bags"]) == 146


@needs_java
@pytest.mark.long
def test_a_table_that_spark_cannot_use_is_named(spark: Any, tmp_path: Path) -> None:
    for name in ("one", "two [1]*"):
        assert (
            main(["convert", "sample_graphs/paper/X.ttl", "--to", "parquet", "-o", str(tmp_path / name)]) == 0
        )
    # A path that looks like a pattern, and an address.
    assert main(["diff", "--engine", "spark", str(tmp_path / "two [1]*"), (tmp_path / "one").as_uri()]) == 0
    with pytest.raises(CoalaError, match=r"^file:///nowhere/graph: .*\[PATH_NOT_FOUND"):
        compare_tables(str(tmp_path / "one"), "file:///nowhere/graph", DEFAULTS, engine="spark")
    broken = tmp_path / "two [1]*" / "type.parquet"
    (tmp_path / "two [1]*" / "graph.json").unlink()
    broken.write_bytes(broken.read_bytes()[:20])
    with pytest.raises(CoalaError, match=rf"^{re.escape(str(broken))}: "):
        compare_tables(str(tmp_path / "one"), str(tmp_path / "two [1]*"), DEFAULTS, engine="spark")


@needs_java
@pytest.mark.long
def test_columns_come_back_as_they_went_in(spark: Any, tmp_path: Path) -> None:
    database = SparkDatabase(tmp_path, None)
    numbers = np.array([3, -(2**63), 2**63 - 1])
    database.insert_columns("t", {"n": numbers, "s": make_texts(["\\A'\"`$n", None, "漢\n"])})
    database.create("t", "SELECT n, s, row_number() OVER () AS place FROM t")

    assert sorted(database.read_columns("SELECT n FROM t")["n"].tolist()) == sorted(numbers.tolist())
    assert database.read_rows("SELECT s FROM t WHERE n = $n", n=3) == [("\\A'\"`$n",)]
    assert database.read_rows("SELECT n FROM t WHERE s = $s", s="\\A'\"`$n") == [(3,)]
    assert database.count("SELECT DISTINCT place FROM t") == 3
    database.close()


@needs_java
@pytest.mark.long
def test_spark_reads_numbers_of_any_width(spark: Any, tmp_path: Path) -> None:
    """Files of one table may have columns of different types, as those of other programs do."""
    spans = pyarrow.list_(pyarrow.struct([("end", pyarrow.uint64()), ("begin", pyarrow.int32())]))
    fragments = [None, [{"begin": 3, "end": 4}, {"begin": 6, "end": 9}]]
    columns = {
        "begin": pyarrow.array([0, 3], pyarrow.int32()),
        "end": pyarrow.array([2, 9], pyarrow.uint64()),
        "instance": pyarrow.array([1, 2**64 - 1], pyarrow.uint64()),
        # These are no part of a table, in types that Spark does not read by itself.
        "seen": pyarrow.array([0, 0], pyarrow.timestamp("ns")),
        "note": pyarrow.array([{"a `b`": 1}] * 2),
    }
    other = {"begin": columns["begin"].cast("uint16"), "end": columns["end"].cast("int8")}
    for number, more in enumerate(
        (
            {"document": ["7", "x"], "fragments": pyarrow.nulls(2)},
            {"document": [7, 8], "fragments": pyarrow.array(fragments, spans), **other},
        )
    ):
        parquet.write_table(pyarrow.table(columns | more), tmp_path / f"mention-{number}.parquet")

    found = []
    for database in (DuckDatabase(tmp_path, None), SparkDatabase(tmp_path, None)):
        open_tables(database, [str(tmp_path)], [()])
        found.append(
            database.read_rows(
                'SELECT document, "begin", "end", instance, '
                'list_max(list_transform(fragments, lambda part: part."begin")) '
                "FROM given_mention ORDER BY document, instance"
            )
        )
        database.close()
    assert [tuple(row) for row in found[1]] == found[0]
    assert found[0] == [
        ("7", 0, 2, "1", None),
        ("7", 0, 2, "1", None),
        ("8", 3, 9, str(2**64 - 1), 6),
        ("x", 3, 9, str(2**64 - 1), None),
    ]


@needs_java
@pytest.mark.long
@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (2**63 - 1, f"1 mention .* 0 to {2**63 - 1} "),
        (2**63, r"\[CAST_OVERFLOW\] "),
    ],
)
def test_number_that_fits_no_type_is_an_error(spark: Any, tmp_path: Path, end: int, reason: str) -> None:
    table = {
        "document": ["d"],
        "begin": [0],
        "end": pyarrow.array([end], pyarrow.uint64()),
        "instance": ["x"],
    }
    parquet.write_table(pyarrow.table(table), tmp_path / "mention.parquet")

    with pytest.raises(CoalaError, match=reason):
        compare_tables(str(tmp_path), str(tmp_path), DEFAULTS, engine="spark")


@needs_java
@pytest.mark.long
def test_the_session_of_the_user_stays_the_active_one(spark: Any, tmp_path: Path) -> None:
    def use() -> None:
        database = SparkDatabase(tmp_path, None)
        database.insert_columns("mention", {"n": np.arange(5)})
        database.close()

    spark.range(3).createOrReplaceTempView("mention")
    use()
    # In another thread no session is active.
    thread = Thread(target=use)
    thread.start()
    thread.join()

    assert type(spark).getActiveSession() is spark
    assert spark.table("mention").count() == 3
    spark.catalog.dropTempView("mention")


def test_ctrl_c_is_not_left_to_pyspark() -> None:
    before = signal.getsignal(signal.SIGINT)

    with keep_interrupts():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert signal.getsignal(signal.SIGINT) is before


def test_spark_without_java_is_a_sentence(tmp_path: Path) -> None:
    words = ["diff", "--engine", "spark", *["sample_graphs/paper/X.ttl"] * 2]
    gone = {name: os.environ[name] for name in os.environ.keys() - set(OF_THE_USER)}
    done = subprocess.run(
        [sys.executable, "-m", "coala.cli", *words],
        env=gone | {"JAVA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "JAVA_HOME" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@needs_java
def test_a_spark_of_the_user_that_does_not_start_is_named() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "coala.cli", "diff", "--engine", "spark", *["sample_graphs/paper/X.ttl"] * 2],
        env=os.environ | {"SPARK_HOME": "/nowhere"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert re.search(r"\(.*/nowhere.*\).* SPARK_HOME\.$", done.stderr.rstrip())


@needs_java
@pytest.mark.long
def test_spark_that_ends_during_a_comparison_is_a_sentence(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr("coala.tables.reduce.open_tables", fail)
    folder = str(tmp_path / "one")
    assert main(["convert", "sample_graphs/paper/X.ttl", "--to", "parquet", "-o", folder]) == 0
    with pytest.raises(CoalaError, match=rf"^{re.escape(folder)} .*\(Spark "):
        compare_tables(folder, folder, DEFAULTS, engine="spark")


@pytest.mark.parametrize("name", ["load", "nodes", "number", "bags"])
def test_a_script_only_creates_tables(name: str) -> None:
    script = resources.files("coala.tables").joinpath(f"{name}.sql").read_text("utf-8")

    assert STATEMENT.search(script)
    rest = STATEMENT.sub("", script)
    assert [line for line in rest.splitlines() if line and not line.startswith("--")] == []
