"""A review is shown blind: which graph stands on which side is drawn for each bag, and nothing tells it."""
