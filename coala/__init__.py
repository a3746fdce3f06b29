"""COALA: a task-specific diff for coreference systems."""
