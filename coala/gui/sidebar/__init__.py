"""The bar below a bag: the verdict buttons, the last answer with its reason, and the views of other reviewers."""
