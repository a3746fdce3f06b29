"""Small widgets and the theme, used by all parts of the window."""
