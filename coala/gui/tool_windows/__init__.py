"""Windows that stay beside the review explain, draw and list what is in it."""
