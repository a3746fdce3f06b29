"""Verdicts are values: what is said of a bag, what several add up to, and what they say beside metrics."""
