"""The review file, which stores a comparison and the verdicts on it."""
