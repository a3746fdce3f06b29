"""Merging of two graphs by verdicts, and the formats in which the merged graph is written."""
