"""Recordings of the program's output, to prove that a change of the code does not change it."""
