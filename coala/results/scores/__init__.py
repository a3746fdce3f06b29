"""Results on graphs: scores, their slices, several systems, and the agreement of graphs."""
