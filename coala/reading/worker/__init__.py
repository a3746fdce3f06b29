"""The child processes that read graphs: their job, their messages and their results."""
