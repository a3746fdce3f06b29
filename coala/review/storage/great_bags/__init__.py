"""The inside of a review file: tables, their seals, the journal's rows, and contents as bytes."""
