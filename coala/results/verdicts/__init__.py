"""Results on reviews: the tally, samples, links, agreement of reviewers, and the answers in an export."""
