"""Readers of mark-up and of stand-off annotation that points to words, one format a module."""
