"""Several reviews of one comparison: counted together, or merged into one file."""
