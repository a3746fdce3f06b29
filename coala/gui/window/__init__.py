"""The window shows one page at a time, and opens dialogs and tool windows."""
