"""Boards: what each component of one system is worth, from many pairs of graphs."""
