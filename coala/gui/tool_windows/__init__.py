"""Windows that stay open next to a review."""
