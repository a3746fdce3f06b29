"""What is plain in a large graph is interpreted in arrays; the rest goes the way of small graphs."""
