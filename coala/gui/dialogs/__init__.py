"""Dialogs ask for graphs, options and keys, and show warnings."""
