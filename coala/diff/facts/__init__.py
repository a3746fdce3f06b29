"""Facts of two graphs are held against each other, and told with the places in the texts that say them."""
