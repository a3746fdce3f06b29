"""Verdicts as values: those on one bag, their tally, and what they show about links and metrics."""
