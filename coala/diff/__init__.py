"""Bags and their divergences, computed from a corpus (specification, sections 2 to 4)."""
