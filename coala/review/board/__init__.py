"""The file of a board: several comparisons in one review file, which stores each question once."""
