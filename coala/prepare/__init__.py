"""Graphs become graphs that can be compared: same documents, texts, spans, and only what counts."""
