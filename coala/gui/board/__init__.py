"""The page of a board: the effect of each component, and the bags that components share."""
