"""The file of a board: many comparisons in one review file, in which each question is asked once."""
