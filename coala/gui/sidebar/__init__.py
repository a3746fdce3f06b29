"""The bar below a bag: the verdict buttons, the last answer and its reason, and other reviewers' verdicts."""
