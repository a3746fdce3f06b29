"""Scores of relations and facts, next to those of identity (Hobbs, in Chinchor & Sundheim 1995)."""
