"""Tests of the scores; a package so that they share the small helpers in ``partitions``."""
