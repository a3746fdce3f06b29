"""Small widgets and the theme serve all parts of the window."""
