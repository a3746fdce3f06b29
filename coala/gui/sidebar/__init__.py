"""The verdict buttons, the comment fields, and the panels with the results."""
