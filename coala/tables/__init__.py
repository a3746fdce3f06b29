"""Graphs as Parquet tables, and the comparison of tables that are larger than the memory."""
