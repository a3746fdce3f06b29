"""The roads from paths to results stand on one page each: compare, score, lint, convert."""
