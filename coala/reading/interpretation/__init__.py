"""Interpretation of the collected triples: documents, mentions, instances, statements."""
