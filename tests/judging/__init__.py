"""Tests of coala.judging."""
