"""The page of one review: its columns, and what its parts do together; no part knows another."""
