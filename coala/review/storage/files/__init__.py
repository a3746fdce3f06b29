"""A path becomes an open review file, and stays the one that was opened."""
