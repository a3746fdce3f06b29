"""One bag is shown in the centre: its changes, side by side, and in its texts."""
