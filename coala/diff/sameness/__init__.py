"""Bags whose changes are the same up to names are found: what their changes have in common is a signature."""
