"""The options for tables of records, the input and output of entity resolution.

A record is a row of a table; a cluster has the records of one person, product or company. For COALA a record
is a document with one mention, and a cluster is a chain.
"""

# There is no "from __future__ import annotations" here: annotations are evaluated, to find the declarations.

from typing import Annotated, NamedTuple

from coala.model.nouns import IN_TEXTS, OF_RECORDS, Nouns
from coala.model.option import OPTIONAL_FILE, WORD, Group, Option, Stored

ONE_TABLE, TWO_TABLES = "one", "two"
"""Whether both columns of a table of pairs have records of one table, or each of its own."""

# The name of a column may have blanks, as in "Cluster ID".
_MAY_BE_EMPTY = WORD._replace(may_be_empty=True)


class RecordOptions(NamedTuple):
    """The columns of tables with records; without ``record`` the inputs are no such tables."""

    record: Annotated[
        str,
        Option(
            Group.RECORDS,
            "read tables of records (CSV, Parquet, DuckDB): the column with the identifier of a record, or "
            "one for each graph, separated by commas; + joins columns: source+id",
            _MAY_BE_EMPTY,
            metavar="COLUMN",
            stored=Stored.IF_CHANGED,
            phrase="records by {}",
        ),
    ] = ""
    cluster: Annotated[
        str,
        Option(
            Group.RECORDS,
            "the column with the cluster of a record, or one for each graph, separated by commas",
            _MAY_BE_EMPTY,
            metavar="COLUMN",
            stored=Stored.IF_CHANGED,
            phrase="clusters by {}",
        ),
    ] = ""
    pairs: Annotated[
        str,
        Option(
            Group.RECORDS,
            "for tables of pairs: the two columns with the records of a pair, separated by a comma; + joins "
            "columns: source_l+id_l,source_r+id_r",
            _MAY_BE_EMPTY,
            metavar="LEFT,RIGHT",
            stored=Stored.IF_CHANGED,
            phrase="pairs of {}",
        ),
    ] = ""
    pair_tables: Annotated[
        str,
        Option(
            Group.RECORDS,
            "two: the columns of --pairs have records of two tables, so 1 on the left and 1 on the right are "
            "two records, left+1 and right+1; one: both have records of one table",
            _MAY_BE_EMPTY,
            choices=(ONE_TABLE, TWO_TABLES),
            stored=Stored.IF_CHANGED,
            phrase="tables of pairs: {}",
        ),
    ] = ""
    show: Annotated[
        str,
        Option(
            Group.RECORDS,
            "the fields that are shown as the text of a record, separated by commas; the first one names the "
            "record, and + joins columns: first+last,city",
            _MAY_BE_EMPTY,
            metavar="COLUMNS",
            stored=Stored.IF_CHANGED,
            phrase="showing {}",
        ),
    ] = ""
    records: Annotated[
        str | None,
        Option(
            Group.RECORDS,
            "a table with all records and the columns to show, if the graphs have only clusters or pairs",
            OPTIONAL_FILE,
            metavar="FILE",
            needs="a file",
            stored=Stored.IF_CHANGED,
            phrase="records of {}",
        ),
    ] = None

    @property
    def given(self) -> tuple[str, ...]:
        """The options that have a value."""
        return tuple(
            "--" + name.replace("_", "-") for name, value in zip(self._fields, self, strict=True) if value
        )

    @property
    def nouns(self) -> Nouns:
        """The nouns for the items of the graphs and for their groups."""
        return OF_RECORDS if self.record else IN_TEXTS


RECORD_DEFAULTS = RecordOptions()
"""The defaults: no tables of records."""
