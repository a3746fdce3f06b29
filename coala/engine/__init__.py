"""The three roads from paths to results on one page each: compare, score, lint."""
