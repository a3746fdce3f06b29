"""What is said of instances: statements coded alike in all graphs, what relations mean, and facts."""
