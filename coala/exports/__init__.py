"""Exports of a review: CSV, JSON, Markdown, RDF."""
