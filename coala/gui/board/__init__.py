"""The page of a board: the effect of each component of a system, and the bags that components share."""
