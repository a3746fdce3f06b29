"""The view of one bag: its changes, its chain map and its evidence."""
