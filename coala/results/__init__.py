"""What the commands say of comparisons, scores, reviews and boards: blocks of a report, and JSON."""
