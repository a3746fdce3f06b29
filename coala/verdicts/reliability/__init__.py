"""How far verdicts can be relied on: reviewers against each other, and each against themselves."""
