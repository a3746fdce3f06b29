"""The main window: one page at a time, and the dialogs and tool windows that it opens."""
