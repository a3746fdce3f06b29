"""It holds what one system's components are worth: many pairs of graphs become one board of figures."""
