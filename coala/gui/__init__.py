"""The desktop works on one open review; all of Qt is here."""
