"""The verdict is given, and tally and scores are shown, at the right."""
