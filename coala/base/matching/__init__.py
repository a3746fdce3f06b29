"""The heaviest one-to-one matching of two sides, and of several the earliest."""
