"""Spark, which compares tables on a cluster, or on this machine.

sqlglot translates the queries. A table is stored by Spark, in a database of this comparison, so that it is
computed once and no machine of the cluster has to remember how.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from coala.base.arrays import Integers
from coala.errors import CoalaError
from coala.reading.limits import most_memory
from coala.tables.database import Database, QueryValue, TextColumn, is_address

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import DataType
    from sqlglot.expressions import Expr

OF_THE_USER = ("SPARK_REMOTE", "SPARK_HOME", "SPARK_CONF_DIR", "PYSPARK_SUBMIT_ARGS", "PYSPARK_GATEWAY_PORT")
"""Environment variables with which a user names a Spark; without one, Spark works on this machine."""

SETTINGS = {
    # A number that does not fit is an error, not null.
    "spark.sql.ansi.enabled": "true",
    # Text of queries is as sqlglot writes it.
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.variable.substitute": "false",
    # Columns that do not matter may have these types. Pandas writes times in nanoseconds.
    "spark.sql.legacy.parquet.nanosAsLong": "true",
    "spark.sql.timeType.enabled": "true",
}
"""Settings of the session in which tables are compared, whatever those of the user's are."""

_NO_LOG = logging.NullHandler()

_MISSING = "--engine spark needs PySpark. In a checkout: pip install '.[spark]'."


class SparkDatabase(Database):
    """Spark: the session that is active, the Spark that the environment names, or one of this machine.

    One of this machine keeps its tables in ``scratch`` and takes at most ``memory_bytes``, or a part of the
    machine's memory (None). Raises ``CoalaError`` if PySpark or Java is not installed.
    """

    title = "Spark"

    def __init__(self, scratch: Path, memory_bytes: int | None) -> None:
        try:
            import pyarrow  # noqa: F401 - PySpark needs it
            import sqlglot
            from py4j.protocol import Py4JError
            from pyspark.errors import AnalysisException, PySparkException, PySparkRuntimeError
            from pyspark.sql import SparkSession
        except ImportError as error:
            raise CoalaError(_MISSING) from error
        # Without its process, Spark refuses connections.
        self.errors = (PySparkException, Py4JError, ConnectionError, sqlglot.errors.SqlglotError)
        self.unknown_column = (AnalysisException,)
        try:
            # The session of this thread, or that of the whole program.
            self._given, self._is_started = SparkSession.active(), False
        except PySparkRuntimeError:
            self._given, self._is_started = start_session(scratch, memory_bytes), True
            # Py4J would print a traceback if the comparison is interrupted.
            logging.getLogger().addHandler(_NO_LOG)
        # A session of its own, so that no view of the user is replaced.
        self._session = self._given.newSession()
        for name, value in SETTINGS.items():
            self._session.conf.set(name, value)
        self._name = f"coala_{uuid4().hex}"
        self._session.sql(f"CREATE DATABASE {self._name}")
        self._variables: dict[str, QueryValue] = {}
        self._tables = 0

    def find_reason(self, error: Exception) -> str:
        return _find_cause(error)

    def close(self) -> None:
        # If Spark has ended, nothing is left to remove.
        with suppress(*self.errors):
            self._session.sql(f"DROP DATABASE {self._name} CASCADE")
        if self._is_started:
            with suppress(*self.errors):
                self._given.stop()
            logging.getLogger().removeHandler(_NO_LOG)

    def create(self, table: str, query: str) -> None:
        self._store(table, self._query(query))

    def _store(self, table: str, frame: DataFrame) -> None:
        # The frame may read the table that is replaced.
        self._tables += 1
        stored = f"{self._name}.{table}_{self._tables}"
        frame.write.saveAsTable(stored)
        self._session.table(stored).createOrReplaceTempView(table)

    def create_view(self, name: str, query: str) -> None:
        self._query(query).createOrReplaceTempView(name)

    def list_parquet(self, address: str) -> list[str]:
        listing = self._session.read.format("binaryFile").option("recursiveFileLookup", "true")
        files = listing.option("pathGlobFilter", "*.parquet").load(_escape(address)).select("path").collect()
        return [file for (file,) in files]

    def read_file(self, address: str) -> str | None:
        from pyspark.errors import AnalysisException

        try:
            frame = self._session.read.text(_escape(address), wholetext=True)
        except AnalysisException:
            return None
        return "".join(text for (text,) in frame.collect())

    def open_parquet(self, name: str, files: Sequence[str]) -> None:
        paths = [_escape(file if is_address(file) else f"file://{file}") for file in files]
        try:
            frame = self._session.read.option("mergeSchema", "true").parquet(*paths)
        except self.errors as error:
            if "CANNOT_MERGE_SCHEMAS" not in str(error):
                raise
            frame = _unite([self._session.read.parquet(path) for path in paths])
        frame.createOrReplaceTempView(name)

    def insert_columns(self, table: str, columns: Mapping[str, Integers | TextColumn]) -> None:
        import pyarrow

        typed = {
            name: pyarrow.array(column, pyarrow.string() if column.dtype == object else pyarrow.int64())
            for name, column in columns.items()
        }
        # PySpark makes the session active that does this, so it must be the given one.
        self._store(table, self._given.createDataFrame(pyarrow.table(typed)))

    def set_variables(self, **values: QueryValue) -> None:
        self._variables |= values

    def describe(self, query: str) -> dict[str, str]:
        return {field.name: _spell_type(field.dataType) for field in self._query(query).schema}

    def stream(self, query: str, **values: QueryValue) -> Iterator[tuple[Any, ...]]:
        yield from self._query(query, **values).toLocalIterator()

    def read_columns(self, query: str, **values: QueryValue) -> Mapping[str, Integers]:
        table = self._query(query, **values).toArrow()
        return {name: table.column(name).to_numpy() for name in table.column_names}

    def _query(self, query: str, **values: QueryValue) -> DataFrame:
        return self._session.sql(translate(query, self._variables, values))


