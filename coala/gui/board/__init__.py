"""The page of a board: what each component is worth, where they meet, and which bags to read first."""
