"""A corpus becomes bags, and the divergences in them (specification, sections 2 to 4)."""
