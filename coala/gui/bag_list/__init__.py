"""The interesting bags are listed, filtered and ordered at the left."""
