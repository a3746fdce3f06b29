"""The desktop window; no other package imports Qt."""
