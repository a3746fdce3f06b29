"""Tests of coala.notebook."""
