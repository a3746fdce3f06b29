"""The words after ``coala``: which there are, and the values that they mean."""
