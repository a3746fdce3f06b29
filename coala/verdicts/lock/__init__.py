"""Verdicts become a lock: what another graph must say of the same texts, and whether it does."""
