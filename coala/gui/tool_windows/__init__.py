"""Windows that stay open next to a review: explanations, pictures and tables."""
