"""Readers of JSON: clusters in shapes that are described as data, mention lists, and annotation tools."""
