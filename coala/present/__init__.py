"""What the screen and the reports show, without Qt: tables, lists, sentences and pages of text."""