def _unite(frames: Sequence[DataFrame]) -> DataFrame:
    """Return the rows of frames in which columns of one name may have different types, as DuckDB does."""
    kinds: dict[str, set[str]] = {}
    for frame in frames:
        for name, kind in frame.dtypes:
            kinds.setdefault(name, set()).add(kind)

    def convert(frame: DataFrame) -> DataFrame:
        for name, kind in frame.dtypes:
            others = kinds[name] - {kind}
            # Numbers become text if another file has text; Spark would make numbers of the text.
            if "string" in others and "<" not in kind:
                frame = frame.withColumn(name, frame[f"`{name}`"].cast("string"))
            # A column without any value may be one of numbers here, whatever it is in other files.
            elif (
                "<" not in kind
                and any("<" in other for other in others)
                and frame.where(frame[f"`{name}`"].isNotNull()).isEmpty()
            ):
                frame = frame.drop(name)
        return frame

    return reduce(lambda one, other: one.unionByName(other, allowMissingColumns=True), map(convert, frames))


def translate(query: str, variables: Mapping[str, QueryValue], values: Mapping[str, QueryValue]) -> str:
    """Return a query in Spark's dialect, with variables and values written into it."""
    from sqlglot import exp, parse_one

    def write(node: Expr) -> Expr:
        if isinstance(node, exp.Anonymous) and node.name.lower() == "getvariable":
            return _write_value(variables[node.expressions[0].name])
        if isinstance(node, exp.Placeholder):
            return _write_value(values[node.name])
        # Numbers in any order need not be consecutive, so that no machine has to see all rows.
        if (
            isinstance(node, exp.Window)
            and isinstance(node.this, exp.RowNumber)
            and not node.args.get("order")
        ):
            return exp.Anonymous(this="monotonically_increasing_id")
        return node

    translated: str = parse_one(query, read="duckdb").transform(write).sql("spark")
    return translated


_TYPES = {"string": "VARCHAR", "int": "INTEGER", "binary": "BLOB", "void": '"NULL"'}
"""Names of types in Spark and in DuckDB; all others have the same name."""


def _spell_type(kind: DataType) -> str:
    """Return the name that DuckDB has for a type of Spark."""
    from pyspark.sql.types import ArrayType, StructType

    if isinstance(kind, ArrayType):
        return f"{_spell_type(kind.elementType)}[]"
    if isinstance(kind, StructType):
        fields = (f'"{field.name}" {_spell_type(field.dataType)}' for field in kind)
        return f"STRUCT({', '.join(fields)})"
    name: str = kind.simpleString()
    return _TYPES.get(name, name.upper())


def _write_value(value: QueryValue) -> Expr:
    from sqlglot import exp

    if isinstance(value, str | int | float):
        return exp.convert(value)
    return exp.cast(exp.convert(list(value)), "ARRAY<STRING>", dialect="spark")


def _escape(address: str) -> str:
    """Return an address in which nothing is a pattern."""
    return re.sub(r"([\\{}\[\]*?])", r"\\\1", address)


def _find_cause(error: Exception) -> str:
    """Return the cause of an error in one line."""
    from py4j.protocol import Py4JNetworkError

    if isinstance(error, Py4JNetworkError | ConnectionError):
        return "Spark has ended, perhaps for lack of memory"
    # An error of Java comes after a line of Python's, and the cause of an error after it.
    text = str(error)
    text = text.partition("\n: ")[2] or text
    return (text.rpartition("\nCaused by: ")[2] or text).partition("\n")[0]


def start_session(scratch: Path, memory_bytes: int | None) -> SparkSession:
    """Start a Spark, that of the environment or one of this machine; raise ``CoalaError`` without Java."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("COALA")
    named = [name for name in OF_THE_USER if os.environ.get(name)]
    if not named:
        builder = builder.config(map=local_settings(scratch, memory_bytes))
    try:
        with _quiet(scratch / "spark.log"), keep_interrupts():
            return builder.getOrCreate()
    except (PySparkException, Py4JError, OSError) as error:
        if named:
            raise CoalaError(
                f"Spark does not start ({_find_cause(error)}). Check {', '.join(named)}."
            ) from error
        raise CoalaError(
            "Spark does not start. It needs Java 17 or later: install it, or set JAVA_HOME to its folder."
        ) from error


def local_settings(scratch: Path, memory_bytes: int | None) -> dict[str, bool | float | int | str | None]:
    """Return the settings of a Spark that works on this machine."""
    memory = (memory_bytes or most_memory(2)) >> 20
    return {
        "spark.master": "local[*]",
        "spark.driver.memory": f"{max(memory, 512)}m",
        "spark.driver.maxResultSize": "0",
        # Nothing listens on the network.
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
        "spark.local.dir": str(scratch / "swap"),
        "spark.sql.shuffle.partitions": str(4 * (os.cpu_count() or 1)),
    }


@contextmanager
def _quiet(log: Path) -> Iterator[None]:
    """Write what this process, and one that it starts, prints to standard error into a file."""
    sys.stderr.flush()
    kept = os.dup(2)
    with log.open("wb") as file:
        os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


@contextmanager
def keep_interrupts() -> Iterator[None]:
    """Keep the handler of Ctrl-C: that of PySpark calls Spark amid another call, which fails."""
    kept = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, kept)
