"""A board becomes lines for a terminal, JSON and CSV."""
