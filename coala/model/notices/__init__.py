"""Notices about graphs, and the catalogue of all kinds of them."""
