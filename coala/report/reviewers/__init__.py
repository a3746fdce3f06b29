"""What is told of those who judge: how far they agree, and how blind answers fell."""
