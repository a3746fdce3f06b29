"""Benchmarks: each prints a table; none asserts a time. Run them all with ``make bench``."""
