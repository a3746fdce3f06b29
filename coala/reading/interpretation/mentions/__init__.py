"""What is said of the places of mentions becomes usable mentions, and remarks about the others."""
