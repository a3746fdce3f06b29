"""The review file is what the engine hands to the desktop, and where verdicts live."""
