"""The list of interesting bags, with its filter and its order."""
