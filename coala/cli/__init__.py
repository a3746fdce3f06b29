"""The command line reads words, runs one road, and prints what it says."""
