"""The page of one review: its columns, and the classes that connect its parts."""
