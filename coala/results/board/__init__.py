"""Results on boards."""
