"""A review file that was damaged: what is wrong with it, and what can be brought into a new one."""
