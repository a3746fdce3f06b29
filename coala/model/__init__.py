"""The specification's words as values, shared by every layer above."""
