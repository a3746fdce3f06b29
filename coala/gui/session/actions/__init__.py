"""Every action of the desktop is named here, menu by menu, and becomes Qt's with the user's keys."""
