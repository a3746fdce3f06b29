"""Benchmarks, which print a table and assert no time. Run them all with ``make bench``."""
