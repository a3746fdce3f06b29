"""Preparation of graphs for a comparison: the same documents, texts and spans, and only what counts."""
