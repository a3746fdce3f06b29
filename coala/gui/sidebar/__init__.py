"""The sidebar and the bar below a bag: verdict buttons, comment fields, and the panels with the results."""
