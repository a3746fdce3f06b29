"""Each graph is read in a process of its own; here is the job, the child, and what comes back."""
