"""Two graphs and a review's verdicts become one graph, which has the better side of each bag."""
