"""Rows of a bag become changes: what took the same way is one change, the most surprising one first."""
