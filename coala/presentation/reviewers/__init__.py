"""What a reviewer is told of other reviewers."""
