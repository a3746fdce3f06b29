"""Several reviews of one comparison: counted together, merged into one, held against each other, settled."""
