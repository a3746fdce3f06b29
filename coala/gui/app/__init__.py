"""The process of the desktop starts here, with what it needs and what becomes of its failures."""
