"""A board becomes the lines, cells and points of its page, without Qt."""
