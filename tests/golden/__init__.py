"""Recordings of what the program says, to prove that a change of the code changes nothing else."""
