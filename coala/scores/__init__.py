"""Exact coreference scores of whole corpora, and the effect of each bag on a score."""
