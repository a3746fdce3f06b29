"""The heaviest one-to-one matching of a bipartite graph and, of several, the one with the earliest edges."""
