"""A review becomes one HTML file that asks the network for nothing: figures, every judged bag, a search."""
