"""Judging without the window: questions about bags for a model or a program, and their answers."""
