"""A path becomes the files behind it and their bytes, and the format of each is found."""
